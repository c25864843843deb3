// One scene in several worlds: on the device, on the CPU, and on the CPU with starting positions off by their last
// place. How far the third gets from the second is what rounding does to this scene, whoever rounds: the device may be
// off by a small multiple of it, and no more.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>

#include "tests/vulkan/device.h"

namespace toile::test {

/// Fills a world and returns what moves it before each step (may be empty).
using SceneMaker = std::function<std::function<void(World&, int)>(World&, std::vector<ClothId>&)>;

struct Played {
  World world;
  std::vector<ClothId> cloths;
  std::function<void(World&, int)> move;

  Played(const WorldDef& def, const SceneMaker& make) : world(World::create(def).value()) {
    move = make(world, cloths);
  }
  std::vector<Vec3> positions(std::size_t i) const {
    std::vector<Vec3> x(world.garment(cloths[i])->vertexCount());
    EXPECT_TRUE(world.readPositions(cloths[i], x).ok());
    return x;
  }
  std::vector<Vec3> velocities(std::size_t i) const {
    std::vector<Vec3> v(world.garment(cloths[i])->vertexCount());
    EXPECT_TRUE(world.readVelocities(cloths[i], v).ok());
    return v;
  }
};

/// m, the farthest a vertex is from the same one.
inline float farthest(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  float most = 0.0f;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const float d = distance(a[i], b[i]);
    most = d > most || !(d == d) ? (d == d ? d : 1e30f) : most;
  }
  return most;
}

/// Every position is moved by about a unit in the last place of 1 m: what an operation rounds.
inline void disturb(Played& played, unsigned seed) {
  std::minstd_rand random(seed);
  std::uniform_real_distribution<float> unit(-1.2e-7f, 1.2e-7f);
  for (std::size_t i = 0; i < played.cloths.size(); ++i) {
    std::vector<Vec3> x = played.positions(i);
    for (Vec3& p : x) p += {unit(random), unit(random), unit(random)};
    EXPECT_TRUE(played.world.writePositions(played.cloths[i], x).ok());
  }
}

/// Where rounding alone moves a vertex farther than this, m, a scene has forgotten how it was rounded: places can no
/// longer be compared, stretch still can.
inline constexpr float kForgotten = 1e-4f;

inline float farthest(const Played& a, const Played& b) {
  float most = 0.0f;
  for (std::size_t i = 0; i < a.cloths.size(); ++i) most = std::max(most, farthest(a.positions(i), b.positions(i)));
  return most;
}

/// Compares after each of the given numbers of steps, which ascend.
inline void expectParity(const VulkanDevicePtr& device, const WorldDef& def, const SceneMaker& make,
                         std::initializer_list<int> steps, const std::string& what) {
  SCOPED_TRACE(what);
  Played gpu(def, make), cpu(def, make), off(def, make), also(def, make);
  disturb(off, 7), disturb(also, 8);
  auto solver = VulkanSolver::create(gpu.world, device);
  ASSERT_TRUE(solver.ok()) << solver.error();
  float rounding = 0.0f;  // the most of all numbers of steps so far: it differs from step to step more than it grows
  int step = 0;
  for (const int until : steps) {
    for (; step < until; ++step) {
      for (Played* played : {&gpu, &cpu, &off, &also}) {
        if (played->move) played->move(played->world, step);
        const Status status = played == &gpu ? (*solver)->step(1.0f / 60.0f) : played->world.step(1.0f / 60.0f);
        ASSERT_TRUE(status.ok()) << status.error();
      }
    }
    rounding = std::max({rounding, farthest(off, cpu), farthest(also, cpu)});
    const float apart = farthest(gpu, cpu);
    if (std::getenv("TOILE_PRINT") != nullptr)
      std::printf("%s: %d steps, device %.2g m, rounding %.2g m\n", what.c_str(), until, double{apart},
                  double{rounding});
    if (until <= 10) {
      ASSERT_LT(rounding, kForgotten) << "a scene that compares nothing";
    }
    // The device's divisions and square roots may be off by 2.5 units in the last place, and it rounds in every
    // operation of every substep where the disturbance is there once: a factor of 8 for hundreds of operations, and at
    // least 1 µm, some units in the last place of 2 m.
    if (rounding < kForgotten) {
      EXPECT_LT(apart, 8.0f * rounding + 1e-6f) << "after " << until << " steps; rounding alone: " << rounding;
    }
    for (std::size_t i = 0; i < cpu.cloths.size(); ++i) {
      const ClothStats a = *gpu.world.stats(gpu.cloths[i]), b = *cpu.world.stats(cpu.cloths[i]);
      ASSERT_FALSE(a.frozen);
      EXPECT_NEAR(a.maxStretch, b.maxStretch, 0.05f * b.maxStretch) << "after " << until << " steps";
      EXPECT_NEAR(a.meanStretch, b.meanStretch, 0.01f * b.meanStretch) << "after " << until << " steps";
    }
  }
}

}  // namespace toile::test
