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

bool isRegular(const Topology& topology, std::span<const std::uint32_t> index) {
  std::map<std::int64_t, std::size_t> distances;
  for (const Edge& edge : topology.edges) {
    const std::int64_t d = std::int64_t{index[edge.a]} - std::int64_t{index[edge.b]};
    ++distances[d < 0 ? -d : d];
  }
  std::vector<std::size_t> counts;
  counts.reserve(distances.size());
  for (const auto& [d, count] : distances) counts.push_back(count);
  std::sort(counts.rbegin(), counts.rend());
  std::size_t common = 0;
  for (std::size_t i = 0; i < std::min(counts.size(), kDistances); ++i) common += counts[i];
  return static_cast<double>(common) >= kRegularPart * static_cast<double>(topology.edges.size());
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

/// Constraints in runs, 16 after each other in the order of kRunLane, and those that are in none.
struct Runs {
  std::vector<std::uint32_t> runs, singles;
};

/// A stencil can stand in a run when no two of its corners are less than a run apart.
bool canRun(const Placed& p, std::size_t arity) {
  std::array<std::int64_t, 4> corners{0, p.offsets[0], p.offsets[1], p.offsets[2]};
  for (std::size_t i = 0; i < arity; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::int64_t apart = corners[i] - corners[j];
      if (apart < std::int64_t{kBlock} && apart > -std::int64_t{kBlock}) return false;
    }
  }
  return true;
}

Runs findRuns(std::span<const std::uint32_t> particles, std::size_t arity) {
  const std::vector<Placed> placed = sortedByShape(particles, arity);
  Runs found;
  for (std::size_t i = 0; i < placed.size();) {
    std::size_t length = 1;
    if (placed[i].first % kBlock == 0 && canRun(placed[i], arity)) {
      while (length < kBlock && i + length < placed.size() && placed[i + length].offsets == placed[i].offsets &&
             placed[i + length].first == placed[i].first + length) {
        ++length;
      }
    }
    if (length == kBlock) {
      for (const std::uint32_t lane : kRunLane) found.runs.push_back(placed[i + lane].constraint);
      i += kBlock;
    } else {
      found.singles.push_back(placed[i++].constraint);
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
    std::size_t c = 0;
    while (c < colours_.size() && touches(colours_[c], unit, particles, arity)) ++c;
    if (c == colours_.size()) colours_.push_back({std::vector<bool>(particleCount_, false), {}, 0});
    Colour& colour = colours_[c];
    for (const std::uint32_t constraint : unit) {
      for (std::size_t k = 0; k < arity; ++k) colour.busy[particles[constraint * arity + k]] = true;
      colour.constraints.push_back(constraint);
    }
    if (unit.size() == kBlock) ++colour.runs;
  }

  RunColouring result() const {
    RunColouring all;
    all.colouring.colourStart.push_back(0);
    for (const Colour& colour : colours_) {
      std::vector<std::uint32_t>& order = all.colouring.order;
      order.insert(order.end(), colour.constraints.begin(), colour.constraints.end());
      all.colouring.colourStart.push_back(order.size());
      all.runCount.push_back(colour.runs);
    }
    return all;
  }

 private:
  struct Colour {
    std::vector<bool> busy;  ///< a particle
    std::vector<std::uint32_t> constraints;
    std::uint32_t runs = 0;
  };

  static bool touches(const Colour& colour, std::span<const std::uint32_t> unit,
                      std::span<const std::uint32_t> particles, std::size_t arity) {
    for (const std::uint32_t constraint : unit) {
      for (std::size_t k = 0; k < arity; ++k) {
        if (colour.busy[particles[constraint * arity + k]]) return true;
      }
    }
    return false;
  }

  std::size_t particleCount_;
  std::vector<Colour> colours_;
};

}  // namespace

bool interleave(const Topology& topology, std::size_t particleCount, std::vector<std::uint32_t>& newIndex) {
  if (particleCount < 4 * kBlock || !isRegular(topology, newIndex)) return false;
  const std::size_t shorter = particleCount / kBlock, longer = particleCount % kBlock;  // the first ones have one more
  for (std::uint32_t& index : newIndex) {
    const std::size_t border = longer * (shorter + 1);
    const bool early = index < border;
    const std::size_t stretch = early ? index / (shorter + 1) : longer + (index - border) / shorter;
    const std::size_t place = early ? index % (shorter + 1) : (index - border) % shorter;
    index = static_cast<std::uint32_t>(place * kBlock + stretch);
  }
  return true;
}

RunColouring colourWithRuns(std::span<const std::uint32_t> particles, std::size_t arity, std::size_t particleCount) {
  const Runs found = findRuns(particles, arity);
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
