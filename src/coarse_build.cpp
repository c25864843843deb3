// Coarse levels of a cloth: built where pins, masses or their number change.
#include <algorithm>
#include <numeric>

#include "cloth.h"
#include "constraints/constraint.h"
#include "garment_pack.h"
#include "kernels/row_kernels.h"
#include "topology/coarsen.h"

namespace toile {
namespace {

constexpr std::size_t kFewestNodes = 16;
/// Edge lengths between the nodes of the finest level: 2 costs twice as much and gains nothing, 4 leaves more than a
/// sweep over the edges takes (docs/performance.md).
constexpr float kFirstSpacing = 3.0f;
/// A level with more than this part of the finer one's nodes costs more than it brings.
constexpr double kCoarsest = 0.75;

/// The edges that the stretch kind holds, as neighbour lists.
NeighbourGraph stretchGraph(const GarmentData& data) {
  std::vector<Coarsening::Link> links;
  for (std::size_t e = 0; e < data.topology.edges.size(); ++e) {
    const Edge& edge = data.topology.edges[e];
    if (!edge.diagonal) links.push_back({edge.a, edge.b, data.rest.edgeLengths[e]});
  }
  return graphOf(links, data.particleCount);
}

ConstraintSet packLinks(const std::vector<Coarsening::Link>& links, std::uint32_t nodeCount) {
  RawConstraints raw;
  for (const Coarsening::Link& link : links) {
    raw.particles.insert(raw.particles.end(), {link.a, link.b});
    raw.parameters.push_back(link.length);
    raw.compliance.push_back(0.0f);
  }
  return packConstraints(kinds()[static_cast<std::size_t>(Kind::stretch)], raw, nodeCount);
}

/// Edges in bands of one edge's length by how far from the nearest pin their farther ends are, coloured within each: a
/// pass hands a pull on from the pins to the far end. Without pins there is one band.
ConstraintSet packLimits(const Cloth& cloth, float spacing) {
  const GarmentData& data = cloth.data();
  const std::vector<NearestSource> nearest = nearestSources(data.surface, cloth.pins, 1);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> banded;  // band, edge
  for (std::uint32_t e = 0; e < data.topology.edges.size(); ++e) {
    const Edge& edge = data.topology.edges[e];
    if (edge.diagonal) continue;
    const auto band = [&](std::uint32_t particle) {
      if (nearest[particle].source == kNone) return 0u;
      return static_cast<std::uint32_t>(nearest[particle].distance / spacing + 0.5f);
    };
    banded.emplace_back(std::max(band(edge.a), band(edge.b)), e);
  }
  std::sort(banded.begin(), banded.end());
  RawConstraints raw;
  RunColouring colours;
  colours.colouring.colourStart.push_back(0);
  for (std::size_t first = 0, end = 0; first < banded.size(); first = end) {
    std::vector<std::uint32_t> particles;
    for (; end < banded.size() && banded[end].first == banded[first].first; ++end) {
      const Edge& edge = data.topology.edges[banded[end].second];
      particles.insert(particles.end(), {edge.a, edge.b});
      raw.particles.insert(raw.particles.end(), {edge.a, edge.b});
      raw.parameters.push_back(data.rest.edgeLengths[banded[end].second]);
      raw.compliance.push_back(0.0f);
    }
    const Colouring own = colour(particles, 2, data.particleCount);
    for (const std::uint32_t i : own.order) colours.colouring.order.push_back(static_cast<std::uint32_t>(first + i));
    for (std::size_t c = 1; c < own.colourStart.size(); ++c) {
      colours.colouring.colourStart.push_back(first + own.colourStart[c]);
      colours.runCount.push_back(0);
    }
  }
  return packColoured(kinds()[static_cast<std::size_t>(Kind::stretch)], raw, data.particleCount, colours);
}

void packParents(const Coarsening& coarse, std::uint32_t finerPadded, CoarseLevel& level) {
  level.parents.assign(Coarsening::kParents * finerPadded, 0);
  level.weights.assign(Coarsening::kParents * finerPadded, 0.0f);
  for (std::size_t i = 0; i < coarse.parents.size(); ++i) {
    for (std::size_t k = 0; k < Coarsening::kParents; ++k) {
      // kRowLane is its own inverse.
      const std::size_t at = (i / kBlock * Coarsening::kParents + k) * kBlock + kRowLane[i % kBlock];
      level.parents[at] = coarse.parents[i][k];
      level.weights[at] = coarse.weights[i][k];
    }
  }
}

/// What is chosen first stays in every level: pins, then borders, lest they have nodes on one side only, then vertices
/// in the order the mesh names them.
std::vector<std::uint32_t> orderOf(const Cloth& cloth) {
  std::vector<std::uint8_t> border(cloth.data().particleCount, 0);
  for (const Edge& edge : cloth.data().topology.edges) {
    if (edge.triangleCount == 1) border[edge.a] = border[edge.b] = 1;
  }
  std::vector<std::uint32_t> order(cloth.data().particleCount);
  std::iota(order.begin(), order.end(), 0u);
  const std::vector<std::uint32_t>& vertex = cloth.data().vertexOfParticle;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (cloth.pinned[a] != cloth.pinned[b]) return cloth.pinned[a] > cloth.pinned[b];
    if (border[a] != border[b]) return border[a] > border[b];
    return vertex[a] < vertex[b];
  });
  return order;
}

}  // namespace

