// P24: a sheet of 3 cm must not be jelly, nor one of 30 m: nothing may depend on an absolute size.
// Cloths do not sleep yet, so there is no falling asleep in mid air to test.
#include <iostream>

#include "cases/case_helpers.h"
#include "sanitized.h"

namespace toile::test {
namespace {

constexpr std::uint32_t kSide = 21;

struct Hanging {
  double period = 0.0;       ///< s, of the first swing
  float restStretch = 0.0f;  ///< 1
  Points restShape;          ///< in units of the size
};

Hanging hangAt(float size) {
  OneClothDef def;
  def.pinned = gridRow(kSide, 0);
  removeDrag(def);
  OneCloth one = oneCloth(lying(hangingSheet(kSide, kSide, size)), def);
  const Vertices bottom = gridRow(kSide, kSide - 1);

  // Half a period lies between two passages of the bottom row under the pins.
  Hanging result;
  const double limit = 3.0 * 2.0 * 3.14159 * std::sqrt(static_cast<double>(size / kGravity));
  std::vector<double> passages;
  const auto z = [&] {
    const Points x = one.positions();
    double sum = 0.0;
    for (const std::uint32_t v : bottom) sum += static_cast<double>(x[v].z);
    return sum;
  };
  double before = z();
  for (int frame = 1; passages.size() < 3 && frame * static_cast<double>(kFrame) < limit; ++frame) {
    one.run(1);
    const double now = z();
    if ((before > 0.0) != (now > 0.0))
      passages.push_back((frame - 1 + before / (before - now)) * static_cast<double>(kFrame));
    before = now;
  }
  if (passages.size() == 3) result.period = passages[2] - passages[0];

  // Then damped to rest: some forty time constants.
  ClothParams params = def.params;
  params.velocityDamping = 4.0f * std::sqrt(kGravity / size);
  EXPECT_TRUE(one.world.setParams(one.cloth, params));
  one.run(std::max(120, static_cast<int>(20.0f * std::sqrt(size / kGravity) / kFrame)));
  EXPECT_LT(maxSpeed(one.velocities()), 1e-2f * std::sqrt(kGravity * size)) << "not at rest";
  result.restStretch = maxStretch(one);
  result.restShape = one.positions();
  for (Vec3& p : result.restShape) p *= 1.0f / size;
  std::cout << size << " m: period " << result.period << " s, stretch " << 100 * result.restStretch << " %\n";
  return result;
}

TEST(Cases, P24_SheetsOfAllSizesHangAlike) {
  if (kSanitized) {  // the smallest runs the code of the others, in the least time
    hangAt(0.03f);
    return;
  }
  const Hanging mini = hangAt(0.03f), small = hangAt(0.3f), large = hangAt(3.0f), huge = hangAt(30.0f);
  for (const Hanging* h : {&mini, &small, &large, &huge}) {
    EXPECT_LE(h->restStretch, 0.01f);
    // 30 m of this fabric stretches by more than tethers let it (docs/limits.md), so its shape is another.
    if (h != &huge) {
      EXPECT_LE(maxDifference(h->restShape, large.restShape), 0.02f);
    }
    ASSERT_GT(h->period, 0.0);
  }
  const double expected = std::sqrt(0.1);  // of a pendulum a tenth as long
  EXPECT_NEAR(small.period / large.period, expected, 0.05 * expected);
  EXPECT_NEAR(mini.period / small.period, expected, 0.05 * expected);
}

}  // namespace
}  // namespace toile::test
