#include "collision/self/crossings.h"

#include <algorithm>
#include <cmath>

#include "math/exact_orientation.h"

namespace toile {
namespace {

using CrossingCorners = std::array<Vec3, 3>;

/// The open edge p–q meets the inside of t in one point.
bool edgePierces(Vec3 p, Vec3 q, const CrossingCorners& t) {
  const int above = exactOrientation(t[0], t[1], t[2], p), below = exactOrientation(t[0], t[1], t[2], q);
  if (above * below >= 0) return false;
  const int first = exactOrientation(p, q, t[0], t[1]);
  if (first == 0) return false;
  return exactOrientation(p, q, t[1], t[2]) == first && exactOrientation(p, q, t[2], t[0]) == first;
}

struct CellBounds {
  Vec3 low, high;
};

CellBounds cellBoundsOf(const CrossingCorners& t) {
  CellBounds b{t[0], t[0]};
  for (const Vec3 p : {t[1], t[2]}) {
    b.low = {std::min(b.low.x, p.x), std::min(b.low.y, p.y), std::min(b.low.z, p.z)};
    b.high = {std::max(b.high.x, p.x), std::max(b.high.y, p.y), std::max(b.high.z, p.z)};
  }
  return b;
}

bool overlap(const CellBounds& a, const CellBounds& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

/// A triangle in one cell of the lattice.
struct CellEntry {
  std::uint64_t cell;
  std::uint32_t triangle;
};

/// Cells of twice the mean size of a triangle, wrapped round after 2^21 a side: two far cells of one name cost time
/// only.
class Lattice {
 public:
  Lattice(std::span<const CellBounds> bounds, std::span<const std::uint8_t> usable) {
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      if (usable[i] == 0) continue;
      const Vec3 size = bounds[i].high - bounds[i].low;
      sum += std::max({double{size.x}, double{size.y}, double{size.z}}), ++count;
    }
    size_ = count == 0 || sum == 0.0 ? 1.0 : 2.0 * sum / static_cast<double>(count);
  }

  /// A triangle much larger than the others takes at most this many cells a side.
  static constexpr std::int64_t kMost = 64;

  template <class Body>
  bool forCells(const CellBounds& b, Body body) const {
    const std::int64_t low[3] = {at(b.low.x), at(b.low.y), at(b.low.z)};
    const std::int64_t high[3] = {at(b.high.x), at(b.high.y), at(b.high.z)};
    for (int k = 0; k < 3; ++k) {
      if (high[k] - low[k] > kMost) return false;
    }
    for (std::int64_t x = low[0]; x <= high[0]; ++x) {
      for (std::int64_t y = low[1]; y <= high[1]; ++y) {
        for (std::int64_t z = low[2]; z <= high[2]; ++z) body(name(x, y, z));
      }
    }
    return true;
  }

 private:
  std::int64_t at(float a) const { return static_cast<std::int64_t>(std::floor(double{a} / size_)); }
  static std::uint64_t name(std::int64_t x, std::int64_t y, std::int64_t z) {
    const auto bits = [](std::int64_t a) { return static_cast<std::uint64_t>(a) & 0x1fffffu; };
    return bits(x) << 42 | bits(y) << 21 | bits(z);
  }
  double size_ = 1.0;
};

bool shareCorner(const CrossingTriangle& a, const CrossingTriangle& b) {
  for (const std::uint32_t p : a.corners) {
    if (std::find(b.corners.begin(), b.corners.end(), p) != b.corners.end()) return true;
  }
  return false;
}

}  // namespace

bool trianglesCross(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (edgePierces(a[k], a[(k + 1) % 3], b) || edgePierces(b[k], b[(k + 1) % 3], a)) return true;
  }
  return false;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> findCrossings(std::span<const Vec3> positions,
                                                                   std::span<const CrossingTriangle> triangles,
                                                                   SurfacesSeen seen, const void* context) {
  std::vector<CrossingCorners> corners(triangles.size());
  std::vector<CellBounds> bounds(triangles.size());
  std::vector<std::uint8_t> usable(triangles.size(), 1);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) corners[i][k] = positions[triangles[i].corners[k]];
    bounds[i] = cellBoundsOf(corners[i]);
    for (const Vec3 p : corners[i]) {
      if (!isFinite(p)) usable[i] = 0;
    }
  }
  const Lattice lattice(bounds, usable);
  std::vector<CellEntry> entries;
  std::vector<std::uint32_t> large;  // too many cells: compared with everything
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    if (usable[i] == 0) continue;
    if (!lattice.forCells(bounds[i], [&](std::uint64_t cell) { entries.push_back({cell, i}); })) large.push_back(i);
  }
  std::sort(entries.begin(), entries.end(), [](const CellEntry& a, const CellEntry& b) {
    return a.cell != b.cell ? a.cell < b.cell : a.triangle < b.triangle;
  });
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  const auto test = [&](std::uint32_t i, std::uint32_t j) {
    if (!overlap(bounds[i], bounds[j]) || shareCorner(triangles[i], triangles[j])) return;
    if (!seen(context, triangles[i].surface, triangles[j].surface)) return;
    if (trianglesCross(corners[i], corners[j])) found.emplace_back(std::min(i, j), std::max(i, j));
  };
  for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
    while (end < entries.size() && entries[end].cell == entries[begin].cell) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = i + 1; j < end; ++j) test(entries[i].triangle, entries[j].triangle);
    }
  }
  for (const std::uint32_t i : large) {
    for (std::uint32_t j = 0; j < triangles.size(); ++j) {
      if (j != i && usable[j] != 0) test(i, j);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace toile
