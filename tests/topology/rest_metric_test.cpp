#include "topology/rest_metric.h"

#include <gtest/gtest.h>

#include "topology/meshes.h"

namespace toile {
namespace {

using test::buildFrom;
using test::Built;

struct Measured {
  Built built;
  RestMetric rest;
  std::size_t degenerateUv = 0;
};

Measured measure(const SurfaceMesh& mesh, RestState state = RestState::importedPose, float uvScale = 1.0f) {
  Measured m;
  m.built = buildFrom(mesh);
  m.rest = buildRestMetric({m.built.topology, m.built.positions, mesh.uvs, state, uvScale}, m.degenerateUv);
  return m;
}

/// Rotated about two axes and moved: nothing may depend on where the mesh lies. Rounding: coordinates of size 2.
void place(SurfaceMesh& mesh) {
  const Quat q = normalized({0.3f, -0.5f, 0.2f, 0.7f});
  for (Vec3& p : mesh.positions) p = rotate(q, p) + Vec3{1.0f, -0.5f, 0.3f};
}

TEST(RestMetric, PoseOfASheet) {
  for (const GridCut cut : {GridCut::quads, GridCut::oneDiagonal, GridCut::alternating}) {
    SurfaceMesh mesh = makeGrid({6, 5, 0.1f, cut});
    place(mesh);
    const Measured m = measure(mesh);
    const Topology& t = m.built.topology;
    constexpr float kRounding = 1e-6f;  // a few units in the last place of coordinates up to 2
    EXPECT_EQ(m.degenerateUv, 0u);
    for (std::size_t e = 0; e < t.edges.size(); ++e) {
      EXPECT_NEAR(m.rest.edgeLengths[e], t.edges[e].diagonal ? 0.1f * std::sqrt(2.0f) : 0.1f, kRounding);
    }
    for (const float area : m.rest.triangleAreas) EXPECT_NEAR(area, 0.005f, 1e-7f);
    for (const float angle : m.rest.hingeAngles) EXPECT_NEAR(angle, 0.0f, 2e-5f);
    for (const auto& d : m.rest.quadDiagonals) {
      EXPECT_NEAR(d[0], 0.1f * std::sqrt(2.0f), kRounding);
      EXPECT_NEAR(d[1], 0.1f * std::sqrt(2.0f), kRounding);
    }
    for (const float span : m.rest.gridTripleSpans) EXPECT_NEAR(span, 0.2f, kRounding);
    for (std::size_t h = 0; h < t.hinges.size(); ++h) {
      const Hinge& hinge = t.hinges[h];
      EXPECT_NEAR(m.rest.hingeSpans[h], distance(m.built.positions[hinge.c], m.built.positions[hinge.d]), kRounding);
      EXPECT_NEAR(unfoldHinge(t, m.rest, hinge).span, m.rest.hingeSpans[h], kRounding);
    }
  }
}

TEST(RestMetric, XIsTheWarpAndYTheWeftWhateverTheCornersAndTheWinding) {
  SurfaceMesh mesh = makeGrid({4, 4, 0.1f, GridCut::alternating});
  place(mesh);
  const Measured m = measure(mesh);
  for (std::size_t t = 0; t < m.built.topology.triangles.size(); ++t) {
    const auto& v = m.built.topology.triangleVertices[t];
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(m.rest.triangles[t][k].x, mesh.uvs[v[k]].x - mesh.uvs[v[0]].x, 1e-6f);
      EXPECT_NEAR(m.rest.triangles[t][k].y, mesh.uvs[v[k]].y - mesh.uvs[v[0]].y, 1e-6f);
    }
  }
  // UVs turned by 30°: the warp runs along the new u on the same surface, lengths stay those of the pose.
  const float c = std::cos(0.5f), s = std::sin(0.5f);
  const std::vector<Vec2> plain = mesh.uvs;
  for (Vec2& uv : mesh.uvs) uv = {5.0f * (c * uv.x + s * uv.y), 5.0f * (c * uv.y - s * uv.x)};
  const Measured turned = measure(mesh);
  for (std::size_t t = 0; t < turned.rest.triangles.size(); ++t) {
    const auto& v = turned.built.topology.triangleVertices[t];
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(turned.rest.triangles[t][k].x, 0.2f * (mesh.uvs[v[k]].x - mesh.uvs[v[0]].x), 1e-6f);
      EXPECT_NEAR(turned.rest.triangles[t][k].y, 0.2f * (mesh.uvs[v[k]].y - mesh.uvs[v[0]].y), 1e-6f);
    }
  }
}

TEST(RestMetric, SlantedUvsGiveTheDirectionInWhichVStays) {
  // v = y + x: along the line v = const, u grows towards (1, −1).
  SurfaceMesh mesh = test::triangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2});
  mesh.uvs = {{0, 0}, {1, 1}, {0, 1}};
  const Measured m = measure(mesh);
  const float r = std::sqrt(0.5f);
  EXPECT_NEAR(m.rest.triangles[0][1].x, r, 1e-6f);
  EXPECT_NEAR(m.rest.triangles[0][1].y, r, 1e-6f);
  EXPECT_NEAR(m.rest.triangles[0][2].x, -r, 1e-6f);
  EXPECT_NEAR(m.rest.triangles[0][2].y, r, 1e-6f);
}

