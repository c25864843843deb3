// Capsule: distance = |p − a| − radius with a the nearest point of the segment (0, ±halfLength, 0).
//
// Degenerate: on the axis the normal is +X, square to it. Equal end points make a sphere.
#if defined(TOILE_COLLISION_CAPSULE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_CAPSULE_INL_H
#undef TOILE_COLLISION_CAPSULE_INL_H
#else
#define TOILE_COLLISION_CAPSULE_INL_H
#endif

#include "collision/surface-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

struct CapsuleSurface {
  float radius, halfLength;
  explicit CapsuleSurface(const Capsule& s) : radius(s.radius), halfLength(s.halfLength) {}

  /// p from the nearest point of what the shape is `radius` round.
  template <class V>
  HWY_INLINE Vector<V> fromCore(Vector<V> p) const {
    return {p.x, p.y - higher(lower(p.y, broadcast<V>(halfLength)), broadcast<V>(-halfLength)), p.z};
  }
  template <class V>
  HWY_INLINE Surface<V> at(Vector<V> p) const {
    Surface<V> s = lengthAndDirection(fromCore(p), axisVector<V>(1.0f, 0.0f, 0.0f));
    s.distance = s.distance - broadcast<V>(radius);
    return s;
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
