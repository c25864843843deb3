// Triangle shear: what it is stands in constraints/triangle_shear.cpp.
//
//   q •                C = (p − o)·(q − o) − d₀                                          m²
//     | \              ∇_p C = q − o, ∇_q C = p − o, ∇_o C = −∇_p C − ∇_q C      m
//   o •———• p
//
// Parameters: d₀ (m²). Compliance: m³/N. Degenerate: none; o = p = q has zero gradients and nothing happens.
#if defined(TOILE_KERNELS_TRIANGLE_SHEAR_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_TRIANGLE_SHEAR_INL_H
#undef TOILE_KERNELS_TRIANGLE_SHEAR_INL_H
#else
#define TOILE_KERNELS_TRIANGLE_SHEAR_INL_H
#endif

#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

struct TriangleShear {
  static constexpr int arity = 3, parameterCount = 1, lambdaCount = 1;

  template <class V>
  static HWY_INLINE V evaluate(const Vector<V> (&x)[3], const V* parameters, Vector<V> (&gradient)[3]) {
    gradient[1] = x[2] - x[0];
    gradient[2] = x[1] - x[0];
    gradient[0] = -(gradient[1] + gradient[2]);
    return dot(gradient[1], gradient[2]) - parameters[0];
  }

  template <bool general, class V>
  static HWY_INLINE void solve(Stencil<TriangleShear, V>& s) {
    Vector<V> gradient[3];
    const Vector<V> x[3] = {s.p[0].x, s.p[1].x, s.p[2].x};
    const V constraint = evaluate(x, s.value, gradient);
    applyConstraint<general>(s, constraint, gradient, s.compliance());
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
