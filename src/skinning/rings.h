// The particles round each particle, in order.
#pragma once

#include <span>

#include "skinning/drawn_data.h"

namespace toile {

/// Rings of all particles of `triangles`, in blocks by length. `dummy` is a particle that fills up the last block.
RingSet buildRings(std::span<const std::array<std::uint32_t, 3>> triangles, std::uint32_t particleCount,
                   std::uint32_t dummy);

}  // namespace toile
