// Pairs of edges that run straight on, for skip-one springs.
#pragma once

#include <cstddef>

#include "topology/topology.h"

namespace toile {

/// Fills `gridTriples`: at every regular vertex of the quads (4 quads and 4 edges inside, 2 quads and 3 edges
/// on a border; no triangle that isn't part of a quad) the pairs of edges that share no quad run straight on.
void findGridTriples(Topology& topology, std::size_t particleCount);

}  // namespace toile
