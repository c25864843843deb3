#include "topology/shape.h"

#include <gtest/gtest.h>

#include "topology/meshes.h"

namespace toile {
namespace {

using test::triangleMesh;

MeshShape shapeOf(const SurfaceMesh& mesh) {
  const auto built = test::buildFrom(mesh);
  return measureShape(built.topology, built.positions);
}

TEST(Shape, ClosedCube) {
  for (const float side : {1e-6f, 1.0f, 1e4f}) {
    SurfaceMesh mesh = test::cube(side);
    for (Vec3& p : mesh.positions) p += Vec3{3 * side, -side, 7 * side};
    const MeshShape s = shapeOf(mesh);
    EXPECT_TRUE(s.closed);
    EXPECT_EQ(s.components, 1u);
    EXPECT_EQ(s.boundaryEdges + s.boundaryLoops + s.nonManifoldEdges + s.inconsistentEdges + s.bowTieVertices, 0u);
    // Coordinates up to 8 sides: a float is good to 1e-6 of a side.
    EXPECT_NEAR(s.area / (6.0 * side * side), 1.0, 1e-5);
    EXPECT_NEAR(s.volume / (double{side} * side * side), 1.0, 1e-5);
    std::reverse(mesh.faceVertices.begin(), mesh.faceVertices.end());
    EXPECT_NEAR(shapeOf(mesh).volume / (double{side} * side * side), -1.0, 1e-5);
  }
}

TEST(Shape, SplitVerticesAreOneSurface) {
  const MeshShape s = shapeOf(test::hardCube(1.0f));
  EXPECT_TRUE(s.closed);
  EXPECT_EQ(s.components, 1u);
  EXPECT_NEAR(s.volume, 1.0, 1e-12);
}

TEST(Shape, SheetHasOneBorderAndATubeTwo) {
  MeshShape s = shapeOf(makeGrid({5, 4, 1.0f, GridCut::quads}));
  EXPECT_EQ(s.boundaryLoops, 1u);
  EXPECT_EQ(s.boundaryEdges, 2u * (4 + 3));
  EXPECT_FALSE(s.closed);
  EXPECT_EQ(s.volume, 0.0);
  EXPECT_NEAR(s.area, 12.0, 1e-12);

  SurfaceMesh tube = test::cube(1.0f);
  tube.faceSizes.resize(4);
  tube.faceVertices.erase(tube.faceVertices.begin(), tube.faceVertices.begin() + 8);
  s = shapeOf(tube);
  EXPECT_EQ(s.boundaryLoops, 2u);
  EXPECT_EQ(s.boundaryEdges, 8u);
}

TEST(Shape, BowTieOfTwoTriangles) {
  const MeshShape s =
      shapeOf(triangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}}, {0, 1, 2, 0, 3, 4}));
  EXPECT_EQ(s.bowTieVertices, 1u);
  EXPECT_EQ(s.boundaryLoops, 2u);
  EXPECT_EQ(s.components, 1u);
}

TEST(Shape, TwoCubesThatTouchInAPointAreClosed) {
  SurfaceMesh mesh = test::cube(1.0f);
  const SurfaceMesh second = test::cube(1.0f);
  for (const Vec3 p : second.positions) mesh.positions.push_back(p + Vec3{1, 1, 1});
  mesh.faceSizes.resize(12, 4);
  for (const std::uint32_t v : second.faceVertices) mesh.faceVertices.push_back(v + 8);
  const MeshShape s = shapeOf(mesh);
  EXPECT_EQ(s.bowTieVertices, 1u);
  EXPECT_TRUE(s.closed);
  EXPECT_NEAR(s.volume, 2.0, 1e-12);
}

TEST(Shape, PagesOfABook) {
  const MeshShape s =
      shapeOf(triangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}}, {0, 1, 2, 1, 0, 3, 0, 1, 4}));
  EXPECT_EQ(s.nonManifoldEdges, 1u);
  EXPECT_EQ(s.boundaryEdges, 6u);
  EXPECT_EQ(s.bowTieVertices, 0u);
  EXPECT_FALSE(s.closed);
}

TEST(Shape, OppositeWindingIsSeen) {
  const MeshShape s = shapeOf(triangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {0, 1, 2, 1, 2, 3}));
  EXPECT_EQ(s.inconsistentEdges, 1u);
  SurfaceMesh turned = test::cube(1.0f);
  std::swap(turned.faceVertices[0], turned.faceVertices[2]);
  const MeshShape cube = shapeOf(turned);
  EXPECT_EQ(cube.inconsistentEdges, 4u);
  EXPECT_FALSE(cube.closed);
}

TEST(Shape, MoebiusStripHasOneBorderAndOneSeam) {
  const MeshShape s = shapeOf(test::moebius(12));
  EXPECT_EQ(s.components, 1u);
  EXPECT_EQ(s.boundaryLoops, 1u);
  EXPECT_EQ(s.boundaryEdges, 24u);
  EXPECT_EQ(s.inconsistentEdges, 1u);
  EXPECT_FALSE(s.closed);
}

TEST(Shape, TJunctionIsABorder) {
  // The lower triangle's side is split on the other side of it: the three edges there have one triangle each.
  const MeshShape s =
      shapeOf(triangleMesh({{0, 0, 0}, {2, 0, 0}, {1, -1, 0}, {1, 0, 0}, {1, 1, 0}}, {0, 2, 1, 0, 3, 4, 3, 1, 4}));
  EXPECT_EQ(s.components, 1u);
  EXPECT_EQ(s.nonManifoldEdges, 0u);
  EXPECT_EQ(s.boundaryEdges, 7u);
  EXPECT_EQ(s.bowTieVertices, 2u);
}

TEST(Shape, PartsAndValence) {
  SurfaceMesh mesh = test::fan(200);
  EXPECT_EQ(shapeOf(mesh).maxValence, 200u);
  EXPECT_EQ(shapeOf(mesh).boundaryLoops, 1u);
  const auto n = static_cast<std::uint32_t>(mesh.positions.size());
  mesh.positions.insert(mesh.positions.end(), {{0, 0, 5}, {1, 0, 5}, {0, 1, 5}});
  mesh.faceVertices.insert(mesh.faceVertices.end(), {n, n + 1, n + 2});
  EXPECT_EQ(shapeOf(mesh).components, 2u);
  EXPECT_EQ(shapeOf(mesh).boundaryLoops, 2u);
}

}  // namespace
}  // namespace toile
