// Tasks of the caller's own: the same bits as on one thread, and nothing for a thread sanitizer to report.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "toile/grid.h"
#include "toile/world.h"

namespace toile {
namespace {

/// Two plain threads, one grain each in turn: every pair of neighbouring parts may run at the same time.
void onTwoThreads(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& body) {
  const auto run = [&](std::size_t first) {
    for (std::size_t begin = first * grain; begin < count; begin += 2 * grain) {
      body(begin, std::min(count, begin + grain));
    }
  };
  std::thread other(run, 1);
  run(0);
  other.join();
}

/// A sheet of 100 × 100 that hangs from moving pins in gusts, tethered, and is hit by a ball. All of its arrays are cut
/// into several parts, and pins lie in the middle of rows that other parts read as anchors.
std::vector<std::uint64_t> hashes(const ParallelFor& parallelFor, std::uint32_t threads = 1) {
  WorldDef worldDef;
  worldDef.substeps = 4;
  worldDef.wind.velocity = {1.0f, 0.0f, 3.0f};
  worldDef.wind.gustStrength = 0.5f;
  worldDef.parallelFor = parallelFor;
  worldDef.threads = threads;
  World world = std::move(World::create(worldDef)).value();
  const std::uint32_t pinned[] = {0, 99, 5050};
  ClothDef def;
  def.garment = std::move(Garment::build(makeGrid({100, 100, 0.01f, GridCut::quads}))).value();
  def.pinned = pinned;
  def.params.tethers = 2;
  def.params.maxDistance = 1.0f;
  const ClothId cloth = world.createCloth(def).value();
  EXPECT_EQ(world.stats(cloth)->particles, 10000u);
  ColliderDef ball;
  ball.shape = Sphere{0.2f};
  ball.transform.translation = {0.5f, -0.5f, 0.25f};
  const ColliderId collider = world.addCollider(ball).value();
  std::vector<std::uint64_t> result;
  std::size_t contacts = 0;
  for (int frame = 0; frame < 10; ++frame) {
    const float along = 0.01f * static_cast<float>(frame);
    const std::uint32_t moved[] = {99};
    const Vec3 target[] = {{0.99f - along, 0.0f, along}};
    EXPECT_TRUE(world.setTargets(cloth, moved, target).ok());
    EXPECT_TRUE(world.moveCollider(collider, {{}, {0.5f, -0.5f, 0.25f - 2.0f * along}}).ok());
    EXPECT_TRUE(world.step(1.0f / 60.0f).ok());
    contacts += world.stats(cloth)->contacts;
    result.push_back(world.stateHash());
  }
  EXPECT_EQ(world.stats(cloth)->tethers, 2u * 9997u);
  EXPECT_GT(contacts, 0u);
  return result;
}

/// oneTBB speaks up where it is asked for more workers than there are cores, after it was first asked for fewer.
TEST(Threads, WorldsOfDifferentThreadCountsPrintNothing) {
  testing::internal::CaptureStderr();
  for (const std::uint32_t threads : {2u, 3u, 8u, 64u}) {
    WorldDef def;
    def.threads = threads;
    World world = std::move(World::create(def)).value();
    ClothDef cloth;
    cloth.garment = std::move(Garment::build(makeGrid({8, 8, 0.1f, GridCut::quads}))).value();
    EXPECT_TRUE(world.createCloth(cloth));
    EXPECT_TRUE(world.createCloth(cloth));
    EXPECT_TRUE(world.step(1.0f / 60.0f).ok());
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Threads, OwnTasksGiveTheSameBits) { EXPECT_EQ(hashes(onTwoThreads), hashes({})); }

TEST(Threads, TeamsGiveTheSameBits) {
  const std::vector<std::uint64_t> one = hashes({});
  for (const std::uint32_t threads : {2u, 3u, 8u}) EXPECT_EQ(hashes({}, threads), one) << threads;
}

}  // namespace
}  // namespace toile
