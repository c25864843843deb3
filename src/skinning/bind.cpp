#include "skinning/bind.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "topology/union_find.h"

namespace toile {
namespace {

// A triangle that faces another way counts as this part of its mean squared edge farther, times 1 − cos.
constexpr double kFacingWeight = 0.05;
// A vertex farther away than its triangle is long, although another one is this much nearer, has lost its surface.
constexpr double kLost = 4.0;
constexpr std::size_t kSamples = 64;  // vertices tried for the start of a piece
constexpr int kSweeps = 2;

/// Lists of what lies round each of `count` things, in compressed rows.
struct Rows {
  std::vector<std::uint32_t> start, items;
  std::span<const std::uint32_t> of(std::uint32_t i) const {
    return std::span(items).subspan(start[i], start[i + 1] - start[i]);
  }
};

Rows trianglesRound(const BindSurface& surface) {
  Rows rows;
  rows.start.assign(surface.positions.size() + 1, 0);
  for (const auto& t : surface.triangles) {
    for (const std::uint32_t p : t) ++rows.start[p + 1];
  }
  for (std::size_t i = 1; i < rows.start.size(); ++i) rows.start[i] += rows.start[i - 1];
  rows.items.resize(rows.start.back());
  std::vector<std::uint32_t> at(rows.start.begin(), rows.start.end() - 1);
  for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
    for (const std::uint32_t p : surface.triangles[t]) rows.items[at[p]++] = t;
  }
  return rows;
}

DoubleVec3 areaOf(const BindSurface& surface, std::uint32_t t) {
  const auto& corner = surface.triangles[t];
  const DoubleVec3 a = toDouble(surface.positions[corner[0]]);
  return cross(toDouble(surface.positions[corner[1]]) - a, toDouble(surface.positions[corner[2]]) - a);
}

DoubleVec3 unit(DoubleVec3 v) {
  const double l = length(v);
  return l > 0.0 ? v * (1.0 / l) : v;
}

class Binder {
 public:
  Binder(const BindSurface& drawn, const BindSurface& coarse)
      : drawn_(drawn), coarse_(coarse), drawnRound_(trianglesRound(drawn)), coarseRound_(trianglesRound(coarse)) {
    drawnNormal_.assign(drawn.positions.size(), {});
    for (std::uint32_t t = 0; t < drawn.triangles.size(); ++t) {
      const DoubleVec3 area = areaOf(drawn, t);
      for (const std::uint32_t p : drawn.triangles[t]) drawnNormal_[p] = drawnNormal_[p] + area;
    }
    for (DoubleVec3& n : drawnNormal_) n = unit(n);
    for (std::uint32_t t = 0; t < coarse.triangles.size(); ++t) {
      coarseNormal_.push_back(unit(areaOf(coarse, t)));
      double sum = 0.0;
      for (std::size_t k = 0; k < 3; ++k) {
        const DoubleVec3 e = corner(t, k) - corner(t, (k + 1) % 3);
        sum += dot(e, e);
      }
      meanSquare_.push_back(sum / 3.0);
    }
    seen_.assign(coarse.triangles.size(), 0);
  }

  Binding run(std::span<const std::uint32_t> twins) {
    binding_.bound.assign(drawn_.positions.size(), {});
    for (std::uint32_t c = 0; c < twins.size(); ++c) {
      const auto round = coarseRound_.of(c);
      if (twins[c] != kNone && !round.empty()) queue_.emplace(0.0, twins[c], round[0]);
    }
    if (twins.empty()) findStarts();
    spread();
    for (int sweep = 0; sweep < kSweeps; ++sweep) compareWithNeighbours();
    bindTheRest();
    return std::move(binding_);
  }

 private:
  DoubleVec3 corner(std::uint32_t t, std::size_t k) const {
    return toDouble(coarse_.positions[coarse_.triangles[t][k]]);
  }

  Bound nearestOn(std::uint32_t t, DoubleVec3 p) const {
    Bound bound = nearestOnTriangle(p, corner(t, 0), corner(t, 1), corner(t, 2));
    bound.triangle = t;
    return bound;
  }
  double cost(const Bound& bound, DoubleVec3 normal) const {
    const double turned = 1.0 - dot(normal, coarseNormal_[bound.triangle]);
    return bound.distance * bound.distance + kFacingWeight * turned * meanSquare_[bound.triangle];
  }

  /// Downhill over triangles that share a corner.
  Bound walk(std::uint32_t start, std::uint32_t particle) {
    const DoubleVec3 p = toDouble(drawn_.positions[particle]), n = drawnNormal_[particle];
    Bound best = nearestOn(start, p);
    double least = cost(best, n);
    ++stamp_;
    seen_[start] = stamp_;
    for (bool better = true; better;) {
      better = false;
      const auto corners = coarse_.triangles[best.triangle];
      for (const std::uint32_t c : corners) {
        for (const std::uint32_t t : coarseRound_.of(c)) {
          if (seen_[t] == stamp_) continue;
          seen_[t] = stamp_;
          const Bound bound = nearestOn(t, p);
          const double its = cost(bound, n);
          if (its < least) best = bound, least = its, better = true;
        }
      }
    }
    return best;
  }

  /// The best of all triangles that face the particle's way; triangle kNone where none does.
  Bound searchAll(std::uint32_t particle) const {
    const DoubleVec3 p = toDouble(drawn_.positions[particle]), n = drawnNormal_[particle];
    Bound best;
    double least = 0.0;
    for (std::uint32_t t = 0; t < coarse_.triangles.size(); ++t) {
      if (length(n) > 0.0 && dot(n, coarseNormal_[t]) < 0.5) continue;
      const Bound bound = nearestOn(t, p);
      const double its = cost(bound, n);
      if (best.triangle == kNone || its < least) best = bound, least = its;
    }
    return best;
  }

