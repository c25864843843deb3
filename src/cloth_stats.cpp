#include <algorithm>
#include <cmath>

#include "cloth.h"

namespace toile {

ClothStats measure(const Cloth& cloth) {
  const GarmentData& data = cloth.data();
  ClothStats stats;
  stats.vertices = data.restVertices.size();
  stats.particles = data.particleCount;
  stats.pinned = cloth.pins.size();
  for (const ConstraintSet& set : data.sets) {
    if (cloth.params.kinds[set.kind].enabled) stats.constraints += set.count;
  }
  stats.tethers = cloth.tetherCount;
  stats.constraints += cloth.tetherCount;
  stats.contacts = cloth.contacts;
  stats.enabled = cloth.enabled;
  stats.frozen = cloth.frozen;
  stats.asleep = cloth.sleep.asleep;

  float maxStretch = 0.0f;
  double stretchSum = 0.0;
  std::size_t edges = 0;
  for (std::size_t e = 0; e < data.topology.edges.size(); ++e) {
    const Edge& edge = data.topology.edges[e];
    if (edge.diagonal || (data.fixed[edge.a] != 0 && data.fixed[edge.b] != 0)) continue;
    const float stretch = distance(cloth.position(edge.a), cloth.position(edge.b)) / data.rest.edgeLengths[e];
    maxStretch = std::max(maxStretch, stretch);
    stretchSum += static_cast<double>(stretch);
    ++edges;
  }
  stats.maxStretch = edges != 0 ? maxStretch : 1.0f;
  stats.meanStretch = edges != 0 ? static_cast<float>(stretchSum / static_cast<double>(edges)) : 1.0f;

  double squared = 0.0;
  for (std::size_t i = 0; i < data.particleCount; ++i) {
    const float* v = &cloth.state.velocity[4 * i];
    const float speedSquared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    stats.maxSpeed = std::max(stats.maxSpeed, std::sqrt(speedSquared));
    squared += static_cast<double>(speedSquared);
  }
  stats.rmsSpeed = static_cast<float>(std::sqrt(squared / static_cast<double>(data.particleCount)));
  return stats;
}

}  // namespace toile
