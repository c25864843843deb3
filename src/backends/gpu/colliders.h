// Colliders of a world in one substep as the GPU solver reads them.
#pragma once

#include <vector>

#include "backends/gpu/blocks.h"
#include "backends/gpu/solids.h"
#include "step_parts.h"

namespace toile {

/// Those that any cloth may meet, planes last; mesh bodies are left out (supported.h refuses them). Appends. `solids`
/// has taken these colliders.
void appendGpuColliders(std::span<const ColliderRecord> colliders, const GpuSolids& solids, const SubstepTime& time,
                        std::vector<GpuCollider>& out);

}  // namespace toile
