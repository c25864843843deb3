// Which cloths and colliders meet, what triggers tell, and hulls as colliders of a world.
#include <algorithm>
#include <array>
#include <cmath>

#include "collision/hull/hulls.h"
#include "fixture.h"

namespace toile::test {
namespace {

class LayersTest : public WorldTest {
 protected:
  /// A box round the whole sheet.
  ColliderId addBox(bool trigger, std::uint32_t group = 1, std::uint32_t mask = 0xffffffffu) {
    ColliderDef def;
    def.shape = Box{{1.0f, 1.0f, 1.0f}};
    def.trigger = trigger, def.group = group, def.mask = mask;
    return *world.addCollider(def);
  }
};

TEST_F(LayersTest, BothMasksDecide) {
  const struct {
    std::uint32_t group, mask, clothGroup, clothMask;
    bool meet;
  } cases[] = {
      {1, ~0u, 1, ~0u, true},                        // the defaults
      {1, ~0u, 4, 2, false},                         // the cloth does not look for it
      {1, 2, 4, ~0u, false},                         // it does not look for the cloth
      {1, 4, 4, 1, true},      {6, 8, 12, 2, true},  // any shared bit does
      {0, ~0u, 1, ~0u, false},                       // in no group: met by nobody
      {1, ~0u, 0, ~0u, false}, {0x80000000u, 0x40000000u, 0x40000000u, 0x80000000u, true},
  };
  for (const auto& c : cases) {
    const ColliderId box = addBox(true, c.group, c.mask);
    ASSERT_TRUE(world.setCollisionGroup(cloth, c.clothGroup).ok());
    ASSERT_TRUE(world.setCollisionMask(cloth, c.clothMask).ok());
    step();
    EXPECT_EQ(*world.colliderContacts(box), c.meet ? garment->particleCount() : 0u) << c.group << " " << c.mask;
    ASSERT_TRUE(world.removeCollider(box).ok());
  }
}

TEST_F(LayersTest, MasksHoldForCrowdsAndBodiesAsWell) {
  SurfaceMesh mesh;
  const auto corners = boxHull({1.0f, 1.0f, 1.0f});
  mesh.positions.assign(corners.mesh->vertices().begin(), corners.mesh->vertices().end());
  mesh.faceVertices.assign(corners.mesh->triangles().begin(), corners.mesh->triangles().end());
  ASSERT_TRUE(world.setGravity({}).ok());
  std::vector<ClothId> row;
  for (int i = 0; i < 40; ++i) {
    ClothDef def = clothDef();
    // Level, half a millimetre above the top of the box: within the cloth's thickness.
    def.transform = {fromAxisAngle({1.0f, 0.0f, 0.0f}, -1.57079633f), {0.0f, 1.0005f, 0.0f}};
    def.collisionGroup = i % 2 == 0 ? 2u : 4u;
    row.push_back(*world.createCloth(def));
  }
  for (const Shape& shape : {Shape{Box{{1.0f, 1.0f, 1.0f}}}, Shape{MeshBody{*BodyMesh::build(mesh)}}}) {
    ColliderDef def;
    def.shape = shape, def.mask = 2, def.trigger = true;
    const ColliderId solid = *world.addCollider(def);
    step();
    std::vector<ClothTouch> touching(100);
    const std::size_t count = *world.readTouching(solid, touching);
    EXPECT_EQ(count, 20u) << shape.index();
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(touching[i].cloth, row[2 * i]);
    ASSERT_TRUE(world.removeCollider(solid).ok());
    for (const ClothId id : row) ASSERT_TRUE(world.reset(id).ok());
  }
}

TEST_F(LayersTest, TriggersTellWhichClothsAndHowMuchOfThem) {
  // Half of a second sheet is in the box, a third is far away.
  ClothDef def = clothDef();
  def.transform.translation = {0.75f, 0.0f, 0.0f};
  const ClothId half = *world.createCloth(def);
  def.transform.translation = {9.0f, 0.0f, 0.0f};
  ASSERT_TRUE(world.createCloth(def).ok());
  const ColliderId box = addBox(true);
  ASSERT_TRUE(world.setGravity({}).ok());
  EXPECT_EQ(*world.readTouching(box, {}), 0u) << "before any step";
  step();
  std::array<ClothTouch, 4> touching;
  ASSERT_EQ(*world.readTouching(box, touching), 2u);
  EXPECT_EQ(touching[0].cloth, cloth);
  EXPECT_EQ(touching[0].particles, garment->particleCount());
  EXPECT_EQ(touching[1].cloth, half);
  // Columns at 0.75, 0.85, 0.95 m are inside, that at 1.05 is not.
  EXPECT_EQ(touching[1].particles, 3u * kSheet.height);
  EXPECT_EQ(touching[0].particles + touching[1].particles, *world.colliderContacts(box));
  EXPECT_EQ(*world.readTouching(box, std::span(touching).first(1)), 2u) << "more than fit";
  ASSERT_TRUE(world.setEnabled(half, false).ok());
  EXPECT_EQ(*world.readTouching(box, touching), 1u);
  ASSERT_TRUE(world.destroyCloth(half).ok());
  EXPECT_EQ(*world.readTouching(box, touching), 1u);

  // A collider in the place of one that is gone begins with nothing.
  ASSERT_TRUE(world.removeCollider(box).ok());
  EXPECT_FALSE(world.readTouching(box, touching).ok());
  ColliderDef away;
  away.transform.translation = {0.0f, 50.0f, 0.0f};
  const ColliderId next = *world.addCollider(away);
  EXPECT_EQ(next.slot, box.slot);
  EXPECT_EQ(*world.readTouching(next, touching), 0u);
  EXPECT_EQ(*world.colliderContacts(next), 0u);
}

TEST_F(LayersTest, TriggersPushNothing) {
  World plain = World::create(worldDef()).value();
  const ClothId other = *plain.createCloth(clothDef());
  addBox(true);
  ColliderDef hull;
  hull.shape = gemHull(0.5f, 0.1f), hull.trigger = true;
  const ColliderId gem = *world.addCollider(hull);
  step(10);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(plain.step(kFrame).ok());
  EXPECT_EQ(positions(), [&] {
    std::vector<Vec3> out(garment->vertexCount());
    EXPECT_TRUE(plain.readPositions(other, out).ok());
    return out;
  }());
  EXPECT_GT(*world.colliderContacts(gem), 0u);
}

/// Where a hanging sheet is after a rounded gem has flown through the place of its middle at `speed` m/s.
class HullFlight : public testing::TestWithParam<float> {};

TEST_P(HullFlight, PushesTheSheetAheadOfItAndNeverPassesThrough) {
  const float speed = GetParam();
  WorldDef worldDef;
  worldDef.substeps = 20;
  worldDef.wind.airDensity = 0.0f;
  World world = World::create(worldDef).value();
  const GridDef grid{.width = 25, .height = 25, .spacing = 0.04f};
  ClothDef def;
  def.garment = *Garment::build(makeGrid(grid), {});
  const auto pins = pinnedVertices(grid, PinPattern::topRow);
  def.pinned = pins;
  const ClothId sheet = *world.createCloth(def);
  ColliderDef gem;
  gem.shape = gemHull(0.1f, 0.03f);
  gem.transform.translation = {0.48f, -0.5f, -0.8f};
  const ColliderId id = *world.addCollider(gem);
  const float way = speed / 60.0f;
  float z = -0.8f;
  std::vector<Vec3> x(def.garment->vertexCount());
  std::size_t touched = 0;
  while (z < 0.25f) {
    z += way;
    ASSERT_TRUE(world.moveCollider(id, {{}, {0.48f, -0.5f, z}}).ok());
    ASSERT_TRUE(world.step(kFrame).ok());
    touched += *world.colliderContacts(id);
    ASSERT_TRUE(world.readPositions(sheet, x).ok());
    const ColliderDef now = *world.collider(id);
    for (const Vec3 p : x) {
      ASSERT_TRUE(isFinite(p));
      // Outside it, and nothing that lies before its middle has been left behind it.
      ASSERT_GT(signedDistance(now.shape, applyInverse(now.transform, p)), -5e-3f);
      const float aside = std::hypot(p.x - 0.48f, p.y + 0.5f);
      // Later on the hem, carried far beyond the pins, swings round it.
      ASSERT_TRUE(z < 0.05f || z > 0.3f || aside > 0.06f || p.z > z) << aside;
    }
  }
  EXPECT_GT(touched, 20u);
  EXPECT_FALSE(world.stats(sheet)->frozen);
}

INSTANTIATE_TEST_SUITE_P(Speeds, HullFlight, testing::Values(2.0f, 10.0f, 30.0f));

TEST(HullCollider, IsCheckedWhereItComesIn) {
  World world = World::create({}).value();
  ColliderDef def;
  def.shape = ConvexHull{};
  const auto refusal = [&] {
    const auto id = world.addCollider(def);
    return id ? std::string("taken") : id.error();
  };
  EXPECT_THAT(refusal(), testing::HasSubstr("mesh is null"));
  for (const float radius : {-0.1f, kNan, kInfinite, 2e9f}) {
    def.shape = boxHull({1.0f, 1.0f, 1.0f}, radius);
    EXPECT_THAT(refusal(), testing::HasSubstr("radius")) << radius;
  }
  EXPECT_EQ(world.stats().colliders, 0u);
}

}  // namespace
}  // namespace toile::test
