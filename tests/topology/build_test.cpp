#include "topology/build.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "topology/meshes.h"

namespace toile {
namespace {

using test::buildFrom;
using test::triangleMesh;

void expectConsistent(const Topology& topology) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> sides;
  for (const auto& t : topology.triangles) {
    for (std::size_t k = 0; k < 3; ++k) ++sides[std::minmax(t[k], t[(k + 1) % 3])];
  }
  ASSERT_EQ(topology.edges.size(), sides.size());
  std::size_t hinges = 0;
  for (const Edge& edge : topology.edges) {
    ASSERT_LT(edge.a, edge.b);
    EXPECT_EQ(edge.triangleCount, (sides[{edge.a, edge.b}]));
    hinges += edge.triangleCount - 1;
  }
  EXPECT_EQ(topology.hinges.size(), hinges);
  for (std::size_t t = 0; t < topology.triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Edge& edge = topology.edges[topology.triangleEdges[t][k]];
      const std::uint32_t p = topology.triangles[t][k], q = topology.triangles[t][(k + 1) % 3];
      EXPECT_EQ(edge.a, std::min(p, q));
      EXPECT_EQ(edge.b, std::max(p, q));
    }
  }
  for (const Hinge& h : topology.hinges) {
    const std::set<std::uint32_t> corners{h.a, h.b, h.c, h.d};
    EXPECT_EQ(corners.size(), 4u);
    const auto& t0 = topology.triangles[h.t0];
    const auto& t1 = topology.triangles[h.t1];
    const bool woundAlong =
        t0 == std::array{h.a, h.b, h.c} || t0 == std::array{h.b, h.c, h.a} || t0 == std::array{h.c, h.a, h.b};
    EXPECT_TRUE(woundAlong);
    const std::set<std::uint32_t> second{t1.begin(), t1.end()}, expected{h.a, h.b, h.d};
    EXPECT_EQ(second, expected);
    EXPECT_LT(h.t0, h.t1);
  }
}

TEST(BuildTopology, EdgesAndHingesOfGrids) {
  for (const GridCut cut : {GridCut::quads, GridCut::oneDiagonal, GridCut::alternating, GridCut::equilateral}) {
    const auto built = buildFrom(makeGrid({7, 5, 0.1f, cut}));
    expectConsistent(built.topology);
    EXPECT_EQ(built.topology.triangles.size(), 2u * 6 * 4);
    EXPECT_EQ(built.topology.edges.size(), 6u * 5 + 7 * 4 + 6 * 4);
    EXPECT_EQ(built.topology.hinges.size(), built.topology.edges.size() - 2 * (6 + 4));
  }
}

TEST(BuildTopology, NonManifoldEdgesAreHingedPairwiseInOrder) {
  const auto built = buildFrom(triangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                                            {0, 1, 2, 1, 0, 3, 0, 1, 4, 1, 0, 5}));
  expectConsistent(built.topology);
  ASSERT_EQ(built.topology.hinges.size(), 3u);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(built.topology.hinges[i].t0, i);
    EXPECT_EQ(built.topology.hinges[i].t1, i + 1);
  }
}

TEST(BuildTopology, OddMeshes) {
  expectConsistent(buildFrom(test::cube(1.0f)).topology);
  expectConsistent(buildFrom(test::fan(200)).topology);
  expectConsistent(buildFrom(test::moebius(9)).topology);
  for (std::uint32_t seed = 0; seed < 5; ++seed) expectConsistent(buildFrom(test::soup(60, 500, seed)).topology);
}

TEST(BuildTopology, FindEdge) {
  const auto built = buildFrom(makeGrid({3, 3, 1.0f, GridCut::quads}));
  EXPECT_EQ(findEdge(built.topology, 0, 8), kNone);
  EXPECT_EQ(findEdge(built.topology, 1, 0), findEdge(built.topology, 0, 1));
  EXPECT_EQ(built.topology.edges[findEdge(built.topology, 7, 8)].b, 8u);
}

}  // namespace
}  // namespace toile
