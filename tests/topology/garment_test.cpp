#include "toile/garment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "garment_data.h"
#include "topology/meshes.h"

namespace toile {
namespace {

GarmentPtr build(const SurfaceMesh& mesh, const GarmentDef& def = {}) {
  auto result = Garment::build(mesh, def);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error());
  return result.ok() ? result.value() : nullptr;
}

std::string errorOf(const SurfaceMesh& mesh, const GarmentDef& def = {}) {
  const auto result = Garment::build(mesh, def);
  return result.ok() ? "" : result.error();
}

/// Every rest angle is zero: float positions of a flat mesh are off by some 1e-5 of its edges.
bool isFlat(const Garment& garment) {
  const auto& angles = garment.data().rest.hingeAngles;
  return std::all_of(angles.begin(), angles.end(), [](float angle) { return std::abs(angle) <= 1e-4f; });
}

/// All the promises between the arrays of a garment.
void expectConsistent(const Garment& garment) {
  const GarmentData& data = garment.data();
  const GarmentReport& report = garment.report();
  const std::size_t n = garment.particleCount();
  ASSERT_EQ(garment.particleOfVertex().size(), garment.vertexCount());
  ASSERT_EQ(garment.vertexOfParticle().size(), n);
  std::vector<std::uint8_t> hit(n, 0);
  std::size_t loose = 0;
  for (const std::uint32_t p : garment.particleOfVertex()) {
    if (p == Garment::kNoParticle) {
      ++loose;
    } else {
      ASSERT_LT(p, n);
      hit[p] = 1;
    }
  }
  EXPECT_EQ(loose, report.looseVertices);
  EXPECT_EQ(std::accumulate(hit.begin(), hit.end(), std::size_t{0}), n);
  for (std::uint32_t p = 0; p < n; ++p) {
    const std::uint32_t v = garment.vertexOfParticle()[p];
    EXPECT_EQ(garment.particleOfVertex()[v], p);
    EXPECT_EQ(data.restPositions[p], garment.restPositions()[v]);
    for (std::uint32_t earlier = 0; n < 200 && earlier < v; ++earlier) {
      EXPECT_NE(garment.particleOfVertex()[earlier], p) << "not the first vertex";
    }
    EXPECT_TRUE(std::isfinite(1.0f / data.masses[p]) && data.masses[p] > 0.0f);
  }
  EXPECT_EQ(report.particles, n);
  EXPECT_EQ(report.triangles, data.topology.triangles.size());
  EXPECT_EQ(data.paddedCount % kBlock, 0u);
  EXPECT_GE(data.paddedCount, n + kDummies);
  std::vector<std::uint8_t> used(n, 0);
  for (const auto& t : data.topology.triangles) {
    for (const std::uint32_t p : t) used[p] = 1;
  }
  EXPECT_EQ(std::accumulate(used.begin(), used.end(), std::size_t{0}), n) << "a particle without a triangle";
  for (const std::uint32_t v : garment.triangles()) EXPECT_NE(garment.particleOfVertex()[v], Garment::kNoParticle);

  std::size_t constraints = 0;
  for (const ConstraintSet& set : data.sets) {
    const ConstraintList list = garment.constraints(set.kind);
    EXPECT_EQ(list.count(), set.count);
    EXPECT_EQ(list.colourStart.size(), set.colours.size() + 1);
    constraints += list.count();
    std::vector<std::size_t> touched(n, 0);
    for (std::size_t c = 0; c + 1 < list.colourStart.size(); ++c) {
      for (std::size_t i = list.colourStart[c] * list.arity; i < list.colourStart[c + 1] * list.arity; ++i) {
        ASSERT_LT(list.particles[i], n);
        EXPECT_NE(touched[list.particles[i]], c + 1) << "colour touches a particle twice";
        touched[list.particles[i]] = c + 1;
      }
    }
    for (const float value : set.parameters) EXPECT_TRUE(std::isfinite(value));
    for (const float value : set.compliance) EXPECT_TRUE(std::isfinite(value) || value == kNothing);
  }
  EXPECT_EQ(constraints, garment.constraintCount());
}

TEST(Garment, CountsWhatPolygonsAndNeedlesLose) {
  // The border runs to x = 2 and back to 1: of the two triangles one has no area.
  SurfaceMesh spike;
  spike.positions = {{0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {1, 1, 0}};
  spike.faceSizes = {4};
  spike.faceVertices = {0, 1, 2, 3};
  const GarmentReport lost = build(spike)->report();
  EXPECT_EQ(lost.triangles, 1u);
  EXPECT_EQ(lost.degenerateTriangles, 1u);
  EXPECT_EQ(lost.degenerateFaces, 0u);

  SurfaceMesh bowTie;
  bowTie.positions = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
  bowTie.faceSizes = {4};
  bowTie.faceVertices = {0, 1, 2, 3};
  EXPECT_EQ(build(bowTie)->report().crossingPolygons, 1u);
  EXPECT_EQ(build(bowTie)->report().concavePolygons, 0u);

  // Bending over the long side of two needles would need weights above what floats can tell apart.
  SurfaceMesh needle;
  needle.positions = {{0, 0, 0}, {1, 0, 0}, {0.9f, 1.2e-6f, 0}, {0.9f, -1.2e-6f, 0}};
  needle.faceVertices = {0, 1, 2, 1, 0, 3};
  const GarmentPtr sharp = build(needle);
  EXPECT_EQ(sharp->report().triangles, 2u);
  EXPECT_EQ(sharp->report().skippedConstraints, 1u);
  EXPECT_EQ(sharp->constraints(Kind::quadraticBending).count(), 0u);
  EXPECT_FALSE(sharp->report().warnings().empty());
}

TEST(Garment, ReportOfASheet) {
  GarmentDef def;
  def.kinds.add(Kind::skipOne);
  const GarmentPtr g = build(makeGrid({11, 6, 0.1f, GridCut::quads}), def);
  ASSERT_NE(g, nullptr);
  expectConsistent(*g);
  const GarmentReport& r = g->report();
  EXPECT_EQ(r.vertices, 66u);
  EXPECT_EQ(r.faces, 50u);
  EXPECT_EQ(r.particles, 66u);
  EXPECT_EQ(r.triangles, 100u);
  EXPECT_EQ(r.quads, 50u);
  EXPECT_EQ(r.boundaryEdges, 30u);
  EXPECT_EQ(r.boundaryLoops, 1u);
  EXPECT_EQ(r.components, 1u);
  EXPECT_NEAR(r.area, 0.5, 1e-6);
  EXPECT_NEAR(r.mass, 0.1, 1e-7);
  EXPECT_FALSE(r.closed);
  EXPECT_TRUE(r.warnings().empty());
  EXPECT_TRUE(isFlat(*g));
  EXPECT_EQ(g->constraints(Kind::stretch).count(), 10u * 6 + 11 * 5);
  EXPECT_EQ(g->constraints(Kind::shear).count(), 100u);
  EXPECT_EQ(g->constraints(Kind::skipOne).count(), 9u * 6 + 11 * 4);
  EXPECT_EQ(g->constraints(Kind::area).count(), 0u);
  EXPECT_EQ(g->constraints(Kind::area).arity, 3u);
}

TEST(Garment, TheStandardSheetHasTheStandardNumberOfConstraints) {
  const GridDef grid{100, 100, 0.01f, GridCut::quads};
  GarmentDef def;
  def.kinds = {Kind::stretch, Kind::shear, Kind::skipOne};
  def.fixedVertices = pinnedVertices(grid, PinPattern::topRow);
  const GarmentPtr g = build(makeGrid(grid), def);
  EXPECT_EQ(g->constraintCount(), 58805u);
  std::uint32_t padding = 0;
  for (const ConstraintSet& set : g->data().sets) padding += set.blockCount * kBlock - set.count;
  EXPECT_LE(padding, g->constraintCount() / 16);  // ends of colours and gaps in runs
  EXPECT_EQ(g->data().sets[0].indices32.size(), 0u);
}

TEST(Garment, SeamVerticesBecomeOneParticle) {
  const GarmentPtr cube = build(test::hardCube(1.0f));
  expectConsistent(*cube);
  EXPECT_EQ(cube->particleCount(), 8u);
  EXPECT_EQ(cube->vertexCount(), 24u);
  EXPECT_EQ(cube->report().weldedVertices, 16u);
  EXPECT_TRUE(cube->report().closed);
  EXPECT_NEAR(cube->report().volume, 1.0, 1e-9);
  EXPECT_FALSE(isFlat(*cube));
  EXPECT_NEAR(cube->report().mass, 6.0 * 0.2, 1e-6);
}

TEST(Garment, NormalsAreSharedWhereTheyAgree) {
  EXPECT_EQ(build(test::hardCube(1.0f))->data().normalGroupCount, 24u);
  SurfaceMesh bare = test::hardCube(1.0f);
  bare.normals.clear();
  EXPECT_EQ(build(bare)->data().normalGroupCount, 8u);
  SurfaceMesh smooth = test::hardCube(1.0f);
  for (std::size_t v = 0; v < 24; ++v) {
    smooth.normals[v] = smooth.positions[v] - Vec3{0.5f, 0.5f, 0.5f};
    smooth.normals[v].x += v % 2 == 0 ? 0.003f : 0.0f;  // 0.2°, as encodings round
  }
  EXPECT_EQ(build(smooth)->data().normalGroupCount, 8u);
}

TEST(Garment, LooseVerticesAndBadFacesAreCountedAndTheRestIsUntouched) {
  const SurfaceMesh clean = test::triangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2});
  SurfaceMesh dirty = clean;
  dirty.positions.insert(dirty.positions.end(), {{2, 2, 0}, {2, 0, 0}, {1, 0, 0}});
  dirty.faceVertices.insert(dirty.faceVertices.end(), {0, 1, 1, 0, 1, 4, 1, 5, 2});
  const GarmentPtr g = build(dirty), h = build(clean);
  expectConsistent(*g);
  EXPECT_EQ(g->report().looseVertices, 2u);
  EXPECT_EQ(g->report().degenerateFaces, 3u);
  EXPECT_EQ(g->report().weldedVertices, 1u);
  EXPECT_EQ(g->report().warnings().size(), 2u);
  EXPECT_EQ(g->data().masses, h->data().masses);
  EXPECT_EQ(g->constraints(Kind::stretch).parameters, h->constraints(Kind::stretch).parameters);
  EXPECT_EQ(g->particleOfVertex()[5], g->particleOfVertex()[1]);
}

