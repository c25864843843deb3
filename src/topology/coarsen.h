// Coarser nets of the particles: which become nodes, and what joins them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "toile/vec.h"
#include "topology/geodesic.h"

namespace toile {

/// One coarser level of a net of nodes joined by links.
struct Coarsening {
  struct Link {
    std::uint32_t a = 0, b = 0;  ///< coarse nodes, a < b
    float length = 0.0f;         ///< m, of the shortest path of finer links between them
  };
  static constexpr std::size_t kParents = 4;

  std::vector<std::uint32_t> nodes;  ///< coarse node → finer node
  std::vector<Link> links;
  /// Per finer node: the coarse nodes it follows, and how much of each (the sum is 1; unused ones weigh 0).
  std::vector<std::array<std::uint32_t, kParents>> parents;
  std::vector<std::array<float, kParents>> weights;
};

/// Nodes at least about `spacing` (m) apart are chosen one by one in `order` (finer nodes), each covering what is
/// nearer. Two of them are linked where the finer links between them make a path that is short and nearly straight at
/// rest: a finer net whose links keep their lengths cannot part them farther than that path, so a link says nothing
/// that the finer ones don't. `rest` (m) are the finer nodes' places. The result depends on nothing else.
Coarsening coarsen(const NeighbourGraph& finer, std::span<const Vec3> rest, std::span<const std::uint32_t> order,
                   float spacing);

/// The links of a coarse level as neighbour lists.
NeighbourGraph graphOf(std::span<const Coarsening::Link> links, std::size_t nodeCount);

}  // namespace toile
