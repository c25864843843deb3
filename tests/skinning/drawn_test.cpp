// A drawn mesh over a simulated one: the same at rest, moved as it moves, weighing what it weighed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "skinning/drawn_data.h"
#include "skinning/phong.h"
#include "toile/toile.h"

namespace toile {
namespace {

/// A wavy sheet of triangles, or of quads.
SurfaceMesh wavySheet(GridCut cut) {
  SurfaceMesh mesh = makeGrid({33, 27, 0.02f, cut});
  for (Vec3& p : mesh.positions) p.z = 0.03f * std::sin(9.0f * p.x) + 0.02f * std::cos(13.0f * p.y);
  return mesh;
}

struct Played {
  World world;
  DrawnGarmentPtr drawn;
  ClothId cloth;
};

Played play(const SurfaceMesh& mesh, std::uint32_t vertices, const GarmentDef& def = {},
            const WorldDef& worldDef = {}) {
  SimulatedMesh simulated;
  simulated.vertices = vertices;
  auto drawn = DrawnGarment::build(mesh, def, simulated);
  EXPECT_TRUE(drawn.ok()) << (drawn.ok() ? "" : drawn.error());
  World world = World::create(worldDef).value();
  ClothDef cloth;
  cloth.garment = (*drawn)->simulated();
  const ClothId id = *world.createCloth(cloth);
  return {std::move(world), *drawn, id};
}

TEST(Drawn, IsItselfAtRest) {
  for (const GridCut cut : {GridCut::oneDiagonal, GridCut::quads}) {
    const SurfaceMesh mesh = wavySheet(cut);
    Played fine = play(mesh, 0), coarse = play(mesh, 200);
    EXPECT_LE(coarse.drawn->report().particles, 200u);
    const std::size_t count = mesh.vertexCount();
    std::vector<Vec3> p(count), n(count), q(count), m(count);
    std::vector<Vec4> t(count), s(count);
    ASSERT_TRUE(fine.world.readDrawn(fine.cloth, *fine.drawn, {p, n, t, {}}).ok());
    ASSERT_TRUE(coarse.world.readDrawn(coarse.cloth, *coarse.drawn, {q, m, s, {}}).ok());
    EXPECT_LT(coarse.drawn->report().restError, 1e-4f);
    for (std::size_t v = 0; v < count; ++v) {
      // Roundings of floats below 1 m, a dozen of them; and what the search of weights left.
      EXPECT_LT(distance(p[v], q[v]), coarse.drawn->report().restError + 2e-6f) << v;
      EXPECT_GT(dot(n[v], m[v]), 0.9999f) << v;  // 0.5° may be drawn as the coarse normal
      const Vec3 along{t[v].x, t[v].y, t[v].z}, its{s[v].x, s[v].y, s[v].z};
      EXPECT_GT(dot(along, its), 0.9998f) << v;
      EXPECT_NEAR(dot(its, m[v]), 0.0f, 1e-5f);
      EXPECT_NEAR(length(its), 1.0f, 1e-5f);
      EXPECT_EQ(t[v].w, s[v].w);
    }
  }
}

TEST(Drawn, TurnsWithTheClothFarFromTheOrigin) {
  const SurfaceMesh mesh = wavySheet(GridCut::oneDiagonal);
  Played coarse = play(mesh, 200);
  const Transform motion{fromAxisAngle({0.6f, 0.8f, 0.0f}, 1.1f), {30.0f, -20.0f, 10.0f}};
  const std::size_t count = mesh.vertexCount();
  std::vector<Vec3> p(count), n(count), q(count), m(count);
  ASSERT_TRUE(coarse.world.readDrawn(coarse.cloth, *coarse.drawn, {p, n, {}, {}}).ok());
  ASSERT_TRUE(coarse.world.teleport(coarse.cloth, motion, TeleportMode::keep).ok());
  ASSERT_TRUE(coarse.world.readDrawn(coarse.cloth, *coarse.drawn, {q, m, {}, {}}).ok());
  for (std::size_t v = 0; v < count; ++v) {
    EXPECT_LT(distance(apply(motion, p[v]), q[v]), 3e-5f) << v;            // floats at 30 m are 2e-6 m apart
    EXPECT_LT(distance(rotate(motion.rotation, n[v]), m[v]), 1e-3f) << v;  // coarse edges of 5 cm, ends off by 1e-5 m
  }
}

TEST(Drawn, WeighsWhatTheDrawnMeshWeighs) {
  const SurfaceMesh mesh = wavySheet(GridCut::oneDiagonal);
  GarmentDef def;
  def.massScale.resize(mesh.vertexCount());
  for (std::size_t v = 0; v < def.massScale.size(); ++v) def.massScale[v] = mesh.positions[v].x < 0.3f ? 3.0f : 1.0f;
  const auto centre = [&](std::uint32_t vertices, double& mass) {
    Played played = play(mesh, vertices, def);
    const GarmentPtr& garment = played.drawn->simulated();
    std::vector<float> masses(garment->vertexCount());
    EXPECT_TRUE(played.world.readMasses(played.cloth, masses).ok());
    DoubleVec3 sum;
    mass = 0.0;
    for (std::size_t v = 0; v < masses.size(); ++v) {
      mass += double{masses[v]};
      sum = sum + toDouble(garment->restPositions()[v]) * double{masses[v]};
    }
    return sum * (1.0 / mass);
  };
  double fine = 0.0, coarse = 0.0;
  const DoubleVec3 a = centre(0, fine), b = centre(200, coarse);
  EXPECT_NEAR(coarse, fine, 1e-6 * fine);
  // The centre moves by what lies off the coarse surface: waves of 3 cm under edges of 5 cm, both ways alike.
  EXPECT_LT(length(a - b), 0.005);
}

TEST(Drawn, WeightsAndFixedVerticesCarryOver) {
  const SurfaceMesh mesh = wavySheet(GridCut::oneDiagonal);
  GarmentDef def;
  def.maxDistanceScale.resize(mesh.vertexCount());
  def.stiffnessScale.assign(mesh.vertexCount(), 0.5f);
  def.thicknessScale.assign(mesh.vertexCount(), 0.25f);
  for (std::size_t v = 0; v < mesh.vertexCount(); ++v) def.maxDistanceScale[v] = mesh.positions[v].x;
  def.fixedVertices = {0, 5, 400};
  Played played = play(mesh, 200, def);
  const GarmentDef& carried = played.drawn->simulated()->def();
  const auto rest = played.drawn->simulated()->restPositions();
  ASSERT_EQ(carried.maxDistanceScale.size(), rest.size());
  ASSERT_EQ(carried.thicknessScale.size(), rest.size());
  for (std::size_t c = 0; c < rest.size(); ++c) {
    // A mean over what is bound to it: within its triangles, whose edges are about 5 cm.
    EXPECT_NEAR(carried.maxDistanceScale[c], rest[c].x, 0.05f) << c;
    EXPECT_FLOAT_EQ(carried.stiffnessScale[c], 0.5f);
    EXPECT_FLOAT_EQ(carried.thicknessScale[c], 0.25f);
  }
  ASSERT_EQ(carried.fixedVertices.size(), 3u);
  std::vector<std::uint32_t> twins;
  for (const std::uint32_t c : carried.fixedVertices) twins.push_back(played.drawn->drawnVertexOf()[c]);
  EXPECT_THAT(twins, testing::UnorderedElementsAre(0u, 5u, 400u));
}

TEST(Drawn, PinsStandForTheDrawnOnes) {
  const SurfaceMesh mesh = wavySheet(GridCut::oneDiagonal);
  SimulatedMesh simulated;
  simulated.vertices = 200;
  simulated.kept = {300};
  const auto drawn = DrawnGarment::build(mesh, {}, simulated);
  ASSERT_TRUE(drawn.ok()) << drawn.error();
  const std::uint32_t kept[] = {300};
  const auto one = (*drawn)->simulatedVertices(kept);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ((*drawn)->drawnVertexOf()[one[0]], 300u);
  // A vertex that is not simulated is held by its nearest corner.
  for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v) {
    const std::uint32_t pins[] = {v};
    const auto held = (*drawn)->simulatedVertices(pins);
    ASSERT_EQ(held.size(), 1u);
    EXPECT_LT(distance((*drawn)->simulated()->restPositions()[held[0]], mesh.positions[v]), 0.06f);
  }
}

TEST(Drawn, AnAuthoredMeshWithoutUvsGetsTheDirections) {
  const SurfaceMesh mesh = wavySheet(GridCut::oneDiagonal);
  SurfaceMesh coarse = makeGrid({9, 7, 0.08f, GridCut::oneDiagonal});
  // Long edges point elsewhere: without the drawn mesh's UVs warp would follow them.
  for (Vec3& p : coarse.positions)
    p.y *= 0.52f / 0.48f, p.z = 0.03f * std::sin(9.0f * p.x) + 0.02f * std::cos(13.0f * p.y);
  coarse.uvs.clear();
  SimulatedMesh simulated;
  simulated.mesh = &coarse;
  const auto drawn = DrawnGarment::build(mesh, {}, simulated);
  ASSERT_TRUE(drawn.ok()) << drawn.error();
  World world = World::create().value();
  ClothDef def;
  def.garment = (*drawn)->simulated();
  const ClothId cloth = *world.createCloth(def);
  // Shrunk to 0.8 along x: what is compressed is the warp.
  std::vector<Vec3> positions((*drawn)->simulated()->vertexCount());
  ASSERT_TRUE(world.readPositions(cloth, positions).ok());
  for (Vec3& p : positions) p = {0.8f * p.x, p.y, 0.0f};
  ASSERT_TRUE(world.writePositions(cloth, positions).ok());
  std::vector<Vec2> compression(mesh.vertexCount());
  ASSERT_TRUE(world.readDrawn(cloth, **drawn, {.compression = compression}).ok());
  double warp = 0.0, weft = 0.0;
  for (const Vec2 c : compression) warp += double{c.x}, weft += double{c.y};
  const double count = static_cast<double>(compression.size());
  EXPECT_GT(warp / count, 0.2);  // flattened as well, so a little more
  EXPECT_LT(warp / count, 0.3);
  EXPECT_GT(weft / count, 0.0);
  EXPECT_LT(weft / count, 0.1);
}

TEST(Drawn, CompressionIsThatOfWarpAndWeft) {
  const SurfaceMesh mesh = makeGrid({31, 31, 0.02f, GridCut::oneDiagonal});
  for (const std::uint32_t vertices : {0u, 150u}) {
    Played played = play(mesh, vertices);
    std::vector<Vec3> positions(played.drawn->simulated()->vertexCount());
    ASSERT_TRUE(played.world.readPositions(played.cloth, positions).ok());
    for (Vec3& p : positions) p = {0.7f * p.x, 1.25f * p.y, p.z};
    ASSERT_TRUE(played.world.writePositions(played.cloth, positions).ok());
    std::vector<Vec2> compression(mesh.vertexCount());
    ASSERT_TRUE(played.world.readDrawn(played.cloth, *played.drawn, {.compression = compression}).ok());
    for (const Vec2 c : compression) {
      EXPECT_NEAR(c.x, 0.3f, 1e-5f);
      EXPECT_NEAR(c.y, -0.25f, 1e-5f);
    }
  }
}

TEST(Drawn, SameBitsFromEveryInstructionSetAndThreadCount) {
  const SurfaceMesh mesh = wavySheet(GridCut::oneDiagonal);
  std::vector<Vec3> p0, n0;
  std::vector<Vec4> t0;
  for (const Simd simd : {Simd::scalar, Simd::sse4, Simd::avx2, Simd::avx512, Simd::neon}) {
    for (const std::uint32_t threads : {1u, 3u}) {
      WorldDef def;
      def.simd = simd, def.threads = threads, def.substeps = 4;
      if (!World::create(def).ok()) continue;
      Played played = play(mesh, 200, {}, def);
      for (int i = 0; i < 3; ++i) ASSERT_TRUE(played.world.step(1.0f / 60.0f).ok());
      std::vector<Vec3> p(mesh.vertexCount()), n(p.size());
      std::vector<Vec4> t(p.size());
      ASSERT_TRUE(played.world.readDrawn(played.cloth, *played.drawn, {p, n, t, {}}).ok());
      if (p0.empty()) p0 = p, n0 = n, t0 = t;
      EXPECT_EQ(p, p0);
      EXPECT_EQ(n, n0);
      EXPECT_EQ(t, t0);
    }
  }
}

TEST(Drawn, RefusesWhatDoesNotFit) {
  const SurfaceMesh mesh = wavySheet(GridCut::oneDiagonal);
  Played played = play(mesh, 200);
  const Played other = play(mesh, 100);
  std::vector<Vec3> p(mesh.vertexCount()), few(3);
  const auto error = [&](const Status& status) { return status.ok() ? "" : status.error(); };
  EXPECT_THAT(error(played.world.readDrawn(played.cloth, *other.drawn, {.positions = p})),
              testing::HasSubstr("garment"));
  EXPECT_THAT(error(played.world.readDrawn(played.cloth, *played.drawn, {.positions = few})),
              testing::HasSubstr("readDrawn: positions"));
  SimulatedMesh simulated;
  simulated.vertices = 3;
  EXPECT_THAT(DrawnGarment::build(mesh, {}, simulated).error(), testing::HasSubstr("below 4"));
  simulated.vertices = 100, simulated.mesh = &mesh;
  EXPECT_THAT(DrawnGarment::build(mesh, {}, simulated).error(), testing::HasSubstr("both"));
  simulated.mesh = nullptr, simulated.kept = {9999};
  EXPECT_THAT(DrawnGarment::build(mesh, {}, simulated).error(), testing::HasSubstr("kept[0]"));
}

TEST(Phong, InverseFindsPointsAboveABentTriangle) {
  PhongTriangle triangle;
  triangle.x = {DoubleVec3{0.0, 0.0, 0.0}, DoubleVec3{0.1, 0.0, 0.01}, DoubleVec3{0.02, 0.09, -0.01}};
  const DoubleVec3 raw[3] = {{-0.3, -0.2, 1.0}, {0.4, -0.1, 1.0}, {-0.1, 0.3, 1.0}};
  for (std::size_t k = 0; k < 3; ++k) triangle.n[k] = raw[k] * (1.0 / length(raw[k]));
  for (const PhongPoint& point :
       {PhongPoint{0.2, 0.3, 0.004}, {0.0, 0.0, -0.01}, {0.5, 0.5, 0.0}, {-0.3, 0.4, 0.002}}) {
    const DoubleVec3 target = phongPosition(triangle, point);
    const PhongPoint found = phongInverse(triangle, target, {1.0 / 3.0, 1.0 / 3.0, 0.0});
    EXPECT_LT(length(phongPosition(triangle, found) - target), 1e-7);
    EXPECT_NEAR(found.offset, point.offset, 1e-6);
  }
}

}  // namespace
}  // namespace toile
