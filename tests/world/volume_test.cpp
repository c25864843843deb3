// Volumes as colliders of a world: moved rigidly, fast, with friction, and asleep.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "collision/volume/volumes.h"
#include "toile/toile.h"

namespace toile {
namespace {

using ::testing::HasSubstr;

constexpr float kFrame = 1.0f / 60.0f;

Quat about(Vec3 axis, float angle) { return fromAxisAngle(axis, angle); }

/// A world with one sheet of cotton, and where its vertices are.
struct SheetWorld {
  World world;
  GarmentPtr garment;
  ClothId cloth;

  SheetWorld(const GridDef& grid, PinPattern pins, const Transform& place, std::uint32_t substeps = 20)
      : world(World::create(definition(substeps)).value()) {
    GarmentDef def;
    def.fabric = findFabricPreset("cotton")->fabric;
    garment = *Garment::build(makeGrid(grid), def);
    ClothDef clothDef;
    clothDef.garment = garment, clothDef.transform = place;
    const auto pinned = pinnedVertices(grid, pins);
    clothDef.pinned = pinned;
    cloth = *world.createCloth(clothDef);
  }
  static WorldDef definition(std::uint32_t substeps) {
    WorldDef def;
    def.substeps = substeps, def.wind.airDensity = 0.0f;
    return def;
  }
  ColliderId add(const Shape& shape, const Transform& place, float friction = 0.0f) {
    ColliderDef def;
    def.shape = shape, def.transform = place;
    def.frictionStatic = def.frictionDynamic = friction;
    return *world.addCollider(def);
  }
  std::vector<Vec3> positions() const {
    std::vector<Vec3> x(garment->vertexCount());
    EXPECT_TRUE(world.readPositions(cloth, x).ok());
    return x;
  }
};

const Quat kLying = fromAxisAngle({1.0f, 0.0f, 0.0f}, -1.57079633f);

TEST(VolumeWorld, NullAndTooRoundOnesAreRefused) {
  World world = World::create({}).value();
  const auto none = world.addCollider({.shape = Volume{}});
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.error(), HasSubstr("shape.volume"));
  // Four cells are known outside: no more can be added to it.
  Volume ball = ballVolume(0.2f, 0.02f);
  ball.radius = 0.09f;
  const auto round = world.addCollider({.shape = ball});
  ASSERT_FALSE(round.ok());
  EXPECT_THAT(round.error(), HasSubstr("radius"));
  ball.radius = 0.05f;
  EXPECT_TRUE(world.addCollider({.shape = ball}).ok());
}

/// Flies through the place of a hanging sheet's middle, turning as it goes.
class VolumeFlight : public testing::TestWithParam<float> {};

TEST_P(VolumeFlight, PushesTheSheetAheadOfItAndNeverPassesThrough) {
  const float speed = GetParam();
  SheetWorld sheet(GridDef{.width = 25, .height = 25, .spacing = 0.04f}, PinPattern::topRow, {});
  const Volume ring = ringVolume(0.07f, 0.05f, 0.01f);  // its hole is narrower than a cell of the sheet
  const auto placeAt = [](float z) { return Transform{about({0.6f, 0.0f, 0.8f}, 9.0f * z), {0.48f, -0.5f, z}}; };
  const ColliderId id = sheet.add(ring, placeAt(-0.8f));
  const float way = speed / 60.0f;
  std::size_t touched = 0;
  for (float z = -0.8f; z < 0.25f;) {
    z += way;
    ASSERT_TRUE(sheet.world.moveCollider(id, placeAt(z)).ok());
    ASSERT_TRUE(sheet.world.step(kFrame).ok());
    touched += *sheet.world.colliderContacts(id);
    const ColliderDef now = *sheet.world.collider(id);
    for (const Vec3 p : sheet.positions()) {
      ASSERT_TRUE(isFinite(p));
      ASSERT_GT(signedDistance(now.shape, applyInverse(now.transform, p)), -5e-3f);
      // Nothing that lies before its middle has been left behind; later the hem swings round it.
      const float aside = std::hypot(p.x - 0.48f, p.y + 0.5f);
      ASSERT_TRUE(z < 0.05f || z > 0.3f || aside > 0.06f || p.z > z) << aside;
    }
  }
  EXPECT_GT(touched, 20u);
  EXPECT_FALSE(sheet.world.stats(sheet.cloth)->frozen);
}

INSTANTIATE_TEST_SUITE_P(Speeds, VolumeFlight, testing::Values(2.0f, 10.0f, 30.0f));

TEST(VolumeWorld, CarriesClothAsTheBoxOfItsSizeDoes) {
  // A plate with a sheet on it slides and turns. What a grid's own planes are is exact: no vertex may tell the volume
  // from the box but by rounding, which contact with friction passes on for a while.
  const Vec3 half{0.4f, 0.04f, 0.4f};
  SheetWorld sampled(GridDef{.width = 9, .height = 9, .spacing = 0.05f}, PinPattern::none,
                     {kLying, {-0.203f, 0.05f, -0.203f}});
  SheetWorld exact(GridDef{.width = 9, .height = 9, .spacing = 0.05f}, PinPattern::none,
                   {kLying, {-0.203f, 0.05f, -0.203f}});
  const ColliderId volume = sampled.add(boxVolume(half, 0.04f), {}, 0.6f);
  const ColliderId box = exact.add(Box{half}, {}, 0.6f);
  for (int frame = 1; frame <= 45; ++frame) {
    // 1 m/s² is less than friction holds, 5.9: it goes along.
    const float t = static_cast<float>(frame) * kFrame;
    const Transform place{about({0.0f, 1.0f, 0.0f}, 0.5f * t * t), {0.5f * t * t, 0.0f, 0.0f}};
    ASSERT_TRUE(sampled.world.moveCollider(volume, place).ok());
    ASSERT_TRUE(exact.world.moveCollider(box, place).ok());
    ASSERT_TRUE(sampled.world.step(kFrame).ok());
    ASSERT_TRUE(exact.world.step(kFrame).ok());
  }
  const auto a = sampled.positions(), b = exact.positions();
  const Transform end = exact.world.collider(box)->transform;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_LT(distance(a[i], b[i]), 1e-3f) << i;
    EXPECT_GT(applyInverse(end, a[i]).y, half.y) << i;
  }
  EXPECT_GT(distance(a[40], Vec3{}), 0.2f) << "it has been carried";
}

