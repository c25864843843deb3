// P10: enabling a disabled cloth must not snap it to the origin; a pause must not be seen afterwards.
#include "cases/case_helpers.h"

namespace toile::test {
namespace {

const Vertices kHeldWhileDisabled = {0, 7, 13, 20};

OneCloth disabledSheet() {
  OneClothDef def;
  def.pinned = kHeldWhileDisabled;
  def.enabled = false;
  def.transform = {fromAxisAngle({0.0f, 1.0f, 0.0f}, kPi / 6.0f), {10.0f, 5.0f, -3.0f}};
  return oneCloth(hangingSheet(21, 21, 1.0f), def);
}

Points placed(const OneCloth& one, const Transform& transform) {
  Points x = one.mesh.positions;
  for (Vec3& p : x) p = apply(transform, p);
  return x;
}

TEST(Cases, P10_EnablingStartsFromTransformAndPins) {
  OneCloth one = disabledSheet();
  const Transform place{fromAxisAngle({0.0f, 1.0f, 0.0f}, kPi / 6.0f), {10.0f, 5.0f, -3.0f}};
  const Points rest = placed(one, place);
  const Points before = one.positions();
  EXPECT_LE(maxDifference(before, rest), 1e-3f);

  // The node that holds the four vertices goes 2 m along x while the cloth is off.
  Points targets;
  for (const std::uint32_t v : kHeldWhileDisabled) targets.push_back(rest[v] + Vec3{2.0f, 0.0f, 0.0f});
  for (int frame = 0; frame < 30; ++frame) {
    ASSERT_TRUE(one.world.setTargets(one.cloth, kHeldWhileDisabled, targets));
    one.run(1);
    ASSERT_EQ(one.positions(), before) << "a disabled cloth moved in frame " << frame;
  }

  ASSERT_TRUE(one.world.setEnabled(one.cloth, true));
  const Points first = one.positions();
  for (std::uint32_t v = 0; v < first.size(); ++v) {
    const auto held = std::find(kHeldWhileDisabled.begin(), kHeldWhileDisabled.end(), v);
    const Vec3 expected = held == kHeldWhileDisabled.end()
                              ? rest[v]
                              : targets[static_cast<std::size_t>(held - kHeldWhileDisabled.begin())];
    EXPECT_LE(distance(first[v], expected), 1e-3f) << "vertex " << v;
  }
  one.run(1);
  EXPECT_TRUE(allFinite(one));
  for (std::size_t k = 0; k < kHeldWhileDisabled.size(); ++k)
    EXPECT_LE(distance(one.positions()[kHeldWhileDisabled[k]], targets[k]), 1e-5f);
  one.run(60);
  EXPECT_TRUE(allFinite(one));
}

TEST(Cases, P10_TransformOfADisabledClothMovesIt) {
  OneCloth one = disabledSheet();
  const Points before = one.positions();
  const Transform motion{Quat{}, {2.0f, 0.0f, 0.0f}};
  ASSERT_TRUE(one.world.teleport(one.cloth, motion, TeleportMode::keep));
  one.run(5);
  ASSERT_TRUE(one.world.setEnabled(one.cloth, true));
  Points expected = before;
  for (Vec3& p : expected) p = apply(motion, p);
  EXPECT_LE(maxDifference(one.positions(), expected), 1e-5f);
}

TEST(Cases, P10_PauseInMidSwingIsNotSeen) {
  OneClothDef def;
  def.pinned = gridRow(21, 0);
  OneCloth paused = oneCloth(lying(hangingSheet(21, 21, 1.0f)), def);
  OneCloth unpaused = oneCloth(lying(hangingSheet(21, 21, 1.0f)), def);
  paused.run(25);
  unpaused.run(25);
  const Points x = paused.positions(), v = paused.velocities();
  EXPECT_GT(maxSpeed(v), 1.0f) << "has to be in mid swing";

  ASSERT_TRUE(paused.world.setEnabled(paused.cloth, false));
  paused.run(120);
  ASSERT_TRUE(paused.world.setEnabled(paused.cloth, true));
  EXPECT_EQ(paused.positions(), x);
  EXPECT_EQ(paused.velocities(), v);

  for (int frame = 0; frame < 120; ++frame) {
    paused.run(1);
    unpaused.run(1);
    ASSERT_LE(maxDifference(paused.positions(), unpaused.positions()), 1e-5f) << "frame " << frame;
  }
}

}  // namespace
}  // namespace toile::test
