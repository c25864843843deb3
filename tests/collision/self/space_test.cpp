// Steps that do without a search push what the last search found, whatever was looked for and pushed in between.
#include "collision/self/space.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "collision/self/sheet.h"
#include "kernels/target.h"

namespace toile::test {
namespace {

constexpr float kLayerThickness = 0.02f, kApart = 0.022f;  // m
constexpr std::uint32_t kSubsteps = 4;

/// Two sheets of 9 × 9 particles, 0.1 m apart, one over the other, at rest.
struct Layers {
  LevelSheet sheet{9, 0.1f};
  std::size_t upper = 96;  ///< its first particle
  AlignedVector<float> x, velocity;
  self::ContactSpace space;
  KernelTarget target;

  explicit Layers(KernelTarget wanted) : target(wanted) {
    const self::SurfaceInput inputs[] = {sheet.input(kLayerThickness),
                                         sheet.input(kLayerThickness, static_cast<std::uint32_t>(upper))};
    const std::uint32_t count = 2 * 96 + 16;
    space.setSurfaces(inputs, count);
    x.assign(4 * std::size_t{count}, 0.0f), velocity = x;
    for (std::size_t i = 0; i < sheet.rest.size(); ++i) {
      for (const std::size_t p : {i, upper + i}) {
        const Vec3 at = sheet.rest[i];
        x[4 * p] = at.x, x[4 * p + 1] = p == i ? 0.0f : kApart, x[4 * p + 2] = at.z, x[4 * p + 3] = 1.0f;
      }
    }
  }
  void lift(float by) {
    for (std::size_t i = 0; i < sheet.rest.size(); ++i) x[4 * (upper + i) + 1] += by;
  }
  /// A step that is expected to change nothing. The upper sheet is lifted before the first contacts and set down
  /// again after them by `back`. Whether the first contacts pushed.
  bool step(float by, float back) {
    constexpr float kStep = 1.0f / 60.0f;
    space.beginStep(x.data(), x.data(), target);
    bool pushed = false;
    for (std::uint32_t substep = 1; substep <= kSubsteps; ++substep) {
      const AlignedVector<float> start = x;
      if (substep == 1) lift(by);
      const bool now = space.push(x.data(), start.data(), kStep / kSubsteps, substep, kSubsteps);
      if (substep == 1) pushed = now, lift(-back);
    }
    space.endStep(x.data(), velocity.data(), kStep);
    return pushed;
  }
  float gap() const {
    float least = 1.0f;
    for (std::size_t i = 0; i < sheet.rest.size(); ++i) least = std::min(least, x[4 * (upper + i) + 1] - x[4 * i + 1]);
    return least;
  }
};

TEST(SelfSpace, AStepWithoutASearchPushesWhatTheLastOneFound) {
  for (const KernelTarget target : availableTargets()) {
    Layers layers(target);
    for (int step = 0; step < 5; ++step) layers.step(0.0f, 0.0f);
    ASSERT_EQ(layers.space.stats().searches, 0u);  // calm for so long that bounds have been searched
    ASSERT_GT(layers.space.stats().pairs, 81u);    // more than one row of sixteen
    // In the middle of this step the sheet is far away, and what is pushed is looked for on the way there: nothing.
    EXPECT_FALSE(layers.step(0.5f, 0.5f));
    ASSERT_EQ(layers.space.stats().searches, 1u);
    // At its end it was back within its bounds, so that the pairs of before hold: all of them are pushed again.
    EXPECT_TRUE(layers.step(kLayerThickness - kApart - 1e-3f, 0.0f));
    EXPECT_EQ(layers.space.stats().searches, 0u);
    EXPECT_GT(layers.space.stats().pairs, 81u);
    EXPECT_GE(layers.gap(), kLayerThickness - 1e-8f);  // five roundings
  }
}

}  // namespace
}  // namespace toile::test
