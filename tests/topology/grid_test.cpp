#include "toile/grid.h"

#include <gtest/gtest.h>

#include <set>

#include "topology/meshes.h"
#include "topology/shape.h"

namespace toile {
namespace {

TEST(Grid, VerticesRowByRowFromTheTopLeft) {
  const SurfaceMesh mesh = makeGrid({4, 3, 0.5f, GridCut::quads});
  ASSERT_EQ(mesh.positions.size(), 12u);
  EXPECT_EQ(mesh.positions[2 * 4 + 3], (Vec3{1.5f, -1.0f, 0.0f}));
  EXPECT_EQ(mesh.uvs[2 * 4 + 3], (Vec2{1.5f, 1.0f}));
  EXPECT_EQ(mesh.faceSizes, std::vector<std::uint32_t>(6, 4));
}

TEST(Grid, EveryCutCoversTheSheetFacingZ) {
  for (const GridCut cut : {GridCut::quads, GridCut::oneDiagonal, GridCut::alternating, GridCut::equilateral}) {
    const auto built = test::buildFrom(makeGrid({9, 7, 0.1f, cut}));
    const MeshShape shape = measureShape(built.topology, built.positions);
    EXPECT_EQ(shape.inconsistentEdges + shape.nonManifoldEdges + shape.bowTieVertices, 0u);
    EXPECT_EQ(shape.boundaryLoops, 1u);
    const double row = cut == GridCut::equilateral ? 0.1 * std::sqrt(0.75) : 0.1;
    EXPECT_NEAR(shape.area, 0.8 * 6 * row, 1e-6);
    for (const auto& t : built.topology.triangles) {
      const Vec3 a = built.positions[t[0]], b = built.positions[t[1]], c = built.positions[t[2]];
      EXPECT_GT(cross(b - a, c - a).z, 0.0f);
    }
  }
}

TEST(Grid, EquilateralEdgesAreAllAsLongAsTheSpacing) {
  for (const float spacing : {1e-6f, 0.05f, 1e4f}) {
    const auto built = test::buildFrom(makeGrid({40, 40, spacing, GridCut::equilateral}));
    for (const Edge& e : built.topology.edges) {
      // Coordinates up to 40 spacings: rounded to 4·10⁻⁶ of a spacing.
      EXPECT_NEAR(distance(built.positions[e.a], built.positions[e.b]) / spacing, 1.0f, 1e-5f);
    }
  }
}

TEST(Grid, UnionJackChangesItsDiagonalFromCellToCell) {
  const auto built = test::buildFrom(makeGrid({3, 3, 1.0f, GridCut::alternating}));
  EXPECT_NE(findEdge(built.topology, 0, 4), kNone);
  EXPECT_NE(findEdge(built.topology, 2, 4), kNone);
  EXPECT_NE(findEdge(built.topology, 6, 4), kNone);
  EXPECT_NE(findEdge(built.topology, 8, 4), kNone);
}

using Vertices = std::vector<std::uint32_t>;

TEST(PinPatterns, AsTheirNamesSay) {
  const GridDef def{10, 9, 0.1f, GridCut::quads};
  EXPECT_EQ(pinnedVertices(def, PinPattern::none), Vertices{});
  EXPECT_EQ(pinnedVertices(def, PinPattern::topRow), (Vertices{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(pinnedVertices(def, PinPattern::flag), (Vertices{0, 10, 20, 30, 40, 50, 60, 70, 80}));
  EXPECT_EQ(pinnedVertices(def, PinPattern::curtain), (Vertices{0, 8, 9}));
  EXPECT_EQ(pinnedVertices(def, PinPattern::cape), (Vertices{0, 1, 2, 3, 6, 7, 8, 9}));
  EXPECT_EQ(pinnedVertices(def, PinPattern::corners), (Vertices{0, 9}));
}

TEST(PinPatterns, TableclothIsADiscInTheMiddle) {
  const GridDef def{21, 21, 0.05f, GridCut::quads};
  const Vertices pinned = pinnedVertices(def, PinPattern::tablecloth);
  EXPECT_EQ(pinned.size(), 81u);  // lattice points within 5 of the origin
  const std::set<std::uint32_t> set(pinned.begin(), pinned.end());
  EXPECT_TRUE(set.count(10 * 21 + 15) == 1 && set.count(13 * 21 + 14) == 1);  // on the circle
  EXPECT_EQ(set.count(14 * 21 + 14), 0u);
}

TEST(PinPatterns, Names) {
  const char* names[] = {"none", "top_row", "flag", "curtain", "cape", "tablecloth", "corners"};
  for (std::size_t i = 0; i < 7; ++i) {
    PinPattern pattern{};
    EXPECT_TRUE(pinPatternFromName(names[i], pattern));
    EXPECT_EQ(static_cast<std::size_t>(pattern), i);
  }
  PinPattern pattern = PinPattern::cape;
  EXPECT_FALSE(pinPatternFromName("Cape", pattern));
  EXPECT_FALSE(pinPatternFromName("", pattern));
  EXPECT_EQ(pattern, PinPattern::cape);
}

}  // namespace
}  // namespace toile
