// Pairs of triangles that are one cell of a grid, whatever way the mesh was cut.
#pragma once

#include <span>

#include "topology/build.h"

namespace toile {

// In a triangle mesh two triangles form a quad if
// - the edge they share has no third triangle, both are wound alike, and it is the longest of each of them
//   (of equally long ones the one with the lower index), so that no triangle can be in two quads;
// - the four corners' angles are within 15° of a right one and the two are folded by less than that;
// and if, in their connected part of the mesh, at least kQuadCoverage of all triangles pair up like this.
// A scattered pair in an irregular mesh is no cell of a grid: taking its edge away from the stretch constraints
// would make a soft spot. Pairs whose other diagonal is an edge already are left alone.
inline constexpr double kQuadSine = 0.2588;    ///< sin 15°
inline constexpr double kQuadCosine = 0.9659;  ///< cos 15°
inline constexpr double kQuadCoverage = 0.5;   ///< part of the triangles that don't come from quad faces

/// Fills `quads` with the quad faces and the pairs found (in order of their edges), and marks the diagonals
/// among the edges. Needs triangles, edges and hinges.
void findQuads(Topology& topology, std::span<const QuadFace> quadFaces, std::span<const Vec3> positions);

/// Corners within 15° of right angles, folded along a–c by less than that.
bool isNearRectangle(const Quad& quad, std::span<const Vec3> positions);

}  // namespace toile
