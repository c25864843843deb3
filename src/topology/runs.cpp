#include "topology/runs.h"

#include <algorithm>
#include <array>
#include <map>

#include "constraint_set.h"

namespace toile {
namespace {

/// A regular mesh has this part of its edges at this few distances between their particles' indices.
constexpr double kRegularPart = 0.9;
constexpr std::size_t kDistances = 4;

/// Distances between the particles' indices that many edges have, the most frequent first; none where the mesh is not
/// regular.
std::vector<std::size_t> commonDistances(const Topology& topology, std::span<const std::uint32_t> index) {
  std::map<std::size_t, std::size_t> counts;
  for (const Edge& edge : topology.edges) {
    const std::int64_t d = std::int64_t{index[edge.a]} - std::int64_t{index[edge.b]};
    ++counts[static_cast<std::size_t>(d < 0 ? -d : d)];
  }
  std::vector<std::pair<std::size_t, std::size_t>> sorted;  // count, distance
  sorted.reserve(counts.size());
  for (const auto& [d, count] : counts) sorted.emplace_back(count, d);
  std::sort(sorted.rbegin(), sorted.rend());
  sorted.resize(std::min(sorted.size(), kDistances));
  std::size_t common = 0;
  std::vector<std::size_t> distances;
  for (const auto& [count, d] : sorted) common += count, distances.push_back(d);
  if (static_cast<double>(common) < kRegularPart * static_cast<double>(topology.edges.size())) distances.clear();
  return distances;
}

/// A constraint with its first corner and how far the others are from it.
struct Placed {
  std::array<std::int64_t, 3> offsets{};
  std::uint32_t first = 0;
  std::uint32_t constraint = 0;
};

std::vector<Placed> sortedByShape(std::span<const std::uint32_t> particles, std::size_t arity) {
  std::vector<Placed> placed;
  const std::size_t count = particles.size() / arity;
  placed.reserve(count);
  for (std::uint32_t constraint = 0; constraint < count; ++constraint) {
    const auto corners = particles.subspan(constraint * arity, arity);
    Placed p;
    p.first = corners[0];
    p.constraint = constraint;
    for (std::size_t k = 1; k < arity; ++k) p.offsets[k - 1] = std::int64_t{corners[k]} - std::int64_t{corners[0]};
    placed.push_back(p);
  }
  std::sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
    if (a.offsets != b.offsets) return a.offsets < b.offsets;
    return a.first != b.first ? a.first < b.first : a.constraint < b.constraint;
  });
  return placed;
}

/// Constraints in runs, 16 after each other with kNone for gaps, and those that are in none.
struct Runs {
  std::vector<std::uint32_t> runs, singles;
};

/// A stencil can stand in a run when no two of its corners are less than a run apart and all sixteen are particles.
bool canRun(const Placed& p, std::size_t arity, std::size_t particleCount) {
  std::array<std::int64_t, 4> corners{0, p.offsets[0], p.offsets[1], p.offsets[2]};
  const std::int64_t first = p.first / kBlock * kBlock;
  for (std::size_t i = 0; i < arity; ++i) {
    if (first + corners[i] < 0 || first + corners[i] + kBlock > static_cast<std::int64_t>(particleCount)) return false;
    for (std::size_t j = 0; j < i; ++j) {
      const std::int64_t apart = corners[i] - corners[j];
      if (apart < std::int64_t{kBlock} && apart > -std::int64_t{kBlock}) return false;
    }
  }
  return true;
}

Runs findRuns(std::span<const Placed> placed, std::size_t arity, std::size_t particleCount, std::size_t least) {
  Runs found;
  for (std::size_t i = 0, end = 0; i < placed.size(); i = end) {
    // Copies of one stencil whose first corners are in one stretch of sixteen; of doubled constraints only the first.
    std::array<std::uint32_t, kBlock> at;
    at.fill(kNone);
    std::size_t count = 0;
    for (end = i; end < placed.size() && placed[end].offsets == placed[i].offsets &&
                  placed[end].first / kBlock == placed[i].first / kBlock;
         ++end) {
      std::uint32_t& lane = at[placed[end].first % kBlock];
      if (lane != kNone) continue;
      lane = placed[end].constraint;
      ++count;
    }
    const bool runs = count >= least && canRun(placed[i], arity, particleCount);
    if (runs) {
      found.runs.insert(found.runs.end(), at.begin(), at.end());
    }
    for (std::size_t k = i; k < end; ++k) {
      if (!runs || at[placed[k].first % kBlock] != placed[k].constraint) found.singles.push_back(placed[k].constraint);
    }
  }
  return found;
}

