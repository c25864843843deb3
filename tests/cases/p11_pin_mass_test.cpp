// P11: pins and masses must not undo each other, and bad masses must be refused.
#include <limits>
#include <numeric>

#include "cases/case_helpers.h"

namespace toile::test {
namespace {

const Vertices kHeld = {0, 5, 60, 61, 120};

/// Rows and columns get wider and wider, so that the masses differ (by area).
SurfaceMesh irregularGrid() {
  SurfaceMesh mesh = lyingSheet(11, 1.0f, 0.0f);
  for (Vec3& p : mesh.positions) p = {p.x + 0.4f * p.x * p.x, p.y, p.z + 0.3f * p.z * p.z};
  return mesh;
}

OneCloth floating() {
  OneClothDef def;
  def.world.gravity = {};
  return oneCloth(irregularGrid(), def);
}

double sum(const std::vector<float>& masses) { return std::accumulate(masses.begin(), masses.end(), 0.0); }

TEST(Cases, P11_UnpinningGivesTheOldMassBack) {
  OneCloth reference = floating(), pinned = floating();
  const float total = 2.0f * static_cast<float>(sum(reference.masses()));
  const std::vector<float> before = reference.masses();
  ASSERT_GT(*std::max_element(before.begin(), before.end()), 2.0f * *std::min_element(before.begin(), before.end()));

  ASSERT_TRUE(pinned.world.pin(pinned.cloth, kHeld));
  ASSERT_TRUE(pinned.world.setTotalMass(pinned.cloth, total));
  for (const std::uint32_t v : kHeld) EXPECT_TRUE(need(pinned.world.isPinned(pinned.cloth, v))) << "vertex " << v;
  ASSERT_TRUE(pinned.world.unpin(pinned.cloth, kHeld));
  ASSERT_TRUE(reference.world.setTotalMass(reference.cloth, total));

  const std::vector<float> masses = pinned.masses(), expected = reference.masses();
  for (std::size_t v = 0; v < masses.size(); ++v) {
    EXPECT_NEAR(masses[v], expected[v], 1e-6f * expected[v]) << "vertex " << v;
    EXPECT_NEAR(masses[v], 2.0f * before[v], 2e-6f * before[v]) << "vertex " << v;
  }
  EXPECT_NEAR(sum(masses), total, 1e-6 * total);
  for (const std::uint32_t v : kHeld) EXPECT_EQ(pinned.velocities()[v], Vec3{}) << "vertex " << v;

  // The path depends on the inverse masses: it tells whether those are right.
  ASSERT_TRUE(pinned.world.setGravity({0.0f, -kGravity, 0.0f}));
  ASSERT_TRUE(reference.world.setGravity({0.0f, -kGravity, 0.0f}));
  pinned.run(60);
  reference.run(60);
  EXPECT_LT(centroid(pinned.positions())[1], -1.0) << "it has to fall";
  EXPECT_LE(maxDifference(pinned.positions(), reference.positions()), 1e-5f);
}

TEST(Cases, P11_PinsSurviveAMassChange) {
  OneCloth one = floating();
  ASSERT_TRUE(one.world.setGravity({0.0f, -kGravity, 0.0f}));
  ASSERT_TRUE(one.world.pin(one.cloth, kHeld));
  one.run(30);
  ASSERT_TRUE(one.world.setTotalMass(one.cloth, 3.0f));
  one.run(30);
  std::vector<float> masses = one.masses();
  for (float& m : masses) m *= 0.5f;
  ASSERT_TRUE(one.world.setVertexMasses(one.cloth, masses));
  one.run(30);
  for (const std::uint32_t v : kHeld) EXPECT_EQ(one.positions()[v], one.mesh.positions[v]) << "pin " << v;
}

TEST(Cases, P11_BadMassesAreRefusedAndChangeNothing) {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN(), kInfinity = std::numeric_limits<float>::infinity();
  OneCloth one = floating();
  ASSERT_TRUE(one.world.pin(one.cloth, kHeld));
  const std::vector<float> before = one.masses();
  for (const float bad : {0.0f, -1.0f, kNaN, kInfinity}) {
    EXPECT_FALSE(one.world.setTotalMass(one.cloth, bad)) << bad;
    std::vector<float> masses = before;
    masses[17] = bad;
    const Status status = one.world.setVertexMasses(one.cloth, masses);
    ASSERT_FALSE(status) << bad;
    EXPECT_NE(status.error().find("17"), std::string::npos) << status.error();
    EXPECT_EQ(one.masses(), before) << bad;

    GarmentDef total;
    total.totalMass = bad;
    EXPECT_FALSE(Garment::build(irregularGrid(), total).ok()) << bad;
    GarmentDef single;
    single.vertexMasses = masses;
    EXPECT_FALSE(Garment::build(irregularGrid(), single).ok()) << bad;
  }
  one.run(30);
  EXPECT_TRUE(allFinite(one));
}

}  // namespace
}  // namespace toile::test
