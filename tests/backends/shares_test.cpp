// Every block belongs to one part, and what is called inside touches nothing of another part.
#include "backends/shares.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "garment_data.h"
#include "toile/toile.h"

namespace toile {
namespace {

GarmentPtr gridGarment(std::uint32_t size) {
  GarmentDef def;
  def.kinds = {Kind::stretch, Kind::shear, Kind::skipOne, Kind::quadraticBending};
  return *Garment::build(makeGrid({.width = size, .height = size, .spacing = 0.01f, .cut = GridCut::quads}), def);
}

struct Checked {
  std::size_t inside = 0, all = 0;  ///< blocks
};

Checked expectSound(const GarmentData& data, std::uint32_t parts) {
  const BlockShares shares = shareBlocks(data.sets, data.paddedCount, parts);
  EXPECT_EQ(shares.parts, parts);
  Checked checked;
  std::vector<std::uint64_t> touchedBy(data.paddedCount, 0);  // bit a part
  const auto forParticles = [](const ConstraintSet& set, std::uint32_t begin, std::uint32_t end, auto tell) {
    for (std::size_t lane = std::size_t{begin} * kBlock; lane < std::size_t{end} * kBlock; ++lane) {
      for (std::size_t corner = 0; corner < set.arity; ++corner) tell(set.particle(lane, corner));
    }
  };
  for (std::size_t s = 0; s < data.sets.size(); ++s) {
    const ConstraintSet& set = data.sets[s];
    std::vector<int> owners(set.blockCount, 0);
    for (std::size_t i = 0; i < shares.ofSets[s].size(); ++i) {
      const BlockShare& share = shares.ofSets[s][i];
      EXPECT_LE(share.beginRuns, share.insideBegin);
      EXPECT_LE(share.insideBegin, share.insideEnd);
      EXPECT_LE(share.insideEnd, share.endRuns);
      for (std::uint32_t b = share.beginRuns; b < share.endRuns; ++b) ++owners[b];
      for (std::uint32_t b = share.beginSingles; b < share.endSingles; ++b) ++owners[b];
      const auto touch = [&](std::uint32_t particle) { touchedBy[particle] |= std::uint64_t{1} << (i % parts); };
      forParticles(set, share.beginRuns, share.endRuns, touch);
      forParticles(set, share.beginSingles, share.endSingles, touch);
    }
    EXPECT_EQ(owners, std::vector<int>(set.blockCount, 1));
    checked.all += set.blockCount;
  }
  for (std::size_t s = 0; s < data.sets.size(); ++s) {
    for (std::size_t i = 0; i < shares.ofSets[s].size(); ++i) {
      const BlockShare& share = shares.ofSets[s][i];
      checked.inside += share.insideEnd - share.insideBegin;
      std::size_t shared = 0;
      forParticles(data.sets[s], share.insideBegin, share.insideEnd, [&](std::uint32_t particle) {
        shared += touchedBy[particle] != std::uint64_t{1} << (i % parts) ? 1 : 0;
      });
      EXPECT_EQ(shared, 0u);
    }
  }
  return checked;
}

TEST(Shares, EveryBlockOnceAndNothingOfOthersInside) {
  for (const std::uint32_t size : {12u, 66u}) {
    const GarmentPtr garment = gridGarment(size);
    for (const std::uint32_t parts : {1u, 2u, 3u, 8u}) {
      SCOPED_TRACE(testing::Message() << size << " squared, " << parts << " parts");
      expectSound(garment->data(), parts);
    }
  }
}

TEST(Shares, MostBlocksOfALargeSheetAreInside) {
  const Checked two = expectSound(gridGarment(190)->data(), 2);
  EXPECT_GT(3 * two.inside, two.all);
}

}  // namespace
}  // namespace toile
