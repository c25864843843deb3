// Strain of a triangle in warp, weft and shear: what it is stands in constraints/strain.cpp.
//
//        c            F_u = (b − a) M₀₀ + (c − a) M₁₀, F_v = (b − a) M₀₁ + (c − a) M₁₁; û, v̂ their directions
//       / \           C_u = |F_u| − 1,   ∇_b = M₀₀ û, ∇_c = M₁₀ û                            1, 1/m
//      a———b          C_v = |F_v| − 1,   ∇_b = M₀₁ v̂, ∇_c = M₁₁ v̂
//                     C_uv = û·v̂ =: κ,  ∂/∂F_u = (v̂ − κ û)/|F_u|, ∂/∂F_v = (û − κ v̂)/|F_v|,
//                                        ∇_b = M₀₀ ∂/∂F_u + M₀₁ ∂/∂F_v, ∇_c = M₁₀ ∂/∂F_u + M₁₁ ∂/∂F_v
//                     ∇_a = −∇_b − ∇_c each
//
// Solved in that order, each with its own multiplier, each seeing what the one before has moved.
// Parameters: M₀₀, M₁₀, M₀₁, M₁₁ (1/m); the compliances of u, v, uv as multiples of the stored one.
// Degenerate: a column shorter than 10⁻⁶ has no direction; the constraints that need it do nothing.
#if defined(TOILE_KERNELS_STRAIN_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_STRAIN_INL_H
#undef TOILE_KERNELS_STRAIN_INL_H
#else
#define TOILE_KERNELS_STRAIN_INL_H
#endif

#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

struct Strain {
  static constexpr int arity = 3, parameterCount = 7, lambdaCount = 3;

  /// 1/|f|, or zero where f has no direction.
  template <class V>
  static HWY_INLINE V inverseOrZero(V length) {
    return select(less(broadcast<V>(1e-6f), length), broadcast<V>(1.0f) / length, zero<V>());
  }

  template <class V>
  static HWY_INLINE Vector<V> column(const Vector<V> (&x)[3], V mb, V mc) {
    return (x[1] - x[0]) * mb + (x[2] - x[0]) * mc;
  }

  /// C_u (axis 0) or C_v (axis 1).
  template <int axis, class V>
  static HWY_INLINE V evaluateStretch(const Vector<V> (&x)[3], const V* parameters, Vector<V> (&gradient)[3]) {
    const V mb = parameters[2 * axis], mc = parameters[2 * axis + 1];
    const Vector<V> f = column(x, mb, mc);
    const V length = squareRoot(dot(f, f));
    const Vector<V> unit = f * inverseOrZero(length);
    gradient[1] = unit * mb;
    gradient[2] = unit * mc;
    gradient[0] = -(gradient[1] + gradient[2]);
    return length - broadcast<V>(1.0f);
  }

  /// C_uv.
  template <class V>
  static HWY_INLINE V evaluateShear(const Vector<V> (&x)[3], const V* parameters, Vector<V> (&gradient)[3]) {
    const Vector<V> fu = column(x, parameters[0], parameters[1]), fv = column(x, parameters[2], parameters[3]);
    V inverseU = inverseOrZero(squareRoot(dot(fu, fu))), inverseV = inverseOrZero(squareRoot(dot(fv, fv)));
    const auto usable = both(less(zero<V>(), inverseU), less(zero<V>(), inverseV));
    inverseU = select(usable, inverseU, zero<V>());
    inverseV = select(usable, inverseV, zero<V>());
    const Vector<V> u = fu * inverseU, v = fv * inverseV;
    const V cosine = dot(u, v);
    const Vector<V> alongU = (v - u * cosine) * inverseU, alongV = (u - v * cosine) * inverseV;
    gradient[1] = alongU * parameters[0] + alongV * parameters[2];
    gradient[2] = alongU * parameters[1] + alongV * parameters[3];
    gradient[0] = -(gradient[1] + gradient[2]);
    return cosine;
  }

  template <bool general, int which, class V>
  static HWY_INLINE void solveOne(Stencil<Strain, V>& s) {
    Vector<V> gradient[3];
    const Vector<V> x[3] = {s.p[0].x, s.p[1].x, s.p[2].x};
    V constraint;
    if constexpr (which == 2) {
      constraint = evaluateShear(x, s.value, gradient);
    } else {
      constraint = evaluateStretch<which>(x, s.value, gradient);
    }
    applyConstraint<general>(s, constraint, gradient, s.compliance() * s.value[4 + which], which);
  }

  template <bool general, class V>
  static HWY_INLINE void solve(Stencil<Strain, V>& s) {
    solveOne<general, 0>(s);
    solveOne<general, 1>(s);
    solveOne<general, 2>(s);
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
