#include "topology/grid_triples.h"

#include <algorithm>

namespace toile {

namespace {

/// What meets at one particle, with room for a regular vertex.
struct Star {
  std::array<std::uint32_t, 4> neighbours{};  // over edges that are no diagonals
  std::array<std::array<std::uint32_t, 2>, 4> quadSides{};
  std::uint32_t edges = 0, quads = 0;  // may count past the room
  bool loneTriangle = false;
};

std::vector<Star> buildStars(const Topology& topology, std::size_t particleCount) {
  std::vector<Star> stars(particleCount);
  const auto addEdge = [&](std::uint32_t at, std::uint32_t other) {
    Star& star = stars[at];
    if (star.edges < 4) star.neighbours[star.edges] = other;
    ++star.edges;
  };
  for (const Edge& edge : topology.edges) {
    if (edge.diagonal) continue;
    addEdge(edge.a, edge.b);
    addEdge(edge.b, edge.a);
  }
  std::vector<std::uint8_t> inQuad(topology.triangles.size(), 0);
  for (const Quad& quad : topology.quads) {
    inQuad[quad.t0] = inQuad[quad.t1] = 1;
    const std::array<std::uint32_t, 4> ring{quad.a, quad.b, quad.c, quad.d};
    for (std::size_t k = 0; k < 4; ++k) {
      Star& star = stars[ring[k]];
      if (star.quads < 4) star.quadSides[star.quads] = {ring[(k + 3) % 4], ring[(k + 1) % 4]};
      ++star.quads;
    }
  }
  for (std::size_t t = 0; t < topology.triangles.size(); ++t) {
    if (inQuad[t] != 0) continue;
    for (const std::uint32_t p : topology.triangles[t]) stars[p].loneTriangle = true;
  }
  return stars;
}

bool shareQuad(const Star& star, std::uint32_t p, std::uint32_t q) {
  for (std::uint32_t k = 0; k < star.quads; ++k) {
    const auto& sides = star.quadSides[k];
    if ((sides[0] == p && sides[1] == q) || (sides[0] == q && sides[1] == p)) return true;
  }
  return false;
}

}  // namespace

void findGridTriples(Topology& topology, std::size_t particleCount) {
  if (topology.quads.empty()) return;
  const std::vector<Star> stars = buildStars(topology, particleCount);
  for (std::uint32_t p = 0; p < particleCount; ++p) {
    const Star& star = stars[p];
    const bool inside = star.quads == 4 && star.edges == 4;
    const bool border = star.quads == 2 && star.edges == 3;
    if (star.loneTriangle || (!inside && !border)) continue;
    std::array<GridTriple, 6> found;
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < star.edges; ++i) {
      for (std::uint32_t j = i + 1; j < star.edges; ++j) {
        if (shareQuad(star, star.neighbours[i], star.neighbours[j])) continue;
        found[count++] = {star.neighbours[i], p, star.neighbours[j]};
      }
    }
    // Anything else is irregular after all (a folded-over quad, two quads over the same two edges).
    if (count != (inside ? 2u : 1u)) continue;
    topology.gridTriples.insert(topology.gridTriples.end(), found.begin(),
                                found.begin() + static_cast<std::ptrdiff_t>(count));
  }
}

}  // namespace toile
