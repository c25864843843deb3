// Where a particle that moved far met a shape: the side it came from, whatever side is nearest at its end.
//
// In the shape's frame the path is the straight line a … a + Δ. (Under rotation by θ in one substep the true
// relative path is an arc that leaves this chord by at most 1 − cos(θ/2) of its distance to the axis.)
// f(s) = distance(a + sΔ) − thickness is convex, so Newton's steps from outside never overshoot its first
// root, and once f no longer falls there is none. What is returned is the tangent plane at the entry,
//   distance(b) >= distance(p) + n·(b − p),
// which by convexity holds the whole shape: a particle put on the plane is outside.
#if defined(TOILE_COLLISION_SWEEP_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_SWEEP_INL_H
#undef TOILE_COLLISION_SWEEP_INL_H
#else
#define TOILE_COLLISION_SWEEP_INL_H
#endif

#include "collision/surface-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// Distance of the end a + Δ from the tangent plane at the entry; a positive one (`thickness` or more) where
/// the path meets nothing. A path that starts inside keeps to the side nearest to its start.
template <class S>
Surface<float> sweep(const S& shape, Vector<float> a, Vector<float> motion, float thickness, float tolerance) {
  // Each step at least halves what is left before a grazing (double) root: 32 reach the last digit.
  constexpr int kSteps = 32;
  Surface<float> surface = shape.at(a);
  float s = 0.0f, rate = dot(surface.normal, motion);
  for (int i = 0; i < kSteps && thickness + tolerance < surface.distance && rate < 0.0f; ++i) {
    const float next = s + (surface.distance - thickness) / -rate;
    if (!(next < 1.0f)) break;
    s = next;
    surface = shape.at(a + motion * s);
    rate = dot(surface.normal, motion);
  }
  surface.distance = surface.distance + rate * (1.0f - s);
  return surface;
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
