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
  // 30 m of the default fabric stretch by 2 % under their own weight, as they should (σ g L / E h): these by 0.3 %. And
  // 3 cm of a fabric as stiff to bend as leather do not hang: this is as limp as silk.
  // No tethers: their slack of 0.5 % is less than leather and solver give near the pins, and would decide the shape.
  def.garment.fabric = findFabricPreset("leather")->fabric;
  def.garment.fabric.bendingRigidity = 1e-6f;
  def.params.tethers = 0;
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
  // Not all of them: places 30 m from the origin are rounded to 2 µm, and each rounding of 1/3600 s is 7 mm/s of noise.
  EXPECT_LT(rmsSpeed(one.velocities()), 1e-2 * std::sqrt(static_cast<double>(kGravity * size))) << "not at rest";
  result.restStretch = maxStretch(one);
  result.restShape = one.positions();
  for (Vec3& p : result.restShape) p *= 1.0f / size;
  std::cout << size << " m: period " << result.period << " s, stretch " << 100 * result.restStretch << " %, rms speed "
            << rmsSpeed(one.velocities()) << " m/s\n";
  return result;
}

/// Each is ten times the one before.
void expectAlike(const std::vector<Hanging>& sheets) {
  const double expected = std::sqrt(0.1);  // of a pendulum a tenth as long
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    EXPECT_LE(sheets[i].restStretch, 0.01f);
    EXPECT_LE(maxDifference(sheets[i].restShape, sheets.back().restShape), 0.02f);
    ASSERT_GT(sheets[i].period, 0.0);
    if (i == 0) continue;
    EXPECT_NEAR(sheets[i - 1].period / sheets[i].period, expected, 0.05 * expected);
  }
}

TEST(Cases, P24_SheetsOfAllSizesHangAlike) {
  std::vector<Hanging> sheets{hangAt(0.03f), hangAt(0.3f)};
  if (!kSanitized) {  // the small ones run the code of the others, in the least time
    sheets.push_back(hangAt(3.0f));
    sheets.push_back(hangAt(30.0f));
  }
  expectAlike(sheets);
}

}  // namespace
}  // namespace toile::test
