// Dihedral bending: what it is, and its sign, stand in constraints/dihedral_bending.cpp.
//
//        c            n₀ = e × (c − a), n₁ = (d − a) × e, e = b − a
//       / \           θ = atan2(−|e| n₀·(d − a), n₀·n₁), positive for a ridge
//      a———b          C = θ − θ₀, taken into (−π, π]                                          rad
//       \ /           ∇_c C = −|e| n₀/|n₀|², ∇_d C = −|e| n₁/|n₁|²                           1/m
//        d            ∇_a C = −(1 − s) ∇_c − (1 − t) ∇_d, ∇_b C = −s ∇_c − t ∇_d: s, t say where the feet of
//                     c and d stand between a and b
//
// The sine's numerator: d lies |n₁|/|e| sin θ below the plane of t0, so n₀·(d − a) = −|n₀||n₁| sin θ / |e|.
// Parameters: θ₀ (rad). Compliance: 1/(N·m).
// Degenerate: where a triangle has no normal (|n|² below 10⁻²⁸ m⁴) both C and ∇C are zero and nothing happens.
#if defined(TOILE_KERNELS_DIHEDRAL_BENDING_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_DIHEDRAL_BENDING_INL_H
#undef TOILE_KERNELS_DIHEDRAL_BENDING_INL_H
#else
#define TOILE_KERNELS_DIHEDRAL_BENDING_INL_H
#endif

#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// atan2 in rad from IEEE operations alone: no library call, the same bits at every width; within 3e-7 rad in
/// float. atan2(0, 0) = 0. Octants give t = lower/higher in [0, 1]; beyond tan(π/8), atan t = π/4 +
/// atan((t − 1)/(t + 1)) leaves |t| ≤ 0.4143, where the odd polynomial of degree 9 (Cephes atanf) is within 3e-8.
template <class V>
HWY_INLINE V arcTangent(V y, V x) {
  const V one = broadcast<V>(1.0f), none = zero<V>();
  const auto yNegative = less(y, none), xNegative = less(x, none);
  const V ay = select(yNegative, -y, y), ax = select(xNegative, -x, x);
  const auto steep = less(ax, ay);
  const V low = select(steep, ax, ay), high = select(steep, ay, ax);
  const auto large = less(high * broadcast<V>(0.414213562f), low);
  const V above = select(large, low - high, low), below = select(large, low + high, high);
  const V t = select(less(none, below), above / select(less(none, below), below, one), none);
  const V z = t * t;
  V p = broadcast<V>(8.05374449538e-2f) * z - broadcast<V>(1.38776856032e-1f);
  p = p * z + broadcast<V>(1.99777106478e-1f);
  p = p * z - broadcast<V>(3.33329491539e-1f);
  V angle = p * z * t + t + select(large, broadcast<V>(0.785398163f), none);
  angle = select(steep, broadcast<V>(1.57079633f) - angle, angle);
  angle = select(xNegative, broadcast<V>(3.14159265f) - angle, angle);
  return select(yNegative, -angle, angle);
}

struct DihedralBending {
  static constexpr int arity = 4, parameterCount = 1, lambdaCount = 1;

  /// The difference of two angles, taken into (−π, π].
  template <class V>
  static HWY_INLINE V wrapped(V difference) {
    const V half = broadcast<V>(3.14159265f), full = broadcast<V>(6.28318531f);
    difference = select(less(half, difference), difference - full, difference);
    return select(less(difference, -half), difference + full, difference);
  }

  template <class V>
  static HWY_INLINE V evaluate(const Vector<V> (&x)[4], const V* parameters, Vector<V> (&gradient)[4]) {
    const V one = broadcast<V>(1.0f), smallest = broadcast<V>(1e-28f);
    const Vector<V> e = x[1] - x[0], ac = x[2] - x[0], ad = x[3] - x[0];
    const Vector<V> n0 = cross(e, ac), n1 = cross(ad, e);
    const V squared0 = dot(n0, n0), squared1 = dot(n1, n1), squaredEdge = dot(e, e);
    const auto usable = both(less(smallest, squared0), less(smallest, squared1));
    const V edge = squareRoot(squaredEdge);

    gradient[2] = n0 * select(usable, -(edge / squared0), zero<V>());
    gradient[3] = n1 * select(usable, -(edge / squared1), zero<V>());
    const V inverse = select(usable, one / squaredEdge, zero<V>());
    const V s = dot(ac, e) * inverse, t = dot(ad, e) * inverse;
    gradient[1] = -(gradient[2] * s + gradient[3] * t);
    gradient[0] = -(gradient[1] + gradient[2] + gradient[3]);

    const V angle = arcTangent(-(edge * dot(n0, ad)), dot(n0, n1));
    return select(usable, wrapped(angle - parameters[0]), zero<V>());
  }

  template <bool general, class V>
  static HWY_INLINE void solve(Stencil<DihedralBending, V>& s) {
    Vector<V> gradient[4];
    const Vector<V> x[4] = {s.p[0].x, s.p[1].x, s.p[2].x, s.p[3].x};
    const V constraint = evaluate(x, s.value, gradient);
    applyConstraint<general>(s, constraint, gradient, s.compliance());
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
