// Volumes give the same bits for every thread count, instruction set, lane count, and in crowds; and on every machine.
#include "collision/volume/volumes.h"
#include "determinism/solids.h"
#include "determinism/targets.h"

namespace toile::test {
namespace {

// What every machine and compiler has to get. A change of the solver may change it; nothing else may.
constexpr std::uint64_t kVolumeHash = 3088330321334009038u;

std::uint64_t overVolumeHash(const WorldDef& def, std::uint32_t size = 29, int count = 1) {
  return hashOverSolids(ringVolume(0.2f, 0.07f, 0.025f), boxVolume({0.3f, 0.03f, 0.2f}, 0.02f), def, size, count);
}

TEST(VolumeGolden, ThreadsDoNotMatter) { expectThreadsDoNotMatter(overVolumeHash); }

TEST(VolumeGolden, InstructionSetsAndLanesDoNotMatter) {
  test::forEachTarget(
      [&](const WorldDef& def, const std::string& name) { EXPECT_EQ(overVolumeHash(def), kVolumeHash) << name; });
}

TEST(VolumeGolden, CrowdsDoNotMatter) { expectCrowdsDoNotMatter(overVolumeHash); }

}  // namespace
}  // namespace toile::test
