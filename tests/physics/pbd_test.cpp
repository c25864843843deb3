// Position based mode: what a step leaves of an error does not depend on substeps and iterations.
#include "physics/lab.h"

namespace toile::test {
namespace {

struct Steps {
  std::uint32_t substeps, iterations;
};
constexpr Steps kSteps[] = {{1, 1}, {2, 1}, {1, 4}, {10, 2}};

ClothParams pbdParams(float stiffness) {
  ClothParams params = bareParams();
  params.pbd = true;
  for (KindParams& kind : params.kinds) kind.pbdStiffness = stiffness;
  params.velocityDamping = 1e9f;  // nothing coasts on from one substep to the next
  return params;
}

/// Part of an edge's stretch that one step leaves.
double stretchLeft(Steps steps, float stiffness) {
  SurfaceMesh mesh;
  // Vertex 2 is free and hangs on two edges; the other one is 1 km long at right angles and hardly notices.
  mesh.positions = {{0, 0, 0}, {1, -1000, 0}, {1, 0, 0}};
  mesh.faceVertices = {0, 1, 2};
  GarmentDef def;
  def.kinds = Kind::stretch;
  def.fixedVertices = {0, 1};
  Lab lab(mesh, def, pbdParams(stiffness), {}, worldOf(steps.substeps, steps.iterations));
  EXPECT_TRUE(lab.world.setGravity({}).ok());
  std::vector<Vec3> x = lab.positions();
  x[2].x = 1.25f;
  EXPECT_TRUE(lab.world.writePositions(lab.cloth, x).ok());
  lab.step();
  return (static_cast<double>(lab.positions()[2].x) - 1.0) / 0.25;
}

TEST(PositionBased, OneEdgeKeepsExactlyItsPart) {
  for (const float stiffness : {0.1f, 0.5f, 0.9f, 0.99f}) {
    for (const Steps steps : kSteps) {
      // 20 passes round x = 1 to 1.2e-7; the other edge is stretched by 0.25²/2000 = 3e-5 m, across.
      EXPECT_NEAR(stretchLeft(steps, stiffness), 1.0 - stiffness, 2e-5)
          << stiffness << " " << steps.substeps << "x" << steps.iterations;
    }
  }
}

TEST(PositionBased, FullStiffnessLeavesNothingAndNoneLeavesAll) {
  for (const Steps steps : kSteps) {
    EXPECT_NEAR(stretchLeft(steps, 1.0f), 0.0, 2e-5);
    EXPECT_NEAR(stretchLeft(steps, 0.0f), 1.0, 2e-5);
  }
}

/// Error of a sheet's edges along x, of which every other one was made too long and the rest too short, left after a
/// step.
double sheetLeft(Steps steps, float stiffness) {
  const GridDef grid{.width = 13, .height = 13, .spacing = 0.1f};
  GarmentDef def;
  def.kinds = Kind::stretch;
  Lab lab(makeGrid(grid), def, pbdParams(stiffness), {}, worldOf(steps.substeps, steps.iterations));
  EXPECT_TRUE(lab.world.setGravity({}).ok());
  std::vector<Vec3> x = lab.positions();
  for (std::size_t i = 0; i < x.size(); ++i) x[i].x += (i % 13) % 2 == 0 ? 0.005f : -0.005f;
  EXPECT_TRUE(lab.world.writePositions(lab.cloth, x).ok());
  lab.step();
  x = lab.positions();
  double squares = 0.0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    if (i % 13 != 12) squares += std::pow(distance(x[i], x[i + 1]) - 0.1, 2);
  }
  return std::sqrt(squares / (12 * 13)) / 0.01;
}

// Edges of a sheet disturb each other: each sees what those before it have moved, so that n passes of k' are not
// exactly one of k. A pass is a product of I − k'P over the colours with P projections, in the metric of the masses,
// and as I − k'P = e^(−κP/n) with κ = −ln(1 − k), n passes are the product formula of Lie and Trotter for e^(−κ(P +
// Q)). Here two colours meet (along x), so that it is off by at most κ²/(2n) ‖PQ − QP‖ <= κ²/(4n): to that the part
// left is the same for every number of substeps and iterations, and from κ²/(4n) = 0.01 on, n = 12 for k = 0.5 and 133
// for 0.9, nobody sees it.
TEST(PositionBased, SheetsConvergeToOneResultWithTheNumberOfPasses) {
  for (const float stiffness : {0.1f, 0.5f, 0.9f}) {
    const double kappa = -std::log(1.0 - static_cast<double>(stiffness)), most = kappa * kappa / 4.0;
    const double limit = sheetLeft({200, 1}, stiffness);
    EXPECT_LT(limit, 1.0 - stiffness) << "an edge's error is mended by its neighbours as well";
    for (const std::uint32_t n : {1u, 2u, 4u, 10u, 20u, 60u}) {
      // A pass rounds places near 1 m by up to 6e-8 m, of an error of 0.01 m, and may do so the same way each time.
      const double tolerance = most / n + most / 200.0 + 6e-6 * (n + 200);
      EXPECT_NEAR(sheetLeft({n, 1}, stiffness), limit, tolerance) << stiffness << " " << n << " substeps";
      EXPECT_NEAR(sheetLeft({1, n}, stiffness), limit, tolerance) << stiffness << " " << n << " iterations";
    }
  }
}

TEST(PositionBased, SheetsRest) {
  // Rigid quadratic bending once fed energy into hanging sheets, in PBD mode and as a fabric.
  const GridDef grid{.width = 12, .height = 12, .spacing = 0.05f};
  const std::vector<std::uint32_t> top = pinnedVertices(grid, PinPattern::topRow);
  for (const std::uint32_t substeps : {2u, 10u, 60u}) {
    for (const float bending : {-1.0f, 0.5f, 1.0f}) {
      ClothParams params;
      params.pbd = true;
      params.kinds[Kind::quadraticBending].pbdStiffness = bending;
      Lab lab(makeGrid(grid), {}, params, top, worldOf(substeps));
      lab.step(300);
      EXPECT_LT(lab.stats().maxSpeed, 0.01f) << substeps << " " << bending;
      if (bending < 0.0f) {
        EXPECT_LT(lab.stats().maxStretch, 1.1f) << substeps;
      }
    }
  }
  GarmentDef plate;
  plate.fabric.bendingRigidity = INFINITY;
  Lab lab(makeGrid(grid), plate, {}, top);
  lab.step(300);
  EXPECT_LT(lab.stats().maxSpeed, 0.05f);
}

TEST(PositionBased, ComplianceIsIgnored) {
  SurfaceMesh mesh = makeGrid({.width = 5, .height = 5, .spacing = 0.1f});
  std::vector<std::vector<Vec3>> results;
  for (const float compliance : {0.0f, 1.0f}) {
    GarmentDef def;
    def.kinds = {Kind::stretch, Kind::shear};
    def.compliance[Kind::stretch] = compliance;
    def.compliance[Kind::shear] = compliance;
    Lab lab(mesh, def, pbdParams(0.5f), pinnedVertices({.width = 5, .height = 5}, PinPattern::topRow), worldOf(4, 2));
    lab.step(10);
    results.push_back(lab.positions());
  }
  EXPECT_EQ(results[0], results[1]);
}

}  // namespace
}  // namespace toile::test
