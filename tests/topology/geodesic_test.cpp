#include "topology/geodesic.h"

#include <gtest/gtest.h>

#include "topology/meshes.h"
#include "topology/rest_metric.h"
#include "topology/surface_graph.h"

namespace toile {
namespace {

struct Surface {
  test::Built built;
  NeighbourGraph graph;
};

Surface surfaceOf(const SurfaceMesh& mesh) {
  Surface s;
  s.built = test::buildFrom(mesh);
  std::size_t degenerate = 0;
  const RestMetric rest =
      buildRestMetric({s.built.topology, s.built.positions, mesh.uvs, RestState::importedPose, 1.0f}, degenerate);
  s.graph = buildSurfaceGraph(s.built.topology, rest, s.built.positions.size());
  return s;
}

TEST(SurfaceGraph, IsSymmetricAndNoShorterThanStraight) {
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    const Surface s = surfaceOf(test::soup(80, 150, seed));
    for (std::uint32_t p = 0; p + 1 < s.graph.start.size(); ++p) {
      for (std::uint32_t k = s.graph.start[p]; k < s.graph.start[p + 1]; ++k) {
        const std::uint32_t q = s.graph.neighbours[k];
        ASSERT_NE(p, q);
        // Lattice coordinates up to 12: the length is good to a few parts in 10⁷.
        EXPECT_GE(s.graph.lengths[k], distance(s.built.positions[p], s.built.positions[q]) * (1.0f - 1e-5f));
        bool back = false;
        for (std::uint32_t j = s.graph.start[q]; j < s.graph.start[q + 1]; ++j) {
          back = back || (s.graph.neighbours[j] == p && s.graph.lengths[j] == s.graph.lengths[k]);
        }
        EXPECT_TRUE(back);
      }
    }
  }
}

TEST(SurfaceGraph, DistancesInASheetAreWithinThreePercent) {
  for (const GridCut cut : {GridCut::quads, GridCut::oneDiagonal, GridCut::alternating, GridCut::equilateral}) {
    const Surface s = surfaceOf(makeGrid({41, 41, 0.01f, cut}));
    const std::uint32_t middle = 20 * 41 + 20;
    const auto found = nearestSources(s.graph, std::vector<std::uint32_t>{middle}, 1);
    for (std::uint32_t p = 0; p < found.size(); ++p) {
      const float straight = distance(s.built.positions[p], s.built.positions[middle]);
      EXPECT_EQ(found[p].source, middle);
      EXPECT_GE(found[p].distance, straight * (1.0f - 1e-5f));
      EXPECT_LE(found[p].distance, straight * 1.03f);
    }
  }
}

TEST(SurfaceGraph, RoundACylinderTheWayIsAsLongAsOnTheFlatSheet) {
  SurfaceMesh mesh = makeGrid({33, 33, 0.01f, GridCut::alternating});
  const SurfaceMesh flat = mesh;
  for (Vec3& p : mesh.positions) p = {0.1f * std::sin(p.x / 0.1f), p.y, 0.1f * std::cos(p.x / 0.1f)};
  const Surface s = surfaceOf(mesh);
  const auto found = nearestSources(s.graph, std::vector<std::uint32_t>{0}, 1);
  for (std::uint32_t p = 0; p < found.size(); ++p) {
    const float straight = distance(flat.positions[p], flat.positions[0]);
    // Chords of 0.01 m on a radius of 0.1 m are shorter by 1 − (0.1)²/24.
    EXPECT_GE(found[p].distance, straight * (1.0f - 1e-3f));
    EXPECT_LE(found[p].distance, straight * 1.03f);
  }
}

TEST(SurfaceGraph, NoShortCutsAcrossANotch) {
  // An L of three squares: the straight line between the ends of its arms leaves the surface.
  SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}, {0, 2, 0}, {1, 2, 0}};
  mesh.faceSizes = {4, 4, 4};
  mesh.faceVertices = {0, 1, 4, 3, 1, 2, 5, 4, 3, 4, 7, 6};
  const Surface s = surfaceOf(mesh);
  const auto found = nearestSources(s.graph, std::vector<std::uint32_t>{5}, 1);
  EXPECT_NEAR(found[7].distance, 2.0f, 1e-6f);
  EXPECT_NEAR(found[6].distance, 1.0f + std::sqrt(2.0f), 1e-6f);
  EXPECT_NEAR(found[3].distance, 2.0f, 1e-6f);
}

TEST(NearestSources, KNearestInOrderAgainstOneSourceAtATime) {
  const Surface s = surfaceOf(test::soup(60, 120, 4));
  const auto n = static_cast<std::uint32_t>(s.built.positions.size());
  const std::vector<std::uint32_t> sources{3, 17, 5, 40, n - 1};
  constexpr std::size_t k = 3;
  const auto found = nearestSources(s.graph, sources, k);
  ASSERT_EQ(found.size(), n * k);
  std::vector<std::vector<std::pair<float, std::uint32_t>>> expected(n);
  for (const std::uint32_t source : sources) {
    const auto one = nearestSources(s.graph, std::vector<std::uint32_t>{source}, 1);
    for (std::uint32_t p = 0; p < n; ++p) {
      if (one[p].source != kNone) expected[p].push_back({one[p].distance, source});
    }
  }
  for (std::uint32_t p = 0; p < n; ++p) {
    std::sort(expected[p].begin(), expected[p].end());
    for (std::size_t i = 0; i < k; ++i) {
      const NearestSource& nearest = found[p * k + i];
      if (i >= expected[p].size()) {
        EXPECT_EQ(nearest.source, kNone);
      } else {
        EXPECT_EQ(nearest.source, expected[p][i].second);
        EXPECT_EQ(nearest.distance, expected[p][i].first);
      }
    }
  }
}

TEST(NearestSources, TiesGoToTheLowerSourceAndPartsStayApart) {
  const Surface s = surfaceOf(makeGrid({3, 3, 1.0f, GridCut::quads}));
  EXPECT_EQ(nearestSources(s.graph, std::vector<std::uint32_t>{8, 6, 2, 0}, 1)[4].source, 0u);
  EXPECT_EQ(nearestSources(s.graph, {}, 2)[0].source, kNone);
  EXPECT_TRUE(nearestSources(s.graph, std::vector<std::uint32_t>{1}, 0).empty());
  SurfaceMesh two = makeGrid({2, 2, 1.0f, GridCut::quads});
  for (const Vec3 p : makeGrid({2, 2, 1.0f, GridCut::quads}).positions) two.positions.push_back(p + Vec3{0, 0, 1});
  two.uvs.clear();
  two.faceSizes.push_back(4);
  for (int i = 0; i < 4; ++i) two.faceVertices.push_back(two.faceVertices[static_cast<std::size_t>(i)] + 4);
  const auto found = nearestSources(surfaceOf(two).graph, std::vector<std::uint32_t>{0}, 1);
  EXPECT_EQ(found[3].source, 0u);
  EXPECT_EQ(found[4].source, kNone);
}

}  // namespace
}  // namespace toile
