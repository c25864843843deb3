// P19: a removed support no longer supports; an old handle is refused. Cloths do not sleep yet, so the sleeping
// halves of the case ((a), and the sleep in (d)) run with cloth that has come to rest and is awake.
#include "cases/case_helpers.h"

namespace toile::test {
namespace {

constexpr float kRadius = 0.3f;
const Vec3 kCentre{0.0f, 2.0f, 0.0f};

struct Resting {
  OneCloth one;
  ColliderId sphere;
};

/// A sheet that came to rest on a sphere 2 m above the floor.
Resting resting() {
  OneClothDef def;
  def.world.wind.airDensity = 0.0f;
  Resting scene{oneCloth(lyingSheet(21, 1.0f, 2.0f + kRadius + 0.002f), def), {}};
  scene.one.add(planeCollider({}, {0.0f, 1.0f, 0.0f}));
  scene.sphere = scene.one.add(sphereAt(kCentre, kRadius));
  scene.one.run(240);
  EXPECT_GT(need(scene.one.world.colliderContacts(scene.sphere)), 0u);
  return scene;
}

double height(const OneCloth& one) { return centroid(one.positions())[1]; }

TEST(Cases, P19_RemovedSphereLetsTheSheetFall) {
  Resting scene = resting();
  const double from = height(scene.one);
  ASSERT_TRUE(scene.one.world.removeCollider(scene.sphere));
  EXPECT_FALSE(scene.one.world.isValid(scene.sphere));
  EXPECT_FALSE(scene.one.world.colliderContacts(scene.sphere).ok());
  scene.one.run(30);
  // Free fall: 1.226 m.
  EXPECT_GE(from - height(scene.one), 1.0);
  scene.one.run(90);
  EXPECT_GE(lowest(scene.one.positions()), -0.001f) << "the floor is still there";
}

TEST(Cases, P19_ReplacedSphereIsTheOneThatCounts) {
  Resting scene = resting();
  ASSERT_TRUE(scene.one.world.removeCollider(scene.sphere));
  const ColliderDef other = sphereAt(kCentre - Vec3{0.0f, 0.2f, 0.0f}, kRadius);
  const ColliderId second = scene.one.add(other);
  EXPECT_NE(second, scene.sphere);
  scene.one.run(30);
  EXPECT_GE(leastDistance(scene.one.positions(), other), 0.0f);
  EXPECT_FALSE(scene.one.world.isValid(scene.sphere));
  EXPECT_GT(need(scene.one.world.colliderContacts(second)), 0u);
}

TEST(Cases, P19_MovedSphereTakesTheSheetAlongOrPushesIt) {
  Resting scene = resting();
  const ColliderDef place = sphereAt(kCentre + Vec3{0.3f, 0.0f, 0.0f}, kRadius);
  ASSERT_TRUE(scene.one.world.moveCollider(scene.sphere, place.transform));
  scene.one.run(30);
  EXPECT_GE(leastDistance(scene.one.positions(), place), 0.0f);
}

TEST(Cases, P19_StaleHandleIsRefused) {
  Resting scene = resting();
  World& world = scene.one.world;
  ASSERT_TRUE(world.removeCollider(scene.sphere));
  scene.one.add(sphereAt({5.0f, 5.0f, 5.0f}, 0.1f));  // takes the free place
  EXPECT_FALSE(world.removeCollider(scene.sphere));
  EXPECT_FALSE(world.moveCollider(scene.sphere, {}));
  EXPECT_FALSE(world.teleportCollider(scene.sphere, {}));
  EXPECT_FALSE(world.setColliderEnabled(scene.sphere, true));
  EXPECT_FALSE(world.collider(scene.sphere).ok());
  const Status status = world.removeCollider(scene.sphere);
  EXPECT_NE(status.error().find("stale"), std::string::npos) << status.error();
  EXPECT_EQ(world.stats().colliders, 2u) << "the newcomer is still there";
}

}  // namespace
}  // namespace toile::test
