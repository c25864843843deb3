// P06: without gravity and load a garment must keep the shape it was imported in.
#include <iostream>

#include "cases/case_helpers.h"

namespace toile::test {
namespace {

/// Open tube along y of `around` × `rows` vertices, quads, looking outwards.
SurfaceMesh tube(std::uint32_t around, std::uint32_t rows, float radius, float height) {
  SurfaceMesh mesh;
  for (std::uint32_t y = 0; y < rows; ++y) {
    for (std::uint32_t k = 0; k < around; ++k) {
      const double angle = 2.0 * 3.14159265358979 * k / around;
      mesh.positions.push_back({static_cast<float>(radius * std::cos(angle)),
                                height * static_cast<float>(y) / static_cast<float>(rows - 1),
                                static_cast<float>(radius * std::sin(angle))});
    }
  }
  for (std::uint32_t y = 0; y + 1 < rows; ++y) {
    for (std::uint32_t k = 0; k < around; ++k) {
      const std::uint32_t next = (k + 1) % around;
      mesh.faceSizes.push_back(4);
      for (const std::uint32_t v : {y * around + k, (y + 1) * around + k, (y + 1) * around + next, y * around + next}) {
        mesh.faceVertices.push_back(v);
      }
    }
  }
  return mesh;
}

/// A strip of 2 × 10 cells of 5 cm, folded by 90° along its middle line (column 1).
SurfaceMesh foldedStrip() {
  SurfaceMesh mesh = makeGrid({3, 11, 0.05f, GridCut::quads});
  for (Vec3& p : mesh.positions) {
    if (p.x > 0.075f) p = {0.05f, p.y, p.x - 0.05f};
  }
  return mesh;
}

OneCloth afterFiveSeconds(const SurfaceMesh& mesh) {
  OneClothDef def;
  def.world.gravity = {};
  OneCloth one = oneCloth(mesh, def);
  one.run(300);
  const Points x = one.positions();
  Vec3 low = mesh.positions.front(), high = low;
  for (const Vec3 p : mesh.positions) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const std::array<double, 3> from = centroid(mesh.positions), to = centroid(x);
  const double drift = std::hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const float most = maxDifference(x, mesh.positions);
  std::cout << "moved " << most << " m, rms speed " << rmsSpeed(one.velocities()) << " m/s, drift " << drift << " m\n";
  EXPECT_LT(most, 0.001f * distance(low, high));
  EXPECT_LT(rmsSpeed(one.velocities()), 1e-4);
  EXPECT_LT(drift, 1e-5);
  return one;
}

TEST(Cases, P06_TubeKeepsItsShape) { afterFiveSeconds(tube(32, 20, 0.15f, 0.5f)); }

TEST(Cases, P06_FoldedStripKeepsItsAngle) {
  const OneCloth one = afterFiveSeconds(foldedStrip());
  const Points x = one.positions();
  for (std::uint32_t row = 0; row < 10; ++row) {
    const std::uint32_t v = 3 * row;
    const Vec3 fold = normalizedOr(x[v + 4] - x[v + 1], {});
    const auto across = [&](Vec3 d) { return normalizedOr(d - fold * dot(d, fold), {}); };
    const float cosine = dot(across(x[v] - x[v + 1]), across(x[v + 2] - x[v + 1]));
    EXPECT_NEAR(std::acos(std::clamp(cosine, -1.0f, 1.0f)) * 180.0f / kPi, 90.0f, 1.0f) << "row " << row;
  }
}

TEST(Cases, P06_SphereKeepsItsShape) { afterFiveSeconds(icosphere(3, 0.5f, {})); }

}  // namespace
}  // namespace toile::test
