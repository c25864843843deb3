#include "topology/reorder.h"

#include <gtest/gtest.h>

#include "topology/meshes.h"

namespace toile {
namespace {

double meanSpan(const Topology& t, const std::vector<std::uint32_t>& order) {
  double sum = 0.0;
  for (const Edge& e : t.edges) sum += std::abs(double{1.0 * order[e.a]} - order[e.b]);
  return sum / static_cast<double>(t.edges.size());
}

bool isPermutation(std::vector<std::uint32_t> order) {
  std::sort(order.begin(), order.end());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    if (order[i] != i) return false;
  }
  return true;
}

TEST(LocalityOrder, GridsStayAsTheyAre) {
  for (const GridCut cut : {GridCut::quads, GridCut::oneDiagonal, GridCut::equilateral}) {
    const auto built = test::buildFrom(makeGrid({100, 100, 0.01f, cut}));
    EXPECT_EQ(localityOrder(built.topology, 10000), test::identity(10000));
  }
}

TEST(LocalityOrder, ShuffledGridsGetAlmostAsGoodAsRows) {
  const auto sorted = test::buildFrom(makeGrid({60, 60, 0.01f, GridCut::quads}));
  const double rows = meanSpan(sorted.topology, test::identity(3600));
  for (std::uint32_t seed = 0; seed < 3; ++seed) {
    const auto built = test::buildFrom(test::shuffled(makeGrid({60, 60, 0.01f, GridCut::quads}), seed));
    const auto order = localityOrder(built.topology, 3600);
    EXPECT_TRUE(isPermutation(order));
    EXPECT_LT(meanSpan(built.topology, order), 1.5 * rows);
  }
}

TEST(LocalityOrder, PartsAndSoupsArePermuted) {
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    const auto built = test::buildFrom(test::soup(2000, 900, seed));
    EXPECT_TRUE(isPermutation(localityOrder(built.topology, built.positions.size())));
  }
  EXPECT_TRUE(localityOrder({}, 0).empty());
}

}  // namespace
}  // namespace toile
