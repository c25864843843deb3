// P16: a trigger over the floor must not switch the floor off; several solids act at once.
#include "cases/case_helpers.h"

namespace toile::test {
namespace {

ColliderDef floorPlane() { return planeCollider({}, {0.0f, 1.0f, 0.0f}); }

OneCloth fallingSheet() { return oneCloth(lyingSheet(21, 1.0f, 0.3f)); }

TEST(Cases, P16_TriggerChangesNothing) {
  OneCloth plain = fallingSheet(), withTrigger = fallingSheet(), withDisabled = fallingSheet();
  ColliderDef volume = boxAt({}, {2.0f, 1.0f, 2.0f});
  volume.trigger = true;
  const ColliderId trigger = withTrigger.add(volume);
  volume.trigger = false;
  volume.enabled = false;
  withDisabled.add(volume);
  for (OneCloth* one : {&plain, &withTrigger, &withDisabled}) one->add(floorPlane());
  for (int frame = 0; frame < 120; ++frame) {
    for (OneCloth* one : {&plain, &withTrigger, &withDisabled}) one->run(1);
    ASSERT_LE(maxDifference(withTrigger.positions(), plain.positions()), 1e-6f) << "frame " << frame;
    ASSERT_LE(maxDifference(withDisabled.positions(), plain.positions()), 1e-6f) << "frame " << frame;
    ASSERT_GE(lowest(plain.positions()), -0.001f) << "frame " << frame;
  }
  EXPECT_EQ(need(withTrigger.world.colliderContacts(trigger)), withTrigger.garment->particleCount())
      << "a trigger reports what is in it";
}

TEST(Cases, P16_OverlappingBoxesHoldTogether) {
  OneCloth one = fallingSheet();
  one.add(boxAt({-0.5f, -0.55f, 0.0f}, {1.0f, 0.5f, 2.0f}));  // top at −0.05
  one.add(boxAt({0.0f, -0.5f, 0.0f}, {1.0f, 0.5f, 2.0f}));    // top at 0
  for (int frame = 0; frame < 120; ++frame) {
    one.run(1);
    ASSERT_GE(lowest(one.positions()), -0.001f) << "frame " << frame;
  }
}

TEST(Cases, P16_FloorAndWallHoldInTheCorner) {
  OneCloth one = fallingSheet();
  one.add(floorPlane());
  one.add(planeCollider({-0.6f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}));
  // Thrown at the wall, so that it meets both.
  ASSERT_TRUE(one.world.writeVelocities(one.cloth, Points(one.mesh.vertexCount(), Vec3{-3.0f, 0.0f, 0.0f})));
  float nearest = 1.0f;
  for (int frame = 0; frame < 180; ++frame) {
    one.run(1);
    const Points x = one.positions();
    ASSERT_GE(lowest(x), -0.001f) << "frame " << frame;
    for (const Vec3 p : x) nearest = std::min(nearest, p.x + 0.6f);
    ASSERT_GE(nearest, -0.001f) << "frame " << frame;
  }
  EXPECT_LT(nearest, 0.01f) << "it has to reach the wall";
}

}  // namespace
}  // namespace toile::test
