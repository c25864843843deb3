// Coarse levels: less stretch at few substeps, momentum kept, nothing where nothing is too long, the same bits always.
#include <gtest/gtest.h>

#include <cmath>

#include "determinism/targets.h"
#include "toile/toile.h"

namespace toile {
namespace {

constexpr GridDef kGrid{.width = 40, .height = 40, .spacing = 0.025f};

struct Options {
  std::uint32_t substeps = 2, levels = 3, threads = 1;
  Simd simd = Simd::automatic;
  float slack = 0.005f, thickness = 0.0f;
  bool pins = true, ball = true;
  Vec3 gravity{0.0f, -9.81f, 0.0f};
  GridCut cut = GridCut::quads;
};

struct Stage {
  World world;
  ClothId cloth;
  GarmentPtr garment;
  ColliderId ball;
};

Stage stageOf(const Options& options) {
  WorldDef worldDef;
  worldDef.substeps = options.substeps;
  worldDef.threads = options.threads;
  worldDef.simd = options.simd;
  worldDef.gravity = options.gravity;
  worldDef.wind.airDensity = 0.0f;
  Stage stage{World::create(worldDef).value(), {}, {}, {}};
  GridDef grid = kGrid;
  grid.cut = options.cut;
  stage.garment = Garment::build(makeGrid(grid), {.fabric = {.frictionStatic = 0.0f, .frictionDynamic = 0.0f}}).value();
  const auto pinned = pinnedVertices(grid, PinPattern::topRow);
  ClothDef def;
  def.garment = stage.garment;
  if (options.pins) def.pinned = pinned;
  def.params.tethers = 0;
  def.params.coarseLevels = options.levels, def.params.coarseSlack = options.slack;
  def.params.velocityDamping = 0.0f;
  stage.cloth = stage.world.createCloth(def).value();
  ColliderDef ball;
  ball.shape = Sphere{0.15f};
  ball.transform.translation = {0.5f, -0.5f, 0.2f};
  if (options.ball) stage.ball = stage.world.addCollider(ball).value();
  return stage;
}

void run(Stage& stage, int frames) {
  for (int frame = 0; frame < frames; ++frame) {
    if (!stage.ball.isNull()) {
      const float z = 0.2f * std::cos(0.1f * static_cast<float>(frame));
      ASSERT_TRUE(stage.world.moveCollider(stage.ball, {{}, {0.5f, -0.5f, z}}).ok());
    }
    ASSERT_TRUE(stage.world.step(1.0f / 60.0f).ok());
  }
}

TEST(CoarseLevels, HoldASheetThatAFewPassesLetStretch) {
  for (const GridCut cut : {GridCut::quads, GridCut::alternating, GridCut::equilateral}) {
    Options options;
    options.cut = cut;
    Stage with = stageOf(options);
    options.levels = 0;
    Stage without = stageOf(options);
    run(with, 60), run(without, 60);
    const float held = with.world.stats(with.cloth)->maxStretch - 1.0f;
    const float free = without.world.stats(without.cloth)->maxStretch - 1.0f;
    EXPECT_GT(free, 0.2f) << "the scene asks nothing of them";
    EXPECT_LT(held, 0.5f * free) << static_cast<int>(cut);
  }
}

TEST(CoarseLevels, KeepMomentum) {
  Options options;
  options.pins = options.ball = false;
  options.gravity = {};
  Stage stage = stageOf(options);
  // Drawn out by a quarter, and turning: everything pulls.
  std::vector<Vec3> positions(stage.garment->vertexCount()), velocities(positions.size());
  ASSERT_TRUE(stage.world.readPositions(stage.cloth, positions).ok());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    positions[i] = positions[i] * 1.25f;
    velocities[i] = {0.4f + positions[i].y, -positions[i].x, 0.2f};
  }
  ASSERT_TRUE(stage.world.writePositions(stage.cloth, positions).ok());
  ASSERT_TRUE(stage.world.writeVelocities(stage.cloth, velocities).ok());
  std::vector<float> masses(positions.size());
  ASSERT_TRUE(stage.world.readMasses(stage.cloth, masses).ok());
  double before[3] = {}, after[3] = {}, sizes = 0.0;
  const auto add = [&](double(&sum)[3]) {
    EXPECT_TRUE(stage.world.readVelocities(stage.cloth, velocities).ok());
    for (std::size_t i = 0; i < velocities.size(); ++i) {
      const auto m = static_cast<double>(masses[i]);
      sum[0] += m * static_cast<double>(velocities[i].x), sum[1] += m * static_cast<double>(velocities[i].y);
      sum[2] += m * static_cast<double>(velocities[i].z);
      sizes += m * static_cast<double>(length(velocities[i]));
    }
  };
  add(before);
  run(stage, 10);
  add(after);
  // Positions of about 1 m are rounded to 6e-8 m in each of some hundred corrections a substep, over h = 1/120 s.
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(after[k], before[k], 1e-5 * sizes);
}

TEST(CoarseLevels, DoNothingWhereNothingIsTooLong) {
  Options options;
  options.substeps = 40;
  options.ball = false;
  options.slack = 0.05f;
  Stage with = stageOf(options);
  options.levels = 0;
  Stage without = stageOf(options);
  run(with, 5), run(without, 5);
  EXPECT_GT(without.world.stats(without.cloth)->maxStretch, 1.0001f);
  EXPECT_EQ(with.world.stateHash(), without.world.stateHash());
}

TEST(CoarseLevels, GiveTheSameBitsForEveryInstructionSetAndThreadCount) {
  const Options options;
  Stage one = stageOf(options);
  run(one, 20);
  test::forEachTarget([&](const WorldDef& def, const std::string& name) {
    Options other = options;
    other.simd = def.simd;
    Stage stage = stageOf(other);
    run(stage, 20);
    EXPECT_EQ(stage.world.stateHash(), one.world.stateHash()) << name;
  });
  for (const std::uint32_t threads : {2u, 3u}) {
    Options other = options;
    other.threads = threads;
    Stage stage = stageOf(other);
    run(stage, 20);
    EXPECT_EQ(stage.world.stateHash(), one.world.stateHash()) << threads;
  }
}

TEST(CoarseLevels, FollowPinsAndMassesThatChange) {
  Options options;
  options.ball = false;
  Stage stage = stageOf(options);
  run(stage, 3);
  const std::uint32_t corner[] = {39};
  ASSERT_TRUE(stage.world.unpin(stage.cloth, corner).ok());
  ASSERT_TRUE(stage.world.setTotalMass(stage.cloth, 2.0f).ok());
  Options fresh = options;
  Stage rebuilt = stageOf(fresh);
  ASSERT_TRUE(rebuilt.world.unpin(rebuilt.cloth, corner).ok());
  ASSERT_TRUE(rebuilt.world.setTotalMass(rebuilt.cloth, 2.0f).ok());
  std::vector<Vec3> positions(stage.garment->vertexCount()), velocities(positions.size());
  ASSERT_TRUE(stage.world.readPositions(stage.cloth, positions).ok());
  ASSERT_TRUE(stage.world.readVelocities(stage.cloth, velocities).ok());
  ASSERT_TRUE(rebuilt.world.writePositions(rebuilt.cloth, positions).ok());
  ASSERT_TRUE(rebuilt.world.writeVelocities(rebuilt.cloth, velocities).ok());
  run(stage, 3), run(rebuilt, 3);
  EXPECT_EQ(stage.world.stateHash(), rebuilt.world.stateHash());
}

}  // namespace
}  // namespace toile