static_assert(Coarsening::kParents == kFollowed);

void refreshLevels(Cloth& cloth) {
  cloth.levelsStale = false;
  cloth.levels.clear();
  cloth.limits = {};
  const GarmentData& data = cloth.data();
  if (cloth.params.coarseLevels == 0 || !data.def.kinds.has(Kind::stretch)) return;
  NeighbourGraph graph = stretchGraph(data);
  double sum = 0.0;
  for (const float length : graph.lengths) sum += static_cast<double>(length);
  auto spacing = static_cast<float>(sum / static_cast<double>(std::max<std::size_t>(1, graph.lengths.size())));
  cloth.limits = packLimits(cloth, spacing);
  std::vector<Vec3> rest = data.restPositions;
  std::vector<std::uint32_t> order = orderOf(cloth), particles(data.particleCount);
  std::iota(particles.begin(), particles.end(), 0u);
  std::vector<float> mass = cloth.mass;
  std::uint32_t finerPadded = data.paddedCount;
  for (std::uint32_t l = 0; l < cloth.params.coarseLevels; ++l) {
    spacing *= l == 0 ? kFirstSpacing : 2.0f;
    const Coarsening coarse = coarsen(graph, rest, order, spacing);
    const auto count = static_cast<std::uint32_t>(coarse.nodes.size());
    if (count < kFewestNodes || count > kCoarsest * static_cast<double>(particles.size()) || coarse.links.empty())
      break;
    CoarseLevel level;
    level.count = count, level.padded = paddedParticleCount(count);
    level.links = packLinks(coarse.links, count);
    packParents(coarse, finerPadded, level);
    std::vector<float> coarseMass(count, 0.0f);
    for (std::size_t i = 0; i < coarse.parents.size(); ++i) {
      for (std::size_t k = 0; k < Coarsening::kParents; ++k)
        coarseMass[coarse.parents[i][k]] += coarse.weights[i][k] * mass[i];
    }
    std::vector<std::uint32_t> coarseOf(particles.size(), kNone), ofCloth;
    std::vector<Vec3> coarseRest;
    for (std::uint32_t i = 0; i < count; ++i) {
      coarseOf[coarse.nodes[i]] = i;
      ofCloth.push_back(particles[coarse.nodes[i]]);
      coarseRest.push_back(rest[coarse.nodes[i]]);
    }
    level.particles = ofCloth;
    for (AlignedVector<float>* array : {&level.x, &level.motion, &level.start, &level.velocity})
      array->assign(std::size_t{4} * level.padded, 0.0f);
    for (std::uint32_t i = 0; i < count; ++i)
      level.x[4 * std::size_t{i} + 3] = cloth.pinned[ofCloth[i]] != 0 ? 0.0f : 1.0f / coarseMass[i];
    std::vector<std::uint32_t> coarseOrder;
    for (const std::uint32_t node : order) {
      if (coarseOf[node] != kNone) coarseOrder.push_back(coarseOf[node]);
    }
    graph = graphOf(coarse.links, count);
    rest = std::move(coarseRest), order = std::move(coarseOrder), particles = std::move(ofCloth);
    mass = std::move(coarseMass), finerPadded = level.padded;
    cloth.levels.push_back(std::move(level));
  }
  std::reverse(cloth.levels.begin(), cloth.levels.end());
}

}  // namespace toile
