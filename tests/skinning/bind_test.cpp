// Vertices are bound to the surface they belong to, however close another one lies.
#include "skinning/bind.h"

#include <gtest/gtest.h>

#include <cmath>

#include "skinning/drawn_data.h"
#include "toile/toile.h"

namespace toile {
namespace {

/// `meshes` one after the other, as one mesh.
SurfaceMesh joined(const std::vector<SurfaceMesh>& meshes) {
  SurfaceMesh all;
  for (const SurfaceMesh& mesh : meshes) {
    const auto first = static_cast<std::uint32_t>(all.positions.size());
    all.positions.insert(all.positions.end(), mesh.positions.begin(), mesh.positions.end());
    for (const std::uint32_t v : mesh.faceVertices) all.faceVertices.push_back(first + v);
    for (std::size_t f = 0; f < mesh.faceCount(); ++f)
      all.faceSizes.push_back(mesh.faceSizes.empty() ? 3 : mesh.faceSizes[f]);
  }
  return all;
}

SurfaceMesh sheetAt(std::uint32_t size, float spacing, float z) {
  SurfaceMesh mesh = makeGrid({size, size, spacing, GridCut::oneDiagonal});
  // Bumps, so that layers come nearer to each other than the coarse meshes do to what they stand for.
  for (Vec3& p : mesh.positions) p.z = z + 0.0015f * std::sin(60.0f * p.x) * std::sin(50.0f * p.y);
  return mesh;
}

/// An open tube about x, `radius` round, seen from outside.
SurfaceMesh tube(std::uint32_t around, std::uint32_t along, float radius, float flatness) {
  SurfaceMesh mesh;
  for (std::uint32_t i = 0; i <= along; ++i) {
    for (std::uint32_t k = 0; k < around; ++k) {
      const float angle = 6.2831853f * static_cast<float>(k) / static_cast<float>(around);
      mesh.positions.push_back({0.4f * static_cast<float>(i) / static_cast<float>(along), radius * std::cos(angle),
                                radius * flatness * std::sin(angle)});
    }
  }
  for (std::uint32_t i = 0; i < along; ++i) {
    for (std::uint32_t k = 0; k < around; ++k) {
      const std::uint32_t a = i * around + k, b = i * around + (k + 1) % around;
      mesh.faceVertices.insert(mesh.faceVertices.end(), {a, b, b + around, a, b + around, a + around});
    }
  }
  return mesh;
}

Result<DrawnGarmentPtr> simplified(const SurfaceMesh& mesh, std::uint32_t vertices) {
  SimulatedMesh simulated;
  simulated.vertices = vertices;
  return DrawnGarment::build(mesh, {}, simulated);
}

Result<DrawnGarmentPtr> authored(const SurfaceMesh& mesh, const SurfaceMesh& coarse) {
  SimulatedMesh simulated;
  simulated.mesh = &coarse;
  return DrawnGarment::build(mesh, {}, simulated);
}

/// Every corner that a drawn vertex is bound to satisfies same(drawn rest place, corner's rest place).
template <class Same>
void expectBound(const DrawnGarment& drawn, const Same& same) {
  const GarmentPtr& coarse = drawn.simulated();
  for (std::size_t v = 0; v < drawn.vertexCount(); ++v) {
    for (const std::uint32_t p : drawn.data().corners(v)) {
      const Vec3 corner = coarse->restPositions()[coarse->vertexOfParticle()[p]];
      ASSERT_TRUE(same(drawn.restPositions()[v], corner)) << "vertex " << v;
    }
  }
}

TEST(Bind, LayersTwoMillimetresApartStayApart) {
  const SurfaceMesh lower = sheetAt(41, 0.01f, 0.0f), upper = sheetAt(41, 0.01f, 0.002f);
  const SurfaceMesh both = joined({lower, upper});
  const auto byLayer = [](const DrawnGarment& drawn, std::size_t coarseLower) {
    const GarmentPtr& coarse = drawn.simulated();
    for (std::size_t v = 0; v < drawn.vertexCount(); ++v) {
      for (const std::uint32_t p : drawn.data().corners(v)) {
        ASSERT_EQ(v >= 41 * 41, coarse->vertexOfParticle()[p] >= coarseLower) << "vertex " << v;
      }
    }
  };
  const auto simple = simplified(both, 300);
  ASSERT_TRUE(simple.ok()) << simple.error();
  std::size_t coarseLower = 0;
  for (const std::uint32_t v : (*simple)->drawnVertexOf()) coarseLower += v < 41 * 41;
  byLayer(**simple, coarseLower);
  EXPECT_EQ((*simple)->report().jumps, 0u);

  const SurfaceMesh coarse = joined({sheetAt(11, 0.04f, 0.0f), sheetAt(11, 0.04f, 0.002f)});
  const auto own = authored(both, coarse);
  ASSERT_TRUE(own.ok()) << own.error();
  byLayer(**own, 11 * 11);
  EXPECT_EQ((*own)->report().jumps, 0u);
}

TEST(Bind, BothWallsOfAFlatSleeveStayApart) {
  // 8 cm wide, 2 mm thick.
  const SurfaceMesh fine = tube(48, 60, 0.04f, 0.025f), coarse = tube(16, 15, 0.04f, 0.025f);
  const auto sameWall = [](Vec3 drawn, Vec3 corner) {
    // Round the sleeve's sides triangles, 2 cm long, belong to both walls.
    return std::fabs(drawn.y) > 0.02f || drawn.z * corner.z >= 0.0f || std::fabs(corner.y) > 0.03f;
  };
  const auto simple = simplified(fine, 300);
  ASSERT_TRUE(simple.ok()) << simple.error();
  expectBound(**simple, sameWall);
  const auto own = authored(fine, coarse);
  ASSERT_TRUE(own.ok()) << own.error();
  expectBound(**own, sameWall);
}

TEST(Bind, BothSidesOfAFoldStayApart) {
  // A strip folded back on itself at x = 0.2, 2 mm apart.
  const auto folded = [](std::uint32_t columns, std::uint32_t rows) {
    SurfaceMesh mesh = makeGrid({columns, rows, 0.4f / static_cast<float>(columns - 1), GridCut::oneDiagonal});
    for (Vec3& p : mesh.positions) {
      const bool back = p.x > 0.2f;
      p = {back ? 0.4f - p.x : p.x, p.y, back ? 0.002f : 0.0f};
    }
    return mesh;
  };
  const auto sameSide = [](Vec3 drawn, Vec3 corner) {
    return drawn.x > 0.17f || (drawn.z > 0.001f) == (corner.z > 0.001f);  // at the fold triangles span both
  };
  const auto simple = simplified(folded(81, 21), 250);
  ASSERT_TRUE(simple.ok()) << simple.error();
  expectBound(**simple, sameSide);
  const auto own = authored(folded(81, 21), folded(21, 6));
  ASSERT_TRUE(own.ok()) << own.error();
  expectBound(**own, sameSide);
}

TEST(Bind, NearestPointOfATriangle) {
  const DoubleVec3 a{0, 0, 0}, b{1, 0, 0}, c{0, 1, 0};
  const auto at = [&](DoubleVec3 p) { return nearestOnTriangle(p, a, b, c); };
  const Bound inside = at({0.25, 0.25, 2.0});
  EXPECT_DOUBLE_EQ(inside.b1, 0.25);
  EXPECT_DOUBLE_EQ(inside.b2, 0.25);
  EXPECT_DOUBLE_EQ(inside.distance, 2.0);
  const Bound corner = at({-1.0, -1.0, 0.0}), side = at({1.0, 1.0, 0.0}), right = at({3.0, -1.0, 0.0});
  EXPECT_DOUBLE_EQ(corner.b1 + corner.b2, 0.0);
  EXPECT_DOUBLE_EQ(side.b1, 0.5);
  EXPECT_DOUBLE_EQ(side.b2, 0.5);
  EXPECT_DOUBLE_EQ(right.b1, 1.0);
  EXPECT_DOUBLE_EQ(right.b2, 0.0);
}

}  // namespace
}  // namespace toile
