// Which far corners bending uses in grids.
//
//   q—p—r     The side s–p of two cells, s above p. Cut by one diagonal, the mesh offers far corners in different
//   |╲|╲|     rows, as s, p, r' and q here, or t', whose distance from the plane of the others mixes curvature κ_x
//   q'—s—r'   with twist κ_xy: such a sheet bends obliquely and is a fifth too soft. Both far corners from beside one
//             end of the side (q', r') measure κ_x and nothing else.
//
// All sides of a line use the same one of their ends, so that every particle inside the grid is the middle of one
// hinge across it and one along it. Hinges on a cell's diagonal measure κ_xy. With their stiffness times
// 2 (a b)²/(a² + b²)² for cells of sides a and b (½ in squares) the energy of the whole is ½ B (κ_x² + κ_y² + 2 κ_xy²):
// a plate of Poisson's ratio 0, the same in every direction.
#pragma once

#include <span>

#include "topology/topology.h"

namespace toile {

/// Sets Hinge::farC, farD and inGrid. Cells are quads whose corners are near right angles in `positions`; hinges
/// elsewhere keep the far corners of their triangles. Needs quads and grid triples.
void chooseFarCorners(Topology& topology, std::span<const Vec3> positions);

}  // namespace toile
