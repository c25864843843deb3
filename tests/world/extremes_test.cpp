// Values at the ends of the ranges that are accepted, and just beyond: no cloth may freeze because of them.
#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

#include "toile/grid.h"
#include "toile/world.h"

namespace toile {
namespace {

GarmentPtr sheet(const GarmentDef& def = {}) {
  auto garment = Garment::build(makeGrid({4, 4, 0.05f, GridCut::quads}), def);
  EXPECT_TRUE(garment.ok()) << garment.error();
  return *garment;
}

World worldOf(const WorldDef& def) {
  auto world = World::create(def);
  EXPECT_TRUE(world.ok()) << world.error();
  return std::move(world).value();
}

ClothDef clothOf(GarmentPtr garment) {
  ClothDef def;
  def.garment = std::move(garment);
  return def;
}

/// A step at every number of iterations that takes another path through the kernels.
void expectSteps(const ClothDef& def, const char* what) {
  for (const std::uint32_t iterations : {1u, 3u}) {
    WorldDef worldDef;
    worldDef.iterations = iterations;
    World world = worldOf(worldDef);
    const auto cloth = world.createCloth(def);
    ASSERT_TRUE(cloth.ok()) << what << ": " << cloth.error();
    ASSERT_TRUE(world.step(1.0f / 60.0f).ok());
    EXPECT_FALSE(world.stats(*cloth)->frozen) << what << ", iterations " << iterations;
  }
}

TEST(Extremes, SoftestStiffnessScale) {
  // Slack (no shear modulus), rigid and ordinary compliances, each divided by the least scale.
  GarmentDef slack, rigid;
  slack.fabric.shear = 0.0f;
  rigid.compliance[Kind::stretch] = rigid.compliance[Kind::shear] = 0.0f;
  for (const GarmentDef& garment : {slack, rigid}) {
    ClothDef def = clothOf(sheet(garment));
    for (KindParams& kind : def.params.kinds) kind.stiffnessScale = 1e-6f;
    expectSteps(def, "stiffnessScale 1e-6");
  }
  World world = worldOf({});
  ClothDef def = clothOf(sheet());
  def.params.kinds[Kind::shear].stiffnessScale = 1e-7f;
  const auto refused = world.createCloth(def);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error(), "ClothParams::kinds[shear].stiffnessScale is 1e-07, must be finite and at least 1e-06");
}

TEST(Extremes, EndlessDamping) {
  ClothDef def = clothOf(sheet());
  for (KindParams& kind : def.params.kinds) kind.damping = std::numeric_limits<float>::max();
  def.params.velocityDamping = def.params.internalDamping = std::numeric_limits<float>::max();
  expectSteps(def, "damping of the parameters");

  GarmentDef garment;
  garment.fabric.stretchDamping = garment.fabric.bendingDamping = std::numeric_limits<float>::max();
  expectSteps(clothOf(sheet(garment)), "damping of the fabric");
}

TEST(Extremes, MassesWithoutAnInverseAreRefused) {
  World world = worldOf({});
  const auto cloth = world.createCloth(clothOf(sheet()));
  ASSERT_TRUE(cloth.ok());
  std::vector<float> before(16), after(16);
  ASSERT_TRUE(world.readMasses(*cloth, before).ok());
  for (const float bad : {0.0f, 1e-41f, 1e26f, std::numeric_limits<float>::quiet_NaN()}) {
    std::vector<float> masses(16, 1.0f);
    masses[5] = bad;
    EXPECT_FALSE(world.setVertexMasses(*cloth, masses).ok()) << bad;
    EXPECT_FALSE(world.setTotalMass(*cloth, bad).ok()) << bad;
  }
  // Good as a sum, too little for each.
  EXPECT_FALSE(world.setTotalMass(*cloth, 1e-25f).ok());
  ASSERT_TRUE(world.readMasses(*cloth, after).ok());
  EXPECT_EQ(before, after);

  ASSERT_TRUE(world.setVertexMasses(*cloth, std::vector<float>(16, 1e-25f)).ok());
  ASSERT_TRUE(world.step(1.0f / 60.0f).ok());
  EXPECT_FALSE(world.stats(*cloth)->frozen);
}

TEST(Extremes, LongestStepIsBounded) {
  WorldDef def;
  def.substeps = 1;
  for (const float bad : {0.0f, 1e-6f, 61.0f, 1e30f}) {
    def.maxStepTime = bad;
    EXPECT_FALSE(World::create(def).ok()) << bad;
  }
  def.maxStepTime = 60.0f;
  World world = worldOf(def);
  ASSERT_TRUE(world.createCloth(clothOf(sheet())).ok());
  ASSERT_TRUE(world.step(1e30f).ok());
  EXPECT_EQ(world.stats().substepsLastStep, 3600u);
  EXPECT_EQ(world.stats().time, 60.0);
}

TEST(Extremes, ForcesTooLargeForFloatsFreezeAndDoNotVanish) {
  for (const float force : {1e25f, 1e30f}) {
    WorldDef def;
    def.gravity.y = -force;
    World world = worldOf(def);
    const auto cloth = world.createCloth(clothOf(sheet()));
    ASSERT_TRUE(cloth.ok());
    ASSERT_TRUE(world.step(1.0f / 60.0f).ok());
    EXPECT_TRUE(world.stats(*cloth)->frozen) << force;
    EXPECT_TRUE(std::isfinite(world.stats(*cloth)->maxSpeed));
  }
}

TEST(Extremes, FrozenClothTouchesNothing) {
  World world = worldOf({});
  ColliderDef ball;
  ball.shape = Sphere{1.0f};
  const auto collider = world.addCollider(ball);
  const auto cloth = world.createCloth(clothOf(sheet()));
  ASSERT_TRUE(collider.ok() && cloth.ok());
  ASSERT_TRUE(world.step(1.0f / 60.0f).ok());
  ASSERT_EQ(world.colliderContacts(*collider).value(), 16u);

  // Two accelerations whose sum overflows.
  ClothParams params;
  params.acceleration.x = 3e38f;
  ASSERT_TRUE(world.setParams(*cloth, params).ok());
  ASSERT_TRUE(world.setAccelerations(*cloth, std::vector<Vec3>(16, Vec3{3e38f, 0.0f, 0.0f})).ok());
  ASSERT_TRUE(world.step(1.0f / 60.0f).ok());
  ASSERT_TRUE(world.stats(*cloth)->frozen);
  EXPECT_EQ(world.stats(*cloth)->contacts, 0u);
  EXPECT_EQ(world.colliderContacts(*collider).value(), 0u);
}

}  // namespace
}  // namespace toile
