// P20: self-collision alone must not shake a flat sheet, however thick.
#include <iostream>

#include "cases/case_helpers.h"

namespace toile::test {
namespace {

OneClothDef thickDef(float gravityScale) {
  OneClothDef def;
  def.params.selfCollision = {true, 0.015f, -1.0f, -1.0f};
  def.params.gravityScale = gravityScale;
  def.world.substeps = 10;
  return def;
}

TEST(Cases, P20_FlatSheetStaysWhereItIs) {
  OneCloth one = oneCloth(lyingSheet(51, 0.5f, 0.2f), thickDef(0.0f));
  const Points before = one.positions();
  one.run(60);
  EXPECT_LT(maxDifference(one.positions(), before), 1e-4f);
  EXPECT_LT(maxSpeed(one.velocities()), 1e-4f);
}

TEST(Cases, P20_SheetOnAFloorIsCalm) {
  OneCloth one = oneCloth(lyingSheet(51, 0.5f, 0.01f), thickDef(1.0f));
  one.add(planeCollider({0, 0, 0}, {0, 1, 0}));
  one.run(180);
  double area = 0.0;
  const Points x = one.positions();
  const auto triangles = one.garment->triangles();
  for (std::size_t t = 0; t < triangles.size(); t += 3) {
    area += 0.5 * length(cross(x[triangles[t + 1]] - x[triangles[t]], x[triangles[t + 2]] - x[triangles[t]]));
  }
  std::cout << "rms " << 1000.0 * rmsSpeed(one.velocities()) << " mm/s, area " << area << " m²\n";
  EXPECT_LT(rmsSpeed(one.velocities()), 0.005);
  EXPECT_NEAR(area, 0.25, 0.005 * 0.25);
}

TEST(Cases, P20_WallsThatRestCloserThanTheirThicknessStay) {
  // A flat tube: walls 8 mm apart, joined at both sides.
  constexpr std::uint32_t kHalf = 20, kRows = 20;
  SurfaceMesh mesh;
  for (std::uint32_t row = 0; row < kRows; ++row) {
    for (std::uint32_t i = 0; i < 2 * kHalf; ++i) {
      const bool back = i >= kHalf;
      const auto column = static_cast<float>(back ? 2 * kHalf - 1 - i : i);
      mesh.positions.push_back({0.01f * column, 0.01f * static_cast<float>(row), back ? 0.008f : 0.0f});
    }
  }
  for (std::uint32_t row = 0; row + 1 < kRows; ++row) {
    for (std::uint32_t i = 0; i < 2 * kHalf; ++i) {
      const std::uint32_t a = row * 2 * kHalf + i, b = row * 2 * kHalf + (i + 1) % (2 * kHalf);
      mesh.faceSizes.push_back(4);
      mesh.faceVertices.insert(mesh.faceVertices.end(), {a, b, b + 2 * kHalf, a + 2 * kHalf});
    }
  }
  OneCloth one = oneCloth(mesh, thickDef(0.0f));
  const Points before = one.positions();
  one.run(60);
  EXPECT_LT(maxDifference(one.positions(), before), 1e-4f);
  EXPECT_LT(maxSpeed(one.velocities()), 1e-4f);
}

}  // namespace
}  // namespace toile::test
