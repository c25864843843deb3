// Cloths: pins, masses, state, teleports, what can be switched.
#include <cmath>
#include <numeric>

#include "world/fixture.h"

namespace toile::test {
namespace {

using Cloths = WorldTest;

TEST_F(Cloths, StartAtTheRestPoseInPlace) {
  ClothDef def = clothDef();
  def.transform = {fromAxisAngle({0, 0, 1}, 1.57079633f), {1, 2, 3}};
  const ClothId id = *world.createCloth(def);
  const std::vector<Vec3> x = positions(id);
  for (std::size_t i = 0; i < x.size(); ++i) {
    // A quarter turn about z: (x, y) → (−y, x).
    const Vec3 rest = garment->restPositions()[i];
    EXPECT_LT(distance(x[i], {1.0f - rest.y, 2.0f + rest.x, 3.0f}), 1e-6f);
  }
}

TEST_F(Cloths, PinsHoldWhereTheyAreAndNotElsewhere) {
  step(5);
  const std::uint32_t some[] = {3, 17};
  const std::vector<Vec3> before = positions();
  ASSERT_TRUE(world.pin(cloth, some).ok());
  EXPECT_TRUE(*world.isPinned(cloth, 3));
  EXPECT_FALSE(*world.isPinned(cloth, 4));
  step(5);
  EXPECT_EQ(positions()[3], before[3]);
  EXPECT_EQ(positions()[17], before[17]);
  EXPECT_NE(positions()[4], before[4]);
  ASSERT_TRUE(world.unpin(cloth, some).ok());
  step(5);
  EXPECT_LT(positions()[3].y, before[3].y);
}

TEST_F(Cloths, FixedVerticesStayPinned) {
  GarmentDef def;
  def.fixedVertices = {2};
  ClothDef fixed;
  fixed.garment = sheetGarment(def);
  const ClothId id = *world.createCloth(fixed);
  EXPECT_TRUE(*world.isPinned(id, 2));
  const std::uint32_t two[] = {1, 2};
  ASSERT_TRUE(world.pin(id, two).ok());
  const Status status = world.unpin(id, two);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error(), testing::HasSubstr("vertex 2"));
  EXPECT_TRUE(*world.isPinned(id, 1));  // nothing was half done
}

TEST_F(Cloths, MassesCanBeSetAndPinsKeepHolding) {
  const std::uint32_t pin[] = {0};
  ASSERT_TRUE(world.pin(cloth, pin).ok());
  ASSERT_TRUE(world.setTotalMass(cloth, 3.0f).ok());
  std::vector<float> m = masses();
  EXPECT_NEAR(std::accumulate(m.begin(), m.end(), 0.0), 3.0, 1e-5);
  EXPECT_GT(m[0], 0.0f);
  std::iota(m.begin(), m.end(), 1.0f);
  ASSERT_TRUE(world.setVertexMasses(cloth, m).ok());
  EXPECT_EQ(masses(), m);
  const Vec3 held = positions()[0];
  step(3);
  EXPECT_EQ(positions()[0], held);
}

TEST_F(Cloths, CopiesOfOneParticleGetTheMeanOfTheirMasses) {
  SurfaceMesh seam;
  seam.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  seam.faceVertices = {0, 1, 2, 3, 5, 4};
  ClothDef def;
  def.garment = *Garment::build(seam);
  const ClothId id = *world.createCloth(def);
  const std::vector<float> wanted{1, 2, 3, 4, 5, 6};
  ASSERT_TRUE(world.setVertexMasses(id, wanted).ok());
  std::vector<float> m(6);
  ASSERT_TRUE(world.readMasses(id, m).ok());
  EXPECT_EQ(m, (std::vector<float>{1, 3, 4, 3, 4, 6}));
}

TEST_F(Cloths, PositionsAndVelocitiesAreReadAsWritten) {
  std::vector<Vec3> x = positions(), v(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float k = static_cast<float>(i);
    x[i] += Vec3{0.01f * k, -0.02f * k, 0.5f};
    v[i] = {k, 2.0f * k, -k};
  }
  ASSERT_TRUE(world.writePositions(cloth, x).ok());
  ASSERT_TRUE(world.writeVelocities(cloth, v).ok());
  EXPECT_EQ(positions(), x);
  EXPECT_EQ(velocities(), v);
}

TEST_F(Cloths, NormalsAndTangentsOfAFlatSheet) {
  std::vector<Vec3> normals(garment->vertexCount());
  std::vector<Vec4> tangents(garment->vertexCount());
  ASSERT_TRUE(world.readNormals(cloth, normals).ok());
  ASSERT_TRUE(world.readTangents(cloth, tangents).ok());
  for (std::size_t i = 0; i < normals.size(); ++i) {
    EXPECT_LT(distance(normals[i], {0, 0, 1}), 1e-6f);
    EXPECT_LT(distance({tangents[i].x, tangents[i].y, tangents[i].z}, {1, 0, 0}), 1e-6f);
    EXPECT_EQ(std::fabs(tangents[i].w), 1.0f);
  }
  SurfaceMesh bare = makeGrid(kSheet);
  bare.uvs.clear();
  ClothDef def;
  def.garment = *Garment::build(bare);
  const ClothId id = *world.createCloth(def);
  const Status status = world.readTangents(id, tangents);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error(), testing::HasSubstr("UV"));
}

