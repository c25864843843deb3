// Planes that keep pairs apart, as many pairs at once as V has lanes.
//
// Rounding: with u = 2⁻²⁴ a difference of two floats is off by u of itself, and the product with n and the sum of three
// by 3u more, so that a corner's height over the plane, taken from corner 0, is off by less than 5u |n|∞ |x − x₀|₁, the
// difference of two heights by twice that and its own rounding: less than 12u |x − x₀|₁ < 7.2e-7 |x − x₀|₁ where |n| is
// no more than 1 + 1e-6. A gap above 1e-6 of the largest |x − x₀|₁ is there for certain.
#if defined(TOILE_COLLISION_SELF_PLANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_SELF_PLANES_INL_H
#undef TOILE_COLLISION_SELF_PLANES_INL_H
#else
#define TOILE_COLLISION_SELF_PLANES_INL_H
#endif

#include "collision/self/closest-inl.h"
#include "collision/surface-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

constexpr float kPlaneMargin = 1e-6f;

template <class V>
HWY_INLINE V oneNorm(Vector<V> a) {
  return higher(a.x, -a.x) + higher(a.y, -a.y) + higher(a.z, -a.z);
}

/// 1 where the plane certainly keeps both sides apart.
template <class K, class V>
HWY_INLINE V keepsApart(const Vector<V> (&x)[4], Vector<V> n) {
  const V size = higher(oneNorm(x[1] - x[0]), higher(oneNorm(x[2] - x[0]), oneNorm(x[3] - x[0])));
  return select(less(broadcast<V>(kPlaneMargin) * size, planeGap<K>(x, n)), broadcast<V>(1.0f), zero<V>());
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
