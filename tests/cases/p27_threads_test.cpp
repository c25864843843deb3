// P27: the result is the same bits whatever the number of threads and the order of creation.
// The sheet has sphere and wind. Its full size (64 × 64, 300 frames, five repeats) runs without self-collision, which
// takes ten times as long a step; with it a quarter of the sheet is stepped until it has folded onto itself.
#include "cases/case_helpers.h"
#include "sanitized.h"

namespace toile::test {
namespace {

/// After each frame.
std::vector<std::uint64_t> hashes(std::uint32_t threads, int frames) {
  OneClothDef def;
  def.pinned = {0, 63};
  def.world.threads = threads;
  def.world.substeps = 4;  // threads are the matter here, not stiffness
  def.world.wind.velocity = {1.0f, 0.0f, 3.0f};
  def.world.wind.gustStrength = 0.5f;
  OneCloth one = oneCloth(lying(hangingSheet(64, 64, 1.26f)), def);
  one.add(sphereAt({0.6f, -0.4f, 0.5f}, 0.25f));
  std::vector<std::uint64_t> result;
  for (int frame = 0; frame < frames; ++frame) {
    one.run(1);
    result.push_back(one.world.stateHash());
  }
  EXPECT_GT(one.stats().maxSpeed, 0.0f);
  return result;
}

TEST(Cases, P27_SameBitsForEveryNumberOfThreadsAndInEveryRun) {
  const int frames = kSanitized ? 40 : 300;
  const std::vector<std::uint64_t> reference = hashes(1, frames);
  for (const std::uint32_t threads : {1u, 2u, 3u, 8u, 16u}) {
    for (int repeat = 0; repeat < (kSanitized ? 1 : 5); ++repeat) {
      ASSERT_EQ(hashes(threads, frames), reference) << threads << " threads, repeat " << repeat;
    }
  }
}

/// A sheet with self-collision and wind that is thrown on its edge, beside a sphere, so that it folds at once.
std::vector<std::uint64_t> foldingHashes(std::uint32_t threads, int frames, std::size_t& touching) {
  OneClothDef def;
  def.world.threads = threads;
  def.world.substeps = 4;
  def.world.wind.velocity = {1.0f, 0.0f, 3.0f};
  def.params.selfCollision.enabled = true;
  OneCloth one = oneCloth(moved(hangingSheet(32, 32, 0.62f), {0.0f, 0.63f, 0.0f}), def);
  EXPECT_TRUE(one.world.writeVelocities(one.cloth, Points(one.mesh.vertexCount(), Vec3{0.0f, -6.0f, 0.0f})));
  one.add(planeCollider({}, {0.0f, 1.0f, 0.0f}));
  one.add(sphereAt({0.3f, 0.1f, 0.12f}, 0.1f));
  std::vector<std::uint64_t> result;
  for (int frame = 0; frame < frames; ++frame) {
    one.run(1);
    result.push_back(one.world.stateHash());
    touching += one.world.stats().contact.touching;
  }
  return result;
}

TEST(Cases, P27_SameBitsWhereTheClothMeetsItself) {
  const int frames = kSanitized ? 6 : 12;
  std::size_t touching = 0;
  const std::vector<std::uint64_t> reference = foldingHashes(1, frames, touching);
  EXPECT_GT(touching, 100u) << "the sheet lies on itself";
  const std::vector<std::uint32_t> counts = kSanitized ? std::vector{3u, 8u} : std::vector{1u, 2u, 3u, 8u, 16u};
  for (const std::uint32_t threads : counts) {
    std::size_t again = 0;
    ASSERT_EQ(foldingHashes(threads, frames, again), reference) << threads << " threads";
    EXPECT_EQ(again, touching);
  }
}

/// Final positions of three different sheets made in the given order.
std::array<Points, 3> pathsInOrder(const std::array<int, 3>& order, bool selfCollision) {
  WorldDef worldDef;
  worldDef.substeps = 10;  // threads are the matter here, not stiffness
  worldDef.threads = 3;
  worldDef.wind.velocity = {0.0f, 0.0f, 2.0f};
  World world = need(World::create(worldDef));
  ColliderDef sphere = sphereAt({0.5f, -0.6f, 0.4f}, 0.3f);
  sphere.group = 7;  // met by all three
  (void)need(world.addCollider(sphere));
  std::array<ClothId, 3> ids;
  const std::uint32_t sides[3] = {11, 20, 31};
  const Vertices corner = {0};
  for (const int k : order) {
    ClothDef def;
    def.garment = garmentOf(lying(hangingSheet(sides[k], sides[k], 1.0f)));
    def.pinned = corner;
    def.params.selfCollision.enabled = selfCollision;
    // Each meets itself only: cloths that meet each other are one motion, and of that the order is a part.
    def.collisionGroup = 1u << k, def.collisionMask = 1u << k;
    ids[static_cast<std::size_t>(k)] = need(world.createCloth(def));
  }
  for (int frame = 0; frame < (selfCollision ? 40 : 120); ++frame) EXPECT_TRUE(world.step(kFrame));
  if (selfCollision) {
    EXPECT_GT(world.stats().contact.pairs, 0u);
  }
  std::array<Points, 3> result;
  for (std::size_t k = 0; k < 3; ++k) {
    result[k].resize(sides[k] * sides[k]);
    EXPECT_TRUE(world.readPositions(ids[k], result[k]));
  }
  return result;
}

TEST(Cases, P27_PathDoesNotDependOnOtherCloths) {
  for (const bool selfCollision : {false, true}) {
    const std::array<Points, 3> reference = pathsInOrder({0, 1, 2}, selfCollision);
    EXPECT_EQ(pathsInOrder({2, 0, 1}, selfCollision), reference);
    EXPECT_EQ(pathsInOrder({1, 2, 0}, selfCollision), reference);
  }
}

}  // namespace
}  // namespace toile::test
