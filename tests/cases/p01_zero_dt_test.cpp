// P01: a freeze-frame (dt = 0) must not poison the state, for good or at all.
#include "cases/case_helpers.h"

namespace toile::test {
namespace {

OneCloth windySheet() {
  OneClothDef def;
  def.pinned = gridRow(11, 0);
  def.world.wind.velocity = {0.0f, 0.0f, -5.0f};
  OneCloth one = oneCloth(hangingSheet(11, 11, 1.0f), def);
  // Behind the sheet, touching its middle; the wind presses the sheet on it.
  one.add(sphereAt({0.5f, -0.5f, -0.201f}, 0.2f));
  return one;
}

TEST(Cases, P01_FreezeFrameLeavesTheStateAlone) {
  OneCloth paused = windySheet(), unpaused = windySheet();
  paused.run(60);
  unpaused.run(60);
  const Points x = paused.positions(), v = paused.velocities();
  EXPECT_GT(paused.stats().contacts, 0u) << "the sheet has to touch the sphere for this case";

  paused.run(10, 0.0f);
  EXPECT_EQ(paused.positions(), x);
  EXPECT_EQ(paused.velocities(), v);

  EXPECT_FALSE(paused.world.step(-kFrame));
  EXPECT_EQ(paused.positions(), x) << "a refused step moves nothing";
  EXPECT_EQ(paused.velocities(), v);

  for (int i = 0; i < 10; ++i) {
    const float before = maxSpeed(paused.velocities());
    paused.run(1, 1e-9f);
    EXPECT_LE(maxSpeed(paused.velocities()), 1.01f * before);
  }
  EXPECT_TRUE(allFinite(paused));

  paused.run(60);
  unpaused.run(60);
  EXPECT_TRUE(allFinite(paused));
  EXPECT_LE(maxDifference(paused.positions(), unpaused.positions()), 1e-5f);
}

}  // namespace
}  // namespace toile::test
