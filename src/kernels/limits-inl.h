// One-sided limits of single particles.
//
// Tether: C = |x − anchor| − length <= 0, anchor pinned (Kim 2012, Long Range Attachments). Never pulls
// when slack.
// Max distance: C = |x − target| − distance · scale <= 0, target animated.
// Both are rigid (no compliance) and touch one free particle only, so they need no colours.
#if defined(TOILE_KERNELS_LIMITS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_LIMITS_INL_H
#undef TOILE_KERNELS_LIMITS_INL_H
#else
#define TOILE_KERNELS_LIMITS_INL_H
#endif

#include "constraint_set.h"
#include "kernels/motion-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// Moves x to within `length` of `centre` where `active`.
template <class V, class M>
HWY_INLINE Vector<V> bringWithin(Vector<V> x, Vector<V> centre, V length, M active) {
  const Vector<V> d = x - centre;
  const V squared = dot(d, d);
  const auto beyond = both(active, less(length * length, squared));
  if (!anyTrue(beyond)) return x;
  return select(beyond, centre + d * (length / squareRoot(squared)), x);
}

template <class V>
void tetherRows(const TetherArguments& a, Rows rows) {
  forBlockLanes<V>(rows, [&](std::size_t first, std::size_t lane) HWY_ATTR {
    Particle<V> p = loadBlock<V>(a.x, first, lane);
    const Vector<V> anchor = load<V>(a.anchors, a.anchor + first + lane).x;
    p.x = bringWithin(p.x, anchor, loadFloats<V>(a.length + first + lane), less(zero<V>(), p.w));
    storeBlock(p, a.x, first, lane);
  });
}

template <class V>
void limitRows(const LimitArguments& a, Rows rows) {
  const V time = broadcast<V>(a.time), distance = broadcast<V>(a.distance);
  for (std::size_t i = rows.first; i < rows.end; i += LaneCount<V>::value) {
    Particle<V> p = loadRow<V>(a.x, i);
    const Vector<V> from = loadRow<V>(a.from, i).x, to = loadRow<V>(a.to, i).x;
    const V allowed = a.scale != nullptr ? distance * loadFloats<V>(a.scale + i) : distance;
    p.x = bringWithin(p.x, from + (to - from) * time, allowed, less(zero<V>(), p.w));
    storeRow(p, a.x, i);
  }
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