TEST(Garment, Masses) {
  const SurfaceMesh mesh = makeGrid({5, 5, 0.25f, GridCut::quads});
  GarmentDef def;
  def.evenMass = true;
  def.fabric.arealDensity = 0.5f;
  const GarmentPtr even = build(mesh, def);
  for (const float m : even->data().masses) EXPECT_NEAR(m, 0.5f / 25, 1e-8f);
  def.totalMass = 2.0f;
  const GarmentPtr heavy = build(mesh, def);
  for (const float m : heavy->data().masses) EXPECT_NEAR(m, 2.0f / 25, 1e-8f);
  def.evenMass = false;
  EXPECT_NEAR(build(mesh, def)->report().mass, 2.0, 1e-6);
  // By area: a vertex inside has twice the area of one on a side's middle.
  EXPECT_NEAR(build(mesh, def)->data().masses[12] / build(mesh, def)->data().masses[2], 2.0f, 1e-5f);
  def.massScale.assign(25, 1.0f);
  def.massScale[12] = 3.0f;
  EXPECT_NEAR(build(mesh, def)->report().mass, 2.0, 1e-6);
  EXPECT_NEAR(build(mesh, def)->data().masses[12] / build(mesh, def)->data().masses[2], 6.0f, 1e-5f);

  SurfaceMesh split =
      test::triangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {0, 1, 2, 3, 5, 4});
  GarmentDef painted;
  painted.vertexMasses = {1, 2, 3, 4, 5, 6};
  const GarmentPtr g = build(split, painted);
  EXPECT_EQ(g->data().masses, (std::vector<float>{1, 3, 4, 6}));
}

