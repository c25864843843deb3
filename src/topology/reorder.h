// An order of particles that keeps neighbours close in memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "topology/topology.h"

namespace toile {

/// newIndex[old] of an order with neighbours close in memory. Orders that are already good (grids, row by
/// row) stay as they are; else breadth-first bands from a far corner (reverse Cuthill–McKee). A permutation.
std::vector<std::uint32_t> localityOrder(const Topology& topology, std::size_t particleCount);

}  // namespace toile
