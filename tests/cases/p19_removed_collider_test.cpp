// P19: a removed support no longer supports; an old handle is refused. No cloth ever sleeps here: what has come to rest
// is stepped like any other. (a) and (d) ask that rest is not left behind: the cloth of these tests has lain still for
// longer than any sleep would wait, and has to notice in the first frame.
#include "cases/case_helpers.h"

namespace toile::test {
namespace {

constexpr float kRadius = 0.3f;
const Vec3 kCentre{0.0f, 2.0f, 0.0f};

struct Resting {
  OneCloth one;
  ColliderId sphere;
};

/// A sheet just above a sphere that is 2 m above the floor.
Resting onSphere() {
  OneClothDef def;
  def.world.wind.airDensity = 0.0f;
  Resting scene{oneCloth(lyingSheet(21, 1.0f, 2.0f + kRadius + 0.002f), def), {}};
  scene.one.add(planeCollider({}, {0.0f, 1.0f, 0.0f}));
  scene.sphere = scene.one.add(sphereAt(kCentre, kRadius));
  return scene;
}

/// The same after it came to rest.
Resting resting() {
  Resting scene = onSphere();
  scene.one.run(480);
  EXPECT_GT(need(scene.one.world.colliderContacts(scene.sphere)), 0u);
  EXPECT_LT(rmsSpeed(scene.one.velocities()), 0.01) << "at rest, so that a cloth that can sleep would";
  return scene;
}

double height(const OneCloth& one) { return centroid(one.positions())[1]; }

/// Of the centre of mass, downwards, m/s.
double fallSpeed(const OneCloth& one) {
  const Points v = one.velocities();
  const std::vector<float> masses = one.masses();
  double momentum = 0.0, mass = 0.0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    momentum -= double{masses[i]} * double{v[i].y};
    mass += masses[i];
  }
  return momentum / mass;
}

TEST(Cases, P19_RemovedSphereLetsTheSheetFall) {
  // (a) after a long rest, (b) as soon as it touches.
  for (const bool rested : {true, false}) {
    Resting scene = rested ? resting() : onSphere();
    if (!rested) scene.one.run(30);
    EXPECT_GT(need(scene.one.world.colliderContacts(scene.sphere)), 0u);
    const double from = height(scene.one), speed = fallSpeed(scene.one);
    ASSERT_TRUE(scene.one.world.removeCollider(scene.sphere));
    EXPECT_FALSE(scene.one.world.isValid(scene.sphere));
    EXPECT_FALSE(scene.one.world.colliderContacts(scene.sphere).ok());
    scene.one.run(1);
    // Nothing but gravity moves the centre of mass from the first frame on, less 1 / (1 + h d) of velocityDamping.
    EXPECT_NEAR(fallSpeed(scene.one) - speed, kGravity * kFrame, 0.002 * kGravity * kFrame);
    EXPECT_EQ(scene.one.stats().contacts, 0u);
    scene.one.run(29);
    EXPECT_GE(from - height(scene.one), 1.0) << "free fall: 1.226 m";
    EXPECT_EQ(scene.one.stats().contacts, 0u) << "nothing is left of the sphere";
    scene.one.run(90);
    EXPECT_GE(lowest(scene.one.positions()), -0.001f) << "the floor is still there";
  }
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
  const Points before = scene.one.positions();
  ASSERT_TRUE(scene.one.world.moveCollider(scene.sphere, place.transform));
  scene.one.run(1);
  EXPECT_GT(maxDifference(before, scene.one.positions()), 0.01f) << "the sheet notices within a frame";
  scene.one.run(29);
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
