#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "toile/vec.h"

namespace toile {

/// Cuts one polygon (indices into `positions`) into triangles that keep its winding, appended to `out` as
/// index triples. Convex quads are cut along the shorter diagonal, concave polygons by ear clipping in the
/// plane of the polygon's area vector, so that the triangles' areas sum to the polygon's. Returns true for
/// a concave polygon. Polygons with fewer than 3 distinct corners give nothing.
bool triangulatePolygon(std::span<const Vec3> positions, std::span<const std::uint32_t> polygon,
                        std::vector<std::uint32_t>& out);

}  // namespace toile
