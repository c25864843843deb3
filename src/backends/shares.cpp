#include "backends/shares.h"

#include <algorithm>
#include <vector>

namespace toile {
namespace {

constexpr std::uint32_t kNobody = 0xffffffffu, kSeveral = 0xfffffffeu;

std::uint32_t firstParticle(const ConstraintSet& set, std::size_t block) { return set.particle(block * kBlock, 0); }

/// tell(particle) for everything a block touches; padding and the gaps of runs touch as well.
template <class Tell>
void forParticles(const ConstraintSet& set, std::size_t block, Tell tell) {
  for (std::size_t corner = 0; corner < set.arity; ++corner) {
    for (std::size_t lane = 0; lane < kBlock; ++lane) tell(set.particle(block * kBlock + lane, corner));
  }
}

/// The first of the blocks [first, end), which are in the order of their particles, that begins at `particle` or later.
std::uint32_t cut(const ConstraintSet& set, std::uint32_t first, std::uint32_t end, std::uint64_t particle) {
  while (first < end) {
    const std::uint32_t middle = first + (end - first) / 2;
    if (firstParticle(set, middle) < particle) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  return first;
}

/// Blocks of single constraints take so many quarters of the time of runs.
constexpr std::uint64_t kRunWeight = 4, kSingleWeight = 7;

/// Part of a share by which it may miss its size where fewer constraints are cut.
constexpr double kTolerance = 0.06;

/// For every place between two particles: the work of the blocks that begin before it, and how many constraints reach
/// over it.
struct Places {
  std::vector<std::uint64_t> work;
  std::vector<std::int64_t> over;
};

Places findPlaces(std::span<const ConstraintSet> sets, std::size_t particles) {
  Places places{std::vector<std::uint64_t>(particles + 1, 0), std::vector<std::int64_t>(particles + 1, 0)};
  for (const ConstraintSet& set : sets) {
    for (const ColourRange& colour : set.colours) {
      for (std::uint32_t i = 0; i < colour.blockCount; ++i) {
        const std::size_t block = colour.firstBlock + i;
        places.work[firstParticle(set, block) + 1] += i < colour.runCount ? kRunWeight : kSingleWeight;
        for (std::size_t lane = 0; lane < kBlock; ++lane) {
          std::uint32_t low = set.particle(block * kBlock + lane, 0), high = low;
          for (std::size_t corner = 1; corner < set.arity; ++corner) {
            const std::uint32_t particle = set.particle(block * kBlock + lane, corner);
            low = std::min(low, particle), high = std::max(high, particle);
          }
          ++places.over[low + 1], --places.over[high + 1];
        }
      }
    }
  }
  for (std::size_t i = 1; i <= particles; ++i) {
    places.work[i] += places.work[i - 1], places.over[i] += places.over[i - 1];
  }
  return places;
}

/// Particles at which the work is cut into nearly equal parts: parts + 1 of them. Every colour is cut there.
std::vector<std::uint64_t> findCuts(std::span<const ConstraintSet> sets, std::size_t particles, std::uint32_t parts) {
  const Places places = findPlaces(sets, particles);
  const double share = static_cast<double>(places.work.back()) / parts;
  std::vector<std::uint64_t> cuts{0};
  for (std::uint32_t part = 1; part < parts; ++part) {
    std::uint64_t best = particles;
    for (std::size_t place = 0; place <= particles; ++place) {
      const double off = static_cast<double>(places.work[place]) - share * part;
      if (off < -kTolerance * share || kTolerance * share < off) continue;
      if (best == particles || places.over[place] < places.over[best]) best = place;
    }
    cuts.push_back(std::max(best, cuts.back()));
  }
  cuts.push_back(~std::uint64_t{0});
  return cuts;
}

/// The blocks of a colour that begin in [from, to).
BlockShare shareOf(const ConstraintSet& set, const ColourRange& colour, std::uint64_t from, std::uint64_t to) {
  const std::uint32_t singles = colour.firstBlock + colour.runCount, end = colour.firstBlock + colour.blockCount;
  BlockShare share;
  share.beginRuns = cut(set, colour.firstBlock, singles, from),
  share.endRuns = cut(set, colour.firstBlock, singles, to);
  share.beginSingles = cut(set, singles, end, from), share.endSingles = cut(set, singles, end, to);
  return share;
}

/// The longest stretch of runs that touch only what `part` alone touches.
void findInside(const ConstraintSet& set, const std::vector<std::uint32_t>& toucher, std::uint32_t part,
                BlockShare& share) {
  share.insideBegin = share.insideEnd = share.beginRuns;
  std::uint32_t begin = share.beginRuns;
  for (std::uint32_t block = share.beginRuns; block < share.endRuns; ++block) {
    bool alone = true;
    forParticles(set, block, [&](std::uint32_t particle) { alone = alone && toucher[particle] == part; });
    if (!alone) {
      begin = block + 1;
    } else if (block + 1 - begin > share.insideEnd - share.insideBegin) {
      share.insideBegin = begin, share.insideEnd = block + 1;
    }
  }
}

}  // namespace

BlockShares shareBlocks(std::span<const ConstraintSet> sets, std::size_t particles, std::uint32_t parts) {
  BlockShares shares;
  shares.parts = parts;
  shares.ofSets.resize(sets.size());
  const std::vector<std::uint64_t> cuts = findCuts(sets, particles, parts);
  std::vector<std::uint32_t> toucher(particles, kNobody);
  for (std::size_t s = 0; s < sets.size(); ++s) {
    for (const ColourRange& colour : sets[s].colours) {
      for (std::uint32_t part = 0; part < parts; ++part) {
        const BlockShare share = shares.ofSets[s].emplace_back(shareOf(sets[s], colour, cuts[part], cuts[part + 1]));
        const auto touch = [&](std::uint32_t particle) {
          std::uint32_t& who = toucher[particle];
          who = who == kNobody || who == part ? part : kSeveral;
        };
        for (std::uint32_t b = share.beginRuns; b < share.endRuns; ++b) forParticles(sets[s], b, touch);
        for (std::uint32_t b = share.beginSingles; b < share.endSingles; ++b) forParticles(sets[s], b, touch);
      }
    }
  }
  for (std::size_t s = 0; s < sets.size(); ++s) {
    for (std::size_t i = 0; i < shares.ofSets[s].size(); ++i) {
      findInside(sets[s], toucher, static_cast<std::uint32_t>(i % parts), shares.ofSets[s][i]);
    }
  }
  return shares;
}

}  // namespace toile
