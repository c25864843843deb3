// Volumes give the same bits for every thread count, instruction set, lane count, and in crowds; and on every machine.
#include <algorithm>

#include "collision/volume/volumes.h"
#include "determinism/scenes.h"
#include "determinism/targets.h"

namespace toile::test {
namespace {

// What every machine and compiler has to get. A change of the solver may change it; nothing else may.
constexpr std::uint64_t kVolumeHash = 3088330321334009038u;

/// `count` sheets on a rounded ring and a plate that move and turn, over a slope.
std::uint64_t overVolumeHash(WorldDef def, std::uint32_t size = 29, int count = 1) {
  def.substeps = 6;
  World world = World::create(def).value();
  ColliderDef ringDef;
  ringDef.shape = ringVolume(0.2f, 0.07f, 0.025f), ringDef.transform.translation = {0.4f, 0.0f, 0.4f},
  ringDef.restitution = 0.3f;
  const ColliderId ring = *world.addCollider(ringDef);
  ringDef.shape = boxVolume({0.3f, 0.03f, 0.2f}, 0.02f), ringDef.transform.translation = {0.1f, 0.1f, 0.1f};
  const ColliderId plate = *world.addCollider(ringDef);
  EXPECT_TRUE(world.addCollider(planeCollider({0.0f, -0.2f, 0.0f}, {0.1f, 1.0f, 0.0f})).ok());
  ClothDef cloth;
  const GridDef grid{.width = size, .height = size, .spacing = 0.8f / static_cast<float>(size - 1)};
  cloth.garment = *Garment::build(makeGrid(grid), GarmentDef{});
  for (int i = 0; i < count; ++i) {
    cloth.transform = {normalized({-0.7f, 0.02f, 0.01f, 0.7f}), {0.01f * static_cast<float>(i), 0.3f, 0.0f}};
    EXPECT_TRUE(world.createCloth(cloth).ok());
  }
  std::size_t touching = 0;
  for (int frame = 0; frame < 14; ++frame) {
    // Triangle waves of exact numbers: no library call decides about a bit.
    const float phase = static_cast<float>(std::min(frame, 14 - frame)) * 0.1f;
    const Quat turn = normalized({0.1f * phase, 0.2f * phase, 0.0f, 1.0f});
    EXPECT_TRUE(world.moveCollider(ring, {turn, {0.4f + 0.1f * phase, 0.0f, 0.4f}}).ok());
    EXPECT_TRUE(world.moveCollider(plate, {turn, {0.1f, 0.1f + 0.3f * phase, 0.1f}}).ok());
    EXPECT_TRUE(world.step(1.0f / 60.0f).ok());
    touching += *world.colliderContacts(ring) + *world.colliderContacts(plate);
  }
  EXPECT_GT(touching, 100u);
  return world.stateHash();
}

TEST(VolumeGolden, ThreadsDoNotMatter) {
  constexpr std::uint32_t kSize = 65;  // large enough for threads to share it
  const std::uint64_t hash = overVolumeHash({}, kSize);
  for (const std::uint32_t threads : {2u, 4u}) {
    WorldDef def;
    def.threads = threads;
    EXPECT_EQ(overVolumeHash(def, kSize), hash) << threads;
  }
}

TEST(VolumeGolden, InstructionSetsAndLanesDoNotMatter) {
  test::forEachTarget(
      [&](const WorldDef& def, const std::string& name) { EXPECT_EQ(overVolumeHash(def), kVolumeHash) << name; });
}

TEST(VolumeGolden, CrowdsDoNotMatter) {
  WorldDef apart;
  apart.crowds = false;
  EXPECT_EQ(overVolumeHash({}, 13, 16), overVolumeHash(apart, 13, 16));
}

}  // namespace
}  // namespace toile::test
