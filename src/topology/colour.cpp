#include "topology/colour.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>

#include "constraint_set.h"
#include "topology/topology.h"

namespace toile {

namespace {

/// A set of stencils with their colours as they change.
struct Stencils {
  std::span<const std::uint32_t> particles;
  std::size_t arity;
  std::size_t particleCount;

  std::size_t count() const { return particles.size() / arity; }
  std::span<const std::uint32_t> at(std::size_t i) const { return particles.subspan(i * arity, arity); }
};

using Order = std::vector<std::uint32_t>;
using Colours = std::vector<std::uint32_t>;

std::vector<std::size_t> sizesOf(const Colours& colours) {
  std::vector<std::size_t> sizes;
  for (const std::uint32_t c : colours) {
    if (c >= sizes.size()) sizes.resize(c + 1, 0);
    ++sizes[c];
  }
  return sizes;
}

/// Each stencil in turn gets the lowest colour that none of its particles has yet. 64 colours at a time, so any
/// number can meet at one particle.
Colours firstFit(const Stencils& stencils, const Order& order) {
  Colours colours(stencils.count(), kNone);
  Order waiting(order), later;
  std::vector<std::uint64_t> used;
  for (std::uint32_t first = 0; !waiting.empty(); first += 64) {
    used.assign(stencils.particleCount, 0);
    later.clear();
    for (const std::uint32_t i : waiting) {
      std::uint64_t taken = 0;
      for (const std::uint32_t p : stencils.at(i)) taken |= used[p];
      if (~taken == 0) {
        later.push_back(i);
        continue;
      }
      const int bit = std::countr_one(taken);
      for (const std::uint32_t p : stencils.at(i)) used[p] |= std::uint64_t{1} << bit;
      colours[i] = first + static_cast<std::uint32_t>(bit);
    }
    waiting.swap(later);
  }
  return colours;
}

/// Lanes a pass computes, each colour in whole blocks, and a block more for each colour, since a colour costs a wait.
std::size_t costOf(const Colours& colours) {
  std::size_t cost = 0;
  for (const std::size_t size : sizesOf(colours)) cost += (size + kBlock - 1) / kBlock * kBlock + kBlock;
  return cost;
}

/// Stencils of one shape (the same distances between their indices: one direction of a grid) after each other,
/// frequent shapes first. On grids first fit then finds the colours one would choose by hand.
Order byShape(const Stencils& stencils) {
  struct Shaped {
    std::array<std::int64_t, 3> offsets{};
    std::uint32_t index = 0;
  };
  std::vector<Shaped> shaped(stencils.count());
  for (std::uint32_t i = 0; i < shaped.size(); ++i) {
    const auto p = stencils.at(i);
    shaped[i].index = i;
    for (std::size_t k = 1; k < p.size() && k < 4; ++k) shaped[i].offsets[k - 1] = std::int64_t{p[k]} - p[0];
  }
  std::sort(shaped.begin(), shaped.end(), [](const Shaped& s, const Shaped& t) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (s.offsets[k] != t.offsets[k]) return s.offsets[k] < t.offsets[k];
    }
    return s.index < t.index;
  });
  struct Run {
    std::size_t begin, end;
  };
  std::vector<Run> runs;
  for (std::size_t i = 0; i < shaped.size(); ++i) {
    if (i == 0 || shaped[i].offsets != shaped[i - 1].offsets) runs.push_back({i, i});
    runs.back().end = i + 1;
  }
  std::stable_sort(runs.begin(), runs.end(),
                   [](const Run& s, const Run& t) { return s.end - s.begin > t.end - t.begin; });
  Order order;
  order.reserve(shaped.size());
  for (const Run& run : runs) {
    for (std::size_t i = run.begin; i < run.end; ++i) order.push_back(shaped[i].index);
  }
  return order;
}

/// Culberson's iterated greedy: first fit over whole colour classes, in any order of the classes, never needs
/// more colours and often fewer. `key` sorts the classes, small first.
template <class Key>
Colours refit(const Stencils& stencils, const Colours& colours, Key key) {
  const std::vector<std::size_t> sizes = sizesOf(colours);
  std::vector<std::uint32_t> classes(sizes.size());
  std::iota(classes.begin(), classes.end(), 0u);
  std::stable_sort(classes.begin(), classes.end(),
                   [&](std::uint32_t c, std::uint32_t d) { return key(c, sizes[c]) < key(d, sizes[d]); });
  std::vector<std::size_t> next(sizes.size());
  std::size_t start = 0;
  for (const std::uint32_t c : classes) {
    next[c] = start;
    start += sizes[c];
  }
  Order order(colours.size());
  for (std::uint32_t i = 0; i < colours.size(); ++i) order[next[colours[i]]++] = i;
  return firstFit(stencils, order);
}

void keepCheaper(Colours& best, Colours candidate) {
  if (costOf(candidate) < costOf(best)) best = std::move(candidate);
}

