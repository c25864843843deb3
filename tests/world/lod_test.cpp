// Levels of detail: chosen without flicker, switched without a jump.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toile/toile.h"
#include "world/fixture.h"

namespace toile {
namespace {

constexpr LodLevel kLevels[] = {{0, 0.5f}, {300, 0.2f}, {80, 0.0f}};

std::shared_ptr<const LodChain> sheetChain(const SurfaceMesh& mesh) {
  const auto chain = LodChain::build(mesh, {}, kLevels);
  EXPECT_TRUE(chain.ok()) << (chain.ok() ? "" : chain.error());
  return *chain;
}

TEST(Lod, BordersAreCrossedOnlyWellBeyondThem) {
  const auto chain = sheetChain(makeGrid({31, 31, 0.02f, GridCut::oneDiagonal}));
  EXPECT_EQ(chain->choose(0, 0.45f, 0.15f), 0u);  // below 0.5, but not by 15 %
  EXPECT_EQ(chain->choose(0, 0.42f, 0.15f), 1u);
  EXPECT_EQ(chain->choose(1, 0.55f, 0.15f), 1u);
  EXPECT_EQ(chain->choose(1, 0.60f, 0.15f), 0u);
  EXPECT_EQ(chain->choose(0, 0.01f, 0.15f), 2u);
  EXPECT_EQ(chain->choose(2, 0.90f, 0.15f), 0u);
  EXPECT_EQ(chain->choose(2, 0.20f, 0.15f), 2u);
  EXPECT_NEAR(screenCoverage(1.0f, 10.0f, 1.0f), 1.0f / (10.0f * std::tan(0.5f)), 1e-6f);
  EXPECT_EQ(screenCoverage(1.0f, 0.5f, 1.0f), 1.0f);
}

TEST(Lod, ASwitchMovesNothingAndKeepsVelocities) {
  const GridDef grid{31, 31, 0.02f, GridCut::oneDiagonal};
  const SurfaceMesh mesh = makeGrid(grid);
  const auto chain = sheetChain(mesh);
  const auto pins = pinnedVertices(grid, PinPattern::corners);
  WorldDef worldDef;
  worldDef.substeps = 10;
  World world = World::create(worldDef).value();
  ClothDef def;
  def.garment = chain->garment(0)->simulated();
  const auto held = chain->garment(0)->simulatedVertices(pins);
  def.pinned = held;
  const ClothId cloth = *world.createCloth(def);
  LodCloth lod(chain, cloth, 0, pins);
  std::vector<Vec3> before(mesh.vertexCount()), after(before.size());
  const auto momentum = [&] {
    const GarmentPtr garment = world.garment(cloth);
    std::vector<Vec3> v(garment->vertexCount());
    std::vector<float> m(v.size());
    EXPECT_TRUE(world.readVelocities(cloth, v).ok());
    EXPECT_TRUE(world.readMasses(cloth, m).ok());
    Vec3 sum;
    for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] * m[i];
    return sum;
  };
  for (const std::size_t level : {1u, 2u, 1u, 0u}) {
    for (int i = 0; i < 20; ++i) {
      ASSERT_TRUE(world.step(test::kFrame).ok());
      ASSERT_TRUE(lod.read(world, test::kFrame, {.positions = before}).ok());
    }
    const Vec3 moving = momentum();
    ASSERT_TRUE(lod.switchTo(world, level).ok());
    EXPECT_EQ(lod.level(), level);
    ASSERT_TRUE(lod.read(world, 0.0f, {.positions = after}).ok());
    // What is asked for is 1 cm; what is left of the displacement puts every vertex back but for a rounding.
    for (std::size_t v = 0; v < before.size(); ++v) ASSERT_LT(distance(before[v], after[v]), 1e-5f) << v;
    // Velocities are interpolated: what a coarse mesh cannot carry is lost, a part of what they differ by.
    EXPECT_LT(length(momentum() - moving), 0.2f * length(moving) + 1e-3f) << level;
    EXPECT_EQ(world.stats(cloth)->pinned, 2u);
    // From one read to the next nothing jumps: 1 cm of what fades, and the cloth's own motion.
    ASSERT_TRUE(world.step(test::kFrame).ok());
    ASSERT_TRUE(lod.read(world, test::kFrame, {.positions = before}).ok());
    const float own = world.stats(cloth)->maxSpeed * test::kFrame;
    for (std::size_t v = 0; v < before.size(); ++v) ASSERT_LT(distance(before[v], after[v]), 0.011f + 1.5f * own) << v;
  }
}

TEST(Lod, RefusesChainsThatDoNotDescend) {
  const SurfaceMesh mesh = makeGrid({9, 9, 0.02f, GridCut::oneDiagonal});
  const auto error = [&](std::vector<LodLevel> levels) {
    const auto chain = LodChain::build(mesh, {}, levels);
    return chain.ok() ? std::string() : chain.error();
  };
  EXPECT_THAT(error({}), testing::HasSubstr("no level"));
  EXPECT_THAT(error({{0, 0.5f}, {40, 0.6f}}), testing::HasSubstr("level 1: coverage does not descend"));
  EXPECT_THAT(error({{40, 0.5f}, {40, 0.0f}}), testing::HasSubstr("level 1: vertices do not shrink"));
  EXPECT_THAT(error({{0, 0.5f}}), testing::HasSubstr("last level's coverage"));
}

TEST(Lod, NoChainOrNoSuchLevelIsAnError) {
  const SurfaceMesh mesh = makeGrid({21, 21, 0.02f, GridCut::oneDiagonal});
  const auto chain = sheetChain(mesh);
  World world = World::create().value();
  ClothDef def;
  def.garment = chain->garment(0)->simulated();
  const ClothId cloth = *world.createCloth(def);
  std::vector<Vec3> x(mesh.vertexCount());
  for (LodCloth lod : {LodCloth(nullptr, cloth, 0), LodCloth(chain, cloth, 3)}) {
    const Result<bool> updated = lod.update(world, 0.1f);
    ASSERT_FALSE(updated.ok());
    EXPECT_THAT(updated.error(), testing::HasSubstr("LodCloth: "));
    EXPECT_FALSE(lod.switchTo(world, 1).ok());
    EXPECT_FALSE(lod.read(world, 0.0f, {.positions = x}).ok());
  }
  LodCloth lod(chain, cloth, 0);
  EXPECT_FALSE(lod.switchTo(world, 3).ok());
  EXPECT_TRUE(lod.read(world, 0.0f, {.positions = x}).ok());
}

TEST(Memory, OfNoGarmentIsNothing) {
  const MemoryUse none = memoryUse(nullptr);
  EXPECT_TRUE(none.kinds.empty());
  EXPECT_EQ(none.clothBytes + none.multiplierBytes, 0u);
}

}  // namespace
}  // namespace toile