std::vector<std::span<const std::uint32_t>> chunks(std::span<const std::uint32_t> runs) {
  std::vector<std::span<const std::uint32_t>> result;
  for (std::size_t i = 0; i < runs.size(); i += kBlock) result.push_back(runs.subspan(i, kBlock));
  return result;
}

/// First-fit colours of units: runs or single constraints, runs first.
class UnitColours {
 public:
  explicit UnitColours(std::size_t particleCount) : particleCount_(particleCount) {}

  void add(std::span<const std::uint32_t> unit, std::span<const std::uint32_t> particles, std::size_t arity) {
    const std::size_t model = firstPresent(unit);
    const std::span<const std::uint32_t> corners = particles.subspan(unit[model] * arity, arity);
    const std::uint32_t width = unit.size() == kBlock ? kBlock : 1;
    const auto back = static_cast<std::uint32_t>(model);  // from the model's corners to the first ones
    std::size_t c = 0;
    while (c < colours_.size() && touches(colours_[c], corners, back, width)) ++c;
    if (c == colours_.size()) colours_.push_back({std::vector<bool>(particleCount_, false), {}, {}});
    Colour& colour = colours_[c];
    for (const std::uint32_t corner : corners) {
      for (std::uint32_t i = 0; i < width; ++i) colour.busy[corner - back + i] = true;
    }
    (width == kBlock ? colour.runs : colour.singles).push_back({corners[0] - back, unit});
  }

  /// Inside a colour units lie in the order of their particles, so that threads that take the same share of every
  /// colour keep to the same particles.
  RunColouring result() {
    RunColouring all;
    all.colouring.colourStart.push_back(0);
    for (Colour& colour : colours_) {
      std::vector<std::uint32_t>& order = all.colouring.order;
      for (std::vector<Unit>* units : {&colour.runs, &colour.singles}) {
        std::stable_sort(units->begin(), units->end(), [](const Unit& a, const Unit& b) { return a.first < b.first; });
        for (const Unit& unit : *units) order.insert(order.end(), unit.constraints.begin(), unit.constraints.end());
      }
      all.colouring.colourStart.push_back(order.size());
      all.runCount.push_back(static_cast<std::uint32_t>(colour.runs.size()));
    }
    return all;
  }

 private:
  struct Unit {
    std::uint32_t first = 0;  ///< particle
    std::span<const std::uint32_t> constraints;
  };
  struct Colour {
    std::vector<bool> busy;  ///< a particle
    std::vector<Unit> runs, singles;
  };

  static bool touches(const Colour& colour, std::span<const std::uint32_t> corners, std::uint32_t back,
                      std::uint32_t width) {
    for (const std::uint32_t corner : corners) {
      for (std::uint32_t i = 0; i < width; ++i) {
        if (colour.busy[corner - back + i]) return true;
      }
    }
    return false;
  }

  std::size_t particleCount_;
  std::vector<Colour> colours_;
};

/// Large meshes are cut into strips that are interleaved each for itself, so that threads that take some of them have
/// few particles in common: of one strip cut in two they would share what lies along each of its sixteen stretches.
constexpr std::size_t kLeastStrip = 16384, kMostStrips = 16;
/// From so many particles on the last stretch of a strip may be shorter.
constexpr std::size_t kLong = 8192;

std::size_t stripCount(std::size_t particleCount) {
  std::size_t count = 1;
  while (count < kMostStrips && particleCount / (2 * count) >= kLeastStrip) count *= 2;
  return count;
}

/// Sixteen stretches of a strip, one particle of each in turn.
struct Stretches {
  std::size_t count = 0;
  bool isLong = false;    ///< then the last stretch alone is shorter, so that what leads from one stretch into the next
                          ///< has one offset in all lanes and stands in runs as well; else the first ones have one more
  std::size_t shift = 0;  ///< how many places each stretch begins behind the one before it, going round

