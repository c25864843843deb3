// From triangles to everything the solver needs to know of them.
#pragma once

#include <span>
#include <vector>

#include "topology/topology.h"

namespace toile {

/// The two triangles one quad face was cut into, and its corners in order (particles).
struct QuadFace {
  std::array<std::uint32_t, 4> corners{};
  std::array<std::uint32_t, 2> triangles{};
};

/// Edges, hinges, quads and grid triples over `triangles` (three distinct particles each, no two the same).
/// `positions` are those of the particles; they decide which triangles of a triangle mesh form quads
/// (see quads.h).
Topology buildTopology(std::vector<std::array<std::uint32_t, 3>> triangles,
                       std::vector<std::array<std::uint32_t, 3>> triangleVertices, std::span<const QuadFace> quadFaces,
                       std::span<const Vec3> positions);

/// Index of the edge between two particles, or kNone. O(log edges).
std::uint32_t findEdge(const Topology& topology, std::uint32_t p, std::uint32_t q);

}  // namespace toile
