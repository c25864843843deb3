// Cloth against itself on the device: nothing crosses in any frame, as code says that shares nothing with it, and what
// it does otherwise is what the CPU does.
#include "scenes/meshes.h"
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
  // A folded sheet of 256 particles that lies on itself has half of them over a triangle each.
  EXPECT_GT(gpu.last.touching, 100u) << "it does not lie on itself";
  EXPECT_EQ(gpu.shortened, 0u);
  EXPECT_LT(gpu.searches, 5u * static_cast<std::size_t>(frames)) << "a search serves four substeps and more";
  // What pair.h compares where rounding has long decided about places.
  EXPECT_NEAR(gpu.stretch, cpu.stretch, 0.05f * cpu.stretch);
  EXPECT_NEAR(gpu.end.meanStretch, cpu.end.meanStretch, 0.01f * cpu.end.meanStretch);
  // It came down at 1.5 m/s (0.12 m of fall): nearly all of that is gone.
  EXPECT_LT(gpu.end.rmsSpeed, 0.1f) << "it comes to rest";
}

TEST(VulkanSelf, ASwingingSheetNeverCrosses) {
  TOILE_DEVICE_OR_SKIP(device);
  const int frames = framesOr(5);
  const Sums gpu = playThrough(self32(), device, frames), cpu = playThrough(self32(), {}, frames);
  EXPECT_EQ(gpu.shortened, 0u);
  EXPECT_NEAR(gpu.stretch, cpu.stretch, 0.05f * cpu.stretch) << "as pair.h has it";
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

/// scale: of all but the height.
SurfaceMesh layersMesh(float height, float scale = 1.0f) {
  SurfaceMesh mesh;
  const auto square = [&](Vec3 middle, float half) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (const Vec3 side : {Vec3{-1.0f, 0.0f, -1.0f}, {1.0f, 0.0f, -1.0f}, {1.0f, 0.0f, 1.0f}, {-1.0f, 0.0f, 1.0f}})
      mesh.positions.push_back(middle + side * half);
    for (const std::uint32_t k : {0u, 2u, 1u, 0u, 3u, 2u}) mesh.faceVertices.push_back(first + k);
  };
  square({}, 0.3f * scale);
  // Over one of the two triangles, away from its edges.
  square({-0.12f * scale, height, 0.12f * scale}, 0.04f * scale);
  return mesh;
}
GarmentPtr layers(float height, float scale = 1.0f) {
  return *Garment::build(layersMesh(height, scale), {.kinds = KindSet{Kind::stretch}});
}

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

constexpr std::uint32_t kAbove[] = {4, 5, 6, 7};

/// m, of a corner of the small square over the triangle below it.
float heightOf(const std::vector<Vec3>& x, std::size_t k) {
  const Vec3 across = cross(x[3] - x[0], x[2] - x[0]);
  return dot(across, x[k] - x[0]) / length(across);
}

/// The corners of the small square are led down by so much.
void lower(World& world, ClothId cloth, const std::vector<Vec3>& from, float by) {
  Vec3 targets[4];
  for (std::size_t k = 0; k < 4; ++k) targets[k] = from[4 + k] - Vec3{0.0f, by, 0.0f};
  ASSERT_TRUE(world.setTargets(cloth, kAbove, targets).ok());
}

/// The pins of one layer are led through the other: they stop short of it, where coordinates of a corner vanish, so
/// that there is nothing to its own rounding, and where they are large.
TEST(VulkanSelf, WhatIsPulledThroughStopsShort) {
  TOILE_DEVICE_OR_SKIP(device);
  for (const Vec3 place : {Vec3{}, {0.16f, 0.0f, -0.08f}, {100.0f, 0.0f, 100.0f}}) {
    auto world = World::create({.substeps = 10}).value();
    ClothDef def = layered(layers(0.05f));
    def.transform.translation = place;
    const ClothId cloth = *world.createCloth(def);
    ASSERT_TRUE(world.pin(cloth, kAbove).ok());
    std::vector<Vec3> x(8);
    ASSERT_TRUE(world.readPositions(cloth, x).ok());
    const std::vector<Vec3> from = x;
    auto solver = VulkanSolver::create(world, device).value();
    std::size_t shortened = 0;
    for (int step = 0; step < 12; ++step) {
      lower(world, cloth, from, 0.01f * static_cast<float>(step + 1));
      ASSERT_TRUE(solver->step(1.0f / 60.0f).ok());
      ASSERT_TRUE(solver->wait().ok());
      shortened += solver->stats().contact.shortened;
      EXPECT_EQ(world.countCrossings(), 0u) << step;
    }
    EXPECT_GT(shortened, 0u);
    ASSERT_TRUE(world.readPositions(cloth, x).ok());
    // Twice the slack of include/slack.wgsl, 5e-7 of coordinates and 1.5e-6 of the size, and what is on the way there.
    for (std::size_t k = 4; k < 8; ++k) {
      EXPECT_GT(heightOf(x, k), 0.0f);
      EXPECT_LT(heightOf(x, k), 1e-5f + 1.1e-6f * (std::fabs(x[k].x) + std::fabs(x[k].z)));
    }
  }
}

