// Plane: solid where y <= 0; distance = y.
#if defined(TOILE_COLLISION_PLANE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_PLANE_INL_H
#undef TOILE_COLLISION_PLANE_INL_H
#else
#define TOILE_COLLISION_PLANE_INL_H
#endif

#include "collision/surface-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

struct PlaneSurface {
  explicit PlaneSurface(const Plane&) {}

  template <class V>
  HWY_INLINE Surface<V> at(Vector<V> p) const {
    return {p.y, axisVector<V>(0.0f, 1.0f, 0.0f)};
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
