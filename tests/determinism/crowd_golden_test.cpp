// One hash for every instruction set, number of threads, in crowds and alone.
#include <string>

#include "determinism/scenes.h"
#include "determinism/targets.h"

namespace toile::test {
namespace {

constexpr std::uint64_t kCrowdHash = 6067645622096841758u;

/// Nineteen capes of one garment over a floor, some of them hit by a ball: a crowd or several, and some alone.
std::uint64_t crowdHash(WorldDef def) {
  def.substeps = 3;
  def.wind = gustyWind();
  World world = World::create(def).value();
  const GridDef grid{.width = 9, .height = 11, .spacing = 0.06f};
  GarmentDef garmentDef;
  garmentDef.kinds = {Kind::stretch, Kind::shear, Kind::quadraticBending};
  const GarmentPtr garment = *Garment::build(makeGrid(grid), garmentDef);
  const std::vector<std::uint32_t> pins = pinnedVertices(grid, PinPattern::cape);
  for (int i = 0; i < 19; ++i) {
    ClothDef cloth;
    cloth.garment = garment;
    cloth.pinned = pins;
    cloth.transform.translation = {0.7f * static_cast<float>(i), 0.0f, 0.0f};
    cloth.params.tethers = 1;
    cloth.params.velocityDamping = 0.05f * static_cast<float>(i);
    EXPECT_TRUE(world.createCloth(cloth).ok());
  }
  EXPECT_TRUE(world.addCollider(planeCollider({0.0f, -0.55f, 0.0f}, {0.02f, 1.0f, 0.0f})).ok());
  ColliderDef sphere;
  sphere.shape = Sphere{0.2f};
  sphere.transform.translation = {2.0f, -0.3f, 0.3f};
  const ColliderId ball = world.addCollider(sphere).value();
  std::size_t contacts = 0;
  for (int frame = 0; frame < 20; ++frame) {
    const float way = 0.02f * static_cast<float>(frame);
    EXPECT_TRUE(world.moveCollider(ball, {{}, {2.0f + 4.0f * way, -0.3f, 0.3f - way}}).ok());
    EXPECT_TRUE(world.step(1.0f / 60.0f).ok());
    contacts += *world.colliderContacts(ball);
  }
  EXPECT_EQ(world.stats().crowdedLastStep != 0, def.crowds && def.simd != Simd::scalar);
  EXPECT_GT(contacts, 0u);
  return world.stateHash();
}

TEST(Golden, CrowdsThreadsAndInstructionSetsDoNotMatter) {
  forEachTarget([](WorldDef def, const std::string& name) {
    for (const std::uint32_t threads : {1u, 2u, 3u, 8u}) {
      for (const bool crowds : {true, false}) {
        def.threads = threads, def.crowds = crowds;
        EXPECT_EQ(crowdHash(def), kCrowdHash) << name << ", " << threads << " threads, crowds " << crowds;
      }
    }
  });
}

}  // namespace
}  // namespace toile::test
