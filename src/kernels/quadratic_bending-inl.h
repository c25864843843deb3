// Quadratic bending of a hinge: no trigonometry, and for flat rest shapes no square root.
//
//        c            L = Σ Kᵢ xᵢ   m, the two conormals of the edge times its length
//       / \           with K the cotangent weights of the rest shape, Σ Kᵢ = 0:
//      a———b            K_a = cot b₁ + cot b₂, K_b = cot a₁ + cot a₂,
//       \ /             K_c = −(cot a₁ + cot b₁), K_d = −(cot a₂ + cot b₂)
//        d            (a₁, b₁: angles at a, b in the triangle of c; a₂, b₂: in that of d)
//
// Energy ½ B / (A₁ + A₂) |L − L₀|²; three constraints C = L − L₀, one an axis, that share ∇ᵢC = Kᵢ and so
// have one denominator. L₀ = rest · n with n the unit bisector of the two normals as they are now: at
// isometric bending L is parallel to n, so a curved rest shape gets no torque of its own.
// Parameters: K_b, K_c, K_d, rest (m, signed along n; 0 flat). Compliance: (A₁ + A₂) / B, m/N.
// Damped is the part of its rate along C, the change of |C|: what is left is a turn.
// Degenerate: where a triangle has no normal, n is zero and the hinge strives to be flat.
// Source: Bergou 2006 (A Quadratic Bending Model for Inextensible Surfaces); curved rest shapes are ours.
#if defined(TOILE_KERNELS_QUADRATIC_BENDING_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_QUADRATIC_BENDING_INL_H
#undef TOILE_KERNELS_QUADRATIC_BENDING_INL_H
#else
#define TOILE_KERNELS_QUADRATIC_BENDING_INL_H
#endif

#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

struct QuadraticBending {
  static constexpr int arity = 4, parameterCount = 4, lambdaCount = 3;

  template <class V>
  static HWY_INLINE Vector<V> unitOrZero(Vector<V> a) {
    const V l = squareRoot(dot(a, a));
    return a * select(less(broadcast<V>(1e-20f), l), broadcast<V>(1.0f) / l, zero<V>());
  }

  /// L − L₀ and the weights K of a, b, c, d.
  template <class V>
  static HWY_INLINE Vector<V> evaluate(const Vector<V> (&x)[4], const V* parameters, V (&weight)[4]) {
    weight[1] = parameters[0], weight[2] = parameters[1], weight[3] = parameters[2];
    weight[0] = -(weight[1] + weight[2] + weight[3]);
    const Vector<V> ab = x[1] - x[0], ac = x[2] - x[0], ad = x[3] - x[0];
    Vector<V> conormals = ab * weight[1] + ac * weight[2] + ad * weight[3];
    const V rest = parameters[3];
    const auto curved = either(less(zero<V>(), rest), less(rest, zero<V>()));
    if (anyTrue(curved)) {
      const Vector<V> bisector = unitOrZero(unitOrZero(cross(ab, ac)) + unitOrZero(cross(ad, ab)));
      // Selected, so that a flat hinge keeps the sign of its zeros whatever hinges lie beside it.
      conormals = select(curved, conormals - bisector * rest, conormals);
    }
    return conormals;
  }

  template <bool general, class V>
  static HWY_INLINE void solve(Stencil<QuadraticBending, V>& s) {
    V weight[4];
    const Vector<V> x[4] = {s.p[0].x, s.p[1].x, s.p[2].x, s.p[3].x};
    const Vector<V> constraint = evaluate(x, s.value, weight);
    const V alpha = s.compliance() * s.complianceFactor;
    V scaled[4];  // wᵢ Kᵢ
    for (int i = 0; i < 4; ++i) scaled[i] = s.p[i].w * weight[i];
    const V inertia = scaled[0] * weight[0] + scaled[1] * weight[1] + scaled[2] * weight[2] + scaled[3] * weight[3];
    V denominator = inertia + alpha;
    Vector<V> numerator = -constraint;
    if constexpr (general) {
      const Vector<V> lambda{s.lambda[0], s.lambda[1], s.lambda[2]};
      numerator = numerator - lambda * alpha;
      if (s.damped) {
        Vector<V> rate = (x[0] - s.start[0]) * weight[0];
        for (int i = 1; i < 4; ++i) rate = rate + (x[i] - s.start[i]) * weight[i];
        // Only along C: a rate across it is a turn of the hinge, whose damping would be a torque on the whole.
        const V size = dot(constraint, constraint);
        const V along = select(less(broadcast<V>(1e-30f), size), dot(constraint, rate) / size, zero<V>());
        numerator = numerator - constraint * (along * s.gamma);
        denominator = denominator + s.gamma * inertia;
      }
    }
    auto usable = both(less(broadcast<V>(1e-30f), denominator), less(zero<V>(), inertia));
    if constexpr (general) usable = both(usable, less(denominator, broadcast<V>(kSoftest)));
    const V factor = select(usable, s.relaxation / denominator, zero<V>());
    Vector<V> change = numerator * factor;
    if constexpr (general) change = select(usable, change, {zero<V>(), zero<V>(), zero<V>()});
    if constexpr (general) {
      s.lambda[0] = s.lambda[0] + change.x, s.lambda[1] = s.lambda[1] + change.y, s.lambda[2] = s.lambda[2] + change.z;
    }
    for (int i = 0; i < 4; ++i) s.p[i].x = s.p[i].x + change * scaled[i];
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