TEST_F(Cloths, TeleportKeepsShapeAndTurnsVelocities) {
  step(5);
  const std::vector<Vec3> x = positions(), v = velocities();
  const Transform motion{fromAxisAngle({0, 1, 0}, 0.7f), {5, 1, -2}};
  ASSERT_TRUE(world.teleport(cloth, motion, TeleportMode::keep).ok());
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_LT(distance(positions()[i], apply(motion, x[i])), 1e-6f);
    EXPECT_LT(distance(velocities()[i], rotate(motion.rotation, v[i])), 1e-6f);
  }
  ASSERT_TRUE(world.reset(cloth).ok());  // the place has moved along
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_LT(distance(positions()[i], apply(motion, garment->restPositions()[i])), 1e-6f);
  }
}

TEST_F(Cloths, TeleportCarriesPinsAndTargetsWithoutAJerk) {
  const std::uint32_t pin[] = {0, 5};
  ASSERT_TRUE(world.pin(cloth, pin).ok());
  step(10);
  ASSERT_TRUE(world.teleport(cloth, {{}, {100, 0, 0}}, TeleportMode::keep).ok());
  step();
  EXPECT_LT(world.stats(cloth)->maxSpeed, 10.0f);
  EXPECT_EQ(positions()[0], (Vec3{100, 0, 0}));
}

TEST_F(Cloths, TeleportResetIsTheRestPoseAtRest) {
  step(5);
  ASSERT_TRUE(world.teleport(cloth, {{}, {0, 7, 0}}, TeleportMode::reset).ok());
  for (std::size_t i = 0; i < garment->vertexCount(); ++i) {
    EXPECT_LT(distance(positions()[i], garment->restPositions()[i] + Vec3{0, 7, 0}), 1e-6f);
    EXPECT_EQ(velocities()[i], Vec3{});
  }
}

TEST_F(Cloths, ResetKeepsPinsAndParameters) {
  const std::uint32_t pin[] = {4};
  ASSERT_TRUE(world.pin(cloth, pin).ok());
  ClothParams params;
  params.gravityScale = 0.25f;
  ASSERT_TRUE(world.setParams(cloth, params).ok());
  step(10);
  ASSERT_TRUE(world.reset(cloth).ok());
  EXPECT_TRUE(*world.isPinned(cloth, 4));
  EXPECT_EQ(world.params(cloth)->gravityScale, 0.25f);
  EXPECT_EQ(positions()[20], garment->restPositions()[20]);
}

TEST_F(Cloths, DisabledClothsDoNotMoveAndWakeOnTheirTargets) {
  const std::uint32_t pin[] = {0};
  ASSERT_TRUE(world.pin(cloth, pin).ok());
  step(3);
  ASSERT_TRUE(world.setEnabled(cloth, false).ok());
  EXPECT_FALSE(world.stats(cloth)->enabled);
  const std::uint64_t hash = world.stateHash();
  const Vec3 target[] = {{0.1f, 0.2f, 0.3f}};
  ASSERT_TRUE(world.setTargets(cloth, pin, target).ok());
  step(3);
  EXPECT_EQ(world.stateHash(), hash);
  ASSERT_TRUE(world.setEnabled(cloth, true).ok());
  EXPECT_EQ(positions()[0], target[0]);
  EXPECT_EQ(velocities()[0], Vec3{});
}

