#include "topology/grid_hinges.h"

#include <array>

#include "topology/build.h"
#include "topology/quads.h"

namespace toile {

namespace {

constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

/// Sides that point the same way: opposite ones of a cell, consecutive ones of a line.
struct Ear {
  std::uint32_t next = kNone;
  bool same = true;  ///< both from their lower particle to their higher one, or both the other way
};
/// A side has two cells and two neighbours in its line.
using Links = std::array<Ear, 4>;

class Directions {
 public:
  explicit Directions(const Topology& topology) : topology_(topology), links_(topology.edges.size()) {}

  /// p → q points the same way as r → s.
  void link(std::uint32_t p, std::uint32_t q, std::uint32_t r, std::uint32_t s) {
    const std::uint32_t first = findEdge(topology_, p, q), second = findEdge(topology_, r, s);
    if (first == kNone || second == kNone) return;
    const bool same = (p < q) == (r < s);
    add(first, {second, same});
    add(second, {first, same});
  }

  /// For each edge: whether it points to its higher particle. Walks from the first edge of every part.
  std::vector<std::uint8_t> settle() const {
    constexpr std::uint8_t kUnknown = 2;
    std::vector<std::uint8_t> up(links_.size(), kUnknown);
    std::vector<std::uint32_t> open;
    for (std::uint32_t e = 0; e < up.size(); ++e) {
      if (up[e] != kUnknown) continue;
      up[e] = 1;
      open.assign(1, e);
      for (std::size_t head = 0; head < open.size(); ++head) {
        const std::uint32_t here = open[head];
        for (const Ear& link : links_[here]) {
          if (link.next == kNone || up[link.next] != kUnknown) continue;
          up[link.next] = link.same ? up[here] : 1 - up[here];
          open.push_back(link.next);
        }
      }
    }
    return up;
  }

 private:
  void add(std::uint32_t edge, Ear link) {
    for (Ear& place : links_[edge]) {
      if (place.next != kNone) continue;
      place = link;
      return;
    }
  }

  const Topology& topology_;
  std::vector<Links> links_;
};

std::vector<std::uint8_t> sideDirections(const Topology& topology) {
  Directions directions(topology);
  for (const Quad& q : topology.quads) {
    directions.link(q.a, q.b, q.d, q.c);
    directions.link(q.b, q.c, q.a, q.d);
  }
  for (const GridTriple& t : topology.gridTriples) directions.link(t.a, t.b, t.b, t.c);
  return directions.settle();
}

/// The corner beside `end` that is not `other`.
std::uint32_t beside(const Quad& quad, std::uint32_t end, std::uint32_t other) {
  const std::array<std::uint32_t, 4> ring{quad.a, quad.b, quad.c, quad.d};
  for (std::size_t k = 0; k < 4; ++k) {
    if (ring[k] != end) continue;
    const std::uint32_t next = ring[(k + 1) % 4], before = ring[(k + 3) % 4];
    return next == other ? before : next;
  }
  return kNone;
}

}  // namespace

void chooseFarCorners(Topology& topology, std::span<const Vec3> positions) {
  for (Hinge& h : topology.hinges) h.farC = h.c, h.farD = h.d, h.inGrid = false;
  if (topology.quads.empty()) return;
  std::vector<std::size_t> cell(topology.triangles.size(), kAbsent);
  for (std::size_t q = 0; q < topology.quads.size(); ++q) {
    const Quad& quad = topology.quads[q];
    if (isNearRectangle(quad, positions)) cell[quad.t0] = cell[quad.t1] = q;
  }
  const std::vector<std::uint8_t> up = sideDirections(topology);
  for (Hinge& h : topology.hinges) {
    const std::size_t first = cell[h.t0], second = cell[h.t1];
    if (first == kAbsent || second == kAbsent || topology.edges[h.edge].triangleCount != 2) continue;
    if (first == second) {
      h.inGrid = true;
      continue;
    }
    const std::uint32_t end = (up[h.edge] != 0) == (h.a < h.b) ? h.a : h.b, other = end == h.a ? h.b : h.a;
    const std::uint32_t c = beside(topology.quads[first], end, other), d = beside(topology.quads[second], end, other);
    if (c == d) continue;
    h.farC = c, h.farD = d, h.inGrid = true;
  }
}

}  // namespace toile
