#include "topology/coarsen.h"

#include <gtest/gtest.h>

#include <numeric>

#include "topology/meshes.h"

namespace toile {
namespace {

constexpr std::uint32_t kSide = 13;
constexpr float kSpacing = 0.1f;

/// A square lattice in the x–y plane, linked along x and y.
struct Lattice {
  std::vector<Vec3> rest;
  std::vector<std::uint32_t> order;
  NeighbourGraph graph;

  Lattice() : rest(std::size_t{kSide} * kSide), order(rest.size()) {
    std::vector<Coarsening::Link> links;
    for (std::uint32_t i = 0; i < rest.size(); ++i) {
      const std::uint32_t x = i % kSide, y = i / kSide;
      rest[i] = {kSpacing * static_cast<float>(x), kSpacing * static_cast<float>(y), 0.0f};
      if (x + 1 < kSide) links.push_back({i, i + 1, kSpacing});
      if (y + 1 < kSide) links.push_back({i, i + kSide, kSpacing});
    }
    std::iota(order.begin(), order.end(), 0u);
    graph = graphOf(links, rest.size());
  }
};

TEST(Coarsen, TakesEveryThirdNodeOfALattice) {
  const Lattice lattice;
  const Coarsening coarse = coarsen(lattice.graph, lattice.rest, lattice.order, 3.0f * kSpacing);
  ASSERT_EQ(coarse.nodes.size(), 25u);
  for (const std::uint32_t node : coarse.nodes) {
    EXPECT_EQ(node % kSide % 3, 0u);
    EXPECT_EQ(node / kSide % 3, 0u);
  }
  // Along x and y only: a diagonal is free to grow until the sides forbid it.
  EXPECT_EQ(coarse.links.size(), 40u);
  for (const Coarsening::Link& link : coarse.links) EXPECT_FLOAT_EQ(link.length, 3.0f * kSpacing);
}

TEST(Coarsen, FollowsALinearMotion) {
  const Lattice lattice;
  const Coarsening coarse = coarsen(lattice.graph, lattice.rest, lattice.order, 3.0f * kSpacing);
  const auto motion = [](Vec3 p) { return 0.3f * p.x - 0.7f * p.y + 0.1f; };
  for (std::size_t i = 0; i < lattice.rest.size(); ++i) {
    float sum = 0.0f, followed = 0.0f;
    for (std::size_t k = 0; k < Coarsening::kParents; ++k) {
      sum += coarse.weights[i][k];
      followed += coarse.weights[i][k] * motion(lattice.rest[coarse.nodes[coarse.parents[i][k]]]);
    }
    EXPECT_NEAR(sum, 1.0f, 1e-6f);
    // 1/K of a motion of at most 0.7 · one spacing between parents is left.
    EXPECT_NEAR(followed, motion(lattice.rest[i]), 0.01f * 0.7f * 3.0f * kSpacing) << i;
  }
}

TEST(Coarsen, LinksAreNoShorterThanStraightOnAnyMesh) {
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    const test::Built built = test::buildFrom(test::soup(80, 150, seed));
    std::vector<Coarsening::Link> edges;
    for (const Edge& e : built.topology.edges)
      edges.push_back({e.a, e.b, distance(built.positions[e.a], built.positions[e.b])});
    std::vector<std::uint32_t> order(built.positions.size());
    std::iota(order.begin(), order.end(), 0u);
    const Coarsening coarse = coarsen(graphOf(edges, order.size()), built.positions, order, 3.0f);
    ASSERT_FALSE(coarse.nodes.empty());
    for (const Coarsening::Link& link : coarse.links) {
      const float straight = distance(built.positions[coarse.nodes[link.a]], built.positions[coarse.nodes[link.b]]);
      EXPECT_GE(link.length, straight * (1.0f - 1e-5f));  // rounding of a sum
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      float sum = 0.0f;
      for (const float w : coarse.weights[i]) {
        EXPECT_GE(w, 0.0f);
        sum += w;
      }
      EXPECT_NEAR(sum, 1.0f, 1e-6f);
    }
  }
}

}  // namespace
}  // namespace toile
