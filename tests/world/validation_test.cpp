// What comes from outside is checked: the answer names the field, and nothing has changed.
#include <functional>

#include "kernels/target.h"
#include "world/fixture.h"

namespace toile::test {
namespace {

using Validation = WorldTest;

TEST(WorldValidation, DefinitionsOutOfRangeNameTheirField) {
  const std::pair<const char*, std::function<void(WorldDef&)>> bad[] = {
      {"substeps", [](WorldDef& d) { d.substeps = 0; }},
      {"substeps", [](WorldDef& d) { d.substeps = 1001; }},
      {"iterations", [](WorldDef& d) { d.iterations = 0; }},
      {"iterations", [](WorldDef& d) { d.iterations = 1001; }},
      {"gravity", [](WorldDef& d) { d.gravity.y = kNan; }},
      {"maxStepTime", [](WorldDef& d) { d.maxStepTime = 0.0f; }},
      {"maxStepTime", [](WorldDef& d) { d.maxStepTime = kInfinite; }},
      {"threads", [](WorldDef& d) { d.threads = 0; }},
      {"threads", [](WorldDef& d) { d.threads = 1025; }},
      {"simd", [](WorldDef& d) { d.simd = chooseTarget(Simd::neon) ? Simd::avx2 : Simd::neon; }},
      {"velocity", [](WorldDef& d) { d.wind.velocity.x = kInfinite; }},
      {"gustStrength", [](WorldDef& d) { d.wind.gustStrength = -1.0f; }},
      {"gustFrequency", [](WorldDef& d) { d.wind.gustFrequency = 0.0f; }},
      {"gustLength", [](WorldDef& d) { d.wind.gustLength = kNan; }},
      {"airDensity", [](WorldDef& d) { d.wind.airDensity = -0.1f; }}};
  for (const auto& [field, spoil] : bad) {
    WorldDef def;
    spoil(def);
    const Result<World> world = World::create(def);
    ASSERT_FALSE(world.ok()) << field;
    EXPECT_THAT(world.error(), testing::HasSubstr(field));
  }
}

TEST_F(Validation, ParamsOutOfRangeNameTheirFieldAndChangeNothing) {
  const std::pair<const char*, std::function<void(ClothParams&)>> bad[] = {
      {"stiffnessScale", [](ClothParams& p) { p.kinds[Kind::shear].stiffnessScale = 0.0f; }},
      {"damping", [](ClothParams& p) { p.kinds[Kind::stretch].damping = kNan; }},
      {"pbdStiffness", [](ClothParams& p) { p.kinds[Kind::area].pbdStiffness = 1.5f; }},
      {"velocityDamping", [](ClothParams& p) { p.velocityDamping = -1.0f; }},
      {"internalDamping", [](ClothParams& p) { p.internalDamping = kInfinite; }},
      {"gravityScale", [](ClothParams& p) { p.gravityScale = kNan; }},
      {"acceleration", [](ClothParams& p) { p.acceleration.z = kNan; }},
      {"airDrag", [](ClothParams& p) { p.airDrag = kNan; }},
      {"airLift", [](ClothParams& p) { p.airLift = kInfinite; }},
      {"thickness", [](ClothParams& p) { p.thickness = kNan; }},
      {"frictionStatic", [](ClothParams& p) { p.frictionStatic = kNan; }},
      {"frictionDynamic", [](ClothParams& p) { p.frictionDynamic = kInfinite; }},
      {"frictionDynamic", [](ClothParams& p) { p.frictionStatic = 0.2f, p.frictionDynamic = 0.3f; }},
      {"airLift", [](ClothParams& p) { p.airDrag = 0.2f, p.airLift = 0.3f; }},
      {"maxDistance", [](ClothParams& p) { p.maxDistance = kNan; }},
      {"tethers", [](ClothParams& p) { p.tethers = 9; }},
      {"tetherSlack", [](ClothParams& p) { p.tetherSlack = -0.1f; }},
      {"coarseLevels", [](ClothParams& p) { p.coarseLevels = 7; }},
      {"coarseSlack", [](ClothParams& p) { p.coarseSlack = -0.1f; }},
      {"maxDepenetrationSpeed", [](ClothParams& p) { p.maxDepenetrationSpeed = 0.0f; }},
      {"maxSpeed", [](ClothParams& p) { p.maxSpeed = 0.0f; }}};
  ClothParams good;
  good.velocityDamping = 0.375f;
  ASSERT_TRUE(world.setParams(cloth, good).ok());
  remember();
  for (const auto& [field, spoil] : bad) {
    ClothParams params;
    spoil(params);
    expectRefused(world.setParams(cloth, params), {field});
    EXPECT_EQ(world.params(cloth)->velocityDamping, 0.375f);
    ClothDef def = clothDef();
    def.params = params;
    expectRefused(world.createCloth(def), {field});
    EXPECT_EQ(world.stats().cloths, 1u);
  }
}

TEST_F(Validation, ClothDefinitions) {
  remember();
  expectRefused(world.createCloth({}), {"ClothDef::garment"});
  ClothDef def = clothDef();
  const std::uint32_t pins[] = {0, 999};
  def.pinned = pins;
  expectRefused(world.createCloth(def), {"ClothDef::pinned", "element 1", "999"});
  def = clothDef();
  def.transform.rotation = {0, 0, 0, 0};
  expectRefused(world.createCloth(def), {"ClothDef::transform", "rotation"});
  def = clothDef();
  def.transform.translation.y = kNan;
  expectRefused(world.createCloth(def), {"ClothDef::transform", "translation"});
  EXPECT_EQ(world.stats().cloths, 1u);
}

TEST_F(Validation, ColliderDefinitions) {
  const std::pair<const char*, std::function<void(ColliderDef&)>> bad[] = {
      {"radius", [](ColliderDef& d) { d.shape = Sphere{-1.0f}; }},
      {"radius",
       [](ColliderDef& d) {
         d.shape = Capsule{kNan, 1.0f};
       }},
      {"halfLength",
       [](ColliderDef& d) {
         d.shape = Capsule{1.0f, -1.0f};
       }},
      {"radiusBottom",
       [](ColliderDef& d) {
         d.shape = TaperedCapsule{kInfinite, 1.0f, 1.0f};
       }},
      {"radiusTop",
       [](ColliderDef& d) {
         d.shape = TaperedCapsule{1.0f, -1.0f, 1.0f};
       }},
      {"halfExtents.y",
       [](ColliderDef& d) {
         d.shape = Box{{1.0f, -1.0f, 1.0f}};
       }},
      {"transform",
       [](ColliderDef& d) {
         d.transform.rotation = {kNan, 0, 0, 1};
       }},
      {"frictionStatic", [](ColliderDef& d) { d.frictionStatic = -1.0f; }},
      {"frictionDynamic", [](ColliderDef& d) { d.frictionDynamic = kNan; }},
      {"restitution", [](ColliderDef& d) { d.restitution = 1.1f; }}};
  for (const auto& [field, spoil] : bad) {
    ColliderDef def;
    spoil(def);
    const Result<ColliderId> id = world.addCollider(def);
    ASSERT_FALSE(id.ok()) << field;
    EXPECT_THAT(id.error(), testing::HasSubstr(field));
  }
  EXPECT_EQ(world.stats().colliders, 0u);
  const ColliderId good = *world.addCollider({});
  Transform away;
  away.translation.x = kNan;
  EXPECT_FALSE(world.moveCollider(good, away).ok());
  EXPECT_FALSE(world.teleportCollider(good, away).ok());
  EXPECT_EQ(world.collider(good)->transform, Transform{});
}

TEST_F(Validation, ArraysOfWrongSizeOrWithBadElements) {
  step(2);
  remember();
  const std::size_t n = garment->vertexCount();
  std::vector<Vec3> few(n - 1), bad(n);
  bad[7].y = kNan;
  std::vector<float> fewFloats(n - 1, 1.0f), badFloats(n, 1.0f);
  badFloats[5] = 0.0f;
  const std::uint32_t outside[] = {1, 2, static_cast<std::uint32_t>(n)}, inside[] = {1, 2};
  const Vec3 one[1] = {}, notFinite[2] = {{}, {0, kInfinite, 0}};
  expectRefused(world.readPositions(cloth, few), {"readPositions", "29", "30"});
  expectRefused(world.readVelocities(cloth, few), {"readVelocities"});
  expectRefused(world.readNormals(cloth, few), {"readNormals"});
  expectRefused(world.writePositions(cloth, few), {"writePositions", "29"});
  expectRefused(world.writePositions(cloth, bad), {"writePositions", "element 7"});
  expectRefused(world.writeVelocities(cloth, bad), {"writeVelocities", "element 7"});
  std::vector<Vec3> fast(n);
  fast[3].x = -2e9f;
  expectRefused(world.writeVelocities(cloth, fast), {"writeVelocities", "element 3", "1e9 m/s"});
  expectRefused(world.setAccelerations(cloth, bad), {"setAccelerations", "element 7"});
  expectRefused(world.setVertexMasses(cloth, fewFloats), {"setVertexMasses"});
  expectRefused(world.setVertexMasses(cloth, badFloats), {"setVertexMasses", "element 5"});
  expectRefused(world.readMasses(cloth, fewFloats), {"readMasses"});
  expectRefused(world.setTotalMass(cloth, -1.0f), {"setTotalMass"});
  expectRefused(world.setTotalMass(cloth, kNan), {"setTotalMass"});
  expectRefused(world.pin(cloth, outside), {"pin", "element 2", "30"});
  expectRefused(world.unpin(cloth, outside), {"unpin", "element 2"});
  expectRefused(world.isPinned(cloth, 30), {"isPinned"});
  expectRefused(world.setTargets(cloth, outside, few), {"setTargets"});
  expectRefused(world.setTargets(cloth, inside, one), {"setTargets", "targets"});
  expectRefused(world.setTargets(cloth, inside, notFinite), {"setTargets", "element 1"});
  Transform motion;
  motion.rotation = {0, 0, 0, 0};
  expectRefused(world.teleport(cloth, motion, TeleportMode::keep), {"teleport"});
}

TEST_F(Validation, CoordinatesBeyondTheLargestAreRefused) {
  // The largest itself is taken, on every axis, and the step after it stays finite.
  const float largest = kLargestCoordinate, beyond = 1.0001f * kLargestCoordinate;
  ClothDef far = clothDef();
  far.transform.translation = {largest, -largest, largest};
  const ClothId there = *world.createCloth(far);
  step();
  EXPECT_FALSE(world.stats(there)->frozen);

  remember();
  const std::uint32_t one[] = {1};
  const Vec3 targets[] = {{0, 0, -beyond}};
  std::vector<Vec3> points(garment->vertexCount());
  points[7].x = beyond;
  far.transform.translation = {0, beyond, 0};
  expectRefused(world.createCloth(far), {"ClothDef::transform", "translation", "beyond 1e9 m"});
  expectRefused(world.setTargets(cloth, one, targets), {"setTargets: targets", "element 0", "beyond 1e9 m"});
  expectRefused(world.writePositions(cloth, points), {"writePositions: positions", "element 7", "beyond 1e9 m"});
  for (const TeleportMode mode : {TeleportMode::keep, TeleportMode::reset}) {
    expectRefused(world.teleport(cloth, {{}, {beyond, 0, 0}}, mode), {"teleport: motion", "beyond 1e9 m"});
    expectRefused(world.teleport(there, {{}, {largest, 0, 0}}, mode), {"teleport", "new transform", "beyond 1e9 m"});
    EXPECT_EQ(world.transform(there)->translation.x, largest);
  }
  ColliderDef collider;
  collider.transform.translation.z = beyond;
  expectRefused(world.addCollider(collider), {"ColliderDef::transform", "beyond 1e9 m"});
  const ColliderId id = *world.addCollider({});
  expectRefused(world.moveCollider(id, collider.transform), {"beyond 1e9 m"});
  expectRefused(world.teleportCollider(id, collider.transform), {"beyond 1e9 m"});
}

TEST_F(Validation, WorldCalls) {
  remember();
  expectRefused(world.setGravity({0, kNan, 0}), {"gravity"});
  Wind wind;
  wind.airDensity = kNan;
  expectRefused(world.setWind(wind), {"airDensity"});
  expectRefused(world.setSubsteps(0, 1), {"substeps"});
  expectRefused(world.setSubsteps(1, 0), {"iterations"});
  for (const float dt : {-0.01f, kNan, kInfinite}) {
    expectRefused(world.step(dt), {"dt"});
    EXPECT_EQ(world.stats().time, 0.0);
  }
}

TEST_F(Validation, LooseVerticesCannotBePinned) {
  SurfaceMesh mesh = makeGrid(kSheet);
  mesh.positions.push_back({9, 9, 9});
  mesh.uvs.push_back({0, 0});
  ClothDef def;
  def.garment = *Garment::build(mesh);
  const ClothId id = *world.createCloth(def);
  const std::uint32_t loose[] = {30};
  const Status status = world.pin(id, loose);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error(), testing::HasSubstr("loose"));
}

}  // namespace
}  // namespace toile::test
