// P02: one long frame (a breakpoint, another window in front) must neither hang nor blow up.
#include <chrono>

#include "cases/case_helpers.h"
#include "sanitized.h"

namespace toile::test {
namespace {

TEST(Cases, P02_LongFrameIsBoundedAndHarmless) {
  OneCloth one = oneCloth(lyingSheet(31, 1.0f, 0.302f));
  const ColliderDef sphere = sphereAt({0.0f, 0.0f, 0.0f}, 0.3f);
  one.add(sphere);
  one.run(180);
  const std::uint32_t ordinary = one.world.stats().substepsLastStep;
  const WorldDef defaults;
  // WorldDef: ceil(60 · dt · substeps) parts, dt cut to maxStepTime.
  const auto most = static_cast<std::uint32_t>(
      std::ceil(60.0 * static_cast<double>(defaults.maxStepTime) * static_cast<double>(defaults.substeps)));

  for (const float dt : {0.5f, 5.0f, 1e6f}) {
    const auto begin = std::chrono::steady_clock::now();
    one.run(1, dt);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!kSanitized) {  // a bound on the product's speed
      EXPECT_LT(seconds, 1.0) << "dt " << dt;
    }
    EXPECT_LE(one.world.stats().substepsLastStep, most) << "dt " << dt;
    EXPECT_TRUE(allFinite(one)) << "dt " << dt;
    EXPECT_LT(maxStretch(one), 0.10f) << "dt " << dt;
    EXPECT_GE(leastDistance(one.positions(), sphere), -0.005f) << "dt " << dt;
  }

  for (int frame = 0; frame < 120; ++frame) {
    one.run(1);
    EXPECT_LE(one.world.stats().substepsLastStep, ordinary) << "a debt was carried over";
    EXPECT_GE(leastDistance(one.positions(), sphere), -0.005f) << "frame " << frame;
    if (frame >= 60) {
      EXPECT_LT(maxStretch(one), 0.02f) << "frame " << frame;
    }
  }
  EXPECT_TRUE(allFinite(one));
}

}  // namespace
}  // namespace toile::test
