// What a contact does to whoever touches: see contact-inl.h, which does the same for simple shapes.
#if defined(TOILE_COLLISION_BODY_RESPOND_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_BODY_RESPOND_INL_H
#undef TOILE_COLLISION_BODY_RESPOND_INL_H
#else
#define TOILE_COLLISION_BODY_RESPOND_INL_H
#endif

#include "collision/body/contact.h"
#include "collision/contact-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// Where and how something touches. All relative to the surface where it touches.
struct BodyTouch {
  Vector<float> normal;    ///< unit, outwards
  float distance;          ///< m along it; negative: inside
  Vector<float> motion;    ///< m, of this substep, from the edited start on
  Vector<float> velocity;  ///< m, what the velocity before the substep would have made of it
};
struct BodyResponse {
  Vector<float> x, start;  ///< m, to add
};

/// `held`: m, of the depth, that has to stay this time.
HWY_INLINE BodyResponse respond(const BodyContactArguments& a, const BodyTouch& touch, float held) {
  ContactArguments coefficients{};
  coefficients.frictionStatic = a.frictionStatic, coefficients.frictionDynamic = a.frictionDynamic;
  const float push = higher(a.thickness - touch.distance - held, 0.0f);
  const float along = dot(touch.normal, touch.motion);
  float leaving = higher(along, 0.0f);
  if (a.restitution > 0.0f) {
    const float approach = -dot(touch.normal, touch.velocity);
    if (kBounceAcceleration * a.h * a.h < approach) leaving = higher(leaving, approach * a.restitution);
  }
  const Vector<float> slip = touch.motion - touch.normal * along;
  const float part = frictionPart(coefficients, dot(slip, slip), higher(push, leaving - along));
  return {touch.normal * push - slip * part, touch.normal * (along + push - leaving)};
}

HWY_INLINE void addTo(float* point, Vector<float> change) {
  point[0] += change.x, point[1] += change.y, point[2] += change.z;
}

/// Σ weight · corner of three corners.
HWY_INLINE Vector<float> weighted(const float (&weight)[3], Vector<float> a, Vector<float> b, Vector<float> c) {
  return a * weight[0] + b * weight[1] + c * weight[2];
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