TEST(Garment, AnyScale) {
  for (const float scale : {1e-6f, 1e4f}) {
    for (const GridCut cut : {GridCut::quads, GridCut::alternating, GridCut::equilateral}) {
      const GarmentPtr g = build(makeGrid({15, 15, scale, cut}));
      expectConsistent(*g);
      EXPECT_EQ(g->report().triangles, 392u);
      EXPECT_EQ(g->report().degenerateFaces, 0u);
      EXPECT_TRUE(isFlat(*g));
    }
  }
}

TEST(Garment, ShuffledMeshesAreTheSameGarment) {
  GarmentDef def;
  def.kinds = {Kind::stretch, Kind::shear, Kind::skipOne, Kind::dihedralBending, Kind::strain};
  const GarmentPtr plain = build(makeGrid({40, 40, 0.02f, GridCut::alternating}), def);
  for (std::uint32_t seed = 0; seed < 3; ++seed) {
    const GarmentPtr g = build(test::shuffled(makeGrid({40, 40, 0.02f, GridCut::alternating}), seed), def);
    expectConsistent(*g);
    EXPECT_EQ(g->constraintCount(), plain->constraintCount());
    EXPECT_EQ(g->report().quads, plain->report().quads);
    EXPECT_NEAR(g->report().mass, plain->report().mass, 1e-9);
  }
}

