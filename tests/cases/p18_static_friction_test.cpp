// P18: cloth below the friction angle stands still, above it slides at the exact acceleration.
#include <iostream>

#include "cases/case_helpers.h"
#include "sanitized.h"

namespace toile::test {
namespace {

struct Slope {
  OneCloth one;
  Vec3 down;  ///< unit vector down the slope
  double along() const {
    const std::array<double, 3> c = centroid(one.positions());
    return c[0] * down.x + c[1] * down.y + c[2] * down.z;
  }
};

/// A 0.3 × 0.3 m sheet lying at the contact distance on a plane of `degrees`.
Slope slopeOf(float degrees, float friction) {
  const float angle = degrees * kPi / 180.0f;
  const Vec3 normal{std::sin(angle), std::cos(angle), 0.0f};
  const Vec3 down{std::cos(angle), -std::sin(angle), 0.0f};
  SurfaceMesh mesh = lyingSheet(13, 0.3f, 0.0f);
  for (Vec3& p : mesh.positions) p = down * p.x + Vec3{0.0f, 0.0f, p.z} + normal * Fabric{}.thickness;
  OneClothDef def;
  removeDrag(def);  // the accelerations of the case are those without air
  def.params.frictionStatic = def.params.frictionDynamic = friction;
  Slope slope{oneCloth(mesh, def), down};
  slope.one.add(planeCollider({}, normal));
  return slope;
}

TEST(Cases, P18_SticksBelowTheFrictionAngle) {
  Slope slope = slopeOf(20.0f, 0.5f);  // atan 0.5 = 26.57°
  slope.one.run(60);
  const double from = slope.along();
  slope.one.run(540);
  std::cout << "drift from 1 s to 10 s: " << slope.along() - from << " m\n";
  EXPECT_LT(std::fabs(slope.along() - from), 0.002);
}

/// From two seconds of sliding: the speed gained between 0.5 s and 2 s.
double acceleration(Slope slope) {
  const auto speed = [&] {
    const std::array<double, 3> v = centroid(slope.one.velocities());
    return v[0] * slope.down.x + v[1] * slope.down.y + v[2] * slope.down.z;
  };
  slope.one.run(30);
  const double from = speed();
  slope.one.run(90);
  return (speed() - from) / 1.5;
}

TEST(Cases, P18_SlidesAtTheExactAcceleration) {
  const double rough = acceleration(slopeOf(35.0f, 0.5f)), smooth = acceleration(slopeOf(35.0f, 0.0f));
  std::cout << "35 deg: " << rough << " m/s2 at 0.5, " << smooth << " m/s2 at 0\n";
  EXPECT_NEAR(rough, 1.609, 0.1 * 1.609);    // g (sin 35° − 0.5 cos 35°)
  EXPECT_NEAR(smooth, 5.627, 0.03 * 5.627);  // g sin 35°
}

/// How far the pinched edge slips in ten seconds, m.
float slipOf(float friction) {
  // The top 5 cm of a hanging sheet lie between two boxes that overlap by 5 mm.
  SurfaceMesh mesh = hangingSheet(13, 13, 0.3f);
  OneClothDef def;
  def.params.frictionStatic = def.params.frictionDynamic = friction;
  OneCloth one = oneCloth(mesh, def);
  one.add(boxAt({0.15f, 0.0f, 0.0975f}, {0.3f, 0.05f, 0.1f}));
  one.add(boxAt({0.15f, 0.0f, -0.0975f}, {0.3f, 0.05f, 0.1f}));
  one.run(600);
  float slip = 0.0f;
  const Points x = one.positions();
  for (const std::uint32_t v : gridRow(13, 0)) slip = std::max(slip, one.mesh.positions[v].y - x[v].y);
  return slip;
}

TEST(Cases, P18_PinchHolds) {
  const float held = slipOf(1.0f);
  std::cout << "slip at 1: " << held << " m\n";
  EXPECT_LT(held, 0.002f);
  float before = held;
  const std::vector<float> more = kSanitized ? std::vector<float>{64.0f} : std::vector<float>{2.0f, 8.0f, 64.0f};
  for (const float friction : more) {
    const float slip = slipOf(friction);
    std::cout << "slip at " << friction << ": " << slip << " m\n";
    EXPECT_LE(slip, before + 1e-4f) << "more friction slips more; 0.1 mm for the rounding of 6000 substeps";
    before = std::min(before, slip);
  }
}

}  // namespace
}  // namespace toile::test
