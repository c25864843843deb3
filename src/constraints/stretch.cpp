// Stretch: a spring along every edge that is not a quad's diagonal.
//
//   a •———————• b      C = |a − b| − L, ∇ₐC = (a − b)/|a − b| = −∇_bC      (kernels/distance-inl.h)
//
// Parameters: L (m). Compliance: 1 / k, m/N. Degenerate: a = b has no direction, nothing happens.
//
// k from the membrane modulus E (N/m): each triangle of area A beside the edge adds M A / L². The energy of a
// triangle under the strain ε is then ½ A Σ M (nᵀ ε n)² over its edges' directions n.
//  · Triangles in no quad: M = E. On the equilateral lattice Σ (nᵀ ε n)² = ⅜ (2 ε:ε + (tr ε)²), so
//    C₁₁ = 9/8 E, C₁₂ = C₆₆ = 3/8 E: uniaxial modulus C₁₁ − C₁₂²/C₁₁ = E exactly, Poisson's ratio ⅓, and a
//    shear modulus of ⅜ E whatever Fabric::shear says. k = √3/2 E. Other triangle shapes: stiffer or softer
//    (tests/constraints/membrane_test.cpp has the figures); the kind `strain` has no such error.
//  · Quads of sides a (along the edge) and b: edges alone are C₁₁ = M₁, C₂₂ = M₂. Both diagonals of shear
//    modulus G add G a²/b², G b²/a² and C₁₂ = G (shear.cpp). Uniaxial moduli along both axes are to be E₁, E₂:
//      C₁₁ − G²/C₂₂ = E₁, C₂₂ − G²/C₁₁ = E₂   ⇒   C₁₁ = (E₁ + √(E₁² + 4 G² E₁/E₂)) / 2,  M₁ = C₁₁ − G a²/b².
//    In square cells M₁ > 0 always; it falls to E₁/2 as G grows. In long cells it is kept above E₁/10: there
//    the diagonals alone are stiffer than the fabric.
// A compliance of shear given by hand (GarmentDef::compliance) is not made up for.
//
// Warp and weft: 1/E(φ) = cos²φ / E_warp + sin²φ / E_weft with φ between the edge and the warp axis (u, or
// x of the triangle laid flat: without UVs that axis means nothing, so warp and weft should be equal there).
// Exact along both axes of a grid, and on the equilateral mesh along the axis that has edges; across it the weaker
// direction comes out too stiff (by 12 % for 3000 and 2000 N/m). Compliances rather than moduli are blended, so that
// one of them may be infinite.
// An edge with n > 2 triangles counts n/2 times its first two.
//
// Source: areas beside the edge after Van Gelder 1998 (Approximate simulation of elastic membranes by
// triangulated spring meshes); the correction for braced quads is derived above.
#include "constraints/builders.h"
#include "constraints/stencil.h"

namespace toile {
namespace {

constexpr double kLeastShare = 0.1;  ///< of E₁ that stays with the edges, whatever the diagonals add

double directionalModulus(const Fabric& fabric, double cosSquared) {
  return 1.0 / (cosSquared / fabric.stretchWarp + (1.0 - cosSquared) / fabric.stretchWeft);
}

/// M₁ of an edge along a quad; `aspectSquared` is (a/b)².
double quadModulus(double e1, double e2, double shear, double aspectSquared) {
  if (std::isinf(e1) || !(shear > 0.0)) return e1;
  if (std::isinf(shear)) return 0.5 * e1;  // the limit, for square cells
  const double c11 = 0.5 * (e1 + std::sqrt(e1 * e1 + 4.0 * shear * shear * (e1 / e2)));
  const double left = c11 - shear * aspectSquared, least = kLeastShare * e1;
  return left > least ? left : least;
}

/// Shear modulus of the diagonals by the fabric's own figure, 0 where they have none or one given by hand.
double diagonalShear(const BuildInput& input) {
  return input.def.kinds.has(Kind::shear) && !input.def.compliance[Kind::shear] ? input.def.fabric.shear : 0.0;
}

/// What one triangle adds to the stiffness of its edge (N/m).
double share(const BuildInput& input, std::span<const std::uint32_t> quads, const Edge& edge, double lengthSquared,
             std::uint32_t triangle) {
  const FlatEdge flat = flatEdge(input.rest, triangle, cornerOf(input.topology, triangle, edge.a),
                                 cornerOf(input.topology, triangle, edge.b));
  const double cosSquared = flat.x * flat.x / flat.lengthSquared();
  const double along = directionalModulus(input.def.fabric, cosSquared);
  double modulus = along;
  if (quads[triangle] != kNone) {
    const double across = directionalModulus(input.def.fabric, 1.0 - cosSquared);
    const double aspect = lengthSquared / quadArea(input, input.topology.quads[quads[triangle]]);  // a/b, b = area/a
    modulus = quadModulus(along, across, diagonalShear(input), aspect * aspect);
  }
  return modulus * input.rest.triangleAreas[triangle] / lengthSquared;
}

}  // namespace

RawConstraints buildStretch(const BuildInput& input) {
  const std::vector<std::uint32_t> quads = quadOfTriangle(input.topology);
  RawConstraints out;
  for (std::size_t e = 0; e < input.topology.edges.size(); ++e) {
    const Edge& edge = input.topology.edges[e];
    const std::uint32_t particles[] = {edge.a, edge.b};
    if (edge.diagonal || allFixed(input, particles)) continue;
    const float length = input.rest.edgeLengths[e];
    double stiffness = 0.0;
    for (const std::uint32_t t : edge.triangles) {
      if (t != kNone) stiffness += share(input, quads, edge, static_cast<double>(length) * length, t);
    }
    if (edge.triangleCount > 2) stiffness *= 0.5 * edge.triangleCount;
    addConstraint(
        out, particles, {length},
        storedCompliance(input, Kind::stretch, static_cast<float>(stiffness), stencilScale(input, particles)));
  }
  return out;
}

}  // namespace toile
