// The angle of a hinge: the one place that says what its sign means.
//
//        c            n₀ = (b − a) × (c − a)   normal of t0, wound a → b → c
//       / \           n₁ = (d − a) × (b − a)   normal of t1 as if it were wound b → a → d
//      a---b          θ  = atan2((n₀ × n₁)·(b − a)/|b − a|, n₀·n₁)
//       \ /
//        d
//
// θ is zero when flat and within (−π, π]. It is positive when c and d lie on the side the normals point away
// from (a ridge seen from the front: every hinge of a closed convex mesh wound outwards is positive), negative
// for a valley. Swapping the ends (a ↔ b together with c ↔ d) leaves it as it is; turning the winding of
// both triangles over changes its sign.
#pragma once

#include <cmath>

#include "math/double_vec.h"

namespace toile {

/// atan2 from IEEE operations alone, so that rest angles are the same bits with every C library.
/// Relative error below 1e-15; 0 for (0, 0).
inline double exactAtan2(double y, double x) {
  constexpr double kPi = 3.14159265358979323846;
  const double ax = x < 0.0 ? -x : x;
  const double ay = y < 0.0 ? -y : y;
  if (!(ax > 0.0) && !(ay > 0.0)) return 0.0;
  const bool steep = ay > ax;
  double t = steep ? ax / ay : ay / ax;
  // tan(φ/2) = t / (1 + √(1 + t²)), three times: t ≤ tan(π/32) < 0.1, where nine terms of the series do.
  for (int i = 0; i < 3; ++i) t = t / (1.0 + std::sqrt(1.0 + t * t));
  const double s = -t * t;
  double sum = 0.0;
  for (int k = 17; k >= 1; k -= 2) sum = sum * s + 1.0 / k;
  double angle = 8.0 * t * sum;
  if (steep) angle = 0.5 * kPi - angle;
  if (x < 0.0) angle = kPi - angle;
  return y < 0.0 ? -angle : angle;
}

/// θ in rad; 0 where a triangle has no area.
inline double hingeAngle(DoubleVec3 a, DoubleVec3 b, DoubleVec3 c, DoubleVec3 d) {
  const DoubleVec3 e = b - a;
  const DoubleVec3 n0 = cross(e, c - a);
  const DoubleVec3 n1 = cross(d - a, e);
  const double l = length(e);
  return l > 0.0 ? exactAtan2(dot(cross(n0, n1), e) / l, dot(n0, n1)) : 0.0;
}

}  // namespace toile
