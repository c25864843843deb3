// Mesh bodies as colliders of cloth.
#include <cmath>

#include "collision/body/meshes.h"
#include "world/fixture.h"

namespace toile::test {
namespace {

using testing::HasSubstr;

constexpr float kThickness = 0.005f;
/// What gravity adds to a resting particle in a substep of 1/600 s, and rounding.
constexpr float kSag = 9.81f / 600.0f / 600.0f + 1e-5f;

struct Stage {
  World world;
  ClothId cloth;
  std::vector<Vec3> x;

  explicit Stage(const GridDef& grid, const Transform& at, Vec3 gravity = {0.0f, -9.81f, 0.0f}, float friction = 0.3f)
      : Stage(makeGrid(grid), at, gravity, friction) {}
  Stage(const SurfaceMesh& mesh, const Transform& at, Vec3 gravity, float friction)
      : world(World::create(def(gravity)).value()) {
    GarmentDef garment;
    garment.fabric.thickness = kThickness;
    garment.fabric.frictionStatic = garment.fabric.frictionDynamic = friction;
    garment.fabric.airDrag = garment.fabric.airLift = 0.0f;
    ClothDef clothDef;
    clothDef.garment = *Garment::build(mesh, garment);
    clothDef.transform = at;
    clothDef.params.velocityDamping = 0.0f;
    cloth = *world.createCloth(clothDef);
    x.resize(mesh.vertexCount());
    read();
  }
  static WorldDef def(Vec3 gravity) {
    WorldDef def;
    def.substeps = 10;
    def.gravity = gravity;
    return def;
  }
  void read() { ASSERT_TRUE(world.readPositions(cloth, x).ok()); }
  void step(int frames = 1) {
    for (int i = 0; i < frames; ++i) ASSERT_TRUE(world.step(kFrame).ok());
    read();
    ASSERT_FALSE(world.stats(cloth)->frozen);
  }
  Vec3 middle() const {
    Vec3 sum;
    for (const Vec3 p : x) sum += p * (1.0f / static_cast<float>(x.size()));
    return sum;
  }
  void setVelocity(Vec3 v) { ASSERT_TRUE(world.writeVelocities(cloth, std::vector<Vec3>(x.size(), v)).ok()); }
};

/// From the sheet's x–y plane into the level one, its middle at `middle`.
Transform lying(const GridDef& grid, Vec3 middle) {
  const float half = 0.5f * grid.spacing;
  return {{-0.70710678f, 0.0f, 0.0f, 0.70710678f},
          middle - Vec3{half * static_cast<float>(grid.width - 1), 0.0f, half * static_cast<float>(grid.height - 1)}};
}

/// Level triangles of 4 mm, 7 × 7 of them 30 mm apart, about the y axis.
SurfaceMesh confetti(float height) {
  SurfaceMesh mesh;
  for (int i = 0; i < 49; ++i) {
    const Vec3 at{0.03f * static_cast<float>(i % 7 - 3), height, 0.03f * static_cast<float>(i / 7 - 3)};
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (const Vec3 corner : {Vec3{}, Vec3{0.0f, 0.0f, 0.004f}, Vec3{0.004f, 0.0f, 0.0f}}) {
      mesh.positions.push_back(at + corner);
      mesh.faceVertices.push_back(first + static_cast<std::uint32_t>(mesh.faceVertices.size() % 3));
    }
  }
  return mesh;
}

TEST(Body, CrumbsRestOnABallAtTheirThickness) {
  // A sheet would have to wrinkle. The outermost lie where the ball is 25° steep, and tan 25° = 0.47.
  constexpr float kRadius = 0.3f;
  Stage stage(confetti(kRadius + 0.01f), {}, {0.0f, -9.81f, 0.0f}, 0.8f);
  const SurfaceMesh mesh = ballMesh(kRadius, 3);
  const ColliderId ball = *stage.world.addCollider(bodyCollider(mesh));
  stage.step(60);
  float deepest = kRadius;  // of the facets: the sphere less the sagitta
  for (std::size_t f = 0; f < mesh.faceVertices.size(); f += 3) {
    const Vec3 p = mesh.positions[mesh.faceVertices[f]];
    const Vec3 n = cross(mesh.positions[mesh.faceVertices[f + 1]] - p, mesh.positions[mesh.faceVertices[f + 2]] - p);
    deepest = std::min(deepest, dot(normalizedOr(n, {}), p));
  }
  const Shape shape = bodyCollider(mesh).shape;
  for (const Vec3 p : stage.x) {
    EXPECT_GE(length(p), deepest + kThickness - kSag);
    EXPECT_GE(signedDistance(shape, p), kThickness - kSag);
    // Facets meet at 4.4°: a crumb on an edge or a corner is off them by at most 4 mm · tan 2.2° = 0.15 mm.
    EXPECT_LE(signedDistance(shape, p), kThickness + 2e-4f);
    EXPECT_LE(length(p), kRadius + kThickness + 2e-4f);
  }
  EXPECT_EQ(*stage.world.colliderContacts(ball), stage.x.size());
}

/// How far a sheet slides down a slope in a second.
Vec3 slid(float degrees, bool mesh, float friction) {
  const float angle = degrees * 3.14159265f / 180.0f;
  const Quat tilt = fromAxisAngle({0.0f, 0.0f, 1.0f}, angle);
  const GridDef grid{.width = 6, .height = 6, .spacing = 0.05f};
  Transform at = lying(grid, {});
  at = compose({tilt, {}}, compose({{}, {0.0f, kThickness, 0.0f}}, at));
  Stage stage(grid, at, {0.0f, -9.81f, 0.0f}, friction);
  ColliderDef slope = mesh ? bodyCollider(floorMesh(8.0f, 61)) : ColliderDef{.shape = Plane{}};
  slope.transform.rotation = tilt;
  EXPECT_TRUE(stage.world.addCollider(slope).ok());
  const Vec3 before = stage.middle();
  stage.step(60);
  return stage.middle() - before;
}

TEST(Body, SlopesHoldAndDragAsAPlaneDoes) {
  const Vec3 held = slid(20.0f, true, 0.5f);  // tan 20° = 0.36
  EXPECT_LT(length(held), 1e-3f);
  const Vec3 sliding = slid(30.0f, true, 0.3f), ofPlane = slid(30.0f, false, 0.3f);
  // g (sin − μ cos) t² / 2
  const float expected = 0.5f * 9.81f * (0.5f - 0.3f * 0.8660254f);
  EXPECT_NEAR(length(ofPlane), expected, 0.02f * expected);
  EXPECT_LT(length(sliding - ofPlane), 2e-3f * expected);
}

TEST(Body, FastBodySweepsClothAlong) {
  const GridDef grid{.width = 9, .height = 9, .spacing = 0.05f};
  Stage stage(grid, {{}, {-0.2f, 0.2f, 0.5f}}, {}, 0.0f);
  // Thinner than a third of what it goes in a substep.
  const ColliderId plate = *stage.world.addCollider(bodyCollider(boxMesh({0.5f, 0.5f, 0.005f})));
  for (int frame = 1; frame <= 10; ++frame) {
    const float z = 20.0f * static_cast<float>(frame) * kFrame;
    ASSERT_TRUE(stage.world.moveCollider(plate, {{}, {0.0f, 0.0f, z}}).ok());
    stage.step();
    for (const Vec3 p : stage.x) EXPECT_GT(p.z, z < 0.4f ? 0.0f : z + 0.005f) << frame;
  }
}

TEST(Body, ClothThrownOnAThinBoxStaysOnItsSide) {
  const GridDef grid{.width = 9, .height = 9, .spacing = 0.05f};
  for (const float speed : {1.0f, 5.0f, 30.0f}) {
    Stage stage(grid, lying(grid, {0.013f, 0.3f, 0.007f}));
    ASSERT_TRUE(stage.world.addCollider(bodyCollider(boxMesh({0.5f, 0.001f, 0.5f}))).ok());
    stage.setVelocity({0.0f, -speed, 0.0f});
    for (int frame = 0; frame < 30; ++frame) {
      stage.step();
      for (const Vec3 p : stage.x) ASSERT_GT(p.y, 0.001f) << speed << " " << frame;
    }
  }
}

/// A pyramid with its tip at the origin.
SurfaceMesh spike() {
  SurfaceMesh mesh;
  mesh.positions = {{-0.05f, -0.2f, -0.05f}, {0.05f, -0.2f, -0.05f}, {0.05f, -0.2f, 0.05f}, {-0.05f, -0.2f, 0.05f}, {}};
  mesh.faceSizes = {4, 3, 3, 3, 3};
  mesh.faceVertices = {0, 1, 2, 3, 1, 0, 4, 2, 1, 4, 3, 2, 4, 0, 3, 4};
  return mesh;
}

TEST(Body, TipLiftsATriangleFarLargerThanIt) {
  // No particle of the cloth comes near the spike: only its tip meets a triangle.
  const GridDef grid{.width = 2, .height = 2, .spacing = 1.0f};
  Stage stage(grid, lying(grid, {0.2f, 0.1f, 0.05f}), {}, 0.0f);
  const ColliderId tip = *stage.world.addCollider(bodyCollider(spike()));
  for (int frame = 1; frame <= 30; ++frame) {
    const float y = 0.5f * static_cast<float>(frame) * kFrame;
    ASSERT_TRUE(stage.world.moveCollider(tip, {{}, {0.0f, y, 0.0f}}).ok());
    stage.step();
    bool covered = false;
    const GarmentPtr garment = stage.world.garment(stage.cloth);
    for (std::size_t t = 0; t < garment->triangles().size(); t += 3) {
      const Vec3 a = stage.x[garment->triangles()[t]], b = stage.x[garment->triangles()[t + 1]],
                 c = stage.x[garment->triangles()[t + 2]];
      const Vec3 n = normalizedOr(cross(b - a, c - a), {});
      const auto beside = [&](Vec3 p, Vec3 q) { return (q.x - p.x) * (0.0f - p.z) - (q.z - p.z) * (0.0f - p.x); };
      const float s[] = {beside(a, b), beside(b, c), beside(c, a)};
      if ((s[0] < 0 || s[1] < 0 || s[2] < 0) && (s[0] > 0 || s[1] > 0 || s[2] > 0)) continue;
      covered = true;
      const float height = a.y - (n.x * (0.0f - a.x) + n.z * (0.0f - a.z)) / n.y;
      EXPECT_GT(height, y) << frame;
    }
    EXPECT_TRUE(covered);
  }
  EXPECT_GT(stage.middle().y, 0.15f) << "it was lifted";
}

TEST(Body, MovedVerticesCarryClothByFriction) {
  const GridDef grid{.width = 6, .height = 6, .spacing = 0.05f};
  Stage stage(grid, lying(grid, {0.0f, kThickness, 0.0f}), {0.0f, -9.81f, 0.0f}, 1.0f);
  const SurfaceMesh mesh = floorMesh(2.0f, 21);
  const ColliderId floor = *stage.world.addCollider(bodyCollider(mesh));
  stage.step(5);
  const Vec3 before = stage.middle();
  float way = 0.0f;
  for (int frame = 0; frame < 60; ++frame) {
    way += 0.3f * kFrame * std::min(1.0f, static_cast<float>(frame) / 20.0f);  // 0.9 m/s² at first: below μ g
    std::vector<Vec3> vertices = mesh.positions;
    for (Vec3& p : vertices) p.x += way;
    ASSERT_TRUE(stage.world.moveColliderVertices(floor, vertices).ok());
    stage.step();
  }
  EXPECT_NEAR(stage.middle().x - before.x, way, 2e-3f);
  std::vector<Vec3> now(mesh.vertexCount());
  ASSERT_TRUE(stage.world.readColliderVertices(floor, now).ok());
  EXPECT_FLOAT_EQ(now[0].x, mesh.positions[0].x + way);
  // They stay where they were put, and the cloth stops within v² / (2 μ g) = 4.6 mm.
  const Vec3 last = stage.middle();
  stage.step(10);
  EXPECT_LT(distance(stage.middle(), last), 5e-3f);
}

TEST(Body, TeleportedVerticesSweepNothing) {
  const GridDef grid{.width = 6, .height = 6, .spacing = 0.05f};
  Stage stage(grid, {{}, {0.0f, 0.0f, 0.0f}}, {}, 0.0f);
  const SurfaceMesh mesh = boxMesh({0.3f, 0.3f, 0.05f});
  std::vector<Vec3> away = mesh.positions, beyond = mesh.positions;
  for (Vec3& p : away) p.z -= 1.0f;
  for (Vec3& p : beyond) p.z += 1.0f;
  const ColliderId box = *stage.world.addCollider(bodyCollider(mesh, {{}, {0.0f, 0.0f, 5.0f}}));
  ASSERT_TRUE(stage.world.teleportCollider(box, {}).ok());
  ASSERT_TRUE(stage.world.teleportColliderVertices(box, away).ok());
  stage.step();
  ASSERT_TRUE(stage.world.teleportColliderVertices(box, beyond).ok());
  stage.step();
  EXPECT_LT(length(stage.middle() - Vec3{0.125f, -0.125f, 0.0f}), 1e-4f);
  ASSERT_TRUE(stage.world.moveColliderVertices(box, away).ok());
  stage.step();
  EXPECT_LT(stage.middle().z, -0.5f) << "a move does sweep";
}

TEST(Body, CollapsedBodyAndNeedlesGiveNoNan) {
  const GridDef grid{.width = 9, .height = 9, .spacing = 0.05f};
  Stage stage(grid, lying(grid, {0.0f, 0.12f, 0.0f}));
  const SurfaceMesh mesh = ballMesh(0.1f, 1);
  const ColliderId ball = *stage.world.addCollider(bodyCollider(mesh));
  std::vector<Vec3> point(mesh.vertexCount(), {0.01f, 0.11f, 0.02f}), needle = mesh.positions;
  for (Vec3& p : needle) p.x = p.z = 0.0f;
  for (int frame = 0; frame < 12; ++frame) {
    ASSERT_TRUE(
        stage.world.moveColliderVertices(ball, frame % 3 == 0   ? point
                                               : frame % 3 == 1 ? needle
                                                                : mesh.positions)
            .ok());
    stage.step();
    for (const Vec3 p : stage.x) ASSERT_TRUE(isFinite(p));
  }
}

TEST(Body, TriggerReportsAndPushesNothing) {
  const GridDef grid{.width = 6, .height = 6, .spacing = 0.05f};
  Stage stage(grid, lying(grid, {0.0f, 0.2f, 0.0f}));
  ColliderDef def = bodyCollider(floorMesh(2.0f, 5));
  def.trigger = true;
  const ColliderId floor = *stage.world.addCollider(def);
  std::size_t most = 0;
  for (int frame = 0; frame < 30; ++frame) {
    stage.step();
    most = std::max(most, *stage.world.colliderContacts(floor));
    EXPECT_EQ(stage.world.stats(stage.cloth)->contacts, 0u);
  }
  EXPECT_GT(most, 0u);
  EXPECT_LT(stage.middle().y, -0.3f) << "it fell through";
  EXPECT_EQ(stage.world.stats().bodies.triangles, 50u);
}

TEST(Body, BadInputIsRefused) {
  World world = World::create({}).value();
  ColliderDef none;
  none.shape = MeshBody{};
  const auto empty = world.addCollider(none);
  ASSERT_FALSE(empty.ok());
  EXPECT_THAT(empty.error(), HasSubstr("mesh"));
  const SurfaceMesh mesh = boxMesh({0.1f, 0.1f, 0.1f});
  const ColliderId box = *world.addCollider(bodyCollider(mesh)), ball = *world.addCollider({.shape = Sphere{0.1f}});
  std::vector<Vec3> vertices = mesh.positions;
  EXPECT_THAT(world.moveColliderVertices(ball, vertices).error(), HasSubstr("no mesh body"));
  EXPECT_THAT(world.readColliderVertices(ball, vertices).error(), HasSubstr("no mesh body"));
  vertices[3].z = kNan;
  EXPECT_THAT(world.moveColliderVertices(box, vertices).error(), HasSubstr("element 3"));
  vertices[3].z = 2e9f;
  EXPECT_THAT(world.teleportColliderVertices(box, vertices).error(), HasSubstr("element 3"));
  vertices.pop_back();
  EXPECT_THAT(world.moveColliderVertices(box, vertices).error(), HasSubstr("7 elements"));
  ASSERT_TRUE(world.removeCollider(box).ok());
  EXPECT_THAT(world.moveColliderVertices(box, mesh.positions).error(), HasSubstr("stale"));
}

}  // namespace
}  // namespace toile::test
