// P17: a tube stretched tightly round two spheres must come to rest, whatever the order of the spheres.
#include <iostream>

#include "cases/case_helpers.h"

namespace toile::test {
namespace {

constexpr std::uint32_t kTubeAround = 48, kTubeAlong = 24;
constexpr float kTubeRadius = 0.19f, kBallRadius = 0.2f, kApart = 0.3f;

/// A closed tube about y from y = −0.35 to 0.35.
SurfaceMesh tube() {
  SurfaceMesh mesh;
  for (std::uint32_t row = 0; row < kTubeAlong; ++row) {
    for (std::uint32_t i = 0; i < kTubeAround; ++i) {
      const float angle = 2.0f * kPi * static_cast<float>(i) / kTubeAround;
      mesh.positions.push_back({kTubeRadius * std::cos(angle),
                                -0.35f + 0.7f * static_cast<float>(row) / (kTubeAlong - 1),
                                kTubeRadius * std::sin(angle)});
    }
  }
  for (std::uint32_t row = 0; row + 1 < kTubeAlong; ++row) {
    for (std::uint32_t i = 0; i < kTubeAround; ++i) {
      const std::uint32_t a = row * kTubeAround + i, b = row * kTubeAround + (i + 1) % kTubeAround;
      mesh.faceSizes.push_back(4);
      mesh.faceVertices.insert(mesh.faceVertices.end(), {a, a + kTubeAround, b + kTubeAround, b});
    }
  }
  return mesh;
}

struct Settled {
  Points x;
  double rms = 0.0, hoop = 0.0;
  float depth = 0.0f;
};

Settled settle(bool swapped, float thickness) {
  OneClothDef def;
  def.garment.fabric.stretchWarp = def.garment.fabric.stretchWeft = 1e6f;
  def.garment.fabric.thickness = thickness;
  def.params.selfCollision.enabled = true;
  def.params.gravityScale = 0.0f;
  def.world.substeps = 20;
  OneCloth one = oneCloth(tube(), def);
  const float first = swapped ? 0.5f * kApart : -0.5f * kApart;
  const ColliderDef a = sphereAt({0, first, 0}, kBallRadius), b = sphereAt({0, -first, 0}, kBallRadius);
  one.add(a), one.add(b);
  one.run(240);
  Settled settled;
  for (int i = 0; i < 60; ++i) {
    one.run(1);
    settled.rms = std::max(settled.rms, rmsSpeed(one.velocities()));
  }
  settled.x = one.positions();
  settled.depth = -std::min(leastDistance(settled.x, a), leastDistance(settled.x, b));
  // hoop strain of the row nearest to a sphere's equator
  double length = 0.0;
  const auto row = static_cast<std::uint32_t>((0.35f - 0.5f * kApart) / 0.7f * (kTubeAlong - 1) + 0.5f);
  for (std::uint32_t i = 0; i < kTubeAround; ++i) {
    length += distance(settled.x[row * kTubeAround + i], settled.x[row * kTubeAround + (i + 1) % kTubeAround]);
  }
  settled.hoop = length / (kTubeAround * 2.0 * kTubeRadius * std::sin(kPi / kTubeAround)) - 1.0;
  EXPECT_EQ(one.world.countCrossings(), 0u);
  return settled;
}

TEST(Cases, P17_TightTubeComesToRest) {
  const Settled one = settle(false, 0.0f), other = settle(true, 0.0f);
  std::cout << "rms " << 1000.0 * one.rms << " mm/s, depth " << 1000.0f * one.depth << " mm, hoop " << 100.0 * one.hoop
            << " %, order " << 1000.0f * maxDifference(one.x, other.x) << " mm\n";
  EXPECT_LT(one.rms, 0.005);
  EXPECT_LT(one.depth, 0.002f);
  EXPECT_NEAR(one.hoop, 0.053, 0.015);
  EXPECT_LT(maxDifference(one.x, other.x), 0.001f);
}

TEST(Cases, P17_ThickTubeIsAsMuchWider) {
  const Settled thick = settle(false, 0.005f);
  std::cout << "hoop " << 100.0 * thick.hoop << " %, rms " << 1000.0 * thick.rms << " mm/s\n";
  EXPECT_NEAR(thick.hoop, 0.079, 0.015);
  EXPECT_LT(thick.rms, 0.005);
}

}  // namespace
}  // namespace toile::test