TEST(Garment, ManyParticlesNeedWideIndices) {
  const GarmentPtr narrow = build(makeGrid({256, 255, 0.01f, GridCut::quads}));
  EXPECT_TRUE(narrow->data().sets[0].narrow);
  expectConsistent(*narrow);
  const GarmentPtr wide = build(makeGrid({256, 256, 0.01f, GridCut::quads}));
  EXPECT_FALSE(wide->data().sets[0].narrow);
  expectConsistent(*wide);
}

TEST(Garment, SoupsNeverCrashAndTheirCountsAddUp) {
  GarmentDef def;
  for (std::size_t k = 0; k < kKindCount; ++k) def.kinds.add(static_cast<Kind>(k));
  for (const std::uint32_t vertices : {30u, 400u, 3000u, 40000u}) {
    const SurfaceMesh mesh = test::soup(vertices, 10000, vertices);
    const GarmentPtr g = build(mesh, def);
    ASSERT_NE(g, nullptr);
    expectConsistent(*g);
    const GarmentReport& r = g->report();
    EXPECT_EQ(r.triangles + r.degenerateFaces + r.duplicateTriangles, 10000u);
    EXPECT_EQ(r.vertices, vertices);
    std::size_t sides = 0;
    for (const Edge& e : g->data().topology.edges) sides += e.triangleCount;
    EXPECT_EQ(sides, 3 * r.triangles);
    EXPECT_EQ(r.hinges, sides - r.edges);
    EXPECT_GT(r.warnings().size(), 2u);
  }
}

