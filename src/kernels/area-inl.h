// Area of a triangle: what it is stands in constraints/area.cpp.
//
//        c            n = (b − a) × (c − a), n̂ = n/|n|
//       / \           C = ½|n| − A₀                                             m²
//      a———b          ∇_b C = ½ (c − a) × n̂, ∇_c C = ½ n̂ × (b − a), ∇_a C = −∇_b C − ∇_c C      m
//
// Parameters: A₀ (m²). Compliance: m³/N.
// Degenerate: without a normal (|n| below 10⁻²⁰ m²) the gradient is zero and nothing happens.
#if defined(TOILE_KERNELS_AREA_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_AREA_INL_H
#undef TOILE_KERNELS_AREA_INL_H
#else
#define TOILE_KERNELS_AREA_INL_H
#endif

#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

struct Area {
  static constexpr int arity = 3, parameterCount = 1, lambdaCount = 1;

  template <class V>
  static HWY_INLINE V evaluate(const Vector<V> (&x)[3], const V* parameters, Vector<V> (&gradient)[3]) {
    const V half = broadcast<V>(0.5f);
    const Vector<V> ab = x[1] - x[0], ac = x[2] - x[0];
    const Vector<V> normal = cross(ab, ac);
    const V doubled = squareRoot(dot(normal, normal));
    const V inverse = select(less(broadcast<V>(1e-20f), doubled), half / doubled, zero<V>());
    const Vector<V> halfUnit = normal * inverse;
    gradient[1] = cross(ac, halfUnit);
    gradient[2] = cross(halfUnit, ab);
    gradient[0] = -(gradient[1] + gradient[2]);
    return half * doubled - parameters[0];
  }

  template <bool general, class V>
  static HWY_INLINE void solve(Stencil<Area, V>& s) {
    Vector<V> gradient[3];
    const Vector<V> x[3] = {s.p[0].x, s.p[1].x, s.p[2].x};
    const V constraint = evaluate(x, s.value, gradient);
    applyConstraint<general>(s, constraint, gradient, s.compliance());
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
