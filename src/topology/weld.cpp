#include "topology/weld.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

#include "math/bits.h"
#include "topology/union_find.h"

namespace toile {

namespace {

using Key = std::array<std::uint64_t, 3>;

/// Open addressing from a place to the first item found there. Nothing is read in the table's own order.
class PlaceTable {
 public:
  explicit PlaceTable(std::size_t items) : slots_(std::bit_ceil(2 * items + 2), kEmpty), mask_(slots_.size() - 1) {
    keys_.reserve(items);
  }

  /// Number of the place; new places are numbered in order of their insertion.
  std::uint32_t insert(const Key& key) {
    std::size_t slot = hash(key) & mask_;
    while (slots_[slot] != kEmpty) {
      if (keys_[slots_[slot]] == key) return slots_[slot];
      slot = (slot + 1) & mask_;
    }
    slots_[slot] = static_cast<std::uint32_t>(keys_.size());
    keys_.push_back(key);
    return slots_[slot];
  }

  std::uint32_t find(const Key& key) const {
    std::size_t slot = hash(key) & mask_;
    while (slots_[slot] != kEmpty && keys_[slots_[slot]] != key) slot = (slot + 1) & mask_;
    return slots_[slot];
  }

  std::size_t size() const { return keys_.size(); }

  static constexpr std::uint32_t kEmpty = 0xffffffffu;

 private:
  static std::size_t hash(const Key& key) {
    std::uint64_t h = 0x9e3779b97f4a7c15u;
    for (const std::uint64_t part : key) {
      h = (h ^ part) * 0xbf58476d1ce4e5b9u;
      h ^= h >> 29;
    }
    return static_cast<std::size_t>(h ^ (h >> 32));
  }

  std::vector<std::uint32_t> slots_;
  std::size_t mask_;
  std::vector<Key> keys_;
};

Key exactKey(Vec3 p) {
  // Adding zero turns −0 into +0.
  return {bitsOf(p.x + 0.0f), bitsOf(p.y + 0.0f), bitsOf(p.z + 0.0f)};
}

Weld weldExact(std::span<const Vec3> positions) {
  Weld result;
  result.particleOfVertex.reserve(positions.size());
  PlaceTable places(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::uint32_t particle = places.insert(exactKey(positions[i]));
    if (particle == result.vertexOfParticle.size()) result.vertexOfParticle.push_back(static_cast<std::uint32_t>(i));
    result.particleOfVertex.push_back(particle);
  }
  return result;
}

/// Cells of a side such that all points of one cell are within the weld distance of each other; points that
/// weld are at most two cells apart.
struct Cells {
  std::vector<std::array<double, 3>> places;       // a cell
  std::vector<std::vector<std::uint32_t>> points;  // a cell
};

Key cellKey(const std::array<double, 3>& cell) {
  return {bitsOf(cell[0] + 0.0), bitsOf(cell[1] + 0.0), bitsOf(cell[2] + 0.0)};
}

bool anyPairWithin(std::span<const Vec3> positions, const std::vector<std::uint32_t>& first,
                   const std::vector<std::uint32_t>& second, double limit) {
  for (const std::uint32_t i : first) {
    for (const std::uint32_t j : second) {
      const double x = double{positions[i].x} - positions[j].x;
      const double y = double{positions[i].y} - positions[j].y;
      const double z = double{positions[i].z} - positions[j].z;
      if (x * x + y * y + z * z <= limit * limit) return true;
    }
  }
  return false;
}

Weld weldWithin(std::span<const Vec3> positions, float distance) {
  const double limit = distance;
  const double side = limit / 1.7320508075688774 * (1.0 - 1e-12);  // diagonal just under the distance
  PlaceTable table(positions.size());
  Cells cells;
  UnionFind sets(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::array<double, 3> place{std::floor(positions[i].x / side), std::floor(positions[i].y / side),
                                      std::floor(positions[i].z / side)};
    const std::uint32_t cell = table.insert(cellKey(place));
    if (cell == cells.places.size()) {
      cells.places.push_back(place);
      cells.points.emplace_back();
    }
    if (!cells.points[cell].empty()) sets.unite(cells.points[cell].front(), static_cast<std::uint32_t>(i));
    cells.points[cell].push_back(static_cast<std::uint32_t>(i));
  }
  for (std::uint32_t cell = 0; cell < cells.places.size(); ++cell) {
    for (int step = 0; step < 125; ++step) {
      const int dx = step % 5 - 2, dy = step / 5 % 5 - 2, dz = step / 25 - 2;
      const std::array<double, 3> place{cells.places[cell][0] + dx, cells.places[cell][1] + dy,
                                        cells.places[cell][2] + dz};
      const std::uint32_t other = table.find(cellKey(place));
      if (other == PlaceTable::kEmpty || other <= cell) continue;
      const std::uint32_t a = cells.points[cell].front();
      const std::uint32_t b = cells.points[other].front();
      if (sets.find(a) == sets.find(b)) continue;
      if (anyPairWithin(positions, cells.points[cell], cells.points[other], limit)) sets.unite(a, b);
    }
  }
  Weld result;
  result.particleOfVertex.resize(positions.size());
  std::vector<std::uint32_t> particleOfSet(positions.size(), PlaceTable::kEmpty);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    std::uint32_t& particle = particleOfSet[sets.find(static_cast<std::uint32_t>(i))];
    if (particle == PlaceTable::kEmpty) {
      particle = static_cast<std::uint32_t>(result.vertexOfParticle.size());
      result.vertexOfParticle.push_back(static_cast<std::uint32_t>(i));
    }
    result.particleOfVertex[i] = particle;
  }
  return result;
}

}  // namespace

Weld weld(std::span<const Vec3> positions, float distance) {
  return distance > 0.0f ? weldWithin(positions, distance) : weldExact(positions);
}

}  // namespace toile