TEST(RestMetric, WithoutUvsXRunsAlongTheLongestEdge) {
  const Measured m = measure(test::triangleMesh({{0, 0, 0}, {3, 0, 0}, {0, 4, 0}}, {0, 1, 2}));
  EXPECT_EQ(m.degenerateUv, 0u);
  const auto& t = m.rest.triangles[0];
  EXPECT_NEAR(t[2].y - t[1].y, 0.0f, 1e-6f);
  EXPECT_NEAR(std::abs(t[2].x - t[1].x), 5.0f, 1e-6f);
  EXPECT_NEAR(m.rest.triangleAreas[0], 6.0f, 1e-6f);
}

TEST(RestMetric, FlatFromUvsTakesLengthsFromThere) {
  // A sheet rolled to a tube of half the size; UVs in units of 2 m.
  SurfaceMesh mesh = makeGrid({9, 6, 0.1f, GridCut::quads});
  for (Vec2& uv : mesh.uvs) uv = uv * 0.5f;
  for (Vec3& p : mesh.positions) p = {0.05f * std::cos(4 * p.x), 0.5f * p.y, 0.05f * std::sin(4 * p.x)};
  const Measured m = measure(mesh, RestState::flatFromUv, 2.0f);
  const Topology& t = m.built.topology;
  for (std::size_t e = 0; e < t.edges.size(); ++e) {
    EXPECT_NEAR(m.rest.edgeLengths[e], t.edges[e].diagonal ? 0.1f * std::sqrt(2.0f) : 0.1f, 1e-6f);
  }
  for (const float area : m.rest.triangleAreas) EXPECT_NEAR(area, 0.005f, 1e-7f);
  for (const float angle : m.rest.hingeAngles) EXPECT_EQ(angle, 0.0f);
  ASSERT_EQ(m.rest.quadDiagonals.size(), 40u);
  for (const auto& d : m.rest.quadDiagonals) {
    EXPECT_NEAR(d[0], 0.1f * std::sqrt(2.0f), 1e-6f);
    EXPECT_NEAR(d[1], 0.1f * std::sqrt(2.0f), 1e-6f);
  }
  ASSERT_EQ(m.rest.gridTripleSpans.size(), 7u * 6 + 9 * 4);
  for (const float span : m.rest.gridTripleSpans) EXPECT_NEAR(span, 0.2f, 1e-6f);
}

TEST(RestMetric, TrianglesWithoutUvAreaFallBackToThePoseAndAreCounted) {
  SurfaceMesh mesh = makeGrid({3, 2, 0.1f, GridCut::oneDiagonal});
  for (const std::size_t v : {0u, 1u, 3u, 4u}) mesh.uvs[v] = {0.5f, 0.5f};
  for (const RestState state : {RestState::importedPose, RestState::flatFromUv}) {
    const Measured m = measure(mesh, state);
    EXPECT_EQ(m.degenerateUv, 3u);  // the first cell's two, and its neighbour over the side 1–4
    EXPECT_NEAR(m.rest.triangleAreas[0], 0.005f, 1e-7f);
    for (const float length : m.rest.edgeLengths) EXPECT_GT(length, 0.0f);
  }
}

TEST(RestMetric, SeamsOfDifferentLengthAreAveraged) {
  // Two triangles over one edge, split vertices; in the UVs the edge is 1 long on one side and 2 on the other.
  SurfaceMesh mesh =
      test::triangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 0}, {1, -1, 0}}, {0, 1, 2, 3, 4, 5});
  mesh.uvs = {{0, 0}, {1, 0}, {0, 1}, {7, 0}, {5, 0}, {7, -1}};
  const Measured m = measure(mesh, RestState::flatFromUv);
  EXPECT_NEAR(m.rest.edgeLengths[findEdge(m.built.topology, 0, 1)], 1.5f, 1e-6f);
  ASSERT_EQ(m.built.topology.hinges.size(), 1u);
  // Laid over the common edge from particle 0: c over 0, d at 2 (its foot as far along as on its own side).
  EXPECT_NEAR(m.rest.hingeSpans[0], std::sqrt(4.0f + 4.0f), 1e-6f);
}

TEST(RestMetric, CubeHasRidges) {
  const Measured m = measure(test::cube(2.0f));
  for (std::size_t h = 0; h < m.rest.hingeAngles.size(); ++h) {
    const bool diagonal = m.built.topology.edges[m.built.topology.hinges[h].edge].diagonal;
    EXPECT_NEAR(m.rest.hingeAngles[h], diagonal ? 0.0f : 1.57079633f, 1e-6f);
  }
}

TEST(RestMetric, UnfoldedLinesCrossTheEdgeOrNot) {
  const auto kite = measure(test::triangleMesh({{0, 0, 0}, {1, 0, 0}, {0.5f, 1, 0}, {0.5f, 0, 1}}, {0, 1, 2, 1, 0, 3}));
  const UnfoldedHinge straight = unfoldHinge(kite.built.topology, kite.rest, kite.built.topology.hinges[0]);
  EXPECT_NEAR(straight.span, 2.0f, 1e-6f);
  EXPECT_TRUE(straight.crosses);
  const auto dart = measure(test::triangleMesh({{0, 0, 0}, {1, 0, 0}, {3, 1, 0}, {3, -1, 0}}, {0, 1, 2, 1, 0, 3}));
  EXPECT_FALSE(unfoldHinge(dart.built.topology, dart.rest, dart.built.topology.hinges[0]).crosses);
}

}  // namespace
}  // namespace toile