/// The most stencils that meet at one particle: no colouring has fewer colours.
std::size_t mostAtOneParticle(const Stencils& stencils) {
  std::vector<std::uint32_t> count(stencils.particleCount, 0);
  std::uint32_t most = 0;
  for (const std::uint32_t p : stencils.particles) most = std::max(most, ++count[p]);
  return most;
}

Colours bestColours(const Stencils& stencils) {
  Order asGiven(stencils.count());
  std::iota(asGiven.begin(), asGiven.end(), 0u);
  Colours best = firstFit(stencils, asGiven);
  keepCheaper(best, firstFit(stencils, byShape(stencils)));
  const std::size_t fewest = mostAtOneParticle(stencils);
  Colours current = best;
  for (int round = 0; round < 6 && sizesOf(best).size() > fewest; ++round) {
    using Limits = std::numeric_limits<std::int64_t>;
    current = round % 2 == 0 ? refit(stencils, current, [](std::uint32_t c, std::size_t) { return Limits::max() - c; })
                             : refit(stencils, current, [](std::uint32_t, std::size_t size) {
                                 return Limits::max() - static_cast<std::int64_t>(size);
                               });
    keepCheaper(best, current);
  }
  return best;
}

/// Colours under half the mean get stencils of those above it, as far as they fit: a colour of a few blocks
/// cannot feed several threads.
void balance(const Stencils& stencils, Colours& colours) {
  std::vector<std::size_t> sizes = sizesOf(colours);
  if (sizes.size() < 2) return;
  const std::size_t mean = colours.size() / sizes.size();
  std::vector<std::uint8_t> busy(stencils.particleCount);
  for (std::uint32_t small = 0; small < sizes.size(); ++small) {
    if (sizes[small] >= mean / 2) continue;
    busy.assign(stencils.particleCount, 0);
    for (std::size_t i = 0; i < colours.size(); ++i) {
      if (colours[i] != small) continue;
      for (const std::uint32_t p : stencils.at(i)) busy[p] = 1;
    }
    for (std::size_t i = 0; i < colours.size() && sizes[small] < mean; ++i) {
      if (colours[i] == small || sizes[colours[i]] <= mean) continue;
      const auto particles = stencils.at(i);
      if (std::any_of(particles.begin(), particles.end(), [&](std::uint32_t p) { return busy[p] != 0; })) continue;
      for (const std::uint32_t p : particles) busy[p] = 1;
      --sizes[colours[i]];
      ++sizes[small];
      colours[i] = small;
    }
  }
}

}  // namespace

Colouring colour(std::span<const std::uint32_t> particles, std::size_t arity, std::size_t particleCount) {
  const Stencils stencils{particles, arity, particleCount};
  Colouring result;
  result.colourStart.push_back(0);
  if (stencils.count() == 0) return result;
  Colours colours = bestColours(stencils);
  balance(stencils, colours);
  for (const std::size_t size : sizesOf(colours)) result.colourStart.push_back(result.colourStart.back() + size);
  std::vector<std::size_t> next(result.colourStart.begin(), result.colourStart.end() - 1);
  result.order.resize(stencils.count());
  for (std::uint32_t i = 0; i < colours.size(); ++i) result.order[next[colours[i]]++] = i;
  return result;
}

std::string validateColouring(const Colouring& colouring, std::span<const std::uint32_t> particles, std::size_t arity,
                              std::size_t particleCount) {
  const std::size_t count = arity == 0 ? 0 : particles.size() / arity;
  if (colouring.order.size() != count) {
    return std::to_string(colouring.order.size()) + " constraints are coloured, not " + std::to_string(count);
  }
  if (colouring.colourStart.empty() || colouring.colourStart.front() != 0 || colouring.colourStart.back() != count ||
      !std::is_sorted(colouring.colourStart.begin(), colouring.colourStart.end())) {
    return "the colours' starts do not cut the constraints into ranges";
  }
  std::vector<std::uint8_t> seen(count, 0);
  std::vector<std::size_t> touchedBy(particleCount, 0);
  for (std::size_t c = 0; c + 1 < colouring.colourStart.size(); ++c) {
    for (std::size_t place = colouring.colourStart[c]; place < colouring.colourStart[c + 1]; ++place) {
      const std::uint32_t i = colouring.order[place];
      if (i >= count) return "constraint " + std::to_string(i) + " does not exist";
      if (seen[i]++ != 0) return "constraint " + std::to_string(i) + " stands in two places";
      for (const std::uint32_t p : particles.subspan(i * arity, arity)) {
        if (p >= particleCount) return "constraint " + std::to_string(i) + " names particle " + std::to_string(p);
        if (touchedBy[p] == c + 1) {
          return "colour " + std::to_string(c) + " touches particle " + std::to_string(p) + " twice";
        }
        touchedBy[p] = c + 1;
      }
    }
  }
  return {};
}

}  // namespace toile
