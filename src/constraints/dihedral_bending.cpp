// Dihedral bending: the angle of a hinge, with sign and rest angle.
//
//        c            n₀ = (b − a) × (c − a), n₁ = (d − a) × (b − a), e = b − a
//       / \           θ = atan2(−|e| n₀·(d − a), n₀·n₁): 0 flat, positive for a ridge (topology/hinge_angle.h)
//      a———b          C = θ − θ₀, taken into (−π, π]      rad
//       \ /           ∇_c C = −|e| n₀/|n₀|², ∇_d C = −|e| n₁/|n₁|²      1/m
//        d            ∇_a C = −(1 − s) ∇_c − (1 − t) ∇_d, ∇_b C = −s ∇_c − t ∇_d,
//                     s = (c − a)·e/|e|², t = (d − a)·e/|e|²      (kernels/dihedral_bending-inl.h)
//
// Energy ½ B |e|²/(A₁ + A₂) (θ − θ₀)² with B the bending rigidity (N·m): independent of the mesh's fineness; of
// its layout see quadratic_bending.cpp, both have the same factors.
// Parameters: θ₀ (rad). Compliance: (A₁ + A₂)/(B |e|²), 1/(N·m); on the diagonals of grids divided by their share of B.
// Degenerate: a triangle without area has no normal; such a hinge does nothing.
// Source: Grinspun 2003 (Discrete Shells) for the energy, Bridson 2003 (Simulation of Clothing with Folds and
// Wrinkles) §4 for the gradients.
#include "constraints/bent_hinge.h"
#include "constraints/builders.h"
#include "constraints/stencil.h"

namespace toile {

RawConstraints buildDihedralBending(const BuildInput& input) {
  RawConstraints out;
  const std::vector<BentHinge> hinges = bentHinges(input);
  for (std::size_t i = 0; i < hinges.size(); ++i) {
    const BentHinge& hinge = hinges[i];
    if (isIdle(input, hinge)) continue;
    const double length = input.rest.edgeLengths[input.topology.hinges[i].edge];
    const double stiffness = hinge.share * bendingRigidity(input.def.fabric) * length * length / hinge.areas;
    addConstraint(out, hinge.particles, {input.rest.hingeAngles[i]},
                  storedCompliance(input, Kind::dihedralBending, static_cast<float>(stiffness),
                                   stencilScale(input, hinge.particles)));
  }
  return out;
}

}  // namespace toile
