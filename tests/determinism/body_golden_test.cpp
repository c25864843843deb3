// Mesh bodies give the same bits for every thread count, instruction set, lane count, and in crowds.
#include <algorithm>

#include "collision/body/meshes.h"
#include "determinism/solids.h"
#include "determinism/targets.h"

namespace toile::test {
namespace {

/// `count` sheets of size × size vertices on a ball that moves, turns and breathes, over a slope.
std::uint64_t drapedHash(WorldDef def, std::uint32_t size = 29, int count = 1) {
  def.substeps = 6;
  World world = World::create(def).value();
  const SurfaceMesh mesh = ballMesh(0.25f, 2);
  ColliderDef ballDef = bodyCollider(mesh, {{}, {0.4f, 0.0f, 0.4f}});
  ballDef.restitution = 0.3f;
  const ColliderId ball = *world.addCollider(ballDef);
  EXPECT_TRUE(world.addCollider(planeCollider({0.0f, -0.2f, 0.0f}, {0.1f, 1.0f, 0.0f})).ok());
  ClothDef cloth;
  const GridDef grid{.width = size, .height = size, .spacing = 0.8f / static_cast<float>(size - 1)};
  cloth.garment = *Garment::build(makeGrid(grid), GarmentDef{});
  for (int i = 0; i < count; ++i) {
    cloth.transform = {normalized({-0.7f, 0.02f, 0.01f, 0.7f}), {0.01f * static_cast<float>(i), 0.265f, 0.0f}};
    EXPECT_TRUE(world.createCloth(cloth).ok());
  }
  std::size_t touching = 0;
  for (int frame = 0; frame < 14; ++frame) {
    // Triangle waves of exact numbers: no library call decides about a bit.
    const float phase = static_cast<float>(std::min(frame, 14 - frame)) * 0.1f;
    std::vector<Vec3> vertices = mesh.positions;
    for (Vec3& p : vertices) p = p * (1.0f + 0.1f * phase);
    EXPECT_TRUE(world.moveColliderVertices(ball, vertices).ok());
    const Quat turn = normalized({0.1f * phase, 0.2f * phase, 0.0f, 1.0f});
    EXPECT_TRUE(world.moveCollider(ball, {turn, {0.4f + 0.1f * phase, 0.0f, 0.4f}}).ok());
    EXPECT_TRUE(world.step(1.0f / 60.0f).ok());
    touching += *world.colliderContacts(ball);
  }
  EXPECT_GT(touching, 100u);
  return world.stateHash();
}

TEST(BodyGolden, ThreadsDoNotMatter) { expectThreadsDoNotMatter(drapedHash); }

TEST(BodyGolden, InstructionSetsAndLanesDoNotMatter) {
  const std::uint64_t hash = drapedHash({});
  test::forEachTarget([&](const WorldDef& def, const std::string& name) { EXPECT_EQ(drapedHash(def), hash) << name; });
}

TEST(BodyGolden, CrowdsDoNotMatter) { expectCrowdsDoNotMatter(drapedHash); }

}  // namespace
}  // namespace toile::test
