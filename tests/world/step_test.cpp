// The step as a whole: how time is cut, wind, colliders, statistics, memory.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>

#include "sanitized.h"
#include "world/fixture.h"

namespace {

std::atomic<std::size_t> allocations{0};
#if !TOILE_TEST_SANITIZED

void* allocate(std::size_t size, std::size_t alignment) {
  ++allocations;
  void* place = alignment <= alignof(std::max_align_t)
                    ? std::malloc(size == 0 ? 1 : size)
                    : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (place == nullptr) std::abort();
  return place;
}

#endif

}  // namespace

#if !TOILE_TEST_SANITIZED  // the sanitizers have allocators of their own
// Every allocation of this program is counted. (The compiler sees free() here but not malloc() above.)
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif
void* operator new(std::size_t size) { return allocate(size, 1); }
void* operator new[](std::size_t size) { return allocate(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete[](void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
void operator delete[](void* place, std::size_t) noexcept { std::free(place); }
void operator delete(void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete[](void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete(void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }
void operator delete[](void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }
#endif

namespace toile::test {
namespace {

using Step = WorldTest;

TEST_F(Step, ZeroDoesNothing) {
  remember();
  ASSERT_TRUE(world.step(0.0f).ok());
  EXPECT_EQ(world.stats().time, 0.0);
  EXPECT_EQ(world.stats(cloth)->maxSpeed, 0.0f);
}

TEST_F(Step, TakesEqualPartsForItsLength) {
  ASSERT_TRUE(world.setSubsteps(10, 1).ok());
  const std::pair<float, std::uint32_t> lengths[] = {{1.0f / 60.0f, 10}, {1.0f / 120.0f, 5}, {1.0f / 30.0f, 20},
                                                     {1.0f / 600.0f, 1}, {1e-4f, 1},         {0.0175f, 11}};
  for (const auto& [dt, parts] : lengths) {
    ASSERT_TRUE(world.step(dt).ok());
    EXPECT_EQ(world.stats().substepsLastStep, parts) << dt;
  }
}

TEST_F(Step, TinyStepsAddUp) {
  const std::uint64_t hash = world.stateHash();
  for (int i = 0; i < 9; ++i) ASSERT_TRUE(world.step(1e-6f).ok());
  EXPECT_EQ(world.stateHash(), hash);
  EXPECT_EQ(world.stats().time, 0.0);
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(world.step(1e-6f).ok());
  EXPECT_NE(world.stateHash(), hash);
  EXPECT_NEAR(world.stats().time, 1e-5, 1.01e-6);
}

TEST_F(Step, LongStepsAreCutAndCounted) {
  ASSERT_TRUE(world.step(1000.0f).ok());
  EXPECT_EQ(world.stats().time, 0.25);
  EXPECT_NEAR(world.stats().droppedTime, 999.75, 1e-9);
  EXPECT_EQ(world.stats().substepsLastStep, 150u);
  EXPECT_FALSE(world.stats(cloth)->frozen);
}

TEST_F(Step, SamplesTheWindFieldAtEveryParticle) {
  Wind wind;
  std::atomic<int> calls{0};
  std::vector<double> times;
  wind.field = [&](std::span<const Vec3> x, double time, std::span<Vec3> v) {
    ++calls;
    times.push_back(time);
    EXPECT_EQ(x.size(), v.size());
    for (std::size_t i = 0; i < x.size(); ++i) v[i] = {0, 0, x[i].x > 0.25f ? 2.0f : -2.0f};
  };
  ASSERT_TRUE(world.setWind(wind).ok());
  step();
  EXPECT_LT(velocities()[0].z, 0.0f);
  EXPECT_GT(velocities()[5].z, 0.0f);
  step(2);
  EXPECT_EQ(calls, 3);  // once a step
  EXPECT_EQ(times[0], 0.0);
  EXPECT_NEAR(times[2], 2.0 / 60.0, 1e-8);
}

TEST_F(Step, WindFieldsThatAreNotFiniteAreStillAir) {
  Wind wind;
  wind.field = [](std::span<const Vec3>, double, std::span<Vec3> v) {
    for (Vec3& one : v) one = {kNan, kInfinite, 0};
  };
  ASSERT_TRUE(world.setWind(wind).ok());
  step(3);
  const std::uint64_t withField = world.stateHash();
  EXPECT_FALSE(world.stats(cloth)->frozen);
  ASSERT_TRUE(world.reset(cloth).ok());
  ASSERT_TRUE(world.setWind({}).ok());
  step(3);
  EXPECT_EQ(world.stateHash(), withField);
}

TEST_F(Step, GustsVaryInTimeAndStayWithinTheirStrength) {
  // Massless against the air: speeds follow it.
  GarmentDef def;
  def.fabric.arealDensity = 1e-5f;
  ClothDef feather;
  feather.garment = sheetGarment(def);
  feather.params.gravityScale = 0.0f;
  const ClothId id = *world.createCloth(feather);
  Wind wind;
  wind.velocity = {0, 0, 4};
  wind.gustStrength = 0.5f;
  ASSERT_TRUE(world.setWind(wind).ok());
  float lowest = 100.0f, highest = 0.0f;
  for (int i = 0; i < 240; ++i) {
    step();
    if (i < 30) continue;
    lowest = std::min(lowest, world.stats(id)->rmsSpeed);
    highest = std::max(highest, world.stats(id)->rmsSpeed);
  }
  EXPECT_GT(lowest, 4.0f * 0.4f);
  EXPECT_LT(highest, 4.0f * 1.6f);
  EXPECT_GT(highest - lowest, 0.5f);
}

TEST_F(Step, CollisionMasksChooseColliders) {
  ColliderDef floor = planeCollider({0, -0.6f, 0}, {0, 1, 0});
  floor.group = 2;
  const ColliderId id = *world.addCollider(floor);
  ClothDef other = clothDef();
  other.collisionMask = 1;
  const ClothId through = *world.createCloth(other);
  step(60);
  EXPECT_LT(world.stats(through)->contacts, 1u);
  EXPECT_LT(positions(through)[0].y, -1.0f);
  EXPECT_GT(positions()[0].y, -0.6f);
  EXPECT_GT(*world.colliderContacts(id), 0u);
  EXPECT_GT(world.stats(cloth)->contacts, 0u);
}

TEST_F(Step, TriggersReportAndPushNothing) {
  ColliderDef floor = planeCollider({0, -0.6f, 0}, {0, 1, 0});
  floor.trigger = true;
  const ColliderId id = *world.addCollider(floor);
  World plain = World::create(worldDef()).value();
  const ClothId twin = *plain.createCloth(clothDef());
  EXPECT_EQ(*world.colliderContacts(id), 0u);
  for (int i = 0; i < 60; ++i) {
    step();
    ASSERT_TRUE(plain.step(kFrame).ok());
  }
  EXPECT_EQ(*world.colliderContacts(id), 30u);
  EXPECT_EQ(world.stats(cloth)->contacts, 0u);
  EXPECT_EQ(world.stateHash(), plain.stateHash());
  EXPECT_TRUE(plain.isValid(twin));
}

TEST_F(Step, CollidersCanBeSwitchedMovedAndTaken) {
  const ColliderId floor = *world.addCollider(planeCollider({0, -0.6f, 0}, {0, 1, 0}));
  ASSERT_TRUE(world.setColliderEnabled(floor, false).ok());
  EXPECT_FALSE(world.collider(floor)->enabled);
  step(60);
  EXPECT_LT(positions()[0].y, -1.0f);
  ASSERT_TRUE(world.reset(cloth).ok());
  ASSERT_TRUE(world.setColliderEnabled(floor, true).ok());
  step(60);
  EXPECT_GT(positions()[0].y, -0.6f);
  Transform up = world.collider(floor)->transform;
  up.translation.y += 0.001f;
  ASSERT_TRUE(world.moveCollider(floor, up).ok());
  EXPECT_NE(world.collider(floor)->transform, up);
  step();
  EXPECT_EQ(world.collider(floor)->transform.translation, up.translation);  // it is there now
  for (const Vec3& p : positions()) EXPECT_GT(p.y, -0.599f);
  ASSERT_TRUE(world.removeCollider(floor).ok());
  step(60);
  EXPECT_LT(positions()[0].y, -1.0f);
}

TEST_F(Step, CollidersCanBeReplaced) {
  const ColliderId id = *world.addCollider(planeCollider({0, -0.6f, 0}, {0, 1, 0}));
  ColliderDef floor = *world.collider(id);
  floor.group = 2;
  floor.frictionStatic = 0.25f;
  ASSERT_TRUE(world.moveCollider(id, {{}, {0, -0.5f, 0}}).ok());
  ASSERT_TRUE(world.setCollider(id, floor).ok());
  ASSERT_TRUE(world.setCollisionMask(cloth, 1).ok());
  step();
  EXPECT_EQ(world.collider(id)->transform.translation.y, -0.5f);  // the move went on
  EXPECT_EQ(world.collider(id)->frictionStatic, 0.25f);
  step(60);
  EXPECT_LT(positions()[0].y, -1.0f);  // no bit in common
  EXPECT_EQ(*world.colliderContacts(id), 0u);

  ASSERT_TRUE(world.setCollisionMask(cloth, 2).ok());
  ColliderDef ball = *world.collider(id);
  ball.shape = Sphere{100.0f};
  ball.trigger = true;
  ball.transform.translation = positions()[0];
  ASSERT_TRUE(world.setCollider(id, ball).ok());
  EXPECT_EQ(world.collider(id)->transform.translation, ball.transform.translation);  // another place: at once
  step();
  EXPECT_EQ(*world.colliderContacts(id), 30u);

  ColliderDef bad = ball;
  bad.restitution = 2.0f;
  remember();
  expectRefused(world.setCollider(id, bad), {"ColliderDef::restitution"});
  EXPECT_EQ(world.collider(id)->restitution, 0.0f);
}

TEST_F(Step, TellsWhatItWasTold) {
  Wind wind;
  wind.velocity = {1, 2, 3};
  ASSERT_TRUE(world.setWind(wind).ok());
  ASSERT_TRUE(world.setGravity({0, -1, 0}).ok());
  EXPECT_EQ(world.wind().velocity, (Vec3{1, 2, 3}));
  EXPECT_EQ(world.gravity(), (Vec3{0, -1, 0}));
  EXPECT_EQ(*world.transform(cloth), Transform{});
  const Transform motion{{0, 1, 0, 0}, {0, 0, 5}};
  ASSERT_TRUE(world.teleport(cloth, motion, TeleportMode::keep).ok());
  EXPECT_EQ(*world.transform(cloth), motion);
}

TEST_F(Step, TeleportedCollidersSweepNothing) {
  ColliderDef ball;
  ball.shape = Sphere{0.05f};
  ball.transform.translation = {0.25f, -0.2f, 1.0f};
  const ColliderId id = *world.addCollider(ball);
  ASSERT_TRUE(world.setGravity({}).ok());
  ASSERT_TRUE(world.teleportCollider(id, {{}, {0.25f, -0.2f, -1.0f}}).ok());
  step();
  EXPECT_LT(world.stats(cloth)->maxSpeed, 1e-6f);                        // rounding of rest lengths
  ASSERT_TRUE(world.moveCollider(id, {{}, {0.25f, -0.2f, 1.0f}}).ok());  // through the sheet in one step
  step();
  EXPECT_GT(world.stats(cloth)->maxSpeed, 1.0f);
}

TEST_F(Step, StatisticsSayWhatIsThere) {
  const std::uint32_t pin[] = {0, 1};
  ASSERT_TRUE(world.pin(cloth, pin).ok());
  ASSERT_TRUE(world.addCollider({}).ok());
  step(6);
  const WorldStats all = world.stats();
  EXPECT_EQ(all.cloths, 1u);
  EXPECT_EQ(all.colliders, 1u);
  EXPECT_EQ(all.particles, 30u);
  EXPECT_NEAR(all.time, 0.1, 1e-7);
  EXPECT_GT(all.lastStepMilliseconds, 0.0);
  const ClothStats one = *world.stats(cloth);
  EXPECT_EQ(one.vertices, 30u);
  EXPECT_EQ(one.particles, 30u);
  EXPECT_EQ(one.pinned, 2u);
  EXPECT_EQ(one.tethers, 28u);
  EXPECT_EQ(one.constraints, garment->constraintCount() + 28u);
  EXPECT_GE(one.maxStretch, one.meanStretch);
  EXPECT_GT(one.maxSpeed, one.rmsSpeed);
  EXPECT_GT(one.rmsSpeed, 0.0f);
}

TEST_F(Step, StatusIsTextForAConsole) {
  step();
  std::string text = world.status();
  for (const char* word : {"1 cloth", "30 particles", "10 x 1", "cloth 1", "stretch"}) {
    EXPECT_THAT(text, testing::HasSubstr(word));
  }
  EXPECT_THAT(text, testing::HasSubstr(world.simdName()));
  ASSERT_TRUE(world.setEnabled(cloth, false).ok());
  EXPECT_THAT(world.status(), testing::HasSubstr("disabled"));
}

TEST_F(Step, HashSeesEveryBit) {
  const std::uint64_t before = world.stateHash();
  std::vector<Vec3> x = positions();
  x[29].z = std::nextafter(x[29].z, 1.0f);
  ASSERT_TRUE(world.writePositions(cloth, x).ok());
  EXPECT_NE(world.stateHash(), before);
}

TEST_F(Step, AllocatesNothingAfterTheFirst) {
  Wind wind;
  wind.velocity = {0.3f, 0, 0.4f};
  wind.gustStrength = 0.5f;
  ASSERT_TRUE(world.setWind(wind).ok());
  const std::vector<std::uint32_t> top = pinnedVertices(kSheet, PinPattern::topRow);
  ASSERT_TRUE(world.pin(cloth, top).ok());
  const ColliderId ball = *world.addCollider({Sphere{0.2f}, {{}, {0.2f, -0.3f, 0.25f}}});
  ASSERT_TRUE(world.addCollider(planeCollider({0, -0.41f, 0}, {0, 1, 0})).ok());
  ClothParams params;
  params.internalDamping = 1.0f;
  params.maxDistance = 0.5f;
  params.tethers = 3;
  params.kinds[Kind::stretch].damping = 1e-4f;
  ASSERT_TRUE(world.setParams(cloth, params).ok());
  ASSERT_TRUE(world.setAccelerations(cloth, std::vector<Vec3>(30, Vec3{0, 1, 0})).ok());
  std::size_t contacts = 0;
  for (const std::uint32_t iterations : {1u, 3u}) {
    ASSERT_TRUE(world.setSubsteps(5, iterations).ok());
    step();
    for (int i = 0; i < 10; ++i) {
      ASSERT_TRUE(world.moveCollider(ball, {{}, {0.2f, -0.3f, 0.25f - 0.01f * static_cast<float>(i)}}).ok());
      const std::size_t before = allocations;
      const Status status = world.step(kFrame);
      const std::size_t after = allocations;
      ASSERT_TRUE(status.ok());
      contacts += world.stats(cloth)->contacts;
      EXPECT_EQ(after - before, 0u) << "step " << i << ", " << iterations << " iterations";
    }
  }
  EXPECT_GT(contacts, 0u);
}

/// Steps a few times, then expects that further steps, with what `between` does before each, allocate nothing.
template <class Between>
void expectNoAllocations(World& world, const char* what, Between between) {
  for (int i = 0; i < 3; ++i) {
    between(i);
    ASSERT_TRUE(world.step(kFrame).ok());
  }
  for (int i = 3; i < 13; ++i) {
    between(i);
    const std::size_t before = allocations;
    const Status status = world.step(kFrame);
    const std::size_t after = allocations;
    ASSERT_TRUE(status.ok()) << status.error();
    EXPECT_EQ(after - before, 0u) << what << ", step " << i;
  }
}

/// A world of `count` regular sheets of 40 × 40, which are solved in columns, hung by their top rows.
struct Sheets {
  GridDef grid{40, 40, 0.02f, GridCut::quads};
  World world;
  std::vector<ClothId> cloths;
  std::vector<std::uint32_t> top = pinnedVertices(grid, PinPattern::topRow);

  Sheets(const WorldDef& worldDef, std::size_t count, const ClothParams& params = {})
      : world(World::create(worldDef).value()) {
    GarmentDef def;
    def.kinds = {Kind::stretch, Kind::shear, Kind::skipOne};
    const GarmentPtr garment = *Garment::build(makeGrid(grid), def);
    for (std::size_t i = 0; i < count; ++i) {
      ClothDef cloth;
      cloth.garment = garment;
      cloth.params = params;
      cloth.pinned = top;
      cloths.push_back(*world.createCloth(cloth));
    }
  }
};

TEST(Allocations, NoneWithColumnsThreadsAndTargetsThatMove) {
  if (kSanitized) GTEST_SKIP() << "the sanitizers have allocators of their own";
  for (const char* how : {"one thread", "two threads", "tasks"}) {
    WorldDef def;
    def.substeps = 4;
    if (how == std::string("two threads")) def.threads = 2;
    if (how == std::string("tasks")) {
      def.parallelFor = [](std::size_t n, std::size_t grain,
                           const std::function<void(std::size_t, std::size_t)>& body) {
        for (std::size_t i = 0; i < n; i += grain) body(i, std::min(n, i + grain));
      };
    }
    Sheets sheets(def, 1);
    ASSERT_TRUE(sheets.world.addCollider({Sphere{0.2f}, {{}, {0.4f, -0.4f, 0.1f}}}).ok());
    std::vector<Vec3> targets(sheets.top.size());
    expectNoAllocations(sheets.world, how, [&](int i) {
      for (std::size_t k = 0; k < targets.size(); ++k)
        targets[k] = {0.02f * static_cast<float>(k), 0.001f * static_cast<float>(i), 0.0f};
      EXPECT_TRUE(sheets.world.setTargets(sheets.cloths[0], sheets.top, targets).ok());
    });
    EXPECT_GT(sheets.world.stats(sheets.cloths[0])->contacts, 0u);
  }
}

TEST(Allocations, NoneInAWindField) {
  if (kSanitized) GTEST_SKIP() << "the sanitizers have allocators of their own";
  WorldDef def;
  def.substeps = 4;
  def.wind.field = [](std::span<const Vec3> x, double, std::span<Vec3> v) {
    for (std::size_t i = 0; i < x.size(); ++i) v[i] = {x[i].y, 0.0f, 2.0f};
  };
  Sheets sheets(def, 1);
  expectNoAllocations(sheets.world, "wind field", [](int) {});
}

TEST(Allocations, NoneInPositionBasedMode) {
  if (kSanitized) GTEST_SKIP() << "the sanitizers have allocators of their own";
  WorldDef def;
  def.substeps = 2;
  def.iterations = 3;
  ClothParams params;
  params.pbd = true;
  Sheets sheets(def, 1, params);
  expectNoAllocations(sheets.world, "position based", [](int) {});
}

TEST(Allocations, NoneInACrowd) {
  if (kSanitized) GTEST_SKIP() << "the sanitizers have allocators of their own";
  WorldDef def;
  def.substeps = 2;
  Sheets sheets(def, 20);
  ASSERT_TRUE(sheets.world.addCollider({Sphere{0.2f}, {{}, {0.4f, -0.4f, 0.1f}}}).ok());
  expectNoAllocations(sheets.world, "crowd", [](int) {});
  EXPECT_GT(sheets.world.stats().crowdedLastStep, 0u);
}

TEST(Allocations, NoneWhereAFastColliderHits) {
  if (kSanitized) GTEST_SKIP() << "the sanitizers have allocators of their own";
  WorldDef def;
  def.substeps = 4;
  Sheets sheets(def, 1);
  const ColliderId ball = *sheets.world.addCollider({Sphere{0.1f}, {{}, {0.4f, -0.4f, 1.2f}}});
  std::size_t contacts = 0;
  expectNoAllocations(sheets.world, "fast collider", [&](int i) {
    // Back and forth through the sheet at 24 m/s, far more than its size a frame.
    contacts += sheets.world.stats(sheets.cloths[0])->contacts;
    const float z = 0.4f * static_cast<float>(i % 4 < 2 ? i % 4 : 4 - i % 4) - 0.4f;
    EXPECT_TRUE(sheets.world.moveCollider(ball, {{}, {0.4f, -0.4f, z}}).ok());
  });
  EXPECT_GT(contacts, 0u);
}

TEST(Allocations, NoneWhenStateIsRead) {
  if (kSanitized) GTEST_SKIP() << "the sanitizers have allocators of their own";
  Sheets sheets({}, 1);
  std::vector<Vec3> x(1600), v(1600);
  const std::size_t before = allocations;
  EXPECT_TRUE(sheets.world.readPositions(sheets.cloths[0], x).ok());
  EXPECT_TRUE(sheets.world.readVelocities(sheets.cloths[0], v).ok());
  EXPECT_EQ(allocations - before, 0u);
}

}  // namespace
}  // namespace toile::test
