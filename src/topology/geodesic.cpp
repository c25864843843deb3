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

/// The nearest sources of one particle found so far: `places`, nearest first, kNone behind them.
bool holds(std::span<const NearestSource> places, const Front& front) {
  for (const NearestSource& place : places) {
    if (place.source == front.source) return place.distance == front.distance;
  }
  return false;
}

/// Takes the front in where it is nearer than what is known, by (distance, source); false where it is not.
bool improve(std::span<NearestSource> places, const Front& front) {
  std::size_t last = places.size() - 1;  // the place that is given up
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].source != front.source && places[i].source != kNone) continue;
    last = i;
    break;
  }
  const auto nearer = [&](const NearestSource& place) {
    return place.source == kNone || front.distance < place.distance ||
           (front.distance == place.distance && front.source < place.source);
  };
  if (!nearer(places[last])) return false;
  for (; last > 0 && nearer(places[last - 1]); --last) places[last] = places[last - 1];
  places[last] = {front.source, front.distance};
  return true;
}

}  // namespace

std::vector<NearestSource> nearestSources(const NeighbourGraph& graph, std::span<const std::uint32_t> sources,
                                          std::size_t k) {
  const std::size_t particleCount = graph.start.empty() ? 0 : graph.start.size() - 1;
  std::vector<NearestSource> result(particleCount * k, {kNone, 0.0f});
  if (k == 0) return result;
  const auto placesOf = [&](std::uint32_t particle) { return std::span(result).subspan(particle * k, k); };
  std::priority_queue<Front, std::vector<Front>, std::greater<>> fronts;
  // Only fronts that improve a particle are queued: most of the many links of a particle do not.
  const auto reach = [&](const Front& front) {
    if (improve(placesOf(front.particle), front)) fronts.push(front);
  };
  for (const std::uint32_t source : sources) reach({0.0f, source, source});
  while (!fronts.empty()) {
    const Front front = fronts.top();
    fronts.pop();
    if (!holds(placesOf(front.particle), front)) continue;  // improved since it was queued
    for (std::uint32_t e = graph.start[front.particle]; e < graph.start[front.particle + 1]; ++e) {
      reach({front.distance + graph.lengths[e], front.source, graph.neighbours[e]});
    }
  }
  return result;
}

}  // namespace toile
