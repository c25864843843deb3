#include "topology/grid_layout.h"

#include <algorithm>
#include <map>

#include "topology/topology.h"

namespace toile {
namespace {

struct Cell {
  int column = 0, row = 0;
};

/// Places for all particles, spreading from the first quad over shared edges; false where two do not agree.
bool placeAll(std::span<const std::array<std::uint32_t, 4>> quads, std::vector<Cell>& place,
              std::vector<std::uint8_t>& placed) {
  // A quad lies left of each of its sides as it is wound, so that a side, walked backwards, leads to the quad beyond.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> quadOfSide;
  for (std::uint32_t q = 0; q < quads.size(); ++q) {
    for (std::size_t k = 0; k < 4; ++k) {
      if (!quadOfSide.emplace(std::pair{quads[q][k], quads[q][(k + 1) % 4]}, q).second) return false;
    }
  }
  std::vector<std::uint8_t> done(quads.size(), 0);
  std::vector<std::uint32_t> waiting{0};
  done[0] = 1;
  const Cell first[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  for (std::size_t k = 0; k < 4; ++k) place[quads[0][k]] = first[k], placed[quads[0][k]] = 1;
  while (!waiting.empty()) {
    const std::uint32_t q = waiting.back();
    waiting.pop_back();
    for (std::size_t k = 0; k < 4; ++k) {
      const std::uint32_t a = quads[q][k], b = quads[q][(k + 1) % 4];
      const auto beyond = quadOfSide.find({b, a});
      if (beyond == quadOfSide.end()) continue;
      const auto& other = quads[beyond->second];
      const auto at = static_cast<std::size_t>(std::find(other.begin(), other.end(), b) - other.begin());
      // other: b → a → c → d; c and d lie beyond a and b, seen from q.
      const Cell step{place[b].row - place[a].row, place[a].column - place[b].column};
      const std::uint32_t c = other[(at + 2) % 4], d = other[(at + 3) % 4];
      for (const auto& [particle, from] : {std::pair{c, a}, std::pair{d, b}}) {
        const Cell there{place[from].column + step.column, place[from].row + step.row};
        if (placed[particle] == 0) {
          place[particle] = there, placed[particle] = 1;
        } else if (place[particle].column != there.column || place[particle].row != there.row) {
          return false;
        }
      }
      if (done[beyond->second] == 0) done[beyond->second] = 1, waiting.push_back(beyond->second);
    }
  }
  return std::count(done.begin(), done.end(), 0) == 0;
}

}  // namespace

std::optional<GridLayout> findGrid(std::span<const std::array<std::uint32_t, 4>> quads, std::uint32_t particleCount) {
  if (quads.empty()) return {};
  for (const auto& quad : quads) {
    for (std::size_t k = 0; k < 4; ++k) {
      if (quad[k] == kNone || quad[k] == quad[(k + 1) % 4] || quad[k] == quad[(k + 2) % 4]) return {};
    }
  }
  std::vector<Cell> place(particleCount);
  std::vector<std::uint8_t> placed(particleCount, 0);
  if (!placeAll(quads, place, placed) || std::count(placed.begin(), placed.end(), 0) != 0) return {};
  Cell least = place[0], most = place[0];
  for (const Cell& p : place) {
    least = {std::min(least.column, p.column), std::min(least.row, p.row)};
    most = {std::max(most.column, p.column), std::max(most.row, p.row)};
  }
  GridLayout grid;
  grid.width = static_cast<std::uint32_t>(most.column - least.column + 1);
  grid.height = static_cast<std::uint32_t>(most.row - least.row + 1);
  if (std::size_t{grid.width} * grid.height != particleCount) return {};
  if (std::size_t{grid.width - 1} * (grid.height - 1) != quads.size()) return {};
  grid.particles.assign(particleCount, kNone);
  for (std::uint32_t p = 0; p < particleCount; ++p) {
    std::uint32_t& slot = grid.particles[static_cast<std::size_t>(place[p].row - least.row) * grid.width +
                                         static_cast<std::size_t>(place[p].column - least.column)];
    if (slot != kNone) return {};
    slot = p;
  }
  return grid;
}

std::vector<std::uint32_t> thinRows(std::uint32_t count, std::uint32_t kept, std::span<const std::uint32_t> wanted) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < kept; ++i) {
    rows.push_back(static_cast<std::uint32_t>((std::uint64_t{2} * i * (count - 1) + (kept - 1)) / (2 * (kept - 1))));
  }
  std::vector<std::uint8_t> settled(rows.size(), 0);
  for (const std::uint32_t row : wanted) {
    const auto after = std::lower_bound(rows.begin(), rows.end(), row);
    std::size_t at = static_cast<std::size_t>(after - rows.begin());
    if (at > 0 && rows[at] != row && row - rows[at - 1] < rows[at] - row) --at;
    if (rows[at] == row) {
      settled[at] = 1;
    } else if (at > 0 && at + 1 < rows.size() && settled[at] == 0 && rows[at - 1] < row && row < rows[at + 1]) {
      rows[at] = row, settled[at] = 1;
    }
  }
  return rows;
}

}  // namespace toile
