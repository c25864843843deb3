// Drawing kernels: the equations, the same bits from every instruction set, and nothing but numbers from what has no
// sense.
#include <gtest/gtest.h>

#include <cmath>

#include "aligned.h"
#include "constraint_set.h"
#include "kernels/draw_kernels.h"
#include "kernels/evaluate.h"
#include "kernels/target.h"

namespace toile::test {
namespace {

constexpr std::uint32_t kDrawnParticles = 64, kVertices = 70;  // the last block is not full

struct Scene {
  AlignedVector<float> x, normals, values, details;
  AlignedVector<std::uint16_t> corners16;
  AlignedVector<std::uint32_t> corners32;
  std::vector<std::uint32_t> detail;
};

Scene scene() {
  Random random(7);
  Scene s;
  for (std::uint32_t i = 0; i < kDrawnParticles; ++i) {
    Point p = random.point(1.0), n = random.point(1.0);
    if (i % 9 == 0) p = {0.5, 0.5, 0.5};   // corners in one place: nothing to point along
    if (i % 11 == 0) n = {0.0, 0.0, 0.0};  // no normal at all
    const double size = std::sqrt(dot(n, n));
    if (size > 0.0) n = n * (1.0 / size);
    for (const double value : {p.x, p.y, p.z, 1.0}) s.x.push_back(static_cast<float>(value));
    for (const double value : {n.x, n.y, n.z, 0.0}) s.normals.push_back(static_cast<float>(value));
  }
  const std::uint32_t blocks = (kVertices + kBlock - 1) / kBlock;
  for (std::uint32_t i = 0; i < blocks * 3 * kBlock; ++i) s.corners32.push_back(random.below(kDrawnParticles));
  for (const std::uint32_t c : s.corners32) s.corners16.push_back(static_cast<std::uint16_t>(c));
  for (std::uint32_t i = 0; i < blocks * kDrawValues * kBlock; ++i)
    s.values.push_back(static_cast<float>(random(-0.5, 1.0)));
  for (std::uint32_t i = 0; i < 2 * kDetailValues * kBlock; ++i)
    s.details.push_back(static_cast<float>(random(-1.0, 1.0)));
  s.detail.assign(blocks, 0xffffffffu);
  s.detail[1] = 1, s.detail[3] = 0;
  return s;
}

struct Drawn {
  std::vector<float> positions, normals, tangents;
};

Drawn draw(const Scene& s, KernelTarget target, bool narrow) {
  Drawn drawn{std::vector<float>(3 * kVertices + 1, -7.0f), std::vector<float>(3 * kVertices + 1, -7.0f),
              std::vector<float>(4 * kVertices + 1, -7.0f)};
  DrawArguments a;
  a.x = s.x.data(), a.normals = s.normals.data(), a.values = s.values.data();
  a.corners16 = narrow ? s.corners16.data() : nullptr, a.corners32 = narrow ? nullptr : s.corners32.data();
  a.detail = s.detail.data(), a.details = s.details.data();
  a.positions = drawn.positions.data(), a.drawnNormals = drawn.normals.data(), a.tangents = drawn.tangents.data();
  a.vertexCount = kVertices, a.endBlock = static_cast<std::uint32_t>(s.detail.size());
  drawKernels(target).draw(a);
  return drawn;
}

TEST(DrawKernels, SameBitsFromEveryInstructionSet) {
  const Scene s = scene();
  const Drawn expected = draw(s, {Simd::scalar, 1}, true);
  for (const KernelTarget& target : availableTargets()) {
    for (const bool narrow : {true, false}) {
      SCOPED_TRACE(targetName(target));
      const Drawn drawn = draw(s, target, narrow);
      EXPECT_EQ(drawn.positions, expected.positions);
      EXPECT_EQ(drawn.normals, expected.normals);
      EXPECT_EQ(drawn.tangents, expected.tangents);
    }
  }
}

TEST(DrawKernels, UnitPerpendicularAndNothingBehindTheEnd) {
  const Drawn drawn = draw(scene(), availableTargets().front(), true);
  for (std::uint32_t v = 0; v < kVertices; ++v) {
    const float* n = &drawn.normals[3 * v];
    const float* t = &drawn.tangents[4 * v];
    for (int k = 0; k < 3; ++k) {
      ASSERT_TRUE(std::isfinite(drawn.positions[3 * v + k]) && std::isfinite(n[k]) && std::isfinite(t[k])) << v;
    }
    const float squared = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    if (squared == 0.0f) continue;  // corner 0 had no normal either
    EXPECT_NEAR(squared, 1.0f, 1e-5f) << v;
    EXPECT_NEAR(t[0] * t[0] + t[1] * t[1] + t[2] * t[2], 1.0f, 1e-5f) << v;
    EXPECT_NEAR(n[0] * t[0] + n[1] * t[1] + n[2] * t[2], 0.0f, 2e-3f) << v;  // a short rest of a long vector
  }
  EXPECT_EQ(drawn.positions.back(), -7.0f);
  EXPECT_EQ(drawn.normals.back(), -7.0f);
  EXPECT_EQ(drawn.tangents.back(), -7.0f);
}

}  // namespace
}  // namespace toile::test
