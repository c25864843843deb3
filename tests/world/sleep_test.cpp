// Sleep: what rests costs nothing and keeps every bit, and every kind of change wakes it.
#include <algorithm>
#include <functional>
#include <string>

#include "fixture.h"

namespace toile::test {
namespace {

/// A sheet that lies on a floor and has fallen asleep, a ball far away.
class SleepTest : public WorldTest {
 protected:
  SleepTest() {
    floor = *world.addCollider(planeCollider({0.0f, -0.02f, 0.0f}, {0.0f, 1.0f, 0.0f}));
    ColliderDef def;
    def.shape = Sphere{0.1f};
    def.transform.translation = {5.0f, 3.0f, 0.0f};
    ball = *world.addCollider(def);
    const Quat flat = fromAxisAngle({1.0f, 0.0f, 0.0f}, -1.57079633f);
    EXPECT_TRUE(world.teleport(cloth, {flat, {}}, TeleportMode::reset).ok());
    setSleep(true);
    fallAsleep();
  }
  void setSleep(bool enabled) {
    ClothParams params = *world.params(cloth);
    params.sleep.enabled = enabled;
    params.sleep.time = 0.5f;
    params.velocityDamping = 3.0f;  // what a pin holds up does not swing for long
    EXPECT_TRUE(world.setParams(cloth, params).ok());
  }
  bool asleep() const { return world.stats(cloth)->asleep; }
  void fallAsleep() {
    for (int i = 0; i < 600 && !asleep(); ++i) step();
    ASSERT_TRUE(asleep());
  }
  ColliderId floor, ball;
};

TEST_F(SleepTest, KeepsEveryBitAndIsCounted) {
  EXPECT_EQ(world.stats().asleep, 1u);
  EXPECT_THAT(world.status(), testing::HasSubstr("asleep"));
  EXPECT_EQ(world.stats(cloth)->maxSpeed, 0.0f);
  const std::uint64_t hash = world.stateHash();
  const std::vector<Vec3> before = positions();
  step(200);
  EXPECT_EQ(world.stateHash(), hash);
  EXPECT_EQ(positions(), before);
  EXPECT_TRUE(asleep());
  EXPECT_GT(*world.colliderContacts(floor), 0u) << "it still lies there";
}

TEST_F(SleepTest, IsOffUnlessAskedFor) {
  EXPECT_FALSE(ClothParams{}.sleep.enabled);
  setSleep(false);
  step(600);
  EXPECT_FALSE(asleep());
  EXPECT_EQ(world.stats().asleep, 0u);
}

TEST_F(SleepTest, EveryChangeWakes) {
  const std::uint32_t one[] = {7};
  const Vec3 here = positions()[7];
  const std::vector<float> mass(garment->vertexCount(), 1e-3f);
  const std::vector<Vec3> still(garment->vertexCount(), Vec3{}), wind(garment->vertexCount(), Vec3{0.1f, 0.0f, 0.0f});
  const struct {
    const char* name;
    std::function<Status()> change;
  } changes[] = {
      {"parameter",
       [&] {
         ClothParams params = *world.params(cloth);
         params.velocityDamping += 0.1f;
         return world.setParams(cloth, params);
       }},
      {"by hand", [&] { return world.wake(cloth); }},
      {"pin", [&] { return world.pin(cloth, one); }},
      {"target",
       [&] {
         return world.setTargets(cloth, one, std::vector<Vec3>{here + Vec3{0.0f, 0.1f, 0.0f}});
       }},
      {"unpin", [&] { return world.unpin(cloth, one); }},
      {"total mass", [&] { return world.setTotalMass(cloth, 0.1f); }},
      {"masses", [&] { return world.setVertexMasses(cloth, mass); }},
      {"impulse", [&] { return world.writeVelocities(cloth, wind); }},
      {"positions", [&] { return world.writePositions(cloth, positions()); }},
      {"accelerations", [&] { return world.setAccelerations(cloth, wind); }},
      {"other accelerations", [&] { return world.setAccelerations(cloth, still); }},
      {"no accelerations", [&] { return world.setAccelerations(cloth, {}); }},
      {"teleport",
       [&] {
         return world.teleport(cloth, {{}, {0.3f, 0.0f, 0.0f}}, TeleportMode::keep);
       }},
      {"mask", [&] { return world.setCollisionMask(cloth, 3); }},
      {"group", [&] { return world.setCollisionGroup(cloth, 3); }},
      {"gravity",
       [&] {
         return world.setGravity({0.0f, -9.0f, 0.0f});
       }},
      {"wind",
       [&] {
         Wind breeze;
         breeze.velocity = {0.5f, 0.0f, 0.0f};
         return world.setWind(breeze);
       }},
      {"substeps", [&] { return world.setSubsteps(12, 1); }},
      {"disabled",
       [&] {
         const Status off = world.setEnabled(cloth, false);
         return off.ok() ? world.setEnabled(cloth, true) : off;
       }},
      {"reset",
       [&] {
         const Status status = world.reset(cloth);
         return status;
       }},
  };
  for (const auto& change : changes) {
    SCOPED_TRACE(change.name);
    const Status status = change.change();
    ASSERT_TRUE(status.ok()) << status.error();
    EXPECT_FALSE(asleep());
    step();
    EXPECT_FALSE(asleep()) << "not before it has rested again";
    fallAsleep();
  }
}

TEST_F(SleepTest, SayingWhatIsSoWakesNobody) {
  const std::uint32_t one[] = {7};
  const std::vector<Vec3> here{positions()[7]};
  ASSERT_TRUE(world.pin(cloth, one).ok());
  fallAsleep();
  EXPECT_TRUE(world.setTargets(cloth, one, here).ok());
  EXPECT_TRUE(world.setParams(cloth, *world.params(cloth)).ok());
  EXPECT_TRUE(world.setGravity(world.gravity()).ok());
  EXPECT_TRUE(world.setWind(Wind(world.wind())).ok());
  EXPECT_TRUE(world.setSubsteps(worldDef().substeps, worldDef().iterations).ok());
  EXPECT_TRUE(world.setAccelerations(cloth, {}).ok());
  EXPECT_TRUE(world.setCollisionMask(cloth, 0xffffffffu).ok());
  EXPECT_TRUE(world.setEnabled(cloth, true).ok());
  EXPECT_TRUE(world.moveCollider(floor, world.collider(floor)->transform).ok());
  EXPECT_FALSE(world.setTargets(cloth, std::vector<std::uint32_t>{9999}, here).ok()) << "and what is refused";
  EXPECT_FALSE(world.setGravity({kNan, 0.0f, 0.0f}).ok());
  step(5);
  EXPECT_TRUE(asleep());
}

TEST_F(SleepTest, CollidersThatComeNearWake) {
  const Vec3 middle = positions()[14];
  const auto reset = [&] {  // a ball that hits it may have thrown it anywhere
    ASSERT_TRUE(world.reset(cloth).ok());
    ASSERT_TRUE(world.teleportCollider(ball, {{}, {5.0f, 3.0f, 0.0f}}).ok());
    fallAsleep();
  };
  // Far away nothing happens to it.
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(world.moveCollider(ball, {{}, {5.0f, 3.0f + 0.1f * static_cast<float>(i), 0.0f}}).ok());
    step();
    EXPECT_TRUE(asleep());
  }
  ASSERT_TRUE(world.teleportCollider(ball, {{}, {7.0f, 3.0f, 0.0f}}).ok());
  step();
  EXPECT_TRUE(asleep());
  // Onto it, and through it and far out again within one step.
  ASSERT_TRUE(world.moveCollider(ball, {{}, middle + Vec3{0.0f, 0.05f, 0.0f}}).ok());
  step();
  EXPECT_FALSE(asleep());
  EXPECT_GT(*world.colliderContacts(ball), 0u);
  reset();
  ASSERT_TRUE(world.teleportCollider(ball, {{}, middle + Vec3{0.0f, 2.0f, 0.0f}}).ok());
  step();
  EXPECT_TRUE(asleep());
  ASSERT_TRUE(world.moveCollider(ball, {{}, middle + Vec3{0.0f, -2.0f, 0.0f}}).ok());
  step();
  EXPECT_FALSE(asleep());
  reset();
  // Put there at once, and taken away.
  ASSERT_TRUE(world.teleportCollider(ball, {{}, middle + Vec3{0.0f, 0.05f, 0.0f}}).ok());
  step();
  EXPECT_FALSE(asleep());
  reset();
  ASSERT_TRUE(world.setColliderEnabled(floor, false).ok());
  EXPECT_FALSE(asleep()) << "what carried it is gone";
  ASSERT_TRUE(world.setColliderEnabled(floor, true).ok());
  fallAsleep();
  ColliderDef def = *world.collider(floor);
  def.frictionStatic = 0.3f;
  ASSERT_TRUE(world.setCollider(floor, def).ok());
  EXPECT_FALSE(asleep());
  fallAsleep();
  ColliderDef box;
  box.shape = Box{{0.1f, 0.1f, 0.1f}};
  box.transform.translation = middle;
  const ColliderId added = *world.addCollider(box);
  step();
  EXPECT_FALSE(asleep());
  fallAsleep();
  ASSERT_TRUE(world.removeCollider(added).ok());
  EXPECT_FALSE(asleep());
  fallAsleep();
  // What it cannot touch does not wake it.
  box.group = 2;
  ASSERT_TRUE(world.setCollisionMask(cloth, 1).ok());
  fallAsleep();
  ASSERT_TRUE(world.addCollider(box).ok());
  step(3);
  EXPECT_TRUE(asleep());
}

TEST_F(SleepTest, MeshBodiesThatMoveNearWake) {
  SurfaceMesh mesh;
  mesh.positions = {{-0.2f, 0.0f, -0.2f}, {-0.2f, 0.0f, 0.2f}, {0.2f, 0.0f, 0.2f}, {0.2f, 0.0f, -0.2f}};
  mesh.faceVertices = {0, 1, 2, 0, 2, 3};
  ColliderDef def;
  def.shape = MeshBody{*BodyMesh::build(mesh)};
  def.transform.translation = positions()[14] + Vec3{0.0f, -1.0f, 0.0f};
  const ColliderId body = *world.addCollider(def);
  step();
  fallAsleep();
  ASSERT_TRUE(world.moveColliderVertices(body, mesh.positions).ok());
  step();
  EXPECT_TRUE(asleep()) << "its vertices are where they were";
  std::vector<Vec3> raised = mesh.positions;
  for (Vec3& p : raised) p.y += 0.1f;
  ASSERT_TRUE(world.moveColliderVertices(body, raised).ok());
  step();
  EXPECT_TRUE(asleep()) << "0.9 m away";
  for (Vec3& p : raised) p.y += 1.0f;
  ASSERT_TRUE(world.moveColliderVertices(body, raised).ok());
  step();
  EXPECT_FALSE(asleep());
}

TEST_F(SleepTest, GustsKeepAwake) {
  Wind wind;
  wind.velocity = {0.01f, 0.0f, 0.0f};
  wind.gustStrength = 0.1f;
  ASSERT_TRUE(world.setWind(wind).ok());
  step(300);
  EXPECT_FALSE(asleep());
  wind.gustStrength = 0.0f;
  ASSERT_TRUE(world.setWind(wind).ok());
  fallAsleep();
}

TEST_F(SleepTest, WakingGoesOnAsIfAtRest) {
  const std::vector<Vec3> before = positions();
  ASSERT_TRUE(world.wake(cloth).ok());
  step(30);
  const std::vector<Vec3> after = positions();
  // It fell asleep within a ball of 1 mm, and wakes in the same place: no farther than twice that.
  for (std::size_t v = 0; v < before.size(); ++v) EXPECT_LT(distance(before[v], after[v]), 2e-3f);
}

TEST_F(SleepTest, CostsNothing) {
  // A world of hundreds of sheets asleep, against the same sheets awake.
  std::vector<ClothId> all;
  ClothDef def = clothDef();
  def.params = *world.params(cloth);
  const Quat flat = fromAxisAngle({1.0f, 0.0f, 0.0f}, -1.57079633f);
  for (int i = 0; i < 300; ++i) {
    def.transform = {flat, {static_cast<float>(i), 0.0f, 2.0f}};
    all.push_back(*world.createCloth(def));
  }
  for (int i = 0; i < 900 && world.stats().asleep < all.size() + 1; ++i) step();
  ASSERT_EQ(world.stats().asleep, all.size() + 1);
  step();
  EXPECT_EQ(world.stats().crowdedLastStep, 0u);
  const auto time = [&](bool wake) {
    double least = 1e9;
    for (int i = 0; i < 5; ++i) {
      for (std::size_t k = 0; wake && k < all.size(); ++k) EXPECT_TRUE(world.wake(all[k]).ok());
      step();
      least = std::min(least, world.stats().lastStepMilliseconds);
    }
    return least;
  };
  const double asleepTime = time(false), awakeTime = time(true);
  EXPECT_EQ(world.stats().asleep, 1u);
  // A sheet of 30 particles at 10 substeps takes about 5 µs in a crowd; asleep it is looked at a few times, some ns
  // each.
  EXPECT_LT(asleepTime, 0.1 * awakeTime);
}

TEST(Sleep, ClothsThatSeeEachOtherSleepAndWakeTogether) {
  WorldDef worldDef;
  worldDef.substeps = 10;
  World world = World::create(worldDef).value();
  ASSERT_TRUE(world.addCollider(planeCollider({}, {0.0f, 1.0f, 0.0f})).ok());
  ClothDef def;
  def.garment = sheetGarment();
  def.params.selfCollision.enabled = true;
  def.params.sleep = {true, 2e-3f, 0.5f};
  const Quat flat = fromAxisAngle({1.0f, 0.0f, 0.0f}, -1.57079633f);
  std::vector<ClothId> layers;
  for (int i = 0; i < 2; ++i) {
    def.transform = {flat, {0.01f * static_cast<float>(i), 0.01f + 0.01f * static_cast<float>(i), 0.0f}};
    layers.push_back(*world.createCloth(def));
  }
  for (int i = 0; i < 1200 && world.stats().asleep < 2; ++i) {
    ASSERT_TRUE(world.step(kFrame).ok());
    ASSERT_NE(world.stats().asleep, 1u);
  }
  ASSERT_EQ(world.stats().asleep, 2u);
  const std::uint64_t hash = world.stateHash();
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(world.step(kFrame).ok());
  EXPECT_EQ(world.stateHash(), hash);
  ASSERT_TRUE(world.wake(layers[0]).ok());
  EXPECT_EQ(world.stats().asleep, 0u);
  for (int i = 0; i < 1200 && world.stats().asleep < 2; ++i) ASSERT_TRUE(world.step(kFrame).ok());
  ASSERT_EQ(world.stats().asleep, 2u);
  ASSERT_TRUE(world.destroyCloth(layers[0]).ok());
  EXPECT_FALSE(world.stats(layers[1])->asleep) << "what it lay on is gone";
}

TEST(Sleep, CrowdsDoNotMatter) {
  const auto run = [](bool crowds, std::uint32_t threads) {
    WorldDef worldDef;
    worldDef.substeps = 6;
    worldDef.crowds = crowds, worldDef.threads = threads;
    World world = World::create(worldDef).value();
    EXPECT_TRUE(world.addCollider(planeCollider({}, {0.0f, 1.0f, 0.02f})).ok());
    const ColliderId ball = *world.addCollider({.shape = Sphere{0.15f}, .transform = {{}, {-1.0f, 0.1f, 0.2f}}});
    ClothDef def;
    def.garment = sheetGarment();
    const Quat flat = fromAxisAngle({1.0f, 0.0f, 0.0f}, -1.57079633f);
    std::vector<std::size_t> counts;
    for (int i = 0; i < 40; ++i) {
      def.params.sleep = {i % 5 != 0, 1e-3f, 0.3f};
      def.transform = {flat, {static_cast<float>(i), 0.02f * static_cast<float>(i % 7 + 1), 0.0f}};
      EXPECT_TRUE(world.createCloth(def).ok());
    }
    for (int frame = 0; frame < 300; ++frame) {
      if (frame >= 200) {  // a ball that rolls over the row and wakes one after the other
        const Vec3 place{-1.0f + 0.2f * static_cast<float>(frame - 200), 0.1f, 0.2f};
        EXPECT_TRUE(world.moveCollider(ball, {{}, place}).ok());
      }
      EXPECT_TRUE(world.step(kFrame).ok());
      counts.push_back(world.stats().asleep);
    }
    EXPECT_EQ(*std::max_element(counts.begin(), counts.end()), 32u);
    EXPECT_LT(counts.back(), 32u);
    return std::pair(world.stateHash(), counts);
  };
  const auto apart = run(false, 1);
  EXPECT_EQ(run(true, 1), apart);
  EXPECT_EQ(run(true, 3), apart);
}

}  // namespace
}  // namespace toile::test
