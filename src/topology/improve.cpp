#include "topology/improve.h"

#include <algorithm>
#include <map>

#include "math/double_vec.h"
#include "topology/topology.h"

namespace toile {
namespace {

using Corners = std::array<std::uint32_t, 3>;
constexpr int kRounds = 12;

class Improver {
 public:
  Improver(const NodeMesh& fine, std::vector<Corners>& triangles) : fine_(fine), triangles_(triangles) {
    measureFine();
    findMovable();
  }

  void run() {
    removePillows();
    for (int round = 0; round < kRounds; ++round) {
      const std::size_t changes = flipEdges() + moveCorners();
      if (changes == 0) break;
    }
    flipEdges();
  }

 private:
  /// Two triangles over the same corners, wound against each other, are the rest of a corner that was collapsed between
  /// them: what lies round them fits together without them.
  void removePillows() {
    std::map<Corners, std::vector<std::uint32_t>> byCorners;
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      Corners key = triangles_[t];
      std::sort(key.begin(), key.end());
      byCorners[key].push_back(t);
    }
    std::vector<std::uint8_t> gone(triangles_.size(), 0);
    for (const auto& [key, same] : byCorners) {
      if (same.size() == 2 && !sameWinding(triangles_[same[0]], triangles_[same[1]])) gone[same[0]] = gone[same[1]] = 1;
    }
    if (std::count(gone.begin(), gone.end(), 0) == 0) return;
    std::size_t kept = 0;
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      if (gone[t] == 0) triangles_[kept++] = triangles_[t];
    }
    triangles_.resize(kept);
  }

  static bool sameWinding(const Corners& a, const Corners& b) {
    const auto first = static_cast<std::size_t>(std::find(b.begin(), b.end(), a[0]) - b.begin());
    return b[(first + 1) % 3] == a[1];
  }

  void measureFine() {
    const std::size_t nodes = fine_.positions.size();
    normal_.assign(fine_.particleCount, {});
    std::vector<std::vector<std::uint32_t>> neighbours(nodes);
    for (const Corners& t : fine_.triangles) {
      const DoubleVec3 area = cross(at(t[1]) - at(t[0]), at(t[2]) - at(t[0]));
      for (std::size_t k = 0; k < 3; ++k) {
        DoubleVec3& n = normal_[fine_.particle[t[k]]];
        n = n + area;
        neighbours[t[k]].push_back(t[(k + 1) % 3]), neighbours[t[k]].push_back(t[(k + 2) % 3]);
      }
    }
    for (DoubleVec3& n : normal_) {
      const double l = length(n);
      if (l > 0.0) n = n * (1.0 / l);
    }
    for (auto& list : neighbours) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    neighbours_ = std::move(neighbours);
  }

  /// Nodes inside the fine surface, the only ones of their particle, with one fan of triangles round them: corners may
  /// be moved from and to these.
  void findMovable() {
    const std::size_t nodes = fine_.positions.size();
    std::vector<std::uint32_t> copies(fine_.particleCount, 0), sides(nodes, 0);
    for (std::size_t n = 0; n < nodes; ++n) ++copies[fine_.particle[n]];
    for (const Corners& t : fine_.triangles) {
      for (const std::uint32_t n : t) ++sides[n];
    }
    movable_.assign(nodes, 0);
    for (std::size_t n = 0; n < nodes; ++n) {
      // A closed fan has as many neighbours as triangles; an open one has more.
      movable_[n] = copies[fine_.particle[n]] == 1 && fine_.held[fine_.particle[n]] == 0 && sides[n] > 0 &&
                    neighbours_[n].size() == sides[n];
    }
  }

  DoubleVec3 at(std::uint32_t node) const { return toDouble(fine_.positions[node]); }

  /// 1 for an equilateral triangle, growing as it gets worse; steep where it turns over.
  double badness(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const DoubleVec3 e = at(b) - at(a), f = at(c) - at(a), g = at(c) - at(b);
    const DoubleVec3 area = cross(e, f);
    const double size = length(area), squares = dot(e, e) + dot(f, f) + dot(g, g);
    if (!(squares > 0.0)) return 1e6;
    double quality = 3.4641016151377544 * size / squares;  // 2 √3 · 2A / Σ l²
    const DoubleVec3 facing = normal_[fine_.particle[a]] + normal_[fine_.particle[b]] + normal_[fine_.particle[c]];
    if (dot(area, facing) <= 0.0) quality = -quality;
    return quality > 0.05 ? 1.0 / quality : 20.0 + 400.0 * (0.05 - quality);
  }
  double badness(const Corners& t) const { return badness(t[0], t[1], t[2]); }

  struct Side {
    std::uint32_t low, high, triangle, corner;
  };

