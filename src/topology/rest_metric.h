// Lengths, areas and angles of the garment without stress.
#pragma once

#include <span>

#include "toile/garment.h"
#include "topology/topology.h"

namespace toile {

struct RestMetricInput {
  const Topology& topology;
  std::span<const Vec3> positions;  ///< m, a particle
  std::span<const Vec2> uvs;        ///< a *vertex* (Topology::triangleVertices), or empty
  RestState state = RestState::importedPose;
  float uvScale = 1.0f;  ///< m per UV unit, for flatFromUv
};

/// Triangles whose UVs have no area take the shape of the pose, with x along their longest edge, and are
/// counted in `degenerateUvTriangles`. flatFromUv needs UVs. Triangles of the topology have area.
RestMetric buildRestMetric(const RestMetricInput& input, std::size_t& degenerateUvTriangles);

/// A hinge whose two triangles are laid into one plane.
struct UnfoldedHinge {
  float span = 0.0f;     ///< m, straight from c to d
  bool crosses = false;  ///< the straight line passes through the shared edge (the two triangles are convex)
};
UnfoldedHinge unfoldHinge(const Topology& topology, const RestMetric& rest, const Hinge& hinge);

}  // namespace toile
