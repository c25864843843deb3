#include "topology/quads.h"

#include <gtest/gtest.h>

#include <set>

#include "topology/meshes.h"

namespace toile {
namespace {

using test::buildFrom;

using Brace = std::pair<std::uint32_t, std::uint32_t>;

std::set<Brace> braces(const Topology& topology) {
  std::set<Brace> found;
  for (const Quad& q : topology.quads) {
    found.insert(std::minmax(q.a, q.c));
    found.insert(std::minmax(q.b, q.d));
  }
  return found;
}

std::set<Brace> straightEdges(const Topology& topology) {
  std::set<Brace> found;
  for (const Edge& edge : topology.edges) {
    if (!edge.diagonal) found.insert({edge.a, edge.b});
  }
  return found;
}

std::set<std::array<std::uint32_t, 3>> triples(const Topology& topology) {
  std::set<std::array<std::uint32_t, 3>> found;
  for (const GridTriple& t : topology.gridTriples) found.insert({std::min(t.a, t.c), t.b, std::max(t.a, t.c)});
  return found;
}

/// The grid as a function of (u, v), cut as said.
SurfaceMesh curved(GridCut cut, std::uint32_t width, std::uint32_t height, Vec3 (*place)(float, float)) {
  SurfaceMesh mesh = makeGrid({width, height, 1.0f, cut});
  for (Vec3& p : mesh.positions) {
    p = place(p.x / static_cast<float>(width - 1), -p.y / static_cast<float>(height - 1));
  }
  return mesh;
}

TEST(Quads, HoweverAGridIsCutItsBracesAreTheSame) {
  Vec3 (*const places[])(float, float) = {[](float u, float v) {
                                            return Vec3{u, -v, 0};
                                          },
                                          [](float u, float v) {
                                            return Vec3{u * 3.0f, -v, 0.3f * u};
                                          },  // long cells
                                          [](float u, float v) {
                                            return Vec3{std::cos(2 * u), -v, std::sin(2 * u)};
                                          },  // a tube
                                          [](float u, float v) {
                                            return Vec3{1e4f * u, -1e4f * v, 100.0f * std::sin(6 * u + 3 * v)};
                                          },
                                          [](float u, float v) {
                                            return Vec3{1e-6f * u + 1e-7f * v, -1e-6f * v, 0};
                                          }};  // sheared by 6°
  for (const auto place : places) {
    const auto quads = buildFrom(curved(GridCut::quads, 30, 30, place));
    EXPECT_EQ(quads.topology.quads.size(), 29u * 29);
    EXPECT_EQ(braces(quads.topology).size(), 2u * 29 * 29);
    for (const GridCut cut : {GridCut::oneDiagonal, GridCut::alternating}) {
      const auto other = buildFrom(curved(cut, 30, 30, place));
      EXPECT_EQ(braces(other.topology), braces(quads.topology));
      EXPECT_EQ(straightEdges(other.topology), straightEdges(quads.topology));
      EXPECT_EQ(triples(other.topology), triples(quads.topology));
    }
  }
}

TEST(Quads, EquilateralMeshesHaveNone) {
  EXPECT_TRUE(buildFrom(makeGrid({20, 20, 0.05f, GridCut::equilateral})).topology.quads.empty());
}

TEST(Quads, NoTriangleIsInTwo) {
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    // A jittered grid: many near-rectangles, some not.
    SurfaceMesh mesh = makeGrid({25, 25, 1.0f, GridCut::alternating});
    std::mt19937 random(seed);
    for (Vec3& p : mesh.positions) {
      p.x += static_cast<float>(random() % 1000) * 3e-4f;
      p.y += static_cast<float>(random() % 1000) * 3e-4f;
    }
    const auto built = buildFrom(mesh);
    std::vector<int> uses(built.topology.triangles.size(), 0);
    for (const Quad& q : built.topology.quads) {
      EXPECT_EQ(++uses[q.t0], 1);
      EXPECT_EQ(++uses[q.t1], 1);
    }
  }
}

TEST(Quads, AScatteredPairIsNoGrid) {
  // One square among equilateral triangles.
  SurfaceMesh mesh = makeGrid({10, 4, 1.0f, GridCut::equilateral});
  mesh.positions.insert(mesh.positions.end(), {{0, 1, 0}, {1, 1, 0}});
  mesh.faceVertices.insert(mesh.faceVertices.end(), {40, 0, 1, 40, 1, 41});
  EXPECT_TRUE(buildFrom(mesh).topology.quads.empty());
  // The same square alone.
  mesh.faceVertices = {40, 0, 1, 40, 1, 41};
  EXPECT_EQ(buildFrom(mesh).topology.quads.size(), 1u);
  // And as its own part beside the others.
  mesh = makeGrid({10, 4, 1.0f, GridCut::equilateral});
  mesh.positions.insert(mesh.positions.end(), {{0, 3, 0}, {1, 3, 0}, {1, 2, 0}, {0, 2, 0}});
  mesh.faceVertices.insert(mesh.faceVertices.end(), {40, 42, 41, 40, 43, 42});
  EXPECT_EQ(buildFrom(mesh).topology.quads.size(), 1u);
}

TEST(Quads, OppositeWindingOrAThirdTriangleForbidThem) {
  auto turned = test::triangleMesh({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}}, {});
  turned.faceVertices = {0, 1, 2, 0, 2, 3, 0, 2, 4};
  EXPECT_TRUE(buildFrom(turned).topology.quads.empty());
  turned.faceVertices = {0, 1, 2, 2, 3, 0};
  EXPECT_EQ(buildFrom(turned).topology.quads.size(), 1u);
  turned.faceVertices = {0, 1, 2, 0, 3, 2};
  EXPECT_TRUE(buildFrom(turned).topology.quads.empty());
}

