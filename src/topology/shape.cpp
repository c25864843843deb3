#include "topology/shape.h"

#include <algorithm>

#include "math/double_vec.h"
#include "topology/union_find.h"

namespace toile {

namespace {

std::uint32_t cornerOf(const Topology& topology, std::uint32_t triangle, std::uint32_t particle) {
  const auto& corners = topology.triangles[triangle];
  return 3 * triangle +
         static_cast<std::uint32_t>(std::find(corners.begin(), corners.end(), particle) - corners.begin());
}

/// Corners of one particle whose triangles are connected over edges belong to one fan.
UnionFind buildFans(const Topology& topology) {
  UnionFind fans(3 * topology.triangles.size());
  for (const Hinge& hinge : topology.hinges) {
    for (const std::uint32_t p : {hinge.a, hinge.b}) {
      fans.unite(cornerOf(topology, hinge.t0, p), cornerOf(topology, hinge.t1, p));
    }
  }
  return fans;
}

std::size_t countBowTies(const Topology& topology, UnionFind& fans, std::size_t particleCount) {
  std::vector<std::uint32_t> fanCount(particleCount, 0);
  for (std::uint32_t corner = 0; corner < 3 * topology.triangles.size(); ++corner) {
    if (fans.find(corner) == corner) ++fanCount[topology.triangles[corner / 3][corner % 3]];
  }
  return static_cast<std::size_t>(
      std::count_if(fanCount.begin(), fanCount.end(), [](std::uint32_t count) { return count > 1; }));
}

/// Border edges that end in one fan follow each other.
std::size_t countLoops(const Topology& topology, UnionFind& fans) {
  std::vector<std::uint32_t> border;
  for (std::uint32_t e = 0; e < topology.edges.size(); ++e) {
    if (topology.edges[e].triangleCount == 1) border.push_back(e);
  }
  UnionFind loops(border.size());
  std::vector<std::uint32_t> firstAtFan(3 * topology.triangles.size(), kNone);
  for (std::uint32_t i = 0; i < border.size(); ++i) {
    const Edge& edge = topology.edges[border[i]];
    for (const std::uint32_t p : {edge.a, edge.b}) {
      std::uint32_t& first = firstAtFan[fans.find(cornerOf(topology, edge.triangles[0], p))];
      if (first == kNone) first = i;
      loops.unite(first, i);
    }
  }
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < border.size(); ++i) count += loops.find(i) == i ? 1 : 0;
  return count;
}

std::size_t countComponents(const Topology& topology, std::size_t particleCount) {
  UnionFind parts(particleCount);
  for (const Edge& edge : topology.edges) parts.unite(edge.a, edge.b);
  std::vector<std::uint8_t> used(particleCount, 0);
  for (const Edge& edge : topology.edges) used[edge.a] = used[edge.b] = 1;
  std::size_t count = 0;
  for (std::uint32_t p = 0; p < particleCount; ++p) count += used[p] != 0 && parts.find(p) == p ? 1 : 0;
  return count;
}

/// +1 where the triangle runs a → b along the edge, −1 where it runs b → a.
int direction(const Topology& topology, std::uint32_t triangle, const Edge& edge) {
  const auto& t = topology.triangles[triangle];
  for (std::size_t k = 0; k < 3; ++k) {
    if (t[k] == edge.a && t[(k + 1) % 3] == edge.b) return 1;
  }
  return -1;
}

void measureEdges(const Topology& topology, std::size_t particleCount, MeshShape& shape) {
  std::vector<std::uint32_t> valence(particleCount, 0);
  for (const Edge& edge : topology.edges) {
    shape.maxValence = std::max<std::size_t>({shape.maxValence, ++valence[edge.a], ++valence[edge.b]});
    if (edge.triangleCount == 1) ++shape.boundaryEdges;
    if (edge.triangleCount > 2) ++shape.nonManifoldEdges;
    if (edge.triangleCount == 2 &&
        direction(topology, edge.triangles[0], edge) == direction(topology, edge.triangles[1], edge)) {
      ++shape.inconsistentEdges;
    }
  }
}

}  // namespace

MeshShape measureShape(const Topology& topology, std::span<const Vec3> positions) {
  MeshShape shape;
  measureEdges(topology, positions.size(), shape);
  UnionFind fans = buildFans(topology);
  shape.bowTieVertices = countBowTies(topology, fans, positions.size());
  shape.boundaryLoops = countLoops(topology, fans);
  shape.components = countComponents(topology, positions.size());
  shape.closed = !topology.triangles.empty() && shape.boundaryEdges == 0 && shape.nonManifoldEdges == 0 &&
                 shape.inconsistentEdges == 0;
  if (topology.triangles.empty()) return shape;
  const DoubleVec3 origin = toDouble(positions[topology.triangles[0][0]]);  // near, so that little cancels
  double sixfold = 0.0;
  for (const auto& t : topology.triangles) {
    const DoubleVec3 a = toDouble(positions[t[0]]) - origin;
    const DoubleVec3 b = toDouble(positions[t[1]]) - origin;
    const DoubleVec3 c = toDouble(positions[t[2]]) - origin;
    shape.area += 0.5 * length(cross(b - a, c - a));
    sixfold += dot(a, cross(b, c));
  }
  if (shape.closed) shape.volume = sixfold / 6.0;
  return shape;
}

}  // namespace toile
