// Hulls give the same bits for every thread count, instruction set, lane count, and in crowds; and on every machine.
#include "collision/hull/hulls.h"
#include "determinism/solids.h"
#include "determinism/targets.h"

namespace toile::test {
namespace {

// What every machine and compiler has to get. A change of the solver may change it; nothing else may.
constexpr std::uint64_t kHullHash = 12135053753603906959u;

std::uint64_t hullHash(const WorldDef& def, std::uint32_t size = 29, int count = 1) {
  return hashOverSolids(gemHull(0.25f, 0.03f), boxHull({0.3f, 0.01f, 0.2f}), def, size, count);
}

TEST(HullGolden, ThreadsDoNotMatter) { expectThreadsDoNotMatter(hullHash); }

TEST(HullGolden, InstructionSetsAndLanesDoNotMatter) {
  test::forEachTarget(
      [&](const WorldDef& def, const std::string& name) { EXPECT_EQ(hullHash(def), kHullHash) << name; });
}

TEST(HullGolden, CrowdsDoNotMatter) { expectCrowdsDoNotMatter(hullHash); }

}  // namespace
}  // namespace toile::test
