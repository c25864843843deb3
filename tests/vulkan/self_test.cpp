// Cloth against itself on the device: nothing crosses in any frame, as code says that shares nothing with it, and what
// it does otherwise is what the CPU does.
#include "scenes/named.h"
#include "scenes/play.h"
#include "tests/vulkan/pair.h"

namespace toile::test {
namespace {

/// A scene, moved by the device or by the CPU.
struct Stage {
  World world;
  ScenePlay play;
  std::unique_ptr<VulkanSolver> solver;

  Stage(const Scene& scene, const VulkanDevicePtr& device)
      : world(World::create(scene.worldDef()).value()), play(ScenePlay::instantiate(scene, world).value()) {
    if (device) solver = VulkanSolver::create(world, device).value();
  }
  Status advance() {
    const Status prepared = play.prepare(world);
    if (!prepared || !solver) return prepared ? play.step(world) : prepared;
    const Status moved = play.step([&](float dt) { return solver->step(dt); });
    return moved ? solver->wait() : moved;
  }
  ClothStats cloth() const { return *world.stats(play.cloths()[0].id); }
  ContactStats contact() const { return solver ? solver->stats().contact : world.stats().contact; }
};

struct Sums {
  std::size_t searches = 0, shortened = 0;
  float stretch = 0.0f;
  ContactStats last;
  ClothStats end;
};

/// Counts crossings after every frame.
Sums playThrough(const Scene& scene, const VulkanDevicePtr& device, int frames) {
  Stage stage(scene, device);
  Sums sums;
  for (int frame = 0; frame < frames; ++frame) {
    const Status moved = stage.advance();
    EXPECT_TRUE(moved.ok()) << moved.error();
    if (!moved) return sums;
    EXPECT_EQ(stage.world.countCrossings(), 0u) << scene.name << ", frame " << frame;
    sums.end = stage.cloth(), sums.last = stage.contact();
    EXPECT_FALSE(sums.end.frozen);
    sums.searches += sums.last.searches, sums.shortened += sums.last.shortened;
    sums.stretch = std::max(sums.stretch, sums.end.maxStretch);
    if (std::getenv("TOILE_PRINT") != nullptr) {
      std::printf("%s %s %d: pairs %zu touching %zu searches %zu shortened %zu stretch %.3f rms %.4f m/s\n",
                  scene.name.c_str(), device ? "device" : "cpu", frame, sums.last.pairs, sums.last.touching,
                  sums.last.searches, sums.last.shortened, double{sums.end.maxStretch}, double{sums.end.rmsSpeed});
    }
  }
  return sums;
}

int framesOr(int few) { return std::getenv("TOILE_FRAMES") != nullptr ? std::atoi(std::getenv("TOILE_FRAMES")) : few; }

/// fold32, smaller and from lower down. TOILE_FRAMES=300 plays the whole of fold32 and self32.
Scene fold() {
  Scene scene = fold32();
  if (framesOr(0) != 0) return scene;
  scene.garments[0].mesh = FoldedMesh{16, 0.03f, 0.06f, 0.002f};
  scene.cloths[0].transform.translation.y = 0.12f;
  return scene;
}

TEST(VulkanSelf, AFoldThatClosesNeverCrosses) {
  TOILE_DEVICE_OR_SKIP(device);
  const int frames = framesOr(20);
  const Sums gpu = playThrough(fold(), device, frames), cpu = playThrough(fold(), {}, frames);
  EXPECT_GT(gpu.last.touching, 100u) << "it does not lie on itself";
  EXPECT_EQ(gpu.shortened, 0u);
  EXPECT_LT(gpu.searches, 5u * static_cast<std::size_t>(frames)) << "of 20 substeps each";
  EXPECT_NEAR(gpu.stretch, cpu.stretch, 0.05f * cpu.stretch);
  EXPECT_NEAR(gpu.end.meanStretch, cpu.end.meanStretch, 0.01f * cpu.end.meanStretch);
  EXPECT_LT(gpu.end.rmsSpeed, 0.1f) << "it comes to rest";
}

TEST(VulkanSelf, ASwingingSheetNeverCrosses) {
  TOILE_DEVICE_OR_SKIP(device);
  const int frames = framesOr(5);
  const Sums gpu = playThrough(self32(), device, frames), cpu = playThrough(self32(), {}, frames);
  EXPECT_EQ(gpu.shortened, 0u);
  EXPECT_NEAR(gpu.stretch, cpu.stretch, 0.05f * cpu.stretch);
}

TEST(VulkanSelf, TwoRunsGiveTheSameBits) {
  TOILE_DEVICE_OR_SKIP(device);
  std::uint64_t hashes[2] = {};
  for (std::uint64_t& hash : hashes) {
    Scene scene = fold();
    scene.garments[0].mesh = FoldedMesh{8, 0.03f, 0.06f, 0.002f};
    scene.cloths[0].transform.translation.y = 0.01f;
    Stage stage(scene, device);
    for (int frame = 0; frame < 9; ++frame) ASSERT_TRUE(stage.advance().ok());
    EXPECT_GT(stage.contact().touching, 10u);
    hash = stage.world.stateHash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

// ---- two layers in one garment: a large square, held, and a small one above it

constexpr float kThickness = 0.01f;

SurfaceMesh layersMesh(float height) {
  SurfaceMesh mesh;
  const auto square = [&](Vec3 middle, float half) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (const Vec3 side : {Vec3{-1.0f, 0.0f, -1.0f}, {1.0f, 0.0f, -1.0f}, {1.0f, 0.0f, 1.0f}, {-1.0f, 0.0f, 1.0f}})
      mesh.positions.push_back(middle + side * half);
    for (const std::uint32_t k : {0u, 2u, 1u, 0u, 3u, 2u}) mesh.faceVertices.push_back(first + k);
  };
  square({}, 0.3f);
  // Over one of the two triangles, away from its edges.
  square({-0.12f, height, 0.12f}, 0.04f);
  return mesh;
}
GarmentPtr layers(float height) { return *Garment::build(layersMesh(height), {.kinds = KindSet{Kind::stretch}}); }

ClothDef layered(const GarmentPtr& garment) {
  static constexpr std::uint32_t kHeld[] = {0, 1, 2, 3};
  ClothDef cloth;
  cloth.garment = garment;
  cloth.pinned = kHeld;
  cloth.params.selfCollision = {true, kThickness, 0.4f, 0.3f};
  return cloth;
}

/// Each vertex of the small square has one pair of its own: pushing all at once is then what the CPU does one by one.
TEST(VulkanSelf, AContactAndItsFrictionAgreeWithTheCpu) {
  TOILE_DEVICE_OR_SKIP(device);
  const SceneMaker make = [](World& world, std::vector<ClothId>& cloths) {
    cloths.push_back(*world.createCloth(layered(layers(0.015f))));
    std::vector<Vec3> v(8);
    for (std::size_t i = 4; i < 8; ++i) v[i] = {0.2f, -0.3f, 0.1f};
    EXPECT_TRUE(world.writeVelocities(cloths[0], v).ok());
    return std::function<void(World&, int)>();
  };
  expectParity(device, {.substeps = 10}, make, {1, 10, 40}, "two layers");
}

/// The pins of one layer are led through the other: they stop short of it.
TEST(VulkanSelf, WhatIsPulledThroughStopsShort) {
  TOILE_DEVICE_OR_SKIP(device);
  auto world = World::create({.substeps = 10}).value();
  const SurfaceMesh mesh = layersMesh(0.05f);
  const ClothId cloth = *world.createCloth(layered(layers(0.05f)));
  const std::uint32_t above[] = {4, 5, 6, 7};
  ASSERT_TRUE(world.pin(cloth, above).ok());
  auto solver = VulkanSolver::create(world, device).value();
  std::size_t shortened = 0;
  for (int step = 0; step < 12; ++step) {
    Vec3 targets[4];
    for (std::size_t k = 0; k < 4; ++k) {
      targets[k] = mesh.positions[4 + k];
      targets[k].y = 0.05f - 0.01f * static_cast<float>(step + 1);
    }
    ASSERT_TRUE(world.setTargets(cloth, above, targets).ok());
    ASSERT_TRUE(solver->step(1.0f / 60.0f).ok());
    ASSERT_TRUE(solver->wait().ok());
    shortened += solver->stats().contact.shortened;
    EXPECT_EQ(world.countCrossings(), 0u) << step;
  }
  EXPECT_GT(shortened, 0u);
  std::vector<Vec3> x(8);
  ASSERT_TRUE(world.readPositions(cloth, x).ok());
  for (std::size_t k = 4; k < 8; ++k) EXPECT_GT(x[k].y, 0.0f);
}

/// Far more pairs than there is room for at first: the cloth waits a step for it, and loses nothing.
TEST(VulkanSelf, RoomIsMadeForManyPairs) {
  TOILE_DEVICE_OR_SKIP(device);
  Scene scene = fold();
  scene.substeps = 4;
  scene.garments[0].mesh = FoldedMesh{8, 0.03f, 0.06f, 0.002f};
  scene.cloths[0].params.selfCollision.thickness = 0.2f;
  Stage stage(scene, device);
  for (int frame = 0; frame < 3; ++frame) {
    ASSERT_TRUE(stage.advance().ok());
    EXPECT_EQ(stage.world.countCrossings(), 0u);
    if (frame == 0) {
      EXPECT_GT(stage.contact().shortened, 0u);
    }
  }
  EXPECT_EQ(stage.contact().shortened, 0u);
  EXPECT_GT(stage.cloth().rmsSpeed, 0.1f) << "it falls";
}

/// Off for a while, in which the layers pass through each other or not: what is known of it is void.
TEST(VulkanSelf, MayBeSwitchedOnAndOff) {
  TOILE_DEVICE_OR_SKIP(device);
  for (const bool falls : {false, true}) {
    auto world = World::create({.substeps = 4}).value();
    ClothDef def = layered(layers(0.05f));
    const ClothParams on = def.params;
    const ClothId cloth = *world.createCloth(def);
    ASSERT_TRUE(world.setGravity({0.0f, falls ? -9.81f : 0.0f, 0.0f}).ok());
    auto solver = VulkanSolver::create(world, device).value();
    ASSERT_TRUE(solver->step(1.0f / 60.0f).ok());
    ASSERT_TRUE(world.setParams(cloth, {}).ok());
    for (int step = 0; step < 8; ++step) ASSERT_TRUE(solver->step(1.0f / 60.0f).ok());
    ASSERT_TRUE(world.setParams(cloth, on).ok());
    const bool apart = world.countCrossings() == 0;
    EXPECT_TRUE(apart);  // it has fallen through, or is where it was
    ASSERT_TRUE(world.setGravity({0.0f, falls ? 9.81f : -9.81f, 0.0f}).ok());
    for (int step = 0; step < 20; ++step) ASSERT_TRUE(solver->step(1.0f / 60.0f).ok()) << step;
    std::vector<Vec3> x(8);
    ASSERT_TRUE(world.readPositions(cloth, x).ok());
    EXPECT_EQ(x[4].y < 0.0f, falls) << "it stays on the side where it was when contact began again";
    EXPECT_LT(std::fabs(x[4].y), 0.03f);
  }
}

void expectRefused(World& world, const VulkanDevicePtr& device, const char* why) {
  auto solver = VulkanSolver::create(world, device).value();
  const Status status = solver->step(1.0f / 60.0f);
  ASSERT_FALSE(status.ok()) << why;
  EXPECT_NE(status.error().find(why), std::string::npos) << status.error();
  EXPECT_EQ(world.stats().time, 0.0);
}

TEST(VulkanSelf, WhatItDoesNotSolveIsRefusedByName) {
  TOILE_DEVICE_OR_SKIP(device);
  auto several = World::create({}).value();
  const ClothId first = *several.createCloth(layered(layers(0.05f)));
  ClothDef other = layered(layers(0.05f));
  other.transform.translation.y = 1.0f;
  ASSERT_TRUE(several.createCloth(other).ok());
  expectRefused(several, device, "see each other");
  ASSERT_TRUE(several.setCollisionMask(first, 0u).ok());
  auto solver = VulkanSolver::create(several, device).value();
  EXPECT_TRUE(solver->step(1.0f / 60.0f).ok()) << "they do not see each other any more";

  auto crossing = World::create({}).value();
  const ClothId id = *crossing.createCloth(layered(layers(0.05f)));
  std::vector<Vec3> x = layersMesh(0.05f).positions;
  x[4].y = -0.05f;
  ASSERT_TRUE(crossing.writePositions(id, x).ok());
  expectRefused(crossing, device, "crosses itself");
}

}  // namespace
}  // namespace toile::test
