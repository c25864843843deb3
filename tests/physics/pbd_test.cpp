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

TEST(PositionBased, SheetsHardlyDependOnTheSteps) {
  // Edges of a sheet disturb each other: each one sees what the others have moved, so that n passes of k' are not
  // exactly one of k. To first order in k they are. An edge's error is also mended by both its neighbours, 2 k in
  // all, so that the second order is about (2 k)².
  for (const float stiffness : {0.02f, 0.1f}) {
    const double once = sheetLeft({1, 1}, stiffness);
    EXPECT_LT(once, 1.0 - stiffness);
    for (const Steps steps : kSteps) EXPECT_NEAR(sheetLeft(steps, stiffness), once, 4.0 * stiffness * stiffness);
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
