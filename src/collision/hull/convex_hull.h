// The convex hull of points: quickhull with exact comparisons.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "toile/result.h"
#include "toile/vec.h"

namespace toile {

struct HullTriangles {
  std::vector<std::uint32_t> corners;                   ///< of the points, ascending
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< into corners, counter-clockwise from outside
};

/// A closed surface of at most `mostFaces` (>= 4) triangles. Points are added farthest first (Barber, Dobkin and
/// Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996, §3), until the next one would need too many or lies
/// outside by less than a millionth of their extent. On which side of a face a point lies is decided without rounding,
/// so that the result is convex whatever lies in one plane or on one line; only which point is farthest is a matter of
/// rounding. Points are finite and within ±1e9 m. An error names what is wrong with them: too few, or flat.
Result<HullTriangles> convexHull(std::span<const Vec3> points, std::size_t mostFaces);

}  // namespace toile
