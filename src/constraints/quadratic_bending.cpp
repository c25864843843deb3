// Quadratic bending of a hinge: the squared sum of its two conormals.
//
//        c            L = Σ Kᵢ xᵢ, ∇ᵢ L = Kᵢ, C = L − L₀ (three components, m)   (kernels/quadratic_bending-inl.h)
//       / \           K_a = cot b₁ + cot b₂, K_b = cot a₁ + cot a₂,
//      a———b          K_c = −(cot a₁ + cot b₁), K_d = −(cot a₂ + cot b₂), angles of the rest shape;
//       \ /           1 is the triangle of c, 2 that of d. |L| = 2 |e| sin(θ/2) for a hinge bent by θ.
//        d
//
// Energy ½ B/(A₁ + A₂) |L − L₀|², with B the bending rigidity (N·m): for small angles that of the dihedral form,
// ½ B |e|²/(A₁ + A₂) θ². A sheet on a cylinder of curvature κ has 1.00 · ½ B κ² an area in every direction on the
// equilateral mesh and on grids of rectangles, where far corners and the diagonals' stiffness are chosen for it
// (topology/grid_hinges.h). Other meshes are off by factors that depend on their layout (docs/bending.md).
// Parameters: K_b, K_c, K_d, rest. rest is the rest pose's L along the unit bisector of the two normals (m,
// positive for a ridge, 0 flat); what rounding of the positions alone can make is taken as 0.
// Compliance: (A₁ + A₂)/B, m/N; on the diagonals of grids divided by their share of B.
// Degenerate: a hinge with a triangle thinner than a millionth (|K| > 10⁶) is left out: float positions can't say
// which way it faces.
// Source: Bergou 2006 (A Quadratic Bending Model for Inextensible Surfaces), 3 k there is B here.
#include <algorithm>

#include "constraints/bent_hinge.h"
#include "constraints/builders.h"
#include "constraints/stencil.h"
#include "math/double_vec.h"

namespace toile {
namespace {

constexpr double kThinnest = 1e6;

DoubleVec3 unitOrZero(DoubleVec3 a) {
  const double l = length(a);
  return l > 0.0 ? a * (1.0 / l) : DoubleVec3{};
}
DoubleVec3 difference(Vec3 a, Vec3 b) { return toDouble(a) - toDouble(b); }
double largest(Vec3 a) { return std::max({std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)}); }

struct Weights {
  double b, c, d;
  double a() const { return -(b + c + d); }
};

Weights weights(const BentHinge& hinge) {
  return {hinge.cotA + hinge.cotA2, -(hinge.cotA + hinge.cotB), -(hinge.cotA2 + hinge.cotB2)};
}

double restAlongBisector(const BuildInput& input, const BentHinge& hinge, const Weights& k) {
  if (input.def.restState == RestState::flatFromUv) return 0.0;
  const auto at = [&](std::size_t corner) { return input.restPositions[hinge.particles[corner]]; };
  const Vec3 a = at(0), b = at(1), c = at(2), d = at(3);
  const DoubleVec3 ab = difference(b, a), ac = difference(c, a), ad = difference(d, a);
  const DoubleVec3 conormals = ab * k.b + ac * k.c + ad * k.d;
  const double rest = dot(conormals, unitOrZero(unitOrZero(cross(ab, ac)) + unitOrZero(cross(ad, ab))));
  // Positions are rounded by up to 2⁻²⁴ of their size, in three coordinates; each counts with its weight.
  const double rounding = 2.0 * 0x1p-24 * std::max({largest(a), largest(b), largest(c), largest(d)}) *
                          (std::fabs(k.a()) + std::fabs(k.b) + std::fabs(k.c) + std::fabs(k.d));
  return std::fabs(rest) > rounding ? rest : 0.0;
}

}  // namespace

RawConstraints buildQuadraticBending(const BuildInput& input) {
  RawConstraints out;
  for (const BentHinge& hinge : bentHinges(input)) {
    if (isIdle(input, hinge)) continue;
    const Weights k = weights(hinge);
    const double heaviest = std::max({std::fabs(k.a()), std::fabs(k.b), std::fabs(k.c), std::fabs(k.d)});
    if (!(heaviest <= kThinnest)) {
      ++out.skipped;
      continue;
    }
    const double stiffness = hinge.share * bendingRigidity(input.def.fabric) / hinge.areas;
    addConstraint(out, hinge.particles,
                  {static_cast<float>(k.b), static_cast<float>(k.c), static_cast<float>(k.d),
                   static_cast<float>(restAlongBisector(input, hinge, k))},
                  storedCompliance(input, Kind::quadraticBending, static_cast<float>(stiffness),
                                   stencilScale(input, hinge.particles)));
  }
  return out;
}

}  // namespace toile
