#include "physics/cantilever.h"

namespace toile::test {
namespace {

struct Case {
  Kind kind;
  GridCut cut;
  std::uint32_t cells;
  ElasticaRow row;
};

/// Hinges move against a substep's inertia by B h²/(σ d⁴): finer strips need shorter substeps and more passes. Substeps
/// are kept above 1/6000 s, so that the weight g h² is some units in the last place of the strip's coordinates.
Settings settingsFor(const Case& one) {
  if (one.cells >= 40)
    return {one.kind, one.row.gamma, one.row.gamma < 2.0 ? 100u : 40u, one.row.gamma < 2.0 ? 40u : 60u};
  return {one.kind, one.row.gamma, one.cells >= 20 && one.row.gamma < 2.0 ? 40u : 20u, 20u};
}

/// On the equilateral mesh the free borders may curl (its hinges alone are a plate of Poisson's ratio −1/3, up to a
/// ninth softer) about a cell deep; rigid edges keep the inside from it. So the strip has to be some cells wide.
std::uint32_t cellsAcross(const Case& one) {
  if (one.cut != GridCut::equilateral) return 4;
  if (one.cells >= 40) return one.row.gamma < 2.0 ? 24 : 16;
  return one.cells >= 20 ? 14 : 10;
}

class CantileverTest : public testing::TestWithParam<Case> {};

TEST_P(CantileverTest, TipIsWhereTheElasticaSays) {
  const Case one = GetParam();
  const TipPlace tip = settle(gridCantilever(one.cut, one.cells, cellsAcross(one)), settingsFor(one));
  EXPECT_NEAR(tip.drop, one.row.drop, 0.05 * one.row.drop);
  EXPECT_NEAR(tip.reach, one.row.reach, 0.05 * one.row.reach);
}

std::vector<Case> allCases() {
  std::vector<Case> cases;
  for (const Kind kind : {Kind::quadraticBending, Kind::dihedralBending}) {
    for (const GridCut cut : {GridCut::quads, GridCut::equilateral}) {
      for (const std::uint32_t cells : {10u, 20u, 40u}) {
        for (const ElasticaRow& row : kElastica) cases.push_back({kind, cut, cells, row});
      }
    }
  }
  return cases;
}

std::string caseName(const testing::TestParamInfo<Case>& info) {
  return std::string(kindName(info.param.kind)) + (info.param.cut == GridCut::quads ? "_grid_" : "_equilateral_") +
         std::to_string(info.param.cells) + "_gamma_" + std::to_string(static_cast<int>(info.param.row.gamma));
}

INSTANTIATE_TEST_SUITE_P(Physics, CantileverTest, testing::ValuesIn(allCases()), caseName);

}  // namespace
}  // namespace toile::test
