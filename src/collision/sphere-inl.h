// Sphere: distance = |p| − radius.
//
// Degenerate: at the centre the normal is +Y. Radius 0 is a point.
#if defined(TOILE_COLLISION_SPHERE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_SPHERE_INL_H
#undef TOILE_COLLISION_SPHERE_INL_H
#else
#define TOILE_COLLISION_SPHERE_INL_H
#endif

#include "collision/surface-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

struct SphereSurface {
  float radius;
  explicit SphereSurface(const Sphere& s) : radius(s.radius) {}

  /// p from the nearest point of what the shape is `radius` round.
  template <class V>
  HWY_INLINE Vector<V> fromCore(Vector<V> p) const {
    return p;
  }
  template <class V>
  HWY_INLINE Surface<V> at(Vector<V> p) const {
    Surface<V> s = lengthAndDirection(p, axisVector<V>(0.0f, 1.0f, 0.0f));
    s.distance = s.distance - broadcast<V>(radius);
    return s;
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
