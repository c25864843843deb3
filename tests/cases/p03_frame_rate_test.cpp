// P03: the same settings must not give softer cloth at 30 frames a second than at 144.
#include <iostream>

#include "cases/case_helpers.h"
#include "sanitized.h"

namespace toile::test {
namespace {

struct Swing {
  float restHeight = 0.0f;    ///< m, of the bottom row
  float restStretch = 0.0f;   ///< 1
  double firstPassage = 0.0;  ///< s
  float overshoot = 0.0f;     ///< m, how far the bottom row swings past the lowest point
};

/// z of the bottom row's middle, positive at the start.
float bottomZ(const Points& x, const Vertices& bottom) {
  double sum = 0.0;
  for (const std::uint32_t v : bottom) sum += static_cast<double>(x[v].z);
  return static_cast<float>(sum / static_cast<double>(bottom.size()));
}

Swing swingAt(int framesPerSecond) {
  OneClothDef def;
  def.pinned = gridRow(21, 0);
  OneCloth one = oneCloth(lying(hangingSheet(21, 21, 1.0f)), def);
  const Vertices bottom = gridRow(21, 20);
  const float dt = 1.0f / static_cast<float>(framesPerSecond);
  Swing swing;
  float before = bottomZ(one.positions(), bottom);
  for (int frame = 1; frame <= 4 * framesPerSecond; ++frame) {
    one.run(1, dt);
    const float now = bottomZ(one.positions(), bottom);
    if (swing.firstPassage == 0.0 && now <= 0.0f) {
      swing.firstPassage = (frame - 1 + static_cast<double>(before / (before - now))) / framesPerSecond;
    }
    swing.overshoot = std::max(swing.overshoot, -now);
    before = now;
  }
  swing.restHeight = meanHeight(one.positions(), bottom);
  swing.restStretch = maxStretch(one);
  return swing;
}

TEST(Cases, P03_SameClothAtEveryFrameRate) {
  const Swing reference = swingAt(60);
  ASSERT_GT(reference.firstPassage, 0.0);
  std::vector<int> rates = {24, 30, 60, 120, 144};
  if (kSanitized) rates.resize(1);
  for (const int rate : rates) {
    const Swing swing = swingAt(rate);
    std::cout << rate << " fps: bottom at " << swing.restHeight << " m, stretch " << 100 * swing.restStretch
              << " %, first passage " << swing.firstPassage << " s, overshoot " << swing.overshoot << " m\n";
    EXPECT_NEAR(swing.restHeight, reference.restHeight, 0.01f) << rate << " fps; 1 % of 1 m";
    EXPECT_NEAR(swing.restStretch, reference.restStretch, 0.01f) << rate << " fps";
    EXPECT_NEAR(swing.firstPassage, reference.firstPassage, 0.05 * reference.firstPassage) << rate << " fps";
    EXPECT_NEAR(swing.overshoot, reference.overshoot, 0.2f * reference.overshoot) << rate << " fps";
  }
}

}  // namespace
}  // namespace toile::test