TEST(VolumeWorld, WhatComesNearWakesTheClothAndWhatStaysAwayDoesNot) {
  SheetWorld sheet(GridDef{.width = 9, .height = 9, .spacing = 0.05f}, PinPattern::topRow, {});
  ClothParams params = *sheet.world.params(sheet.cloth);
  params.sleep.enabled = true, params.velocityDamping = 5.0f;
  ASSERT_TRUE(sheet.world.setParams(sheet.cloth, params).ok());
  const ColliderId ball = sheet.add(ballVolume(0.1f, 0.02f), {{}, {0.2f, -0.2f, 1.0f}});
  for (int frame = 0; frame < 600 && !sheet.world.stats(sheet.cloth)->asleep; ++frame)
    ASSERT_TRUE(sheet.world.step(kFrame).ok());
  ASSERT_TRUE(sheet.world.stats(sheet.cloth)->asleep);
  ASSERT_TRUE(sheet.world.moveCollider(ball, {{}, {0.2f, -0.2f, 0.6f}}).ok());
  ASSERT_TRUE(sheet.world.step(kFrame).ok());
  EXPECT_TRUE(sheet.world.stats(sheet.cloth)->asleep) << "half a metre away";
  ASSERT_TRUE(sheet.world.moveCollider(ball, {{}, {0.2f, -0.2f, 0.05f}}).ok());
  ASSERT_TRUE(sheet.world.step(kFrame).ok());
  EXPECT_FALSE(sheet.world.stats(sheet.cloth)->asleep);
  EXPECT_GT(*sheet.world.colliderContacts(ball), 0u);
}

}  // namespace
}  // namespace toile