  std::size_t flipEdges() {
    std::vector<Side> sides;
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      for (std::uint32_t k = 0; k < 3; ++k) {
        const std::uint32_t a = triangles_[t][k], b = triangles_[t][(k + 1) % 3];
        sides.push_back({std::min(a, b), std::max(a, b), t, k});
      }
    }
    std::sort(sides.begin(), sides.end(), [](const Side& s, const Side& t) {
      return s.low != t.low ? s.low < t.low : s.high != t.high ? s.high < t.high : s.triangle < t.triangle;
    });
    std::vector<std::uint8_t> touched(triangles_.size(), 0);
    // Places, not nodes: an edge must not be made that is there already on another sheet of UVs.
    edges_.clear();
    for (const Side& s : sides) edges_.push_back(placesOf(s.low, s.high));
    std::sort(edges_.begin(), edges_.end());
    std::size_t flips = 0;
    for (std::size_t i = 0, end = 0; i < sides.size(); i = end) {
      end = i + 1;
      while (end < sides.size() && sides[end].low == sides[i].low && sides[end].high == sides[i].high) ++end;
      if (end - i == 2) flips += tryFlip(sides[i], sides[i + 1], touched);
    }
    return flips;
  }

  std::uint64_t placesOf(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t p = fine_.particle[a], q = fine_.particle[b];
    return std::uint64_t{std::min(p, q)} << 32 | std::max(p, q);
  }

  /// a–b between c and d becomes c–d.
  bool tryFlip(const Side& s, const Side& t, std::vector<std::uint8_t>& touched) {
    if (touched[s.triangle] != 0 || touched[t.triangle] != 0) return false;
    const Corners &first = triangles_[s.triangle], &second = triangles_[t.triangle];
    const std::uint32_t a = first[s.corner], b = first[(s.corner + 1) % 3], c = first[(s.corner + 2) % 3];
    const std::uint32_t d = second[(t.corner + 2) % 3];
    if (second[t.corner] != b || fine_.particle[c] == fine_.particle[d]) return false;
    // Three triangles over one edge are only known by their places.
    const std::uint64_t old = placesOf(a, b), made = placesOf(c, d);
    const auto [firstOld, endOld] = std::equal_range(edges_.begin(), edges_.end(), old);
    if (endOld - firstOld != 2 || std::binary_search(edges_.begin(), edges_.end(), made)) return false;
    if (added_.count(made) != 0) return false;
    const double before = badness(first) + badness(second);
    const double after = badness(a, d, c) + badness(d, b, c);
    if (!(after < before - 1e-9 * before)) return false;
    triangles_[s.triangle] = {a, d, c};
    triangles_[t.triangle] = {d, b, c};
    touched[s.triangle] = touched[t.triangle] = 1;
    added_[made] = 1;
    return true;
  }

  std::size_t moveCorners() {
    std::vector<std::vector<std::uint32_t>> around(fine_.positions.size());
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      for (const std::uint32_t n : triangles_[t]) around[n].push_back(t);
    }
    std::vector<std::uint8_t> used(fine_.particleCount, 0);
    for (std::size_t n = 0; n < around.size(); ++n) {
      if (!around[n].empty()) used[fine_.particle[n]] = 1;
    }
    std::size_t moves = 0;
    for (std::uint32_t n = 0; n < around.size(); ++n) {
      if (around[n].empty() || movable_[n] == 0) continue;
      std::uint32_t best = n;
      double least = badnessAround(around[n], n, n) * (1.0 - 1e-9);
      for (const std::uint32_t m : neighbours_[n]) {
        if (movable_[m] == 0 || used[fine_.particle[m]] != 0) continue;
        const double moved = badnessAround(around[n], n, m);
        if (moved < least) least = moved, best = m;
      }
      if (best == n) continue;
      for (const std::uint32_t t : around[n]) std::replace(triangles_[t].begin(), triangles_[t].end(), n, best);
      used[fine_.particle[n]] = 0, used[fine_.particle[best]] = 1;
      around[best].swap(around[n]);
      around[n].clear();
      ++moves;
    }
    added_.clear();
    return moves;
  }

  double badnessAround(const std::vector<std::uint32_t>& around, std::uint32_t from, std::uint32_t to) const {
    double sum = 0.0;
    for (const std::uint32_t t : around) {
      Corners moved = triangles_[t];
      std::replace(moved.begin(), moved.end(), from, to);
      sum += badness(moved);
    }
    return sum;
  }

  const NodeMesh& fine_;
  std::vector<Corners>& triangles_;
  std::vector<DoubleVec3> normal_;                      // a particle, unit
  std::vector<std::vector<std::uint32_t>> neighbours_;  // of nodes
  std::vector<std::uint8_t> movable_;                   // a node
  std::vector<std::uint64_t> edges_;                    // pairs of places, sorted, one a side
  std::map<std::uint64_t, int> added_;                  // pairs of places made in this pass
};

}  // namespace

void improveTriangles(const NodeMesh& fine, std::vector<std::array<std::uint32_t, 3>>& triangles) {
  Improver(fine, triangles).run();
}

}  // namespace toile
