#include "topology/quads.h"

#include <algorithm>
#include <cmath>

#include "math/double_vec.h"
#include "topology/union_find.h"

namespace toile {

namespace {

bool rightAngled(DoubleVec3 before, DoubleVec3 corner, DoubleVec3 after) {
  const DoubleVec3 u = before - corner, v = after - corner;
  return std::abs(dot(u, v)) <= kQuadSine * length(u) * length(v);
}

/// Corners a, b, c, d in order; folded along a–c.
bool nearRectangle(DoubleVec3 a, DoubleVec3 b, DoubleVec3 c, DoubleVec3 d) {
  if (!rightAngled(d, a, b) || !rightAngled(a, b, c) || !rightAngled(b, c, d) || !rightAngled(c, d, a)) return false;
  const DoubleVec3 n0 = cross(b - a, c - a), n1 = cross(c - a, d - a);
  return dot(n0, n1) >= kQuadCosine * length(n0) * length(n1);
}

/// For each triangle the edge that is its longest.
std::vector<std::uint32_t> longestEdges(const Topology& topology, std::span<const Vec3> positions) {
  const auto lengthSquaredOf = [&](std::uint32_t edge) {
    const DoubleVec3 d = toDouble(positions[topology.edges[edge].b]) - toDouble(positions[topology.edges[edge].a]);
    return dot(d, d);
  };
  std::vector<std::uint32_t> longest(topology.triangles.size(), kNone);
  for (std::size_t t = 0; t < longest.size(); ++t) {
    double best = -1.0;
    for (const std::uint32_t edge : topology.triangleEdges[t]) {
      const double l = lengthSquaredOf(edge);
      if (l > best || (l == best && edge < longest[t])) {
        best = l;
        longest[t] = edge;
      }
    }
  }
  return longest;
}

bool woundAlike(const Topology& topology, const Hinge& hinge) {
  // The first triangle runs a → b; the second has to run b → a.
  const auto& t = topology.triangles[hinge.t1];
  for (std::size_t k = 0; k < 3; ++k) {
    if (t[k] == hinge.b && t[(k + 1) % 3] == hinge.a) return true;
  }
  return false;
}

/// Quads hidden in the triangles that no quad face has taken.
std::vector<Quad> pairTriangles(const Topology& topology, const std::vector<std::uint8_t>& taken,
                                std::span<const Vec3> positions) {
  const std::vector<std::uint32_t> longest = longestEdges(topology, positions);
  std::vector<Quad> pairs;
  for (const Hinge& hinge : topology.hinges) {
    if (topology.edges[hinge.edge].triangleCount != 2 || !woundAlike(topology, hinge)) continue;
    if (taken[hinge.t0] != 0 || taken[hinge.t1] != 0) continue;
    if (longest[hinge.t0] != hinge.edge || longest[hinge.t1] != hinge.edge) continue;
    // t0 is a → b → c: going round the pair the corners are b, c, a, d.
    const auto at = [&](std::uint32_t p) { return toDouble(positions[p]); };
    if (!nearRectangle(at(hinge.b), at(hinge.c), at(hinge.a), at(hinge.d))) continue;
    if (findEdge(topology, hinge.c, hinge.d) != kNone) continue;
    pairs.push_back({hinge.b, hinge.c, hinge.a, hinge.d, hinge.t0, hinge.t1, hinge.edge});
  }
  return pairs;
}

/// Drops the pairs in parts of the mesh that are no grid.
void keepGrids(const Topology& topology, const std::vector<std::uint8_t>& taken, std::size_t particleCount,
               std::vector<Quad>& pairs) {
  UnionFind parts(particleCount);
  for (const Edge& edge : topology.edges) parts.unite(edge.a, edge.b);
  std::vector<std::size_t> freeTriangles(particleCount, 0), paired(particleCount, 0);
  for (std::size_t t = 0; t < topology.triangles.size(); ++t) {
    if (taken[t] == 0) ++freeTriangles[parts.find(topology.triangles[t][0])];
  }
  for (const Quad& quad : pairs) paired[parts.find(quad.a)] += 2;
  pairs.erase(std::remove_if(pairs.begin(), pairs.end(),
                             [&](const Quad& quad) {
                               const std::uint32_t part = parts.find(quad.a);
                               return static_cast<double>(paired[part]) <
                                      kQuadCoverage * static_cast<double>(freeTriangles[part]);
                             }),
              pairs.end());
}

}  // namespace

bool isNearRectangle(const Quad& quad, std::span<const Vec3> positions) {
  return nearRectangle(toDouble(positions[quad.a]), toDouble(positions[quad.b]), toDouble(positions[quad.c]),
                       toDouble(positions[quad.d]));
}

void findQuads(Topology& topology, std::span<const QuadFace> quadFaces, std::span<const Vec3> positions) {
  std::vector<std::uint8_t> taken(topology.triangles.size(), 0);
  for (const QuadFace& face : quadFaces) {
    const auto [a, b, c, d] = face.corners;
    const std::uint32_t edge = findEdge(topology, a, c);
    if (edge == kNone || topology.edges[edge].triangleCount != 2 || findEdge(topology, b, d) != kNone) continue;
    topology.quads.push_back({a, b, c, d, face.triangles[0], face.triangles[1], edge});
    for (const std::uint32_t t : face.triangles) taken[t] = 1;
  }
  std::vector<Quad> pairs = pairTriangles(topology, taken, positions);
  keepGrids(topology, taken, positions.size(), pairs);
  topology.quads.insert(topology.quads.end(), pairs.begin(), pairs.end());
  for (const Quad& quad : topology.quads) topology.edges[quad.edge].diagonal = true;
}

}  // namespace toile
