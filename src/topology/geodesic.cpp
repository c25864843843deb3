#include "topology/geodesic.h"

#include <queue>

#include "topology/topology.h"

namespace toile {

namespace {

struct Front {
  float distance;
  std::uint32_t source, particle;

  /// Nearest first, then the lower source, then the lower particle: the order is total, so results depend on
  /// nothing else.
  friend bool operator>(const Front& l, const Front& r) {
    if (l.distance != r.distance) return l.distance > r.distance;
    if (l.source != r.source) return l.source > r.source;
    return l.particle > r.particle;
  }
};

}  // namespace

std::vector<NearestSource> nearestSources(const NeighbourGraph& graph, std::span<const std::uint32_t> sources,
                                          std::size_t k) {
  const std::size_t particleCount = graph.start.empty() ? 0 : graph.start.size() - 1;
  std::vector<NearestSource> result(particleCount * k, {kNone, 0.0f});
  if (k == 0) return result;
  std::vector<std::uint32_t> found(particleCount, 0);
  std::priority_queue<Front, std::vector<Front>, std::greater<>> fronts;
  for (const std::uint32_t source : sources) fronts.push({0.0f, source, source});
  while (!fronts.empty()) {
    const Front front = fronts.top();
    fronts.pop();
    NearestSource* places = result.data() + front.particle * k;
    std::uint32_t& count = found[front.particle];
    bool settled = count == k;
    for (std::uint32_t i = 0; i < count && !settled; ++i) settled = places[i].source == front.source;
    if (settled) continue;
    places[count++] = {front.source, front.distance};
    for (std::uint32_t e = graph.start[front.particle]; e < graph.start[front.particle + 1]; ++e) {
      const std::uint32_t next = graph.neighbours[e];
      if (found[next] < k) fronts.push({front.distance + graph.lengths[e], front.source, next});
    }
  }
  return result;
}

}  // namespace toile
