// Which triangles cross: an independent witness of what contact promises. It shares no code with the search, the
// contacts or the guard, and does not round.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "toile/vec.h"

namespace toile {

/// A triangle of particles; surfaces (cloths) see each other as `seen` says.
struct CrossingTriangle {
  std::array<std::uint32_t, 3> corners;  ///< into positions
  std::uint32_t surface = 0;
};

/// Two triangles cross where an edge of one passes through the inside of the other. Touching (a corner on a face, edge
/// on edge, coplanar) is no crossing.
bool trianglesCross(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b);

/// Pairs of triangles (indices, first < second, ascending) that share no particle and cross. `seen(s, t)` says whether
/// surfaces s and t matter to each other. O(n) for meshes of evenly sized triangles. Positions are finite.
using SurfacesSeen = bool (*)(const void* context, std::uint32_t s, std::uint32_t t);
std::vector<std::pair<std::uint32_t, std::uint32_t>> findCrossings(std::span<const Vec3> positions,
                                                                   std::span<const CrossingTriangle> triangles,
                                                                   SurfacesSeen seen, const void* context);

}  // namespace toile