  std::size_t operator()(std::size_t index) const {
    if (isLong) {
      const std::size_t length = (count + kBlock - 1) / kBlock, last = count - (kBlock - 1) * length;
      const std::size_t stretch = index / length, place = index % length;
      return place < last ? place * kBlock + stretch : last * kBlock + (place - last) * (kBlock - 1) + stretch;
    }
    const std::size_t shorter = count / kBlock, longer = count % kBlock;
    const std::size_t border = longer * (shorter + 1);
    const bool early = index < border;
    const std::size_t stretch = early ? index / (shorter + 1) : longer + (index - border) / shorter;
    std::size_t place = early ? index % (shorter + 1) : (index - border) % shorter;
    if (longer == 0) place = (place + shift * stretch) % shorter;
    return place * kBlock + stretch;
  }
};

/// Where corners a distance apart (an edge, or two edges in line) come to lie less than sixteen apart, which is in no
/// run, stretches begin one or two places apart.
std::size_t shiftFor(std::size_t count, std::span<const std::size_t> distances) {
  if (count % kBlock != 0) return 0;
  const auto length = static_cast<std::int64_t>(count / kBlock);
  std::size_t best = 0;
  std::int64_t least = -1;
  for (std::size_t shift = 0; shift < 3; ++shift) {
    std::int64_t bad = 0;
    for (const std::size_t edge : distances) {
      for (const std::int64_t d : {static_cast<std::int64_t>(edge), 2 * static_cast<std::int64_t>(edge)}) {
        // From place p of a stretch to p + rest of the one `over` on, or beyond its end to the one after it.
        const std::int64_t over = d / length, rest = d % length, turn = static_cast<std::int64_t>(shift);
        const auto clash = [&](std::int64_t places, std::int64_t stretches) {
          const std::int64_t apart = std::int64_t{kBlock} * (places + turn * stretches) + stretches;
          return apart < std::int64_t{kBlock} && apart > -std::int64_t{kBlock};
        };
        if (clash(rest, over)) bad += length - rest;
        if (clash(rest - length, over + 1)) bad += rest;
      }
    }
    if (least < 0 || bad < least) least = bad, best = shift;
  }
  return best;
}

}  // namespace

bool interleave(const Topology& topology, std::size_t particleCount, std::vector<std::uint32_t>& newIndex) {
  if (particleCount < 4 * kBlock) return false;
  const std::vector<std::size_t> distances = commonDistances(topology, newIndex);
  if (distances.empty()) return false;
  // Whole blocks, so that runs begin where vectors do.
  const std::size_t strip = (particleCount / stripCount(particleCount) / kBlock + 1) * kBlock;
  for (std::uint32_t& index : newIndex) {
    const std::size_t first = index / strip * strip;
    const std::size_t count = std::min(strip, particleCount - first);
    const Stretches stretches{count, count >= kLong, count < kLong ? shiftFor(count, distances) : 0};
    index = static_cast<std::uint32_t>(first + stretches(index - first));
  }
  return true;
}

std::size_t firstPresent(std::span<const std::uint32_t> run) {
  return static_cast<std::size_t>(std::find_if(run.begin(), run.end(), [](auto c) { return c != kNone; }) -
                                  run.begin());
}

RunColouring colourWithRuns(std::span<const std::uint32_t> particles, std::size_t arity, std::size_t particleCount) {
  const std::vector<Placed> placed = sortedByShape(particles, arity);
  Runs found = findRuns(placed, arity, particleCount, kLeastOfRun);
  if (found.singles.size() * kMostSingles < placed.size()) found = findRuns(placed, arity, particleCount, kLeastOfRest);
  if (found.runs.empty()) {
    RunColouring plain{colour(particles, arity, particleCount), {}};
    plain.runCount.assign(plain.colouring.colourStart.size() - 1, 0);
    return plain;
  }
  UnitColours colours(particleCount);
  for (const std::span<const std::uint32_t> run : chunks(found.runs)) colours.add(run, particles, arity);
  for (std::size_t i = 0; i < found.singles.size(); ++i) {
    colours.add(std::span(found.singles).subspan(i, 1), particles, arity);
  }
  return colours.result();
}

}  // namespace toile
