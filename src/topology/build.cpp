#include "topology/build.h"

#include <algorithm>

#include "topology/grid_hinges.h"
#include "topology/grid_triples.h"
#include "topology/quads.h"

namespace toile {

namespace {

/// One side of a triangle. Sorted, sides over one edge lie together in order of their triangles.
struct Side {
  std::uint32_t a = 0, b = 0;  // a < b
  std::uint32_t triangle = 0;
  std::uint32_t corner = 0;  // runs from this corner to the next
};

std::vector<Side> sortedSides(const std::vector<std::array<std::uint32_t, 3>>& triangles) {
  std::vector<Side> sides;
  sides.reserve(3 * triangles.size());
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t p = triangles[t][k], q = triangles[t][(k + 1) % 3];
      sides.push_back({std::min(p, q), std::max(p, q), t, k});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& s, const Side& t) {
    const std::uint64_t sKey = std::uint64_t{s.a} << 32 | s.b, tKey = std::uint64_t{t.a} << 32 | t.b;
    return sKey != tKey ? sKey < tKey : s.triangle < t.triangle;
  });
  return sides;
}

Hinge hingeBetween(const Topology& topology, const Side& s, const Side& t, std::uint32_t edge) {
  const auto& first = topology.triangles[s.triangle];
  const auto& second = topology.triangles[t.triangle];
  return {first[s.corner],
          first[(s.corner + 1) % 3],
          first[(s.corner + 2) % 3],
          second[(t.corner + 2) % 3],
          s.triangle,
          t.triangle,
          edge};
}

void buildEdgesAndHinges(Topology& topology) {
  const std::vector<Side> sides = sortedSides(topology.triangles);
  topology.triangleEdges.resize(topology.triangles.size());
  for (std::size_t i = 0; i < sides.size();) {
    Edge edge{sides[i].a, sides[i].b};
    const auto index = static_cast<std::uint32_t>(topology.edges.size());
    for (; i < sides.size() && sides[i].a == edge.a && sides[i].b == edge.b; ++i) {
      topology.triangleEdges[sides[i].triangle][sides[i].corner] = index;
      if (edge.triangleCount < 2) edge.triangles[edge.triangleCount] = sides[i].triangle;
      if (edge.triangleCount > 0) topology.hinges.push_back(hingeBetween(topology, sides[i - 1], sides[i], index));
      ++edge.triangleCount;
    }
    topology.edges.push_back(edge);
  }
}

}  // namespace

std::uint32_t findEdge(const Topology& topology, std::uint32_t p, std::uint32_t q) {
  const std::uint64_t key = std::uint64_t{std::min(p, q)} << 32 | std::max(p, q);
  const auto keyOf = [](const Edge& e) { return std::uint64_t{e.a} << 32 | e.b; };
  const auto found = std::lower_bound(topology.edges.begin(), topology.edges.end(), key,
                                      [&](const Edge& e, std::uint64_t k) { return keyOf(e) < k; });
  if (found == topology.edges.end() || keyOf(*found) != key) return kNone;
  return static_cast<std::uint32_t>(found - topology.edges.begin());
}

Topology buildTopology(std::vector<std::array<std::uint32_t, 3>> triangles,
                       std::vector<std::array<std::uint32_t, 3>> triangleVertices, std::span<const QuadFace> quadFaces,
                       std::span<const Vec3> positions) {
  Topology topology;
  topology.triangles = std::move(triangles);
  topology.triangleVertices = std::move(triangleVertices);
  buildEdgesAndHinges(topology);
  findQuads(topology, quadFaces, positions);
  findGridTriples(topology, positions.size());
  chooseFarCorners(topology, positions);
  return topology;
}

}  // namespace toile
