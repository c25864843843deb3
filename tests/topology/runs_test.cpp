#include "topology/runs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "constraint_set.h"
#include "garment_data.h"
#include "topology/meshes.h"
#include "topology/topology.h"

namespace toile {
namespace {

GarmentPtr gridGarment(std::uint32_t width, std::uint32_t height, GridCut cut) {
  GarmentDef def;
  def.kinds = {Kind::stretch, Kind::shear, Kind::skipOne, Kind::quadraticBending, Kind::strain};
  return Garment::build(makeGrid({width, height, 0.01f, cut}), def).value();
}

std::uint32_t corner(const ConstraintSet& set, std::size_t block, std::size_t k, std::size_t lane) {
  return set.particle(block * kBlock + lane, k);
}

TEST(Interleave, IsAPermutationOfEverySize) {
  for (std::uint32_t width = 9; width < 26; ++width) {
    const std::size_t n = std::size_t{width} * 11;
    const auto built = test::buildFrom(makeGrid({width, 11, 0.01f, GridCut::quads}));
    std::vector<std::uint32_t> order = test::identity(n);
    ASSERT_TRUE(interleave(built.topology, n, order)) << width;
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, test::identity(n)) << width;
  }
}

TEST(Interleave, LeavesIrregularMeshesAlone) {
  const auto built = test::buildFrom(test::soup(2000, 900, 1));
  std::vector<std::uint32_t> order = test::identity(built.positions.size());
  EXPECT_FALSE(interleave(built.topology, order.size(), order));
  EXPECT_EQ(order, test::identity(order.size()));
}

TEST(Runs, CoverMostOfASheet) {
  const GarmentPtr garment = gridGarment(100, 100, GridCut::quads);
  for (const ConstraintSet& set : garment->data().sets) {
    std::uint32_t runs = 0;
    std::uint32_t inRuns = 0;
    for (const ColourRange& colour : set.colours) {
      for (std::size_t i = 0; i < std::size_t{colour.runCount} * kBlock; ++i) {
        if (set.complianceAt(std::size_t{colour.firstBlock} * kBlock + i) != kNothing) ++inRuns;
      }
      runs += colour.runCount;
    }
    // The border of the sheet is in no run; gaps are where stretches meet borders.
    EXPECT_GT(inRuns, 0.95 * set.count) << kindName(set.kind);
    EXPECT_GT(inRuns, 0.9 * kBlock * runs) << kindName(set.kind);
  }
}

// Its stretches are two rows: vertical skip-one would lead to the same place of the next one.
TEST(Runs, CoverASheetWhoseStretchesAreWholeRows) {
  const GarmentPtr garment = gridGarment(32, 32, GridCut::quads);
  for (const ConstraintSet& set : garment->data().sets) {
    if (set.arity != 2) continue;
    std::uint32_t single = set.count;
    for (std::size_t lane = 0; lane < std::size_t{set.blockCount} * kBlock; ++lane) {
      for (const ColourRange& colour : set.colours) {
        const bool inRun = colour.firstBlock <= lane / kBlock && lane / kBlock < colour.endRun();
        if (inRun && set.complianceAt(lane) != kNothing) --single;
      }
    }
    EXPECT_LT(single, 0.02 * set.count) << kindName(set.kind);
  }
}

TEST(Runs, NameParticlesInARowAndAreColouredRightly) {
  for (const GridCut cut : {GridCut::quads, GridCut::alternating, GridCut::equilateral}) {
    for (const std::uint32_t width : {17u, 40u, 100u, 300u}) {
      const GarmentPtr garment = gridGarment(width, 70, cut);
      for (const ConstraintSet& set : garment->data().sets) {
        for (const ColourRange& colour : set.colours) {
          for (std::size_t block = colour.firstBlock; block < colour.firstBlock + colour.runCount; ++block) {
            for (std::size_t k = 0; k < set.arity; ++k) {
              for (std::size_t lane = 0; lane < kBlock; ++lane) {
                ASSERT_EQ(corner(set, block, k, lane), corner(set, block, k, 0) + lane);
              }
            }
          }
        }
        const ConstraintList list = garment->constraints(set.kind);
        ASSERT_EQ(list.count(), set.count);
        const Colouring colouring{test::identity(list.count()), list.colourStart};
        EXPECT_EQ(validateColouring(colouring, list.particles, list.arity, garment->particleCount()), "");
      }
    }
  }
}

}  // namespace
}  // namespace toile
