// Every method brings a stretched spring back to its length.
#include "bench/methods.h"

#include <gtest/gtest.h>

#include <utility>

namespace toile::bench {
namespace {

TEST(Methods, HoldAHangingSheet) {
  const GridDef grid{.width = 5, .height = 5, .spacing = 0.1f};
  GarmentDef def;
  def.kinds = KindSet{Kind::stretch, Kind::shear};
  def.compliance[Kind::stretch] = def.compliance[Kind::shear] = 0.0f;
  BaselineCloth cloth;
  cloth.garment = Garment::build(makeGrid(grid), def).value();
  cloth.positions = makeGrid(grid).positions;
  cloth.masses.assign(25, 1e-3f);
  cloth.pinned.assign(25, 0);
  for (const std::uint32_t v : pinnedVertices(grid, PinPattern::topRow)) cloth.pinned[v] = 1;
  cloth.params.velocityDamping = 2.0f;
  WorldDef world;
  world.substeps = 10;
  world.iterations = 4;
  for (const Method method : {Method::gaussSeidel, Method::jacobi, Method::vbd}) {
    MethodSolver solver(method, cloth, world);
    for (int step = 0; step < 60; ++step) solver.step(1.0f / 60.0f, {}, {});
    EXPECT_TRUE(solver.finite()) << methodName(method);
    // h = 1/600 s: four rows of free fall within a substep, 4 · g h² = 0.1 mm of 100, if nothing carried over.
    EXPECT_LT(solver.stretch(), 1.02) << methodName(method);
    EXPECT_GT(solver.stretch(), 0.99) << methodName(method);
  }
}

}  // namespace
}  // namespace toile::bench
