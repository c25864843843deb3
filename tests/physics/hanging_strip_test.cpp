// A strip under its own weight: σ g L²/(2 E h) longer than unloaded, whatever the triangles look like.
#include "physics/lab.h"

namespace toile::test {
namespace {

constexpr std::uint32_t kAcross = 4, kAlong = 20;  // cells
constexpr double kStrain = 0.01;                   // expected elongation over length

/// Elongation of the hanging strip over σ g L²/(2 E h).
double elongationRatio(GridCut cut, KindSet kinds, float shear) {
  const GridDef grid{.width = kAcross + 1, .height = kAlong + 1, .spacing = 0.05f, .cut = cut};
  const SurfaceMesh mesh = makeGrid(grid);
  const double length = -static_cast<double>(mesh.positions.back().y);
  GarmentDef def;
  def.kinds = kinds;
  def.fabric.arealDensity = 1.0f;
  const double modulus = 1.0 * kGravity * length / (2.0 * kStrain);
  def.fabric.stretchWarp = def.fabric.stretchWeft = static_cast<float>(modulus);
  def.fabric.shear = static_cast<float>(shear * modulus);
  ClothParams params = bareParams();
  params.velocityDamping = 15.0f;  // of the order of the slowest mode's frequency, π/2 √(Eh/σ)/L = 35 /s
  const WorldDef world = worldOf(20, 10);
  Lab lab(mesh, def, params, pinnedVertices(grid, PinPattern::topRow), world);
  lab.step(120);
  // Waves have decayed by e^−15; what is left is rounding of x over h.
  EXPECT_LT(lab.stats().maxSpeed, 5e-3f);
  const std::vector<Vec3> x = lab.positions();
  double bottom = 0.0;
  for (std::size_t i = 0; i <= kAcross; ++i) bottom += x[x.size() - 1 - i].y / (kAcross + 1.0);
  // Damping takes its part of the velocity that gravity adds in the same substep: v = (v + g h)/(1 + h d).
  const double load = 1.0 / (1.0 + static_cast<double>(kFrame) / world.substeps * params.velocityDamping);
  return (-bottom - length) / (kStrain * length * load);
}

class HangingStrip : public testing::TestWithParam<GridCut> {};

// Shear moduli G h over E h: what woven cloth has, threads that turn against each other with hardly a force, and what
// an isotropic sheet has that does not narrow when pulled, E/(2 (1 + ν)) with ν = 0.
constexpr float kWoven = 0.05f, kIsotropic = 0.5f;

// Triangle strain has the modulus exactly; a lumped strip of n cells has the continuum's elongation exactly as well
// (the weight below the middle of each cell is linear in its place).
TEST_P(HangingStrip, TriangleStrainHasTheModulus) {
  for (const float shear : {kWoven, kIsotropic})
    EXPECT_NEAR(elongationRatio(GetParam(), Kind::strain, shear), 1.0, 0.02);
}

// Springs: exact inside, but the borders count for less or more of them than the inside does.
TEST_P(HangingStrip, EdgeSpringsComeClose) {
  for (const float shear : {kWoven, kIsotropic}) {
    EXPECT_NEAR(elongationRatio(GetParam(), {Kind::stretch, Kind::shear}, shear), 1.0, 0.1) << shear;
  }
  EXPECT_NEAR(elongationRatio(GetParam(), Kind::stretch, kWoven), 1.0, 0.1);
}

INSTANTIATE_TEST_SUITE_P(Physics, HangingStrip,
                         testing::Values(GridCut::oneDiagonal, GridCut::alternating, GridCut::equilateral),
                         [](const auto& info) {
                           return info.param == GridCut::oneDiagonal   ? "one_diagonal"
                                  : info.param == GridCut::alternating ? "alternating"
                                                                       : "equilateral";
                         });

}  // namespace
}  // namespace toile::test
