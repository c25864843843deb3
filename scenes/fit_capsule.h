// One tapered capsule round points of a surface.
#pragma once

#include <span>

#include "toile/colliders.h"

namespace toile {

struct SkinPoint {
  Vec3 x;             ///< m
  float area = 1.0f;  ///< its weight, >= 0
};

struct FittedCapsule {
  TaperedCapsule shape;
  Transform place;
  float inside = 0.0f;        ///< 1, part of the points it holds
  float meanDistance = 0.0f;  ///< m
};

/// The least weighted sum of squared distances between the points (one at least) and its surface: damped Gauss–Newton
/// (Levenberg 1944, Marquardt 1963) over both centres and radii, from the three principal axes of the points; the best
/// of the three. Then both radii are changed alike until the part `inside` (0 … 1) of the points lies inside.
FittedCapsule fitCapsule(std::span<const SkinPoint> points, float inside);

}  // namespace toile
