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

/// Where the regions of one surface begin in the lists of all.
struct FlatPlace {
  std::size_t regions = 0, vertices = 0, triangles = 0, borders = 0, borderRows = 0, proves = 0, pairs = 0, around = 0;
  std::uint32_t cluster = 0, particle = 0;
};
FlatPlace endOf(const ContactSurface& surface, std::uint32_t firstParticle);

/// Adds the regions between two places once more, for another cloth of the same garment, whose begin is `to`.
void repeatFlatRegions(FlatRegions& flat, const FlatPlace& begin, const FlatPlace& end, const FlatPlace& to);

}  // namespace toile::self