TEST(Garment, ErrorsNameTheElement) {
  const SurfaceMesh good = makeGrid({3, 3, 1.0f, GridCut::oneDiagonal});
  const auto expectError = [&](const std::string& part, auto change) {
    SurfaceMesh mesh = good;
    GarmentDef def;
    change(mesh, def);
    EXPECT_NE(errorOf(mesh, def).find(part), std::string::npos) << part << " in: " << errorOf(mesh, def);
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  using M = SurfaceMesh;
  using D = GarmentDef;
  expectError("position of vertex 4", [&](M& m, D&) { m.positions[4].y = kNan; });
  expectError("face 0 has 10001 corners", [&](M& m, D&) {
    m.faceVertices.assign(kMostFaceCorners + 1, 0u);
    m.faceSizes = {static_cast<std::uint32_t>(kMostFaceCorners + 1)};
  });
  expectError("position of vertex 4", [&](M& m, D&) { m.positions[4].y = 1e10f; });
  expectError("UV of vertex 2", [&](M& m, D&) { m.uvs[2].x = kNan; });
  expectError("UVs", [&](M& m, D&) { m.uvs.pop_back(); });
  expectError("normals", [&](M& m, D&) { m.normals.resize(3); });
  expectError("normal of vertex 1", [&](M& m, D&) {
    m.normals.assign(9, {0, 0, 1});
    m.normals[1].z = kNan;
  });
  expectError("paint \"stiff\"", [&](M& m, D&) { m.paints["stiff"] = {1, 2}; });
  expectError("face 1 names vertex 9", [&](M& m, D&) { m.faceVertices[5] = 9; });
  expectError("multiple of 3", [&](M& m, D&) { m.faceVertices.pop_back(); });
  expectError("add up to 3", [&](M& m, D&) { m.faceSizes = {3}; });
  expectError("no usable triangle", [&](M& m, D&) { m.faceVertices.clear(); });
  expectError("fabric.arealDensity", [&](M&, D& d) { d.fabric.arealDensity = 0.0f; });
  expectError("fabric.stretchWarp", [&](M&, D& d) { d.fabric.stretchWarp = kNan; });
  expectError("frictionDynamic", [&](M&, D& d) { d.fabric.frictionDynamic = 9.0f; });
  expectError("airLift", [&](M&, D& d) { d.fabric.airLift = 9.0f; });
  expectError("compliance of shear", [&](M&, D& d) { d.compliance[Kind::shear] = -1.0f; });
  expectError("uvScale", [&](M&, D& d) { d.uvScale = 0.0f; });
  expectError("weldDistance", [&](M&, D& d) { d.weldDistance = -1.0f; });
  expectError("totalMass", [&](M&, D& d) { d.totalMass = 0.0f; });
  expectError("vertexMasses of vertex 3", [&](M&, D& d) {
    d.vertexMasses.assign(9, 1.0f);
    d.vertexMasses[3] = 0.0f;
  });
  expectError("stiffnessScale has 2", [&](M&, D& d) { d.stiffnessScale = {1, 1}; });
  expectError("maxDistanceScale of vertex 0", [&](M&, D& d) { d.maxDistanceScale.assign(9, -1.0f); });
  expectError("massScale of vertex 8", [&](M&, D& d) {
    d.massScale.assign(9, 1.0f);
    d.massScale[8] = kNan;
  });
  expectError("fixedVertices[1] names vertex 9", [&](M&, D& d) { d.fixedVertices = {0, 9}; });
  expectError("fixedVertices[1] names vertex 9, which is loose", [&](M& m, D& d) {
    m.positions.push_back({5, 5, 5});
    m.uvs.push_back({});
    d.fixedVertices = {0, 9};
  });
  expectError("has none", [&](M& m, D& d) {
    m.uvs.clear();
    d.restState = RestState::flatFromUv;
  });
  expectError("mass at vertex", [&](M&, D& d) { d.totalMass = 1e-30f; });
}

TEST(Garment, FixedVerticesFixAllCopies) {
  GarmentDef def;
  def.fixedVertices = {0, 0, 5};
  const GarmentPtr g = build(test::hardCube(1.0f), def);
  EXPECT_EQ(std::accumulate(g->data().fixed.begin(), g->data().fixed.end(), 0), 2);
  EXPECT_EQ(g->data().fixed[g->particleOfVertex()[0]], 1);
  EXPECT_EQ(g->data().fixed[g->particleOfVertex()[5]], 1);
}

}  // namespace
}  // namespace toile
