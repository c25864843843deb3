// P07: cloth that a hurricane blew away must come back with a reset, and bad input must be told.
#include <limits>

#include "cases/case_helpers.h"

namespace toile::test {
namespace {

OneCloth heldSheet() {
  OneClothDef def;
  def.pinned = gridRow(21, 0);
  return oneCloth(hangingSheet(21, 21, 1.0f), def);
}

/// After a reset everything has to go as for a new cloth.
void expectRecovery(OneCloth& one) {
  const ClothStats bad = one.stats();
  EXPECT_TRUE(allFinite(one) || bad.frozen) << "neither finite nor reported";
  ASSERT_TRUE(one.world.setWind({}));
  ASSERT_TRUE(one.world.reset(one.cloth));
  EXPECT_FALSE(one.stats().frozen);
  OneCloth fresh = heldSheet();
  EXPECT_LE(maxDifference(one.positions(), fresh.positions()), 1e-6f);
  EXPECT_LE(maxDifference(one.velocities(), fresh.velocities()), 1e-6f);
  for (int frame = 0; frame < 120; ++frame) {
    one.run(1);
    fresh.run(1);
    ASSERT_LE(maxDifference(one.positions(), fresh.positions()), 1e-5f) << "frame " << frame;
  }
}

TEST(Cases, P07_ResetRecoversFromHurricane) {
  OneCloth one = heldSheet();
  Wind wind;
  wind.velocity = {0.0f, 0.0f, 1e6f};
  ASSERT_TRUE(one.world.setWind(wind));
  one.run(30);
  expectRecovery(one);
}

TEST(Cases, P07_NonFiniteUserForceIsRefused) {
  OneCloth one = heldSheet();
  one.run(10);
  const Points x = one.positions();
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Points force(one.mesh.vertexCount());
    force[200].y = bad;
    const Status status = one.world.setAccelerations(one.cloth, force);
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().find("200"), std::string::npos) << status.error();
  }
  EXPECT_EQ(one.positions(), x);
  one.run(20);
  EXPECT_FALSE(one.stats().frozen);
  expectRecovery(one);
}

TEST(Cases, P07_NonFiniteWindFieldAndHugeForceStayFinite) {
  OneCloth one = heldSheet();
  Wind wind;
  wind.field = [](std::span<const Vec3>, double, std::span<Vec3> velocities) {
    for (Vec3& v : velocities) v = {0.0f, std::numeric_limits<float>::quiet_NaN(), 1e30f};
  };
  ASSERT_TRUE(one.world.setWind(wind));
  ASSERT_TRUE(one.world.setAccelerations(one.cloth, Points(one.mesh.vertexCount(), Vec3{3e38f, -3e38f, 3e38f})));
  one.run(30);
  EXPECT_TRUE(allFinite(one));
  ASSERT_TRUE(one.world.setAccelerations(one.cloth, {}));
  expectRecovery(one);
}

}  // namespace
}  // namespace toile::test
