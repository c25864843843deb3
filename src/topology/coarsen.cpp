#include "topology/coarsen.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "topology/topology.h"

namespace toile {
namespace {

// In multiples of the spacing. A border node stands up to one and a half spacings from the next.
constexpr float kReach = 1.6f;
// A path is nearly straight up to this times the straight distance: rows of triangles (2/√3 across them) are, two sides
// of a square are not: cloth may shear, and the diagonal is no shorter than its sides allow.
constexpr float kNearlyStraight = 1.25f;

/// Shortest paths from one node after the other, as far as a bound.
class Surroundings {
 public:
  struct Found {
    std::uint32_t node;
    float path;  ///< m
  };

  explicit Surroundings(const NeighbourGraph& graph) : graph_(graph), best_(graph.start.size() - 1, kFar) {}

  /// Nodes within `reach` along the links, nearest first (equal ones by index), the first being `from`.
  std::span<const Found> around(std::uint32_t from, float reach) {
    for (const std::uint32_t node : seen_) best_[node] = kFar;
    found_.clear(), seen_.clear();
    best_[from] = 0.0f;
    seen_.push_back(from);
    queue_.emplace(0.0f, from);
    while (!queue_.empty()) {
      const auto [path, node] = queue_.top();
      queue_.pop();
      if (path != best_[node]) continue;  // improved since it was queued
      found_.push_back({node, path});
      for (std::uint32_t e = graph_.start[node]; e < graph_.start[node + 1]; ++e) {
        const std::uint32_t next = graph_.neighbours[e];
        const float longer = path + graph_.lengths[e];
        if (!(longer <= reach) || !(longer < best_[next])) continue;
        best_[next] = longer;
        seen_.push_back(next);
        queue_.emplace(longer, next);
      }
    }
    return found_;
  }

 private:
  static constexpr float kFar = 1e30f;
  const NeighbourGraph& graph_;
  std::vector<float> best_;
  std::vector<Found> found_;
  std::vector<std::uint32_t> seen_;
  std::priority_queue<std::pair<float, std::uint32_t>, std::vector<std::pair<float, std::uint32_t>>, std::greater<>>
      queue_;
};

std::vector<std::uint32_t> chooseNodes(Surroundings& surroundings, std::span<const Vec3> rest,
                                       std::span<const std::uint32_t> order, float spacing) {
  std::vector<std::uint8_t> covered(rest.size(), 0);
  std::vector<std::uint32_t> nodes;
  for (const std::uint32_t node : order) {
    if (covered[node] != 0) continue;
    nodes.push_back(node);
    for (const auto& found : surroundings.around(node, kReach * spacing)) {
      if (distance(rest[node], rest[found.node]) < 0.99f * spacing) covered[found.node] = 1;
    }
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

/// w of least Σ w² d² + K |Σ w r|² with Σ w = 1, d the parents' distances and r their offsets in spacings: near parents
/// weigh most, and a motion that is linear in space is followed exactly but for 1/K. None negative.
void weigh(std::span<const Vec3> offsets, std::span<float> weights) {
  constexpr double kLinear = 100.0;
  const std::size_t n = offsets.size();
  double a[Coarsening::kParents][Coarsening::kParents + 1];
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double product = static_cast<double>(dot(offsets[i], offsets[j]));
      a[i][j] = kLinear * product + (i == j ? product : 0.0);
    }
    a[i][n] = 1.0;
  }
  // Symmetric and positive: elimination needs no pivots.
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j <= n; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  double sum = 0.0, w[Coarsening::kParents];
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) a[k][n] -= a[k][j] * w[j];
    w[k] = a[k][n] / a[k][k];
  }
  for (std::size_t k = 0; k < n; ++k) sum += w[k] > 0.0 ? w[k] : 0.0;
  for (std::size_t k = 0; k < n; ++k) weights[k] = w[k] > 0.0 ? static_cast<float>(w[k] / sum) : 0.0f;
}

void findParents(std::span<const Surroundings::Found> around, std::span<const Vec3> rest,
                 std::span<const std::uint32_t> coarse, std::uint32_t node, float spacing, Coarsening& out) {
  std::vector<std::pair<float, std::uint32_t>> near;  // finer nodes
  for (const auto& found : around) {
    if (coarse[found.node] != kNone) near.emplace_back(distance(rest[node], rest[found.node]), found.node);
  }
  std::sort(near.begin(), near.end());
  if (near.size() > Coarsening::kParents) near.resize(Coarsening::kParents);
  std::array<Vec3, Coarsening::kParents> offsets{};
  for (std::size_t k = 0; k < near.size(); ++k) {
    out.parents[node][k] = coarse[near[k].second];
    offsets[k] = (rest[near[k].second] - rest[node]) * (1.0f / spacing);
  }
  weigh(std::span(offsets).first(near.size()), std::span(out.weights[node]).first(near.size()));
}

}  // namespace

Coarsening coarsen(const NeighbourGraph& finer, std::span<const Vec3> rest, std::span<const std::uint32_t> order,
                   float spacing) {
  Surroundings surroundings(finer);
  Coarsening out;
  out.nodes = chooseNodes(surroundings, rest, order, spacing);
  std::vector<std::uint32_t> coarse(rest.size(), kNone);
  for (std::uint32_t i = 0; i < out.nodes.size(); ++i) coarse[out.nodes[i]] = i;
  out.parents.assign(rest.size(), {});
  out.weights.assign(rest.size(), {});
  for (std::uint32_t node = 0; node < rest.size(); ++node) {
    const auto around = surroundings.around(node, kReach * spacing);
    if (coarse[node] == kNone) {
      findParents(around, rest, coarse, node, spacing, out);
      continue;
    }
    out.parents[node][0] = coarse[node], out.weights[node][0] = 1.0f;
    for (const auto& found : around) {
      const std::uint32_t other = coarse[found.node];
      if (other == kNone || other <= coarse[node]) continue;
      if (found.path <= kNearlyStraight * distance(rest[node], rest[found.node]))
        out.links.push_back({coarse[node], other, found.path});
    }
  }
  return out;
}

NeighbourGraph graphOf(std::span<const Coarsening::Link> links, std::size_t nodeCount) {
  NeighbourGraph graph;
  graph.start.assign(nodeCount + 1, 0);
  for (const Coarsening::Link& link : links) ++graph.start[link.a + 1], ++graph.start[link.b + 1];
  for (std::size_t i = 0; i < nodeCount; ++i) graph.start[i + 1] += graph.start[i];
  graph.neighbours.resize(2 * links.size());
  graph.lengths.resize(2 * links.size());
  std::vector<std::uint32_t> next(graph.start.begin(), graph.start.end() - 1);
  for (const Coarsening::Link& link : links) {
    graph.neighbours[next[link.a]] = link.b, graph.lengths[next[link.a]++] = link.length;
    graph.neighbours[next[link.b]] = link.a, graph.lengths[next[link.b]++] = link.length;
  }
  return graph;
}

}  // namespace toile
