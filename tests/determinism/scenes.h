// Two scenes that use every part of a step, and hashes of them.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "toile/toile.h"

namespace toile::test {

/// A sheet, large enough for threads to share it, hung by its top row, pushed by a capsule that swings through it, over
/// a floor.
class SheetScene {
 public:
  explicit SheetScene(World& world, Vec3 place = {}) : world_(world) {
    const GridDef grid{.width = 65, .height = 65, .spacing = 0.015f};
    GarmentDef def;
    def.kinds = {Kind::stretch, Kind::shear, Kind::skipOne};
    ClothDef clothDef;
    clothDef.garment = *Garment::build(makeGrid(grid), def);
    const std::vector<std::uint32_t> pins = pinnedVertices(grid, PinPattern::topRow);
    clothDef.pinned = pins;
    clothDef.transform.translation = place;
    cloth = *world.createCloth(clothDef);
    ball_ = *world.addCollider(capsuleCollider(place + Vec3{0.2f, -0.5f, 0.3f}, place + Vec3{0.7f, -0.5f, 0.3f}, 0.1f));
    EXPECT_TRUE(world.addCollider(planeCollider(place + Vec3{0.0f, -0.85f, 0.0f}, {0.1f, 1.0f, 0.0f})).ok());
    start_ = world.collider(ball_)->transform;
  }
  void step(int frame) {
    // A triangle wave of exact numbers: no library call decides about a bit.
    const int phase = frame % 40;
    Transform target = start_;
    target.translation.z += -0.03f * static_cast<float>(phase < 20 ? phase : 40 - phase);
    EXPECT_TRUE(world_.moveCollider(ball_, target).ok());
  }
  ClothId cloth;

 private:
  World& world_;
  ColliderId ball_;
  Transform start_;
};

/// A cape on two shoulders that move: all the other kinds, damping, several iterations, tethers, max distance.
class CapeScene {
 public:
  explicit CapeScene(World& world, Vec3 place = {}) : world_(world), place_(place) {
    const GridDef grid{.width = 25, .height = 31, .spacing = 0.04f, .cut = GridCut::equilateral};
    const SurfaceMesh mesh = makeGrid(grid);
    GarmentDef def;
    def.kinds = {Kind::stretch,       Kind::wing,  Kind::quadraticBending, Kind::dihedralBending, Kind::area,
                 Kind::triangleShear, Kind::strain};
    def.fabric.stretchDamping = 1e-3f;
    def.fabric.bendingDamping = 1e-3f;
    def.maxDistanceScale.assign(mesh.vertexCount(), 1.0f);
    for (std::size_t i = 0; i < 200; ++i) def.maxDistanceScale[i] = 0.25f;
    garment_ = *Garment::build(mesh, def);
    pins_ = pinnedVertices(grid, PinPattern::cape);
    ClothDef clothDef;
    clothDef.garment = garment_;
    clothDef.pinned = pins_;
    clothDef.transform.translation = place;
    clothDef.params.tethers = 2;
    clothDef.params.maxDistance = 0.8f;
    clothDef.params.internalDamping = 0.5f;
    cloth = *world.createCloth(clothDef);
    const Vec3 neck = place + Vec3{0.5f, -0.1f, -0.2f}, feet = place + Vec3{0.5f, -1.0f, -0.2f};
    EXPECT_TRUE(world.addCollider(taperedCapsuleCollider(neck, 0.15f, feet, 0.2f)).ok());
    ColliderDef box;
    box.shape = Box{{0.3f, 0.1f, 0.2f}};
    box.transform.translation = place + Vec3{0.5f, -0.9f, 0.3f};
    EXPECT_TRUE(world.addCollider(box).ok());
  }
  void step(int frame) {
    std::vector<Vec3> targets;
    for (const std::uint32_t v : pins_) {
      const Vec3 sway{0.0f, 0.0f, 0.01f * static_cast<float>(frame % 30)};
      targets.push_back(garment_->restPositions()[v] + place_ + sway);
    }
    EXPECT_TRUE(world_.setTargets(cloth, pins_, targets).ok());
  }
  ClothId cloth;

 private:
  World& world_;
  Vec3 place_;
  GarmentPtr garment_;
  std::vector<std::uint32_t> pins_;
};

inline Wind gustyWind() {
  Wind wind;
  wind.velocity = {2.0f, 0.5f, 3.0f};
  wind.gustStrength = 0.8f;
  return wind;
}

/// FNV-1a of one cloth's positions and velocities, as its vertices have them.
inline std::uint64_t clothHash(const World& world, ClothId cloth) {
  const std::size_t n = world.garment(cloth)->vertexCount();
  std::vector<Vec3> x(n), v(n);
  EXPECT_TRUE(world.readPositions(cloth, x).ok() && world.readVelocities(cloth, v).ok());
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::vector<Vec3>* values : {&x, &v}) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(values->data());
    for (std::size_t i = 0; i < values->size() * sizeof(Vec3); ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  }
  return hash;
}

template <class Scene>
std::uint64_t hashAfter(const WorldDef& def, int frames) {
  World world = World::create(def).value();
  Scene scene(world);
  for (int frame = 0; frame < frames; ++frame) {
    scene.step(frame);
    EXPECT_TRUE(world.step(1.0f / 60.0f).ok());
  }
  const ClothStats stats = *world.stats(scene.cloth);
  EXPECT_FALSE(stats.frozen);
  EXPECT_GT(stats.rmsSpeed, 0.0f);
  return world.stateHash();
}

}  // namespace toile::test