TEST_F(Cloths, ParametersTakeEffectAtOnce) {
  ClothParams params;
  params.gravityScale = 0.0f;
  params.airDrag = params.airLift = 0.0f;
  ASSERT_TRUE(world.setParams(cloth, params).ok());
  step(5);
  EXPECT_EQ(velocities()[7], Vec3{});
  params.acceleration = {1, 0, 0};
  ASSERT_TRUE(world.setParams(cloth, params).ok());
  step();
  EXPECT_GT(velocities()[7].x, 0.0f);
  params.maxSpeed = 0.01f;
  ASSERT_TRUE(world.setParams(cloth, params).ok());
  step(10);
  EXPECT_LE(world.stats(cloth)->maxSpeed, 0.0101f);
}

TEST_F(Cloths, KindsCanBeSwitchedOff) {
  const std::vector<std::uint32_t> top = pinnedVertices(kSheet, PinPattern::topRow);
  ASSERT_TRUE(world.pin(cloth, top).ok());
  ClothParams params;
  params.tethers = 0;
  params.kinds[Kind::stretch].enabled = false;
  params.kinds[Kind::shear].enabled = false;
  ASSERT_TRUE(world.setParams(cloth, params).ok());
  EXPECT_EQ(world.stats(cloth)->constraints, garment->constraints(Kind::quadraticBending).count());
  step(20);
  EXPECT_GT(world.stats(cloth)->maxStretch, 2.0f);  // nothing holds it but bending
}

TEST_F(Cloths, AccelerationsActUntilTakenAway) {
  const std::vector<Vec3> up(garment->vertexCount(), Vec3{0, 9.81f, 0});
  ASSERT_TRUE(world.setAccelerations(cloth, up).ok());
  step(5);
  EXPECT_NEAR(velocities()[3].y, 0.0f, 1e-4f);
  ASSERT_TRUE(world.setAccelerations(cloth, {}).ok());
  step(5);
  EXPECT_LT(velocities()[3].y, -0.5f);
}

TEST_F(Cloths, MaxDistanceHoldsParticlesNearTheirTargets) {
  GarmentDef def;
  def.maxDistanceScale.assign(30, 1.0f);
  for (std::size_t i = 0; i < 30; i += 2) def.maxDistanceScale[i] = 0.5f;
  ClothDef limited;
  limited.garment = sheetGarment(def);
  limited.params.maxDistance = 0.2f;
  const ClothId id = *world.createCloth(limited);
  for (int i = 0; i < 60; ++i) {
    step();
    const std::vector<Vec3> x = positions(id);
    for (std::size_t v = 0; v < x.size(); ++v) {
      // Rounded once after scaling the difference: 1e-7 of coordinates below 1 m.
      EXPECT_LE(distance(x[v], garment->restPositions()[v]), 0.2f * def.maxDistanceScale[v] + 2e-7f);
    }
  }
  EXPECT_NEAR(distance(positions(id)[0], garment->restPositions()[0]), 0.1f, 1e-3f);  // it does fall that far
}

TEST_F(Cloths, TethersAreCountedAndHold) {
  const std::vector<std::uint32_t> top = pinnedVertices(kSheet, PinPattern::topRow);
  EXPECT_EQ(world.stats(cloth)->tethers, 0u);
  ASSERT_TRUE(world.pin(cloth, top).ok());
  ClothParams params;
  params.tethers = 2;
  params.tetherSlack = 0.0f;
  params.kinds[Kind::stretch].stiffnessScale = 1e-6f;
  params.kinds[Kind::shear].stiffnessScale = 1e-6f;
  ASSERT_TRUE(world.setParams(cloth, params).ok());
  step(60);
  EXPECT_EQ(world.stats(cloth)->tethers, 2u * 24u);
  for (std::size_t i = 24; i < 30; ++i) EXPECT_GT(positions()[i].y, -0.4001f);  // 4 cells of 0.1 m below row 0
  params.tethers = 0;
  ASSERT_TRUE(world.setParams(cloth, params).ok());
  step(60);
  EXPECT_EQ(world.stats(cloth)->tethers, 0u);
  EXPECT_LT(positions()[27].y, -0.5f);
}

}  // namespace
}  // namespace toile::test
