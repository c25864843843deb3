#include "skinning/rings.h"

#include <algorithm>
#include <numeric>

#include "constraint_set.h"

namespace toile {
namespace {

using Pair = std::array<std::uint32_t, 2>;  // the other two corners of a triangle, in its winding

/// Pairs chained end to end: j0 j1 j2 … Where a chain ends, `middle` stands between it and the next one.
std::vector<std::uint32_t> chain(std::vector<Pair> pairs, std::uint32_t middle) {
  std::vector<std::uint32_t> ring;
  std::vector<std::uint8_t> used(pairs.size(), 0);
  for (std::size_t left = pairs.size(); left > 0;) {
    // A chain starts where nothing leads to; in a closed fan, with the first pair.
    std::size_t next = pairs.size();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (used[i] != 0) continue;
      const bool led = std::any_of(pairs.begin(), pairs.end(), [&](const Pair& p) {
        return used[static_cast<std::size_t>(&p - pairs.data())] == 0 && p[1] == pairs[i][0];
      });
      if (next == pairs.size() || !led) next = i;
      if (!led) break;
    }
    if (!ring.empty()) ring.push_back(middle);
    ring.push_back(pairs[next][0]);
    while (next < pairs.size()) {
      used[next] = 1, --left;
      ring.push_back(pairs[next][1]);
      next = 0;
      while (next < pairs.size() && (used[next] != 0 || pairs[next][0] != ring.back())) ++next;
    }
  }
  return ring;
}

}  // namespace

RingSet buildRings(std::span<const std::array<std::uint32_t, 3>> triangles, std::uint32_t particleCount,
                   std::uint32_t dummy) {
  std::vector<std::vector<Pair>> pairs(particleCount);
  for (const auto& t : triangles) {
    for (std::size_t k = 0; k < 3; ++k) pairs[t[k]].push_back({t[(k + 1) % 3], t[(k + 2) % 3]});
  }
  std::vector<std::vector<std::uint32_t>> rings(particleCount);
  for (std::uint32_t p = 0; p < particleCount; ++p) rings[p] = chain(std::move(pairs[p]), p);
  std::vector<std::uint32_t> order(particleCount);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t p, std::uint32_t q) { return rings[p].size() < rings[q].size(); });

  RingSet set;
  set.firstRow.push_back(0);
  for (std::size_t first = 0; first < order.size(); first += kBlock) {
    const std::size_t count = std::min<std::size_t>(kBlock, order.size() - first);
    const std::size_t rows = std::max<std::size_t>(1, rings[order[first + count - 1]].size());
    for (std::size_t lane = 0; lane < kBlock; ++lane) {
      set.particles.push_back(lane < count ? order[first + lane] : dummy);
    }
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t lane = 0; lane < kBlock; ++lane) {
        const std::uint32_t p = lane < count ? order[first + lane] : dummy;
        const bool has = lane < count && row < rings[p].size();
        set.neighbours.push_back(has ? rings[p][row] : p);
      }
    }
    set.firstRow.push_back(set.firstRow.back() + static_cast<std::uint32_t>(rows));
  }
  return set;
}

}  // namespace toile
