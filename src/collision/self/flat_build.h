// Which regions are worth asking whether they are flat: made once for a surface, from its rest places.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collision/self/surface.h"

namespace toile::self {

/// Adds the regions of one surface, whose clusters are the last of surface.clusters, from `firstCluster` on. `order`:
/// its triangles, kRow a cluster. `neighbours`: a triangle's own edge k leads to this triangle, or kNoFeature.
void addFlatRegions(ContactSurface& surface, const SurfaceInput& input, std::uint32_t firstCluster,
                    std::span<const std::uint32_t> order, std::span<const std::array<std::uint32_t, 3>> neighbours);

}  // namespace toile::self
