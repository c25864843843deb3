// Rows that are far from touching are left alone, but not for so long that anything comes too near.
#include "collision/self/push.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/target.h"

namespace toile::test {
namespace {

constexpr float kThickness = 0.01f;

/// A particle over a large triangle; particle 4 belongs to nothing.
struct Falling {
  AlignedVector<float> x = AlignedVector<float>(4 * 16, 0.0f), start;
  self::PushRows rows;

  explicit Falling(float height) {
    const float corners[3][3] = {{-1, 0, -1}, {0, 0, 1}, {1, 0, -1}};
    for (std::size_t i = 0; i < 3; ++i) std::copy(corners[i], corners[i] + 3, &x[4 * (i + 1)]);
    x[1] = height, x[3] = 1.0f;
    self::PushRow& row = rows.vertexTriangle.emplace_back();
    for (std::uint32_t at = 0; at < self::kRow; ++at) {
      for (std::uint32_t i = 0; i < 4; ++i) row.p[i][at] = at == 0 ? i : 4u, row.part[i][at] = at == 0 ? 1.0f : 0.0f;
      row.n[0][at] = row.n[2][at] = 0.0f, row.n[1][at] = at == 0 ? 1.0f : 0.0f;
      row.thickness[at] = at == 0 ? kThickness : -1e30f;
      row.side[at] = 1.0f, row.hold[at] = row.drag[at] = 0.0f;
    }
    row.count = 1;
    start = x;
  }
  /// One substep at a speed in thicknesses a substep; what the push leaves is the height.
  float step(float speed, KernelTarget target) {
    start = x;
    x[1] -= speed * kThickness;
    pushed = self::pushApart({x.data(), start.data(), 1e-3f, target}, rows);
    return x[1];
  }
  std::size_t pushed = 0;
};

TEST(SelfPush, LooksAtWhatClosesSteadilyInTime) {
  for (const KernelTarget target : availableTargets()) {
    for (const float speed : {0.02f, 0.1f, 0.3f, 0.7f}) {
      Falling falling(4.0f * kThickness);
      bool alone = false, touched = false;
      for (int substep = 0; substep < 300; ++substep) {
        const float height = falling.step(speed, target);
        alone = alone || falling.rows.vertexTriangle[0].wait > 0;
        touched = touched || falling.pushed != 0;
        ASSERT_GE(height, 0.9999f * kThickness) << "speed " << speed << ", substep " << substep;
      }
      EXPECT_TRUE(alone) << "speed " << speed;
      EXPECT_TRUE(touched) << "speed " << speed;
    }
  }
}

}  // namespace
}  // namespace toile::test
