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
// Parameters: θ₀ (rad). Compliance: (A₁ + A₂)/(B |e|²), 1/(N·m).
// Degenerate: a triangle without area has no normal; such a hinge does nothing.
// Source: Grinspun 2003 (Discrete Shells) for the energy, Bridson 2003 (Simulation of Clothing with Folds and
// Wrinkles) §4 for the gradients.
#include "constraints/builders.h"
#include "constraints/stencil.h"

namespace toile {

RawConstraints buildDihedralBending(const BuildInput& input) {
  RawConstraints out;
  for (std::size_t i = 0; i < input.topology.hinges.size(); ++i) {
    const Hinge& hinge = input.topology.hinges[i];
    const std::uint32_t particles[] = {hinge.a, hinge.b, hinge.c, hinge.d};
    // c = d: two triangles back to back, with no shape between them to keep.
    if (hinge.c == hinge.d || allFixed(input, particles)) continue;
    const double areas = static_cast<double>(input.rest.triangleAreas[hinge.t0]) + input.rest.triangleAreas[hinge.t1];
    const double length = input.rest.edgeLengths[hinge.edge];
    const double stiffness = input.def.fabric.bendingRigidity * length * length / areas;
    addConstraint(
        out, particles, {input.rest.hingeAngles[i]},
        storedCompliance(input, Kind::dihedralBending, static_cast<float>(stiffness), stencilScale(input, particles)));
  }
  return out;
}

}  // namespace toile