  void findStarts() {
    UnionFind pieces(drawn_.positions.size());
    for (const auto& t : drawn_.triangles) pieces.unite(t[0], t[1]), pieces.unite(t[1], t[2]);
    std::vector<std::vector<std::uint32_t>> members(drawn_.positions.size());
    for (std::uint32_t p = 0; p < drawn_.positions.size(); ++p) {
      if (!drawnRound_.of(p).empty()) members[pieces.find(p)].push_back(p);
    }
    for (const auto& piece : members) {
      Bound best;
      std::uint32_t start = kNone;
      const std::size_t stride = std::max<std::size_t>(1, piece.size() / kSamples);
      for (std::size_t i = 0; i < piece.size(); i += stride) {
        const Bound bound = searchAll(piece[i]);
        if (bound.triangle == kNone) continue;
        if (start == kNone || bound.distance < best.distance) best = bound, start = piece[i];
      }
      if (start != kNone) queue_.emplace(0.0, start, best.triangle);
    }
  }

  void spread() {
    while (!queue_.empty()) {
      const auto [far, particle, start] = queue_.top();
      queue_.pop();
      Bound& bound = binding_.bound[particle];
      if (bound.triangle != kNone) continue;
      bound = walk(start, particle);
      if (bound.distance * bound.distance > meanSquare_[bound.triangle]) {
        const Bound other = searchAll(particle);
        if (other.triangle != kNone && kLost * other.distance < bound.distance) bound = other, ++binding_.jumps;
      }
      for (const std::uint32_t t : drawnRound_.of(particle)) {
        for (const std::uint32_t next : drawn_.triangles[t]) {
          if (binding_.bound[next].triangle != kNone) continue;
          const double step = length(toDouble(drawn_.positions[next]) - toDouble(drawn_.positions[particle]));
          queue_.emplace(far + step, next, bound.triangle);
        }
      }
    }
  }

  /// A walk may end in a hollow that a walk from another side would have left.
  void compareWithNeighbours() {
    for (std::uint32_t particle = 0; particle < drawn_.positions.size(); ++particle) {
      Bound& bound = binding_.bound[particle];
      if (bound.triangle == kNone) continue;
      for (const std::uint32_t t : drawnRound_.of(particle)) {
        for (const std::uint32_t next : drawn_.triangles[t]) {
          const std::uint32_t start = binding_.bound[next].triangle;
          if (start == kNone || start == bound.triangle) continue;
          const Bound other = walk(start, particle);
          if (cost(other, drawnNormal_[particle]) < cost(bound, drawnNormal_[particle])) bound = other;
        }
      }
    }
  }

  /// Loose vertices, and pieces that face nothing: whatever is nearest.
  void bindTheRest() {
    for (std::uint32_t particle = 0; particle < drawn_.positions.size(); ++particle) {
      Bound& bound = binding_.bound[particle];
      if (bound.triangle != kNone) continue;
      const DoubleVec3 p = toDouble(drawn_.positions[particle]);
      for (std::uint32_t t = 0; t < coarse_.triangles.size(); ++t) {
        const Bound other = nearestOn(t, p);
        if (bound.triangle == kNone || other.distance < bound.distance) bound = other;
      }
      ++binding_.jumps;
    }
  }

  const BindSurface drawn_, coarse_;
  const Rows drawnRound_, coarseRound_;
  std::vector<DoubleVec3> drawnNormal_, coarseNormal_;  // a particle; a triangle
  std::vector<double> meanSquare_;                      // m², a coarse triangle's edges
  std::vector<std::uint32_t> seen_;                     // a coarse triangle: the last walk that came by
  std::uint32_t stamp_ = 0;
  using Entry = std::tuple<double, std::uint32_t, std::uint32_t>;  // m from a start, particle, triangle to walk from
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
  Binding binding_;
};

}  // namespace

Bound nearestOnTriangle(DoubleVec3 p, DoubleVec3 a, DoubleVec3 b, DoubleVec3 c) {
  const DoubleVec3 e = b - a, f = c - a, g = p - a;
  const auto answer = [&](double v, double w) {
    const DoubleVec3 off = g - e * v - f * w;
    return Bound{kNone, v, w, length(off)};
  };
  const double d1 = dot(e, g), d2 = dot(f, g);
  if (d1 <= 0.0 && d2 <= 0.0) return answer(0.0, 0.0);
  const DoubleVec3 h = p - b;
  const double d3 = dot(e, h), d4 = dot(f, h);
  if (d3 >= 0.0 && d4 <= d3) return answer(1.0, 0.0);
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return answer(d1 / (d1 - d3), 0.0);
  const DoubleVec3 i = p - c;
  const double d5 = dot(e, i), d6 = dot(f, i);
  if (d6 >= 0.0 && d5 <= d6) return answer(0.0, 1.0);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return answer(0.0, d2 / (d2 - d6));
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    const double w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return answer(1.0 - w, w);
  }
  const double sum = va + vb + vc;
  return sum > 0.0 ? answer(vb / sum, vc / sum) : answer(0.0, 0.0);
}

Binding bindParticles(const BindSurface& drawn, const BindSurface& coarse, std::span<const std::uint32_t> twins) {
  return Binder(drawn, coarse).run(twins);
}

}  // namespace toile
