// What moves cloth but constraints and contacts, and many cloths at once.
#include "tests/vulkan/pair.h"

namespace toile::test {
namespace {

struct CapeOptions {
  std::uint32_t tethers = 0;
  float maxDistance = -1.0f, internalDamping = 0.0f;
  bool moving = false, accelerated = false;
  std::size_t count = 1;
  Wind wind{};
};

GarmentPtr capeGarment(const GridDef& grid) {
  GarmentDef def;
  def.fabric.stretchDamping = 1e-3f;
  def.maxDistanceScale.assign(grid.width * grid.height, 1.0f);
  for (std::size_t i = 0; i < 40; ++i) def.maxDistanceScale[i] = 0.25f;
  return *Garment::build(makeGrid(grid), def);
}

SceneMaker cape(const CapeOptions& options) {
  return [=](World& world, std::vector<ClothId>& cloths) {
    const GridDef grid{.width = 11, .height = 13, .spacing = 0.05f};
    const GarmentPtr garment = capeGarment(grid);
    const std::vector<std::uint32_t> pins = pinnedVertices(grid, PinPattern::cape);
    for (std::size_t i = 0; i < options.count; ++i) {
      ClothDef def;
      def.garment = garment;
      def.pinned = pins;
      def.transform.translation = {0.3f * static_cast<float>(i), 0.0f, 0.0f};
      def.params.tethers = options.tethers;
      def.params.maxDistance = options.maxDistance;
      def.params.internalDamping = options.internalDamping;
      def.params.gravityScale = 1.0f - 0.1f * static_cast<float>(i);
      cloths.push_back(*world.createCloth(def));
      if (!options.accelerated) continue;
      std::vector<Vec3> a(garment->vertexCount());
      for (std::size_t v = 0; v < a.size(); ++v) a[v] = {0.0f, 0.0f, 0.1f * static_cast<float>(v % 7)};
      EXPECT_TRUE(world.setAccelerations(cloths.back(), a).ok());
    }
    EXPECT_TRUE(world.setWind(options.wind).ok());
    return [=](World& w, int step) {
      if (!options.moving || step % 3 == 2) return;  // every third step they stay where they are
      std::vector<Vec3> targets;
      for (const std::uint32_t v : pins)
        targets.push_back(garment->restPositions()[v] + Vec3{0.0f, 0.0f, 0.01f * static_cast<float>(step % 30)});
      EXPECT_TRUE(w.setTargets(cloths[0], pins, targets).ok());
    };
  };
}

TEST(VulkanMotion, PinsTethersAndLimitsAgree) {
  TOILE_DEVICE_OR_SKIP(device);
  expectParity(device, {.substeps = 4}, cape({.moving = true}), {1, 10, 100}, "moving pins");
  expectParity(device, {.substeps = 2, .iterations = 2}, cape({.tethers = 2, .moving = true}), {1, 10, 100}, "tethers");
  expectParity(device, {.substeps = 4}, cape({.maxDistance = 0.1f, .moving = true}), {1, 10, 100}, "max distance");
  expectParity(device, {.substeps = 4}, cape({.accelerated = true}), {1, 10}, "accelerations");
}

TEST(VulkanMotion, WindAgrees) {
  TOILE_DEVICE_OR_SKIP(device);
  Wind steady, gusty;
  steady.velocity = {1.0f, 0.5f, 4.0f};
  gusty = steady;
  gusty.gustStrength = 0.8f;
  expectParity(device, {.substeps = 4}, cape({.wind = steady}), {1, 10, 60}, "wind");
  expectParity(device, {.substeps = 4}, cape({.wind = gusty}), {1, 10, 60}, "gusts");
  Wind field;
  field.field = [](std::span<const Vec3> positions, double time, std::span<Vec3> velocities) {
    for (std::size_t i = 0; i < positions.size(); ++i)
      velocities[i] = {3.0f * positions[i].y, static_cast<float>(time), 4.0f + positions[i].x};
  };
  expectParity(device, {.substeps = 4}, cape({.wind = field}), {1, 10, 60}, "field");
}

/// Sums of floats on the device, of doubles on the CPU.
TEST(VulkanMotion, InternalDampingAgrees) {
  TOILE_DEVICE_OR_SKIP(device);
  expectParity(device, {.substeps = 4}, cape({.internalDamping = 2.0f, .count = 2}), {1, 10}, "internal damping");
}

TEST(VulkanMotion, ManyClothsAtOnceAgree) {
  TOILE_DEVICE_OR_SKIP(device);
  expectParity(device, {.substeps = 4}, cape({.tethers = 1, .count = 5}), {1, 10}, "five capes");
}

/// Order on a device must not matter: no float is added by several at once.
TEST(VulkanMotion, TwoRunsAreTheSameBits) {
  TOILE_DEVICE_OR_SKIP(device);
  std::vector<Vec3> first;
  for (int run = 0; run < 2; ++run) {
    Played played({.substeps = 4, .iterations = 2}, cape({.tethers = 2, .moving = true, .count = 3}));
    ASSERT_TRUE(played.world.addCollider(capsuleCollider({0.1f, -0.4f, 0.1f}, {0.5f, -0.4f, 0.1f}, 0.1f)).ok());
    auto solver = VulkanSolver::create(played.world, device);
    ASSERT_TRUE(solver.ok());
    for (int step = 0; step < 15; ++step) {
      played.move(played.world, step);
      ASSERT_TRUE((*solver)->step(1.0f / 60.0f).ok());
    }
    std::vector<Vec3> all;
    for (std::size_t i = 0; i < played.cloths.size(); ++i) {
      for (const auto& values : {played.positions(i), played.velocities(i)})
        all.insert(all.end(), values.begin(), values.end());
    }
    if (run == 0) first = all;
    EXPECT_TRUE(all == first);
  }
}

}  // namespace
}  // namespace toile::test
