// Shortest ways along edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace toile {

/// Weighted neighbour lists in compressed rows: neighbours of i are at start[i] … start[i + 1].
struct NeighbourGraph {
  std::vector<std::uint32_t> start;
  std::vector<std::uint32_t> neighbours;
  std::vector<float> lengths;  ///< m
};

struct NearestSource {
  std::uint32_t source;  ///< particle, kNone where fewer than k can be reached
  float distance;        ///< m along the surface
};

/// The k nearest of `sources` for every particle (k entries a particle, nearest first; ties by lower
/// particle index), by Dijkstra over the graph. Paths overestimate the true geodesic; edges across hinges
/// (unfolded, where the straight line stays inside) keep that within 3 % on regular meshes.
std::vector<NearestSource> nearestSources(const NeighbourGraph& graph, std::span<const std::uint32_t> sources,
                                          std::size_t k);

}  // namespace toile
