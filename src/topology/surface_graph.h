// The graph that tethers measure their distances on.
#pragma once

#include "topology/geodesic.h"
#include "topology/topology.h"

namespace toile {

/// All edges, and straight links across strips of up to four triangles: seen from a corner, whatever corner is
/// visible through the opposite edge when the triangles behind it are unfolded into one plane.
NeighbourGraph buildSurfaceGraph(const Topology& topology, const RestMetric& rest, std::size_t particleCount);

}  // namespace toile
