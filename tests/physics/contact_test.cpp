// Friction on a slope.
#include "physics/lab.h"

namespace toile::test {
namespace {

struct Slope {
  double angle = 0.0;  // rad
  float frictionStatic = 0.5f, frictionDynamic = 0.5f;
  float colliderStatic = 1.0f;
};

Vec3 downhill(double angle) {
  return {static_cast<float>(std::cos(angle)), static_cast<float>(-std::sin(angle)), 0.0f};
}

/// A sheet that lies on a slope at the distance of its thickness.
Lab sheetOn(const Slope& slope) {
  SurfaceMesh mesh = makeGrid({.width = 5, .height = 5, .spacing = 0.05f});
  const Vec3 along = downhill(slope.angle), up{-along.y, along.x, 0.0f};
  GarmentDef def;
  def.fabric.frictionStatic = slope.frictionStatic;
  def.fabric.frictionDynamic = slope.frictionDynamic;
  for (Vec3& p : mesh.positions) p = along * p.x + up * def.fabric.thickness + Vec3{0.0f, 0.0f, p.y};
  Lab lab(mesh, def, bareParams(), {}, worldOf(10));
  ColliderDef plane = planeCollider({}, up);
  plane.frictionStatic = slope.colliderStatic;
  EXPECT_TRUE(lab.world.addCollider(plane).ok());
  return lab;
}

double meanAlong(const std::vector<Vec3>& points, double angle) {
  double sum = 0.0;
  for (const Vec3& p : points) sum += dot(p, downhill(angle));
  return sum / static_cast<double>(points.size());
}

TEST(Slope, HoldsBelowTheAngleOfFriction) {
  for (const double part : {0.2, 0.6, 0.95}) {
    const Slope slope{std::atan(0.5 * part), 0.5f, 0.3f};
    Lab lab = sheetOn(slope);
    const double start = meanAlong(lab.positions(), slope.angle);
    lab.step(120);
    // Held exactly; rounding of 1200 substeps may creep by half a last place of 0.2 m each.
    EXPECT_NEAR(meanAlong(lab.positions(), slope.angle), start, 1200 * 0.75e-8) << part;
  }
}

TEST(Slope, SlidesAtTheExactAccelerationAbove) {
  for (const double tangent : {0.55, 0.8, 1.5}) {
    const Slope slope{std::atan(tangent), 0.5f, 0.4f};
    Lab lab = sheetOn(slope);
    const double start = meanAlong(lab.positions(), slope.angle);
    lab.step(60);
    const double acceleration = kGravity * (std::sin(slope.angle) - 0.4 * std::cos(slope.angle));
    // Friction and weight are impulses of the same substep, so that only rounding is left: 600 substeps of half
    // a last place of 4 m over h, 1.2e-7 m · 600 /s, against at least 1.3 m/s, averages out to less than 1e-3.
    EXPECT_NEAR(meanAlong(lab.velocities(), slope.angle), acceleration, 1e-3 * acceleration) << tangent;
    const double h = static_cast<double>(kFrame) / 10.0;
    EXPECT_NEAR(meanAlong(lab.positions(), slope.angle) - start, 0.5 * acceleration * (1.0 + h), 2e-3 * acceleration);
  }
}

TEST(Slope, SlidingStopsAfterItsKineticEnergyIsUsedUp) {
  const Slope level{0.0, 0.5f, 0.4f};
  Lab lab = sheetOn(level);
  const double start = meanAlong(lab.positions(), 0.0);
  const std::vector<Vec3> push(lab.garment->vertexCount(), Vec3{1.5f, 0.0f, 0.0f});
  ASSERT_TRUE(lab.world.writeVelocities(lab.cloth, push).ok());
  lab.step(60);
  // v²/(2 μ g); the last substep of sliding counts in full or not at all: v h = 2.5e-3 m at most, half of it on
  // average.
  const double h = static_cast<double>(kFrame) / 10.0, expected = 1.5 * 1.5 / (2.0 * 0.4 * kGravity);
  EXPECT_NEAR(meanAlong(lab.positions(), 0.0) - start, expected, 0.5 * 1.5 * h + 1e-4);
  EXPECT_LT(lab.stats().maxSpeed, 1e-3f);
}

TEST(Slope, SlidingFrictionIsAtMostTheStaticOne) {
  // Ice: 0.05 on this fabric. The product of the dynamic coefficients alone would be 0.4, which holds.
  const Slope slope{std::atan(0.3), 0.5f, 0.4f, 0.1f};
  Lab lab = sheetOn(slope);
  lab.step(60);
  const double acceleration = kGravity * (std::sin(slope.angle) - 0.05 * std::cos(slope.angle));
  EXPECT_NEAR(meanAlong(lab.velocities(), slope.angle), acceleration, 1e-3 * acceleration);
}

TEST(Slope, FrictionActsOnTheMotionRelativeToTheCollider) {
  const Slope level{0.0, 0.5f, 0.4f};
  Lab lab = sheetOn(level);
  const ColliderId belt = *lab.world.addCollider(planeCollider({0.0f, 5e-4f, 0.0f}, {0, 1, 0}));
  Transform place = lab.world.collider(belt)->transform;
  for (int i = 0; i < 60; ++i) {
    place.translation.x += 0.5f * kFrame;
    ASSERT_TRUE(lab.world.moveCollider(belt, place).ok());
    lab.step();
  }
  // The other plane lies half a thickness lower and is not touched. Carried along at the belt's speed.
  EXPECT_NEAR(meanAlong(lab.velocities(), 0.0), 0.5, 1e-3);
}

}  // namespace
}  // namespace toile::test
