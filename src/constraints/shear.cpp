// Shear: springs along both diagonals of every quad.
//
//   d •———• c      C = |a − c| − L and |b − d| − L'      (kernels/distance-inl.h)
//     | ╳ |
//   a •———• b
//
// Parameters: L (m). Compliance: 1 / k, m/N. Degenerate: coinciding ends have no direction, nothing happens.
//
// k from the shear modulus G (N/m): a cell of sides a, b has diagonals of length D = √(a² + b²) whose strain is
// (a² εxx + b² εyy ± a b γ) / D². Two springs k have the energy k/D² [(a² εxx + b² εyy)² + a² b² γ²], so over the
// area a b the modulus for γ is 2 k a b / D². Hence k = G D²/(2 a b): G in square cells. For quads that are no
// rectangles: k = G D D'/(2 A) with both diagonals' lengths and the quad's area, the same in a rectangle.
// The springs also add G a²/b², G b²/a² and C₁₂ = G to stretching; stretch.cpp makes up for it.
// Source: Provot 1995 (Deformation Constraints in a Mass-Spring Model) for the layout; stiffness derived above.
#include "constraints/builders.h"
#include "constraints/stencil.h"

namespace toile {

RawConstraints buildShear(const BuildInput& input) {
  RawConstraints out;
  for (std::size_t q = 0; q < input.topology.quads.size(); ++q) {
    const Quad& quad = input.topology.quads[q];
    const auto [ac, bd] = input.rest.quadDiagonals[q];
    const double stiffness = 0.5 * input.def.fabric.shear * ac * bd / quadArea(input, quad);
    const std::uint32_t ends[2][2] = {{quad.a, quad.c}, {quad.b, quad.d}};
    for (int i = 0; i < 2; ++i) {
      if (allFixed(input, ends[i])) continue;
      addConstraint(out, ends[i], {i == 0 ? ac : bd},
                    storedCompliance(input, Kind::shear, static_cast<float>(stiffness), stencilScale(input, ends[i])));
    }
  }
  return out;
}

}  // namespace toile