/// A thickness of half an edge. What comes slowly from beyond the reach is pushed once it is a thickness away, though
/// no particle has gone far enough to ask for a search.
TEST(VulkanSelf, ThickLayersAreKeptApart) {
  TOILE_DEVICE_OR_SKIP(device);
  constexpr float kThick = 0.05f, kScale = 1.0f / 6.0f, kHeight = 0.076f;
  auto world = World::create({.gravity = {}, .wind = {.airDensity = 0.0f}, .substeps = 10}).value();
  ClothDef def;
  def.garment = layers(kHeight, kScale);
  def.params.selfCollision = {true, kThick, 0.0f, 0.0f};
  def.pinned = kAbove;
  const ClothId cloth = *world.createCloth(def);
  const std::vector<Vec3> from = layersMesh(kHeight, kScale).positions;
  auto solver = VulkanSolver::create(world, device).value();
  for (int step = 0; step < 6; ++step) {
    lower(world, cloth, from, 0.005f * static_cast<float>(step + 1));
    ASSERT_TRUE(solver->step(1.0f / 60.0f).ok());
  }
  std::vector<Vec3> x(8);
  ASSERT_TRUE(world.readPositions(cloth, x).ok());
  for (std::size_t k = 4; k < 8; ++k)
    EXPECT_GT(heightOf(x, k), 0.98f * kThick) << "0.92 of it is where it would be by itself";
}

/// Far more pairs than there is room for at first: the cloth waits a step for it, whatever pairs there was room for,
/// and goes on exactly as fast as it was.
TEST(VulkanSelf, RoomIsMadeForManyPairs) {
  TOILE_DEVICE_OR_SKIP(device);
  std::uint64_t hashes[2] = {};
  for (std::uint64_t& hash : hashes) {
    auto world = World::create({.wind = {.airDensity = 0.0f}, .substeps = 4}).value();
    ClothDef def;
    def.garment = *Garment::build(makeFolded({8, 0.03f, 0.06f, 0.002f}), {});
    def.params.selfCollision = {true, 0.2f, 0.3f, 0.3f};
    def.params.velocityDamping = 0.0f;
    const ClothId cloth = *world.createCloth(def);
    std::vector<Vec3> start(64), x(64), v(64);
    ASSERT_TRUE(world.readPositions(cloth, start).ok());
    const std::vector<Vec3> fast(64, {0.0f, -1.0f, 0.5f});
    ASSERT_TRUE(world.writeVelocities(cloth, fast).ok());
    auto solver = VulkanSolver::create(world, device).value();
    ASSERT_TRUE(solver->step(1.0f / 60.0f).ok() && solver->wait().ok());
    EXPECT_EQ(solver->stats().contact.shortened, 4u * 64) << "all of it in every substep";
    ASSERT_TRUE(world.readPositions(cloth, x).ok() && world.readVelocities(cloth, v).ok());
    EXPECT_EQ(farthest(x, start), 0.0f);
    EXPECT_EQ(farthest(v, fast), 0.0f);
    for (int step = 0; step < 2; ++step) {
      ASSERT_TRUE(solver->step(1.0f / 60.0f).ok() && solver->wait().ok());
      EXPECT_EQ(solver->stats().contact.shortened, 0u);
      EXPECT_EQ(world.countCrossings(), 0u);
    }
    ASSERT_TRUE(world.readPositions(cloth, x).ok());
    float way = 0.0f;
    for (std::size_t k = 0; k < 64; ++k) way += (start[k].y - x[k].y) / 64.0f;
    // Two steps of 1/60 s at 1 m/s and 9.81 m/s²: 39 mm. What pushes, pushes both layers.
    EXPECT_NEAR(way, 0.039f, 0.004f);
    hash = world.stateHash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

/// Too fast for a float, with contact: it is stopped where it was last good, and found by no search.
TEST(VulkanSelf, WhatExplodesIsFrozen) {
  TOILE_DEVICE_OR_SKIP(device);
  Scene scene = fold();
  scene.garments[0].mesh = FoldedMesh{8, 0.03f, 0.06f, 0.002f};
  Stage stage(scene, device);
  ASSERT_TRUE(stage.advance().ok());
  const ClothId cloth = stage.play.cloths()[0].id;
  std::vector<Vec3> before(64), x(64);
  ASSERT_TRUE(stage.world.readPositions(cloth, before).ok());
  ASSERT_TRUE(stage.world.setGravity({0.0f, -1e25f, 0.0f}).ok());
  for (int frame = 0; frame < 2; ++frame) ASSERT_TRUE(stage.advance().ok());
  EXPECT_TRUE(stage.cloth().frozen);
  ASSERT_TRUE(stage.world.readPositions(cloth, x).ok());
  EXPECT_EQ(farthest(x, before), 0.0f);
  EXPECT_EQ(stage.world.countCrossings(), 0u);
  ASSERT_TRUE(stage.world.setGravity({0.0f, -9.81f, 0.0f}).ok() && stage.world.reset(cloth).ok());
  ASSERT_TRUE(stage.advance().ok());
  EXPECT_FALSE(stage.cloth().frozen);
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
