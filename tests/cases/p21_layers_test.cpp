// P21: close layers keep their order.
#include <iostream>

#include "cases/case_helpers.h"
#include "sanitized.h"

namespace toile::test {
namespace {

constexpr std::uint32_t kLayerSide = 41;

/// How far along a ray from the origin a surface is met first, or infinity.
float rayDistance(Vec3 direction, const Points& x, std::span<const std::uint32_t> triangles) {
  float nearest = INFINITY;
  for (std::size_t t = 0; t < triangles.size(); t += 3) {
    const Vec3 a = x[triangles[t]], e = x[triangles[t + 1]] - a, f = x[triangles[t + 2]] - a;
    const Vec3 p = cross(direction, f);
    const float determinant = dot(e, p);
    if (std::fabs(determinant) < 1e-12f) continue;
    const Vec3 s = -a, q = cross(s, e);
    const float u = dot(s, p) / determinant, v = dot(direction, q) / determinant, w = dot(f, q) / determinant;
    if (u >= 0.0f && v >= 0.0f && u + v <= 1.0f && w > 0.0f) nearest = std::min(nearest, w);
  }
  return nearest;
}

TEST(Cases, P21_LayersKeepTheirOrder) {
  WorldDef worldDef;
  worldDef.substeps = 10;
  World world = need(World::create(worldDef));
  const ColliderDef ball = sphereAt({}, 0.3f);
  ASSERT_TRUE(world.addCollider(ball));
  const SurfaceMesh mesh = lyingSheet(kLayerSide, 1.0f, 0.32f);
  GarmentDef def;
  def.fabric.thickness = 0.003f;
  const GarmentPtr garment = garmentOf(mesh, def);
  std::vector<ClothId> layers;
  for (int i = 0; i < 3; ++i) {
    ClothDef cloth;
    cloth.garment = garment;
    cloth.transform.translation.y = 0.005f * static_cast<float>(i);
    cloth.params.selfCollision.enabled = true;
    layers.push_back(need(world.createCloth(cloth)));
  }
  const int frames = kSanitized ? 10 : 300;
  for (int i = 0; i < frames; ++i) {
    ASSERT_TRUE(world.step(kFrame));
    if (i % 10 == 9) {
      ASSERT_EQ(world.countCrossings(), 0u) << i;
    }
  }
  std::vector<Points> x(3, Points(mesh.vertexCount()));
  double rms = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(world.readPositions(layers[i], x[i]));
    Points v(mesh.vertexCount());
    ASSERT_TRUE(world.readVelocities(layers[i], v));
    rms = std::max(rms, rmsSpeed(v));
    EXPECT_GT(leastDistance(x[i], ball), -0.001f);
  }
  int asked = 0, inOrder = 0;
  for (int i = 0; i < 1000; ++i) {
    // a spiral over the sphere's upper part, which all three cover
    const float height = 0.3f + 0.7f * static_cast<float>(i) / 1000.0f, angle = 2.39996f * static_cast<float>(i);
    const float radius = std::sqrt(1.0f - height * height);
    const Vec3 direction{radius * std::cos(angle), height, radius * std::sin(angle)};
    float d[3];
    for (std::size_t k = 0; k < 3; ++k) d[k] = rayDistance(direction, x[k], garment->triangles());
    if (!std::isfinite(d[0]) || !std::isfinite(d[1]) || !std::isfinite(d[2])) continue;
    ++asked;
    inOrder += d[0] < d[1] && d[1] < d[2] ? 1 : 0;
  }
  std::cout << inOrder << " of " << asked << " rays in order, rms " << 1000.0 * rms << " mm/s\n";
  EXPECT_GT(asked, 500);
  EXPECT_GE(inOrder, 0.995 * asked);
  if (!kSanitized) {
    EXPECT_LT(rms, 0.02);
  }
}

}  // namespace
}  // namespace toile::test
