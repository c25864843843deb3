// Distances from hulls against the box formula and against the triangles of the same hull, asked one by one.
#include <gtest/gtest.h>

#include "collision/cloud.h"
#include "hulls.h"

namespace toile {
namespace {

TEST(Hull, OfABoxIsTheBox) {
  const Vec3 half{0.3f, 0.1f, 0.2f};
  const ConvexHull hull = boxHull(half), round = boxHull(half, 0.05f);
  Dice dice;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 p = dice.vector() * 0.6f;
    const float box = signedDistance(Box{half}, p);
    // Coordinates up to 1 m: a handful of roundings of 6e-8 each.
    EXPECT_NEAR(signedDistance(hull, p), box, 1e-6f);
    EXPECT_NEAR(signedDistance(round, p), box - 0.05f, 1e-6f);
  }
}

TEST(Hull, AgreesWithItsTriangles) {
  Dice dice;
  for (int round = 0; round < 20; ++round) {
    std::vector<Vec3> points;
    for (int i = 0; i < 6 + 3 * round; ++i) points.push_back(dice.vector() * 0.4f);
    const ConvexHull hull = hullOf(points);
    SurfaceMesh mesh;
    mesh.positions.assign(hull.mesh->vertices().begin(), hull.mesh->vertices().end());
    mesh.faceVertices.assign(hull.mesh->triangles().begin(), hull.mesh->triangles().end());
    const MeshBody body{BodyMesh::build(mesh).value()};
    for (int i = 0; i < 200; ++i) {
      const Vec3 p = dice.vector() * 0.7f;
      EXPECT_NEAR(signedDistance(hull, p), signedDistance(body, p), 1e-6f);
    }
    for (const Vec3 corner : points) EXPECT_LE(signedDistance(hull, corner), 1e-6f);
  }
}

}  // namespace
}  // namespace toile
