// Pins: where they are within a step, and what they leave behind when they go.
#include "physics/lab.h"

namespace toile::test {
namespace {

constexpr GridDef kPinnedSheet{.width = 5, .height = 5, .spacing = 0.1f};

TEST(Pins, TargetsAreReachedEvenlyOverTheSubsteps) {
  const std::vector<std::uint32_t> top = pinnedVertices(kPinnedSheet, PinPattern::topRow);
  Lab whole(makeGrid(kPinnedSheet), {}, bareParams(), top, worldOf(8)),
      parts(makeGrid(kPinnedSheet), {}, bareParams(), top, worldOf(8));
  const Vec3 move{0.08f, 0.04f, -0.12f};
  const auto targets = [&](float part) {
    std::vector<Vec3> out;
    for (const std::uint32_t v : top) out.push_back(whole.garment->restPositions()[v] + move * part);
    return out;
  };
  ASSERT_TRUE(whole.world.setTargets(whole.cloth, top, targets(1.0f)).ok());
  whole.step();
  for (int i = 1; i <= 8; ++i) {
    ASSERT_TRUE(parts.world.setTargets(parts.cloth, top, targets(static_cast<float>(i) / 8.0f)).ok());
    parts.step(1, kFrame / 8);
  }
  ASSERT_EQ(whole.world.stats().substepsLastStep, 8u);
  ASSERT_EQ(parts.world.stats().substepsLastStep, 1u);
  // One step of eight substeps is eight steps of one; h differs in its last place, which 8 substeps at 7 m/s magnify.
  const std::vector<Vec3> a = whole.positions(), b = parts.positions();
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(distance(a[i], b[i]), 1e-5f) << i;
  for (const std::uint32_t v : top) EXPECT_EQ(a[v], targets(1.0f)[v]);  // exactly there
}

TEST(Pins, MovingPinsHaveTheirVelocity) {
  const std::vector<std::uint32_t> top = pinnedVertices(kPinnedSheet, PinPattern::topRow);
  Lab lab(makeGrid(kPinnedSheet), {}, bareParams(), top, worldOf(8));
  std::vector<Vec3> targets;
  for (const std::uint32_t v : top) targets.push_back(lab.garment->restPositions()[v] + Vec3{0.1f, 0.0f, 0.0f});
  ASSERT_TRUE(lab.world.setTargets(lab.cloth, top, targets).ok());
  lab.step();
  // ½ a last place of 0.5 m over h on both ends.
  for (const std::uint32_t v : top) EXPECT_NEAR(lab.velocities()[v].x, 6.0, 3e-8 * 480 * 2);
  lab.step();
  for (const std::uint32_t v : top) EXPECT_EQ(lab.velocities()[v], Vec3{});
}

TEST(Pins, UnpinnedVerticesGoOnWithTheVelocityOfTheirPins) {
  const std::vector<std::uint32_t> all = [] {
    std::vector<std::uint32_t> v(25);
    std::iota(v.begin(), v.end(), 0u);
    return v;
  }();
  Lab lab(makeGrid(kPinnedSheet), {}, bareParams(), all, worldOf(8));
  ASSERT_TRUE(lab.world.setGravity({}).ok());
  std::vector<Vec3> targets = lab.positions();
  for (Vec3& t : targets) t.z += 0.05f;
  ASSERT_TRUE(lab.world.setTargets(lab.cloth, all, targets).ok());
  lab.step();
  ASSERT_TRUE(lab.world.unpin(lab.cloth, all).ok());
  lab.step();
  for (const Vec3& p : lab.positions()) EXPECT_NEAR(p.z, 0.1f, 1e-5f);
}

TEST(Pins, PinningAndUnpinningLeavesNoTrace) {
  const std::vector<std::uint32_t> some{0, 3, 7, 24};
  Lab plain(makeGrid(kPinnedSheet), {}, bareParams(), {}, worldOf(8)),
      touched(makeGrid(kPinnedSheet), {}, bareParams(), {}, worldOf(8));
  const std::vector<float> masses = touched.masses();
  ASSERT_TRUE(touched.world.pin(touched.cloth, some).ok());
  EXPECT_EQ(touched.stats().pinned, 4u);
  EXPECT_EQ(touched.masses(), masses);
  ASSERT_TRUE(touched.world.unpin(touched.cloth, some).ok());
  EXPECT_EQ(touched.masses(), masses);
  plain.step(20);
  touched.step(20);
  EXPECT_EQ(plain.world.stateHash(), touched.world.stateHash());  // inverse masses are the same bits
}

TEST(Pins, CopiesOfOneParticleArePinnedTogether) {
  SurfaceMesh seam;  // two triangles that share an edge by position only
  seam.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  seam.faceVertices = {0, 1, 2, 3, 5, 4};
  Lab lab(seam, {}, bareParams(), {}, worldOf(4));
  ASSERT_TRUE(lab.world.pin(lab.cloth, std::vector<std::uint32_t>{1}).ok());
  EXPECT_TRUE(*lab.world.isPinned(lab.cloth, 3));
  EXPECT_FALSE(*lab.world.isPinned(lab.cloth, 2));
  lab.step(5);
  EXPECT_EQ(lab.positions()[1], (Vec3{1, 0, 0}));
  EXPECT_EQ(lab.positions()[3], (Vec3{1, 0, 0}));
}

}  // namespace
}  // namespace toile::test
