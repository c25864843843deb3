// Sheets on two moving solids over a slope, and what must not decide about their bits, whatever the shapes are.
#pragma once

#include <algorithm>

#include "determinism/scenes.h"

namespace toile::test {

/// State hash of `count` sheets on a rounded shape and a plate that move and turn, over a slope.
inline std::uint64_t hashOverSolids(const Shape& rounded, const Shape& flat, WorldDef def, std::uint32_t size,
                                    int count) {
  def.substeps = 6;
  World world = World::create(def).value();
  ColliderDef solid;
  solid.shape = rounded, solid.transform.translation = {0.4f, 0.0f, 0.4f}, solid.restitution = 0.3f;
  const ColliderId gem = *world.addCollider(solid);
  solid.shape = flat, solid.transform.translation = {0.1f, 0.1f, 0.1f};
  const ColliderId plate = *world.addCollider(solid);
  EXPECT_TRUE(world.addCollider(planeCollider({0.0f, -0.2f, 0.0f}, {0.1f, 1.0f, 0.0f})).ok());
  ClothDef cloth;
  const GridDef grid{.width = size, .height = size, .spacing = 0.8f / static_cast<float>(size - 1)};
  cloth.garment = *Garment::build(makeGrid(grid), GarmentDef{});
  for (int i = 0; i < count; ++i) {
    cloth.transform = {normalized({-0.7f, 0.02f, 0.01f, 0.7f}), {0.01f * static_cast<float>(i), 0.3f, 0.0f}};
    EXPECT_TRUE(world.createCloth(cloth).ok());
  }
  std::size_t touching = 0;
  for (int frame = 0; frame < 14; ++frame) {
    // Triangle waves of exact numbers: no library call decides about a bit.
    const float phase = static_cast<float>(std::min(frame, 14 - frame)) * 0.1f;
    const Quat turn = normalized({0.1f * phase, 0.2f * phase, 0.0f, 1.0f});
    EXPECT_TRUE(world.moveCollider(gem, {turn, {0.4f + 0.1f * phase, 0.0f, 0.4f}}).ok());
    EXPECT_TRUE(world.moveCollider(plate, {turn, {0.1f, 0.1f + 0.3f * phase, 0.1f}}).ok());
    EXPECT_TRUE(world.step(1.0f / 60.0f).ok());
    touching += *world.colliderContacts(gem) + *world.colliderContacts(plate);
  }
  EXPECT_GT(touching, 100u);
  return world.stateHash();
}

/// hashOf(def, size, count)
template <class HashOf>
void expectThreadsDoNotMatter(HashOf hashOf) {
  constexpr std::uint32_t kSize = 65;  // large enough for threads to share it
  const std::uint64_t hash = hashOf(WorldDef{}, kSize, 1);
  for (const std::uint32_t threads : {2u, 4u}) {
    WorldDef def;
    def.threads = threads;
    EXPECT_EQ(hashOf(def, kSize, 1), hash) << threads;
  }
}

template <class HashOf>
void expectCrowdsDoNotMatter(HashOf hashOf) {
  WorldDef apart;
  apart.crowds = false;
  EXPECT_EQ(hashOf(WorldDef{}, 13, 16), hashOf(apart, 13, 16));
}

}  // namespace toile::test
