// Self-collision gives the same bits for every thread count, instruction set and lane count.
#include <string>

#include "determinism/scenes.h"
#include "determinism/targets.h"

namespace toile::test {
namespace {

constexpr std::uint64_t kFoldedHash = 5983648359824700816u;

/// A sheet that falls edge-on on a floor and folds over itself, and a second one that falls on it.
std::uint64_t foldedHash(WorldDef def) {
  def.substeps = 6;
  World world = World::create(def).value();
  EXPECT_TRUE(world.addCollider(planeCollider({0, 0, 0}, {0, 1, 0})).ok());
  ClothDef cloth;
  cloth.garment = *Garment::build(makeGrid({.width = 17, .height = 17, .spacing = 0.02f}), GarmentDef{});
  cloth.params.selfCollision.enabled = true;
  cloth.params.selfCollision.thickness = 0.004f;
  cloth.transform = {normalized({0.02f, 0.0f, 0.01f, 1.0f}), {0.0f, 0.36f, 0.0f}};
  EXPECT_TRUE(world.createCloth(cloth).ok());
  cloth.transform.translation.y = 0.75f;
  EXPECT_TRUE(world.createCloth(cloth).ok());
  std::size_t touching = 0;
  for (int frame = 0; frame < 30; ++frame) {
    EXPECT_TRUE(world.step(1.0f / 60.0f).ok());
    touching += world.stats().contact.touching;
  }
  EXPECT_EQ(world.countCrossings(), 0u);
  EXPECT_GT(touching, 0u);
  return world.stateHash();
}

TEST(ContactGolden, ThreadsDoNotMatter) {
  for (const std::uint32_t threads : {1u, 2u, 4u}) {
    WorldDef def;
    def.threads = threads;
    EXPECT_EQ(foldedHash(def), kFoldedHash) << threads;
  }
}

TEST(ContactGolden, InstructionSetsDoNotMatter) {
  test::forEachTarget(
      [](const WorldDef& def, const std::string& name) { EXPECT_EQ(foldedHash(def), kFoldedHash) << name; });
}

}  // namespace
}  // namespace toile::test
