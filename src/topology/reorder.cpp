#include "topology/reorder.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace toile {

namespace {

struct Adjacency {
  std::vector<std::uint32_t> start, neighbours;

  std::uint32_t degree(std::uint32_t p) const { return start[p + 1] - start[p]; }
};

/// Neighbours of each particle, those of low degree first (Cuthill–McKee's rule), ties by index.
Adjacency buildAdjacency(const Topology& topology, std::size_t particleCount) {
  Adjacency graph;
  graph.start.assign(particleCount + 1, 0);
  for (const Edge& edge : topology.edges) {
    ++graph.start[edge.a + 1];
    ++graph.start[edge.b + 1];
  }
  std::partial_sum(graph.start.begin(), graph.start.end(), graph.start.begin());
  graph.neighbours.resize(graph.start.back());
  std::vector<std::uint32_t> next(graph.start.begin(), graph.start.end() - 1);
  for (const Edge& edge : topology.edges) {
    graph.neighbours[next[edge.a]++] = edge.b;
    graph.neighbours[next[edge.b]++] = edge.a;
  }
  for (std::uint32_t p = 0; p < particleCount; ++p) {
    std::sort(graph.neighbours.begin() + graph.start[p], graph.neighbours.begin() + graph.start[p + 1],
              [&](std::uint32_t q, std::uint32_t r) {
                return graph.degree(q) != graph.degree(r) ? graph.degree(q) < graph.degree(r) : q < r;
              });
  }
  return graph;
}

/// Particles in breadth-first order from `from`, appended to `order`. `mark[p] == stamp` means visited.
void appendBreadthFirst(const Adjacency& graph, std::uint32_t from, std::uint32_t stamp,
                        std::vector<std::uint32_t>& mark, std::vector<std::uint32_t>& order) {
  std::size_t head = order.size();
  order.push_back(from);
  mark[from] = stamp;
  for (; head < order.size(); ++head) {
    const std::uint32_t p = order[head];
    for (std::uint32_t k = graph.start[p]; k < graph.start[p + 1]; ++k) {
      const std::uint32_t q = graph.neighbours[k];
      if (mark[q] == stamp) continue;
      mark[q] = stamp;
      order.push_back(q);
    }
  }
}

/// order[new] = old.
std::vector<std::uint32_t> bands(const Adjacency& graph, std::size_t particleCount) {
  std::vector<std::uint32_t> order, scratch;
  std::vector<std::uint32_t> mark(particleCount, 0);
  for (std::uint32_t p = 0; p < particleCount; ++p) {
    if (mark[p] == 3) continue;
    // The last one reached lies at the far end; twice, because the first start may lie in the middle.
    scratch.clear();
    appendBreadthFirst(graph, p, 1, mark, scratch);
    const std::uint32_t far = scratch.back();
    scratch.clear();
    appendBreadthFirst(graph, far, 2, mark, scratch);
    appendBreadthFirst(graph, scratch.back(), 3, mark, order);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

double meanSpan(const Topology& topology, std::span<const std::uint32_t> newIndex) {
  double sum = 0.0;
  for (const Edge& edge : topology.edges) {
    sum += std::abs(static_cast<double>(newIndex[edge.a]) - static_cast<double>(newIndex[edge.b]));
  }
  return topology.edges.empty() ? 0.0 : sum / static_cast<double>(topology.edges.size());
}

}  // namespace

std::vector<std::uint32_t> localityOrder(const Topology& topology, std::size_t particleCount) {
  std::vector<std::uint32_t> identity(particleCount);
  std::iota(identity.begin(), identity.end(), 0u);
  // A square sheet row by row has a mean span of two thirds of √n. Up to this bound neighbours are within the
  // first cache, and rows of consecutive particles are worth more than a narrower band.
  const double span = meanSpan(topology, identity);
  if (span <= 2.0 * std::sqrt(static_cast<double>(particleCount))) return identity;
  const std::vector<std::uint32_t> order = bands(buildAdjacency(topology, particleCount), particleCount);
  std::vector<std::uint32_t> newIndex(particleCount);
  for (std::uint32_t i = 0; i < particleCount; ++i) newIndex[order[i]] = i;
  return meanSpan(topology, newIndex) < 0.5 * span ? newIndex : identity;
}

}  // namespace toile
