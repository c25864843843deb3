// A hinge as bending sees it: its four particles, and the rest shapes of the two triangles over its edge.
#pragma once

#include <array>
#include <vector>

#include "constraints/constraint.h"

namespace toile {

struct BentHinge {
  std::array<std::uint32_t, 4> particles{};  ///< a, b and the far corners
  double cotA = 0.0, cotB = 0.0;             ///< cotangents of the angles at a, b in the triangle of the first
  double cotA2 = 0.0, cotB2 = 0.0;           ///< in that of the second
  double areas = 0.0;                        ///< m², of both triangles
  double share = 1.0;                        ///< of the rigidity; less than 1 on the diagonals of grids
};

/// One a hinge of the topology, in its order (topology/grid_hinges.h says which far corners).
std::vector<BentHinge> bentHinges(const BuildInput& input);

/// True where there is no shape to keep: both far corners are one particle, or all particles are fixed.
bool isIdle(const BuildInput& input, const BentHinge& hinge);

}  // namespace toile
