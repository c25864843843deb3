// P13: beside the cone of a tapered capsule the cone is the nearest feature, not the sphere at an end.
#include <iostream>

#include "cases/case_helpers.h"

namespace toile::test {
namespace {

// The hull of the spheres A = (0, 0, 0) r = 0.3 and B = (0, 1, 0) r = 0.1; its own origin is half way.
const TaperedCapsule kShape{0.3f, 0.1f, 0.5f};

float distanceTo(Vec3 p) { return signedDistance(kShape, p - Vec3{0.0f, 0.5f, 0.0f}); }

/// Smallest over the spheres of the family between A and B, by brute force, in double.
double bruteForce(double x, double y) {
  double least = 1e9;
  for (int k = 0; k <= 200000; ++k) {
    const double t = k / 200000.0;
    least = std::min(least, std::hypot(x, y - t) - (0.3 - 0.2 * t));
  }
  return least;
}

TEST(Cases, P13_TaperedCapsuleDistances) {
  const struct {
    Vec3 point;
    float distance;
  } samples[] = {{{0.5f, 0.5f, 0.0f}, 0.2899f},
                 {{0.5f, 1.0f, 0.0f}, 0.3899f},
                 {{0.0f, 1.3f, 0.0f}, 0.2000f},
                 {{0.35f, 0.05f, 0.0f}, 0.0536f},
                 {{0.15f, 0.97f, 0.0f}, 0.0410f}};
  for (const auto& sample : samples) {
    EXPECT_NEAR(bruteForce(sample.point.x, sample.point.y), sample.distance, 1e-4);
    EXPECT_NEAR(distanceTo(sample.point), sample.distance, 1e-4f) << sample.point.x << ' ' << sample.point.y;
  }
}

Vec3 normalAt(Vec3 p) {
  constexpr float e = 2e-4f;  // m; rounding of the distance gives 0.02° at this width
  const Vec3 slope{distanceTo(p + Vec3{e, 0.0f, 0.0f}) - distanceTo(p - Vec3{e, 0.0f, 0.0f}),
                   distanceTo(p + Vec3{0.0f, e, 0.0f}) - distanceTo(p - Vec3{0.0f, e, 0.0f}),
                   distanceTo(p + Vec3{0.0f, 0.0f, e}) - distanceTo(p - Vec3{0.0f, 0.0f, e})};
  return normalizedOr(slope, {});
}

// 2° a millimetre holds from a radius of 29 mm on; the small end has 100 mm.
TEST(Cases, P13_TaperedCapsuleNormalsAreContinuous) {
  for (const float away : {0.01f, 0.05f}) {
    // Along a meridian, 1 mm a step, from under A to over B: always down the slope of the distance field.
    Vec3 p{1e-3f, -0.3f - away, 0.0f};
    Vec3 before = normalAt(p);
    int steps = 0;
    while (p.x > 0.0f && steps < 5000) {
      p += Vec3{-before.y, before.x, 0.0f} * 1e-3f;  // round the shape, counter-clockwise seen from +z
      const Vec3 now = normalAt(p);
      p += now * (away - distanceTo(p));
      const float degrees = std::acos(std::min(1.0f, dot(before, now))) * 180.0f / kPi;
      ASSERT_LT(degrees, 2.0f) << "at " << p.x << ' ' << p.y;
      before = now;
      ++steps;
    }
    EXPECT_GT(before.y, 0.999f) << "the walk goes from the bottom to the top";
    EXPECT_GT(steps, 1000);
  }
}

TEST(Cases, P13_SheetRestsOnTaperedCapsule) {
  OneCloth one = oneCloth(lyingSheet(41, 1.5f, 0.32f));
  const ColliderDef capsule = taperedCapsuleCollider({-0.5f, 0.0f, 0.0f}, 0.3f, {0.5f, 0.0f, 0.0f}, 0.1f);
  one.add(capsule);
  one.run(300);
  const float thickness = Fabric{}.thickness;
  const Points x = one.positions();
  EXPECT_GE(leastDistance(x, capsule), thickness - 0.001f);
  // Along the top of the shape the sheet is pulled down on both sides: there every vertex has to lie on it.
  int resting = 0;
  for (const Vec3 p : x) {
    if (std::fabs(p.x) > 0.45f || std::fabs(p.z) > 0.5f * (0.2f - 0.2f * p.x)) continue;
    const float d = leastDistance({p}, capsule);
    if (p.y < 0.0f) continue;
    EXPECT_NEAR(d, thickness, 0.001f) << p.x << ' ' << p.y << ' ' << p.z;
    ++resting;
  }
  std::cout << resting << " vertices rest on the top\n";
  EXPECT_GT(resting, 20);
}

}  // namespace
}  // namespace toile::test
