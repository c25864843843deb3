// Triangle shear: the dot product of two edges, at the triangle's corner nearest to a right angle.
//
//   q •                C = (p − o)·(q − o) − d₀      m²
//     | \              ∇_p C = q − o, ∇_q C = p − o, ∇_o C = −∇_p C − ∇_q C      m
//   o •———• p          (kernels/triangle_shear-inl.h)
//
// Particles: o, p, q, wound as the triangle is. Parameters: d₀ (m²).
// Compliance: |p − o|² |q − o|² / (G A), m³/N, with G the shear modulus (N/m) and A the triangle's area: at a right
// angle C is |p − o| |q − o| γ for the shear γ, so the energy is ½ G A γ². At other angles C also answers to
// stretching (d₀ grows with it); the kind `strain` does not.
// Degenerate: none; C is a polynomial, and o = p = q has zero gradients.
// Source: Müller 2014 (Strain Based Dynamics) §3.2, the off-diagonal entry, in the frame of two edges.
#include "constraints/builders.h"
#include "constraints/stencil.h"

namespace toile {
namespace {

/// Corner with the smallest |cos|; the first of equals.
std::uint32_t squarestCorner(const RestMetric& rest, std::uint32_t triangle) {
  std::uint32_t best = 0;
  double bestCosSquared = 2.0;
  for (std::uint32_t corner = 0; corner < 3; ++corner) {
    const FlatEdge p = flatEdge(rest, triangle, corner, (corner + 1) % 3);
    const FlatEdge q = flatEdge(rest, triangle, corner, (corner + 2) % 3);
    const double product = dot(p, q);
    const double cosSquared = product * product / (p.lengthSquared() * q.lengthSquared());
    if (cosSquared < bestCosSquared) bestCosSquared = cosSquared, best = corner;
  }
  return best;
}

}  // namespace

RawConstraints buildTriangleShear(const BuildInput& input) {
  RawConstraints out;
  for (std::uint32_t t = 0; t < input.topology.triangles.size(); ++t) {
    const auto& triangle = input.topology.triangles[t];
    if (allFixed(input, triangle)) continue;
    const std::uint32_t o = squarestCorner(input.rest, t), p = (o + 1) % 3, q = (o + 2) % 3;
    const FlatEdge op = flatEdge(input.rest, t, o, p), oq = flatEdge(input.rest, t, o, q);
    const double stiffness = static_cast<double>(input.def.fabric.shear) * input.rest.triangleAreas[t] /
                             (op.lengthSquared() * oq.lengthSquared());
    const std::uint32_t particles[] = {triangle[o], triangle[p], triangle[q]};
    addConstraint(
        out, particles, {static_cast<float>(dot(op, oq))},
        storedCompliance(input, Kind::triangleShear, static_cast<float>(stiffness), stencilScale(input, particles)));
  }
  return out;
}

}  // namespace toile
