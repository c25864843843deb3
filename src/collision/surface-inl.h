// What a shape answers about a point: how far its surface is, and in which direction it pushes.
//
// A shape is a struct of a few numbers with
//   template <class V> Surface<V> at(Vector<V> p) const;
//   static constexpr bool kSampled;  // where that is interpolated: then atLeast(p) is a bound, and sweep() its own
// exact for every point in the shape's own frame. Signed distances of convex solids are convex functions
// and grow by at most the way gone: broad phase and sweep rely on both.
#if defined(TOILE_COLLISION_SURFACE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_SURFACE_INL_H
#undef TOILE_COLLISION_SURFACE_INL_H
#else
#define TOILE_COLLISION_SURFACE_INL_H
#endif

#include <cstdint>

#include "kernels/lanes-inl.h"
#include "toile/colliders.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

template <class V>
struct Surface {
  V distance;        ///< m, negative inside
  Vector<V> normal;  ///< unit, ∇ distance; where that has no value, one fixed choice of the shape
};

/// Length of d and its direction, or `fallback` for points closer than rounding can tell from zero (the
/// square of 1e-15 m is still a normal number).
template <class V>
HWY_INLINE Surface<V> lengthAndDirection(Vector<V> d, Vector<V> fallback) {
  const V lengthSquared = dot(d, d);
  const auto usable = less(broadcast<V>(1e-30f), lengthSquared);
  const V length = squareRoot(select(usable, lengthSquared, broadcast<V>(1.0f)));
  const V inverse = broadcast<V>(1.0f) / length;
  return {select(usable, length, zero<V>()), select(usable, d * inverse, fallback)};
}

template <class V>
HWY_INLINE V absolute(V a) {
  return select(less(a, zero<V>()), -a, a);
}

/// Bit i is lane i.
HWY_INLINE std::uint32_t maskBits(bool mask) { return mask ? 1u : 0u; }
#if HWY_TARGET != HWY_SCALAR
template <int N>
HWY_INLINE std::uint32_t maskBits(WideMask<N> mask) {
#if HWY_TARGET == HWY_AVX3
  return static_cast<std::uint32_t>(mask.raw.raw);  // a mask register: by way of memory it would take ten times as long
#else
  std::uint8_t bytes[8] = {};  // Highway may write eight
  hn::StoreMaskBits(typename Wide<N>::Tag(), mask.raw, bytes);
  return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8;
#endif
}
#endif

template <class V>
HWY_INLINE Vector<V> axisVector(float x, float y, float z) {
  return {broadcast<V>(x), broadcast<V>(y), broadcast<V>(z)};
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
