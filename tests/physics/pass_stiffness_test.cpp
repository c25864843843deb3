// How stiff one pass leaves a distance: what WorldDef::iterations says of the fast and the general path.
#include "physics/lab.h"

namespace toile::test {
namespace {

constexpr std::uint32_t kRows = 21;
constexpr double kMass = 0.01, kCompliance = 5e-4;  // kg a particle; m/N, more than the h² w / 2 of each path below

/// How much longer two chains side by side hang than unloaded, m. `damping`: of the edges, s.
double elongation(std::uint32_t substeps, float damping) {
  const GridDef grid{.width = 2, .height = kRows, .spacing = 0.05f};
  GarmentDef def;
  def.kinds = Kind::stretch;
  def.compliance[Kind::stretch] = static_cast<float>(kCompliance);
  def.evenMass = true;
  def.totalMass = static_cast<float>(2 * kRows * kMass);
  ClothParams params = bareParams();
  params.kinds[Kind::stretch].damping = damping;
  params.velocityDamping = 15.0f;  // of the order of the slowest mode, π/2 √(1/(m α)) / 20 = 35 /s
  const WorldDef world = worldOf(substeps);
  Lab lab(makeGrid(grid), def, params, pinnedVertices(grid, PinPattern::topRow), world);
  lab.step(120);
  EXPECT_LT(lab.stats().maxSpeed, 1e-2f) << "at rest";
  const std::vector<Vec3> x = lab.positions();
  const double load =
      1.0 / (1.0 + static_cast<double>(kFrame) / substeps * static_cast<double>(params.velocityDamping));
  return -(static_cast<double>(x[2 * kRows - 1].y) + static_cast<double>(x[2 * kRows - 2].y)) / 2.0 / load -
         0.05 * (kRows - 1) / load;
}

/// The same with every edge's compliance larger by h² (w_a + w_b) times `part`.
double expected(std::uint32_t substeps, double part) {
  const double h = static_cast<double>(kFrame) / substeps;
  double sum = 0.0;
  for (std::uint32_t edge = 1; edge < kRows; ++edge) {
    const double weight = (edge == 1 ? 1.0 : 2.0) / kMass;  // the first one hangs on a pin
    sum += (kRows - edge) * kMass * kGravity * (kCompliance + part * h * h * weight);
  }
  return sum;
}

// Within a fiftieth of what is too much: which of the chain's two colours goes first alternates, and its ends have one
// edge of each.
TEST(PassStiffness, FastAndGeneralPathAreSofterByWhatIsDocumented) {
  const double bare = expected(1, 0.0);
  for (const std::uint32_t substeps : {10u, 20u}) {
    const double fast = elongation(substeps, 0.0f), general = elongation(substeps, 1e-9f);
    const double fastExpected = expected(substeps, 0.25), generalExpected = expected(substeps, 0.5);
    EXPECT_NEAR(fast, fastExpected, 0.02 * (fastExpected - bare)) << substeps;
    EXPECT_NEAR(general, generalExpected, 0.02 * (generalExpected - bare)) << substeps;
  }
}

}  // namespace
}  // namespace toile::test
