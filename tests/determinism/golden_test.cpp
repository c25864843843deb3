// The same bits for every run, thread count, instruction set, order of creation and compiler.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "determinism/scenes.h"
#include "determinism/targets.h"

namespace toile::test {
namespace {

// What every machine and compiler has to get. A change of the solver may change them; nothing else may.
constexpr std::uint64_t kSheetHash = 10207731438704747206u;
constexpr std::uint64_t kCapeHash = 12947443590696455683u;
constexpr int kFrames = 40;

WorldDef sheetWorld() {
  WorldDef def;
  def.substeps = 4;
  def.wind = gustyWind();
  return def;
}
WorldDef capeWorld() {
  WorldDef def;
  def.substeps = 3;
  def.iterations = 2;
  def.wind = gustyWind();
  return def;
}

void expectGolden(const WorldDef& like, const std::string& what) {
  WorldDef sheet = sheetWorld(), cape = capeWorld();
  for (WorldDef* def : {&sheet, &cape}) {
    def->threads = like.threads;
    def->parallelFor = like.parallelFor;
    def->simd = like.simd;
  }
  EXPECT_EQ(hashAfter<SheetScene>(sheet, kFrames), kSheetHash) << what;
  EXPECT_EQ(hashAfter<CapeScene>(cape, kFrames), kCapeHash) << what;
}

TEST(Golden, ThreadsDoNotMatter) {
  for (const std::uint32_t threads : {1u, 2u, 3u, 4u, 8u}) {
    WorldDef def;
    def.threads = threads;
    expectGolden(def, std::to_string(threads));
  }
}

TEST(Golden, TheUsersOwnTasksDoNotMatter) {
  std::size_t calls = 0;
  using Body = std::function<void(std::size_t, std::size_t)>;
  WorldDef backwards;  // parts of odd sizes, last part first
  backwards.parallelFor = [&calls](std::size_t count, std::size_t grain, const Body& body) {
    ++calls;
    std::vector<std::size_t> cuts{0};
    for (std::size_t parts = 1; cuts.back() < count; parts = parts % 3 + 1) {
      cuts.push_back(std::min(count, cuts.back() + parts * grain));
    }
    for (std::size_t i = cuts.size() - 1; i > 0; --i) body(cuts[i - 1], cuts[i]);
  };
  expectGolden(backwards, "backwards");
  WorldDef whole;
  whole.parallelFor = [&calls](std::size_t count, std::size_t, const Body& body) {
    ++calls;
    body(0, count);
  };
  expectGolden(whole, "whole");
  EXPECT_GT(calls, 0u);  // the scenes are large enough for tasks
}

TEST(Golden, InstructionSetsAndLanesDoNotMatter) {
  test::forEachTarget([](const WorldDef& def, const std::string& name) { expectGolden(def, name); });
}

/// Both scenes in one world, far apart, created in either order.
std::pair<std::uint64_t, std::uint64_t> together(bool capeFirst, std::uint32_t threads) {
  WorldDef def = sheetWorld();
  def.threads = threads;
  World world = World::create(def).value();
  std::optional<SheetScene> sheet;
  std::optional<CapeScene> cape;
  if (capeFirst) cape.emplace(world, Vec3{16.0f, 0.0f, 0.0f});
  sheet.emplace(world, Vec3{-16.0f, 40.0f, 0.0f});  // above the plane that both can meet
  if (!capeFirst) cape.emplace(world, Vec3{16.0f, 0.0f, 0.0f});
  for (int frame = 0; frame < kFrames; ++frame) {
    sheet->step(frame);
    cape->step(frame);
    EXPECT_TRUE(world.step(1.0f / 60.0f).ok());
  }
  return {clothHash(world, sheet->cloth), clothHash(world, cape->cloth)};
}

TEST(Golden, OrderOfCreationDoesNotMatterToCloths) {
  const auto first = together(false, 1);
  EXPECT_EQ(first, together(false, 4));
  EXPECT_EQ(first.first, together(true, 1).first);
  EXPECT_EQ(first.second, together(true, 2).second);
}

TEST(Golden, RunsAreAlike) {
  const std::uint64_t first = hashAfter<CapeScene>(capeWorld(), 20);
  const std::vector<std::vector<char>> noise(1000, std::vector<char>(123));  // other addresses
  EXPECT_EQ(first, hashAfter<CapeScene>(capeWorld(), 20));
  EXPECT_EQ(noise.size(), 1000u);
  EXPECT_NE(first, hashAfter<CapeScene>(capeWorld(), 21));  // the hash does see what moves
}

TEST(Golden, ResetPlaysTheSameAgain) {
  WorldDef def = sheetWorld();
  def.wind.gustStrength = 0.0f;  // gusts depend on the world's time, which goes on
  World world = World::create(def).value();
  SheetScene scene(world);
  const auto play = [&] {
    for (int frame = 0; frame < 20; ++frame) EXPECT_TRUE(world.step(1.0f / 60.0f).ok());
    return clothHash(world, scene.cloth);
  };
  const std::uint64_t first = play();
  ASSERT_TRUE(world.reset(scene.cloth).ok());
  EXPECT_EQ(first, play());
}

}  // namespace
}  // namespace toile::test
