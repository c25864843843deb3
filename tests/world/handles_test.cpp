// Handles: null and stale ones are refused by every call; slots are reused with a new generation.
#include "world/fixture.h"

namespace toile::test {
namespace {

using Handles = WorldTest;

TEST_F(Handles, EveryCallRefusesStaleAndNullCloths) {
  const ClothId stale = *world.createCloth(clothDef());
  ASSERT_TRUE(world.destroyCloth(stale).ok());
  EXPECT_FALSE(world.isValid(stale));
  EXPECT_EQ(world.garment(stale), nullptr);
  remember();
  const std::uint32_t one[1] = {0};
  const Vec3 point[1] = {};
  std::vector<Vec3> points(garment->vertexCount());
  std::vector<Vec4> tangents(garment->vertexCount());
  std::vector<float> floats(garment->vertexCount(), 1.0f);
  for (const auto& [id, word] : {std::pair{stale, "stale"}, {ClothId{}, "null"}, {ClothId{99, 1}, "stale"}}) {
    expectRefused(world.destroyCloth(id), {"cloth id", word});
    expectRefused(world.setEnabled(id, false), {word});
    expectRefused(world.setParams(id, {}), {word});
    expectRefused(world.transform(id), {word});
    expectRefused(world.setCollisionMask(id, 1), {word});
    expectRefused(world.params(id), {word});
    expectRefused(world.pin(id, one), {word});
    expectRefused(world.unpin(id, one), {word});
    expectRefused(world.isPinned(id, 0), {word});
    expectRefused(world.setTargets(id, one, point), {word});
    expectRefused(world.setTotalMass(id, 1.0f), {word});
    expectRefused(world.setVertexMasses(id, floats), {word});
    expectRefused(world.readMasses(id, floats), {word});
    expectRefused(world.readPositions(id, points), {word});
    expectRefused(world.readVelocities(id, points), {word});
    expectRefused(world.readNormals(id, points), {word});
    expectRefused(world.readTangents(id, tangents), {word});
    expectRefused(world.writePositions(id, points), {word});
    expectRefused(world.writeVelocities(id, points), {word});
    expectRefused(world.setAccelerations(id, points), {word});
    expectRefused(world.teleport(id, {}, TeleportMode::keep), {word});
    expectRefused(world.reset(id), {word});
    expectRefused(world.stats(id), {word});
  }
}

TEST_F(Handles, EveryCallRefusesStaleAndNullColliders) {
  const ColliderId stale = *world.addCollider({});
  ASSERT_TRUE(world.removeCollider(stale).ok());
  remember();
  for (const auto& [id, word] : {std::pair{stale, "stale"}, {ColliderId{}, "null"}, {ColliderId{99, 1}, "stale"}}) {
    EXPECT_FALSE(world.isValid(id));
    expectRefused(world.removeCollider(id), {"collider id", word});
    expectRefused(world.moveCollider(id, {}), {word});
    expectRefused(world.teleportCollider(id, {}), {word});
    expectRefused(world.setColliderEnabled(id, false), {word});
    expectRefused(world.setCollider(id, {}), {word});
    expectRefused(world.collider(id), {word});
    expectRefused(world.colliderContacts(id), {word});
  }
}

TEST_F(Handles, SlotsAreReusedWithAnotherGeneration) {
  const ClothId first = *world.createCloth(clothDef());
  ASSERT_TRUE(world.destroyCloth(first).ok());
  const ClothId second = *world.createCloth(clothDef());
  EXPECT_EQ(first.slot, second.slot);
  EXPECT_NE(first.generation, second.generation);
  EXPECT_FALSE(world.isValid(first));
  EXPECT_TRUE(world.isValid(second));
  EXPECT_TRUE(world.isValid(cloth));

  const ColliderId a = *world.addCollider({});
  ASSERT_TRUE(world.removeCollider(a).ok());
  const ColliderId b = *world.addCollider({});
  EXPECT_EQ(a.slot, b.slot);
  EXPECT_NE(a, b);
  EXPECT_FALSE(world.isValid(a));
}

TEST_F(Handles, ZeroIsNull) {
  EXPECT_TRUE(ClothId{}.isNull());
  EXPECT_FALSE(cloth.isNull());
}

TEST_F(Handles, ClothsOfOneGarmentShareItAndLiveOn) {
  const ClothId other = *world.createCloth(clothDef());
  EXPECT_EQ(world.garment(cloth).get(), world.garment(other).get());
  const std::weak_ptr<const Garment> watch = garment;
  garment.reset();
  ASSERT_TRUE(world.destroyCloth(other).ok());
  EXPECT_FALSE(watch.expired());
  ASSERT_TRUE(world.destroyCloth(cloth).ok());
  EXPECT_TRUE(watch.expired());
}

TEST_F(Handles, WorldsCanBeMoved) {
  step(3);
  const std::uint64_t hash = world.stateHash();
  World moved = std::move(world);
  EXPECT_EQ(moved.stateHash(), hash);
  EXPECT_TRUE(moved.isValid(cloth));
  world = std::move(moved);
  EXPECT_TRUE(world.isValid(cloth));
}

}  // namespace
}  // namespace toile::test
