// P27: the result is the same bits whatever the number of threads and the order of creation.
// There is no self-collision yet; the case's sheet has sphere and wind.
#include "cases/case_helpers.h"
#include "sanitized.h"

namespace toile::test {
namespace {

std::vector<std::uint64_t> hashes(std::uint32_t threads) {
  OneClothDef def;
  def.pinned = {0, 63};
  def.world.threads = threads;
  def.world.substeps = 10;  // threads are the matter here, not stiffness
  def.world.wind.velocity = {1.0f, 0.0f, 3.0f};
  def.world.wind.gustStrength = 0.5f;
  OneCloth one = oneCloth(lying(hangingSheet(64, 64, 1.26f)), def);
  one.add(sphereAt({0.6f, -0.4f, 0.5f}, 0.25f));
  std::vector<std::uint64_t> result;
  for (int frame = 0; frame < (kSanitized ? 40 : 300); ++frame) {
    one.run(1);
    result.push_back(one.world.stateHash());
  }
  EXPECT_GT(one.stats().maxSpeed, 0.0f);
  return result;
}

TEST(Cases, P27_SameBitsForEveryNumberOfThreadsAndInEveryRun) {
  const std::vector<std::uint64_t> reference = hashes(1);
  for (const std::uint32_t threads : {1u, 2u, 3u, 8u, 16u}) {
    for (int repeat = 0; repeat < (kSanitized ? 1 : 5); ++repeat) {
      ASSERT_EQ(hashes(threads), reference) << threads << " threads, repeat " << repeat;
    }
  }
}

/// Final positions of three different sheets made in the given order.
std::array<Points, 3> pathsInOrder(const std::array<int, 3>& order) {
  WorldDef worldDef;
  worldDef.substeps = 10;  // threads are the matter here, not stiffness
  worldDef.threads = 3;
  worldDef.wind.velocity = {0.0f, 0.0f, 2.0f};
  World world = need(World::create(worldDef));
  (void)need(world.addCollider(sphereAt({0.5f, -0.6f, 0.4f}, 0.3f)));
  std::array<ClothId, 3> ids;
  const std::uint32_t sides[3] = {11, 20, 31};
  const Vertices corner = {0};
  for (const int k : order) {
    ClothDef def;
    def.garment = garmentOf(lying(hangingSheet(sides[k], sides[k], 1.0f)));
    def.pinned = corner;
    ids[static_cast<std::size_t>(k)] = need(world.createCloth(def));
  }
  for (int frame = 0; frame < 120; ++frame) EXPECT_TRUE(world.step(kFrame));
  std::array<Points, 3> result;
  for (std::size_t k = 0; k < 3; ++k) {
    result[k].resize(sides[k] * sides[k]);
    EXPECT_TRUE(world.readPositions(ids[k], result[k]));
  }
  return result;
}

TEST(Cases, P27_PathDoesNotDependOnOtherCloths) {
  const std::array<Points, 3> reference = pathsInOrder({0, 1, 2});
  EXPECT_EQ(pathsInOrder({2, 0, 1}), reference);
  EXPECT_EQ(pathsInOrder({1, 2, 0}), reference);
}

}  // namespace
}  // namespace toile::test
