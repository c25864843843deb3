// The bench on which the physics is measured: worlds without air and damping unless asked for, and short ways to
// build, step and read.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "toile/toile.h"

namespace toile::test {

inline constexpr double kGravity = 9.81;  // m/s²
inline constexpr double kPi = 3.14159265358979323846;
inline constexpr float kFrame = 1.0f / 60.0f;  // s

/// Nothing but the constraints: no tethers, no air, no damping.
inline ClothParams bareParams() {
  ClothParams params;
  params.velocityDamping = 0.0f;
  params.airDrag = 0.0f;
  params.airLift = 0.0f;
  params.tethers = 0;
  return params;
}

/// A world with one cloth in it. Everything that can fail is expected to succeed.
class Lab {
 public:
  Lab(const SurfaceMesh& mesh, const GarmentDef& def, const ClothParams& params,
      std::span<const std::uint32_t> pinned = {}, const WorldDef& worldDef = {})
      : world(World::create(worldDef).value()) {
    auto built = Garment::build(mesh, def);
    EXPECT_TRUE(built.ok()) << (built.ok() ? "" : built.error());
    garment = *built;
    ClothDef clothDef;
    clothDef.garment = garment;
    clothDef.params = params;
    clothDef.pinned = pinned;
    auto created = world.createCloth(clothDef);
    EXPECT_TRUE(created.ok()) << (created.ok() ? "" : created.error());
    cloth = *created;
  }

  void step(int count = 1, float dt = kFrame) {
    for (int i = 0; i < count; ++i) ASSERT_TRUE(world.step(dt).ok());
  }
  std::vector<Vec3> positions() const {
    std::vector<Vec3> out(garment->vertexCount());
    EXPECT_TRUE(world.readPositions(cloth, out).ok());
    return out;
  }
  std::vector<Vec3> velocities() const {
    std::vector<Vec3> out(garment->vertexCount());
    EXPECT_TRUE(world.readVelocities(cloth, out).ok());
    return out;
  }
  std::vector<float> masses() const {
    std::vector<float> out(garment->vertexCount());
    EXPECT_TRUE(world.readMasses(cloth, out).ok());
    return out;
  }
  ClothStats stats() const { return *world.stats(cloth); }

  World world;
  GarmentPtr garment;
  ClothId cloth;
};

inline WorldDef worldOf(std::uint32_t substeps, std::uint32_t iterations = 1) {
  WorldDef def;
  def.substeps = substeps;
  def.iterations = iterations;
  return def;
}

}  // namespace toile::test
