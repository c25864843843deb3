// Tapered capsule: the hull of two spheres on the y axis.
//
//        _                 s = (radiusBottom − radiusTop) / length     sine of the cone's slope
//       ( )  top           c = √(1 − s²)
//      /   \               In the half-plane (ρ, y), ρ = √(x² + z²), the cone's normal is (c, s) and it
//     /  •  \  p           touches both spheres there. The cone is nearest where the foot of p along
//    (       ) bottom      (−s, c) falls between the two touching circles, not where p is beside the axis:
//     ‾‾‾‾‾‾‾                distance = c ρ + s (y − bottom) − radiusBottom
//
// Degenerate: on the axis ρ has no direction, +X is taken. If one sphere holds the other, the larger one is
// all there is (centre: +Y).
#if defined(TOILE_COLLISION_TAPERED_CAPSULE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_TAPERED_CAPSULE_INL_H
#undef TOILE_COLLISION_TAPERED_CAPSULE_INL_H
#else
#define TOILE_COLLISION_TAPERED_CAPSULE_INL_H
#endif

#include "collision/surface-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

struct TaperedCapsuleSurface {
  float bottom, radiusBottom, top, radiusTop;  ///< centres on the y axis and radii
  float across, along;                         ///< c and s
  float lowEnd, highEnd;                       ///< of the cone, measured along it from the bottom sphere

  explicit TaperedCapsuleSurface(const TaperedCapsule& s)
      : bottom(-s.halfLength), radiusBottom(s.radiusBottom), top(s.halfLength), radiusTop(s.radiusTop) {
    const float length = 2.0f * s.halfLength, taper = s.radiusBottom - s.radiusTop;
    if (taper < length && -taper < length) {
      along = taper / length;
      across = squareRoot((1.0f - along) * (1.0f + along));
      lowEnd = 0.0f, highEnd = across * length;
      return;
    }
    // One sphere holds the other: every point is below the low end of the cone, at the larger sphere.
    if (taper < 0.0f) bottom = top, radiusBottom = radiusTop;
    across = 1.0f, along = 0.0f, lowEnd = 3e38f, highEnd = 3e38f;
  }

  template <class V>
  HWY_INLINE Surface<V> at(Vector<V> p) const {
    const V c = broadcast<V>(across), s = broadcast<V>(along), height = p.y - broadcast<V>(bottom);
    const Surface<V> radial = lengthAndDirection({p.x, zero<V>(), p.z}, axisVector<V>(1.0f, 0.0f, 0.0f));
    const V place = c * height - s * radial.distance;
    const auto below = less(place, broadcast<V>(lowEnd)), above = less(broadcast<V>(highEnd), place);

    const V centre = select(above, broadcast<V>(top), broadcast<V>(bottom));
    const V radius = select(above, broadcast<V>(radiusTop), broadcast<V>(radiusBottom));
    const Surface<V> ball = lengthAndDirection({p.x, p.y - centre, p.z}, axisVector<V>(0.0f, 1.0f, 0.0f));
    const auto onBall = either(below, above);
    const V cone = c * radial.distance + s * height - broadcast<V>(radiusBottom);
    return {select(onBall, ball.distance - radius, cone),
            select(onBall, ball.normal, {c * radial.normal.x, s, c * radial.normal.z})};
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