TEST(GridTriples, OfASheet) {
  const auto built = buildFrom(makeGrid({100, 100, 0.01f, GridCut::quads}));
  EXPECT_EQ(built.topology.gridTriples.size(), 2u * 100 * 98);
  for (const GridTriple& t : built.topology.gridTriples) {
    EXPECT_TRUE(t.c - t.b == t.b - t.a && (t.b - t.a == 1 || t.b - t.a == 100)) << t.a << ' ' << t.b << ' ' << t.c;
  }
}

TEST(GridTriples, OfAClosedRing) {
  // 12 × 5 vertices, the columns closed to a ring by the weld.
  SurfaceMesh mesh = makeGrid({13, 5, 1.0f, GridCut::quads});
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const double angle = 6.283185307179586 * static_cast<double>(i % 13 % 12) / 12.0;
    mesh.positions[i].x = static_cast<float>(std::cos(angle));
    mesh.positions[i].z = static_cast<float>(std::sin(angle));
  }
  EXPECT_EQ(buildFrom(mesh).topology.gridTriples.size(), 12u * 5 + 12u * 3);
}

TEST(GridTriples, NoneAtIrregularVertices) {
  // Three quads round one vertex: a cube's corners have no straight lines.
  EXPECT_TRUE(buildFrom(test::cube(1.0f)).topology.gridTriples.empty());
  // A lone triangle at the end of a sheet's row spoils just its own two vertices.
  SurfaceMesh mesh = makeGrid({5, 5, 1.0f, GridCut::quads});
  const std::size_t before = buildFrom(mesh).topology.gridTriples.size();
  mesh.positions.push_back({2.5f, 1.0f, 0});
  mesh.faceSizes.push_back(3);
  mesh.faceVertices.insert(mesh.faceVertices.end(), {2, 3, 25});
  EXPECT_EQ(buildFrom(mesh).topology.gridTriples.size(), before - 2);
}

}  // namespace
}  // namespace toile
