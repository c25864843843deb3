// A cloth's parameters and targets as the GPU solver reads them.
#pragma once

#include <cstddef>

#include "backends/gpu/blocks.h"
#include "step.h"

namespace toile {

GpuCloth clothBlock(Cloth& cloth, const StepInput& input, std::uint32_t tetherRows);

/// Eight floats a particle: targetsFrom and the mass, then targets and what the max distance is multiplied by.
void writeTargets(const Cloth& cloth, std::byte* to);

}  // namespace toile
