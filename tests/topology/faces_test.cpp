#include "topology/faces.h"

#include <gtest/gtest.h>

#include "topology/meshes.h"

namespace toile {
namespace {

using test::buildFrom;
using test::triangleMesh;

TEST(Faces, RepeatedAndCollinearCornersAreDegenerate) {
  // A good triangle, one with a repeated index, one on a line, one with two vertices at one place.
  const auto mesh =
      triangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}, {1, 0, 0}}, {0, 1, 2, 0, 0, 1, 0, 1, 3, 1, 4, 2});
  const auto built = buildFrom(mesh);
  EXPECT_EQ(built.faces.triangles.size(), 1u);
  EXPECT_EQ(built.faces.degenerateFaces, 3u);
  // The collinear one would be drawn from the simulation to a vertex that stays behind; the other two have nothing
  // to draw.
  EXPECT_EQ(built.faces.drawTriangles, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Faces, NearlyCollinearIsJudgedByShapeNotBySize) {
  for (const float scale : {1e-6f, 1.0f, 1e4f}) {
    const auto good = triangleMesh({{0, 0, 0}, {scale, 0, 0}, {0.5f * scale, 1e-4f * scale, 0}}, {0, 1, 2});
    EXPECT_EQ(buildFrom(good).faces.degenerateFaces, 0u) << scale;
    const auto flat = triangleMesh({{0, 0, 0}, {scale, 0, 0}, {0.5f * scale, 1e-7f * scale, 0}}, {0, 1, 2});
    EXPECT_EQ(buildFrom(flat).faces.degenerateFaces, 1u) << scale;
  }
}

TEST(Faces, DoubledFacesBothWaysAreSimulatedOnceAndDrawnTwice) {
  const auto mesh = triangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2, 1, 2, 0, 2, 1, 0});
  const auto built = buildFrom(mesh);
  EXPECT_EQ(built.faces.triangles.size(), 1u);
  EXPECT_EQ(built.faces.duplicateTriangles, 2u);
  EXPECT_EQ(built.faces.drawTriangles.size(), 9u);
}

TEST(Faces, QuadFacesAreRemembered) {
  SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  mesh.faceSizes = {4};
  mesh.faceVertices = {0, 1, 2, 3};
  const auto built = buildFrom(mesh);
  ASSERT_EQ(built.faces.quadFaces.size(), 1u);
  ASSERT_EQ(built.topology.quads.size(), 1u);
  const Quad& q = built.topology.quads[0];
  EXPECT_TRUE(built.topology.edges[q.edge].diagonal);
  EXPECT_EQ(findEdge(built.topology, q.a, q.c), q.edge);
  EXPECT_EQ(findEdge(built.topology, q.b, q.d), kNone);
  for (const auto& [p, r] : {std::pair{q.a, q.b}, {q.b, q.c}, {q.c, q.d}, {q.d, q.a}}) {
    EXPECT_NE(findEdge(built.topology, p, r), kNone);
  }
}

TEST(Faces, ConcaveQuadsAreCountedAndNotBraced) {
  SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {4, -2, 0}, {1, 0, 0}, {4, 2, 0}};
  mesh.faceSizes = {4};
  mesh.faceVertices = {0, 1, 2, 3};
  const auto built = buildFrom(mesh);
  EXPECT_EQ(built.faces.concavePolygons, 1u);
  EXPECT_EQ(built.topology.triangles.size(), 2u);
  EXPECT_TRUE(built.topology.quads.empty());
}

TEST(Faces, QuadWithADoubledTriangleIsNoQuad) {
  SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  mesh.faceSizes = {3, 4};
  mesh.faceVertices = {2, 1, 0, 0, 1, 2, 3};
  const auto built = buildFrom(mesh);
  EXPECT_EQ(built.faces.duplicateTriangles, 1u);
  EXPECT_TRUE(built.faces.quadFaces.empty());
  EXPECT_EQ(built.topology.triangles.size(), 2u);
}

TEST(Faces, FacesOfOneOrTwoCornersCount) {
  SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
  mesh.faceSizes = {1, 2, 3, 0};
  mesh.faceVertices = {0, 0, 1, 0, 1, 2};
  EXPECT_EQ(buildFrom(mesh).faces.degenerateFaces, 3u);
}

}  // namespace
}  // namespace toile
