// P36: a hanging scarf must not get visibly longer than it is.
#include <iostream>

#include "cases/case_helpers.h"

namespace toile::test {
namespace {

constexpr std::uint32_t kWidth = 21, kHeight = 41;

TEST(Cases, P36_ScarfKeepsItsLength) {
  OneClothDef def;
  def.pinned = gridRow(kWidth, 0);
  OneCloth one = oneCloth(hangingSheet(kWidth, kHeight, 1.0f), def);
  const Vertices bottom = gridRow(kWidth, kHeight - 1);
  one.run(300);
  const float rest = -meanHeight(one.positions(), bottom);
  std::cout << "rest length " << 50.0f * rest << " %, max stretch " << 100 * maxStretch(one) << " %\n";
  EXPECT_LE(rest, 1.02f * 2.0f);
  EXPECT_LE(maxStretch(one), 0.05f);

  const std::vector<float> masses = one.masses();
  std::vector<float> loaded = masses;
  for (const std::uint32_t v : bottom) loaded[v] += 1.0f / kWidth;
  ASSERT_TRUE(one.world.setVertexMasses(one.cloth, loaded));
  one.run(180);
  std::cout << "with 1 kg: length " << -50.0f * meanHeight(one.positions(), bottom) << " %, max stretch "
            << 100 * maxStretch(one) << " %\n";
  ASSERT_TRUE(one.world.setVertexMasses(one.cloth, masses));
  one.run(180);
  const float after = -meanHeight(one.positions(), bottom);
  std::cout << "unloaded: " << 50.0f * after << " %\n";
  EXPECT_NEAR(after, rest, 0.005f * rest);
}

TEST(Cases, P36_ExplicitStiffnessGivesItsElongation) {
  constexpr float kStiffness = 1000.0f;  // N/m
  OneClothDef def;
  def.pinned = gridRow(21, 0);
  def.garment.fabric.stretchWarp = def.garment.fabric.stretchWeft = kStiffness;
  def.params.tethers = 0;  // they would carry the load instead of the fabric
  OneCloth one = oneCloth(hangingSheet(21, 21, 1.0f), def);
  one.run(600);
  const float elongation = -meanHeight(one.positions(), gridRow(21, 20)) - 1.0f;
  const float expected = 0.2f * kGravity * 1.0f / (2.0f * kStiffness);
  std::cout << "elongation " << 1000 * elongation << " mm, expected " << 1000 * expected << " mm\n";
  EXPECT_NEAR(elongation, expected, 0.1f * expected);
}

}  // namespace
}  // namespace toile::test
