// P08: a warp must not drag the cape across the level.
#include <iostream>

#include "cases/case_helpers.h"

namespace toile::test {
namespace {

constexpr std::uint32_t kAcross = 13, kDown = 21;

struct CapeOnRoot {
  OneCloth one;
  ColliderId body;
  Vertices rim = gridRow(kAcross, 0);
};

CapeOnRoot capeOnRoot(bool selfCollision) {
  OneClothDef def;
  def.pinned = gridRow(kAcross, 0);
  def.params.selfCollision.enabled = selfCollision;
  CapeOnRoot cape{
      oneCloth(moved(hangingSheet(kAcross, kDown, 0.6f), {-0.3f, 0.0f, 0.22f}), def), {}, gridRow(kAcross, 0)};
  cape.body = cape.one.add(capsuleCollider({0, 0.2f, 0}, {0, -1.2f, 0}, 0.2f));
  cape.one.run(60);
  return cape;
}

Transform warp() { return {fromAxisAngle({0, 1, 0}, kPi), {500.0f, 0.0f, 0.0f}}; }

void carryRoot(CapeOnRoot& cape, bool teleported) {
  const ColliderDef body = need(cape.one.world.collider(cape.body));
  const Transform place = compose(warp(), body.transform);
  ASSERT_TRUE(teleported ? cape.one.world.teleportCollider(cape.body, place)
                         : cape.one.world.moveCollider(cape.body, place));
}

TEST(Cases, P08_TeleportKeepsTheCape) {
  CapeOnRoot cape = capeOnRoot(true);
  const Points before = cape.one.positions();
  const float speed = maxSpeed(cape.one.velocities()), stretch = maxStretch(cape.one);
  ASSERT_TRUE(cape.one.world.teleport(cape.one.cloth, warp(), TeleportMode::keep));
  carryRoot(cape, true);
  Points expected = before;
  for (Vec3& p : expected) p = apply(warp(), p);
  EXPECT_LT(maxDifference(cape.one.positions(), expected), 1e-3f);
  cape.one.run(1);
  EXPECT_LT(maxDifference(cape.one.positions(), expected), 1e-3f + kFrame * (speed + 0.1f));
  EXPECT_LT(maxSpeed(cape.one.velocities()), speed + 0.1f);
  EXPECT_LT(maxStretch(cape.one), stretch + 0.005f);
  EXPECT_GT(leastDistance(cape.one.positions(), need(cape.one.world.collider(cape.body))), 0.0f);
  for (int i = 0; i < 120; ++i) {
    cape.one.run(1);
    ASSERT_EQ(cape.one.world.countCrossings(), 0u);
  }
}

TEST(Cases, P08_WithoutTeleportItRecovers) {
  // Half a turn in one step takes every straight way through every other: docs/limits.md says what the guard makes of
  // it.
  CapeOnRoot cape = capeOnRoot(false);
  std::vector<Vec3> targets;
  for (const std::uint32_t v : cape.rim) targets.push_back(apply(warp(), cape.one.mesh.positions[v]));
  ASSERT_TRUE(cape.one.world.setTargets(cape.one.cloth, cape.rim, targets));
  carryRoot(cape, false);
  for (int i = 0; i < 120; ++i) {
    cape.one.run(1);
    ASSERT_TRUE(allFinite(cape.one));
  }
  std::cout << "stretch after 2 s: " << 100.0f * maxStretch(cape.one) << " %\n";
  EXPECT_LT(maxStretch(cape.one), 0.02f);
}

}  // namespace
}  // namespace toile::test
