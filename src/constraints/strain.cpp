// Strain of a triangle: stretch along warp and weft, and the shear between them, each with its own stiffness.
//
//        c            F = [b − a, c − a] M, M = [b₀ − a₀, c₀ − a₀]⁻¹ of the rest shape laid flat (2 × 2)
//       / \           F_u, F_v: columns of F, where the unit vectors of u (warp) and v (weft) have come to
//      a———b          C_u = |F_u| − 1,  C_v = |F_v| − 1,  C_uv = F_u·F_v / (|F_u||F_v|)      1
//                     ∇_b C_u = M₀₀ F_u/|F_u|, ∇_c C_u = M₁₀ F_u/|F_u|, and so on (kernels/strain-inl.h)
//
// Three constraints solved one after the other. Energy ½ A (E_u C_u² + E_v C_v² + G C_uv²): the uniaxial moduli are
// E_u, E_v exactly (Poisson's ratio 0) and the shear modulus is G, on every mesh.
// Without UVs u is an axis of the triangle's own, so warp and weft should be equal.
// Parameters: M₀₀, M₁₀, M₀₁, M₁₁ (1/m), and 1/E_u, 1/E_v, 1/G (m/N) as multiples of the compliance.
// Compliance: 1/A (1/m²), so that α_u = 1/(E_u A), 1/(N·m). A compliance given by hand (1/(N·m)) holds for all
// three; the multiples are then 1.
// Degenerate: where F_u or F_v has shrunk below 10⁻⁶ it has no direction, and C_u, C_uv (C_v, C_uv) do nothing.
// A rest shape whose inverse is not finite is left out.
// Source: Müller 2014 (Strain Based Dynamics) §3.1–3.3; |F| in place of |F|² makes C linear in the stretch, and
// the compliances are ours.
#include <algorithm>

#include "constraints/builders.h"
#include "constraints/stencil.h"

namespace toile {
namespace {

/// 1 / stiffness as a multiple of the compliance; no stiffness makes the product kSlack.
float multiple(float stiffness, float compliance) {
  if (!(compliance < kSlack)) return 1.0f;
  const float most = compliance > 0.0f ? kSlack / compliance : kSlack;
  return stiffness > 0.0f ? std::min(1.0f / stiffness, most) : most;
}

}  // namespace

RawConstraints buildStrain(const BuildInput& input) {
  const Fabric& fabric = input.def.fabric;
  const bool given = input.def.compliance[Kind::strain].has_value();
  RawConstraints out;
  for (std::uint32_t t = 0; t < input.topology.triangles.size(); ++t) {
    const auto& particles = input.topology.triangles[t];
    if (allFixed(input, particles)) continue;
    const FlatEdge b = flatEdge(input.rest, t, 0, 1), c = flatEdge(input.rest, t, 0, 2);
    const double inverse = 1.0 / (b.x * c.y - c.x * b.y);
    const float m00 = static_cast<float>(c.y * inverse), m01 = static_cast<float>(-c.x * inverse);
    const float m10 = static_cast<float>(-b.y * inverse), m11 = static_cast<float>(b.x * inverse);
    if (!std::isfinite(m00 + m01) || !std::isfinite(m10 + m11)) {
      ++out.skipped;
      continue;
    }
    const float compliance =
        storedCompliance(input, Kind::strain, input.rest.triangleAreas[t], stencilScale(input, particles));
    const float u = given ? 1.0f : multiple(fabric.stretchWarp, compliance);
    const float v = given ? 1.0f : multiple(fabric.stretchWeft, compliance);
    const float uv = given ? 1.0f : multiple(fabric.shear, compliance);
    addConstraint(out, particles, {m00, m10, m01, m11, u, v, uv}, compliance);
  }
  return out;
}

}  // namespace toile
