// Distance: solves stretch, shear, wing and skip-one.
//
//   a •———————• b      C = |a − b| − rest                  m
//                      ∇ₐC = (a − b) / |a − b| = −∇_bC     1
//
// Parameters: rest length (m). Compliance: m/N.
// Fast path (one pass, λ from zero): Δλ = −C / max(W, ¾W + α̃) with W = w_a + w_b instead of −C / (W + α̃). A pass
// over a chain in two colours leaves the first colour stretched as if its compliance were α̃ + W (its neighbours
// undo half of what it did) and the second α̃: on the mean ½W too soft. Half of that is taken back where the
// compliance leaves room for it; never more than a full correction, so nothing can overshoot. (All of it makes
// stiffness exact, but free triangle meshes then gain energy from rounding: docs/performance.md.)
// Degenerate: a = b has no direction; nothing happens until something else parts them.
// Source: Müller 2007 (Position Based Dynamics) §4.1 with the compliance of Macklin 2016 (XPBD).
#if defined(TOILE_KERNELS_DISTANCE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_DISTANCE_INL_H
#undef TOILE_KERNELS_DISTANCE_INL_H
#else
#define TOILE_KERNELS_DISTANCE_INL_H
#endif

#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

struct Distance {
  static constexpr int arity = 2, parameterCount = 1, lambdaCount = 1;

  /// C and ∇C of one stencil (used by the general path and by the tests of gradients).
  template <class V>
  static HWY_INLINE V evaluate(const Vector<V> (&x)[2], const V* parameters, Vector<V> (&gradient)[2]) {
    const Vector<V> d = x[0] - x[1];
    const V l = squareRoot(dot(d, d));
    const V inverse = select(less(broadcast<V>(1e-20f), l), broadcast<V>(1.0f) / l, zero<V>());
    gradient[0] = d * inverse;
    gradient[1] = -gradient[0];
    return l - parameters[0];
  }

  template <bool general, class V>
  static HWY_INLINE void solve(Stencil<Distance, V>& s) {
    if (general && s.damped) {
      Vector<V> gradient[2];
      const Vector<V> x[2] = {s.p[0].x, s.p[1].x};
      const V constraint = evaluate(x, s.value, gradient);
      applyConstraint<true>(s, constraint, gradient, s.compliance());
      return;
    }
    // |∇C| = 1 written out: one square root and one division.
    const Vector<V> d = s.p[0].x - s.p[1].x;
    const V l = squareRoot(dot(d, d));
    const V weight = s.p[0].w + s.p[1].w;
    if constexpr (general) {
      const V alpha = s.compliance() * s.complianceFactor;
      const V denominator = (weight + alpha) * l;
      const auto usable = both(both(less(broadcast<V>(1e-30f), denominator), less(denominator, broadcast<V>(kSoftest))),
                               less(zero<V>(), weight));
      const V change =
          select(usable, (s.value[0] - l - alpha * s.lambda[0]) / denominator, zero<V>()) * s.relaxation;  // Δλ / l
      s.lambda[0] = s.lambda[0] + change * l;
      s.p[0].x = s.p[0].x + d * (s.p[0].w * change);
      s.p[1].x = s.p[1].x - d * (s.p[1].w * change);
    } else {
      const V denominator = higher(weight, broadcast<V>(0.75f) * weight + s.compliance() * s.complianceFactor) * l;
      const V change =
          selectOrZero(less(broadcast<V>(1e-30f), denominator), (s.value[0] - l) / denominator) * s.relaxation;
      s.p[0].x = s.p[0].x + d * (s.p[0].w * change);
      s.p[1].x = s.p[1].x - d * (s.p[1].w * change);
    }
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
