// Skip-one: cheap bending of grids, a spring between every second vertex of a grid line.
//
//   a •———•———• c      C = |a − c| − S      (kernels/distance-inl.h)
//         b
//
// Parameters: S (m). Compliance: 1 / k, m/N. Degenerate: a = c has no direction, nothing happens.
//
// k from the bending rigidity B (N·m): on a circle of curvature κ through a, b, c with |ab| = |bc| = L the span
// is 2 L √(1 − κ²L²/4), shorter by Δ ≈ κ² L³/4. The energy ½ k Δ² goes with κ⁴: no spring resembles a
// rigidity at small curvature, the sheet is softer there and stiffer beyond. So they are made equal at one
// curvature, κ = 50 /m (folds of 2 cm radius, as apparel makes them) or 1/L where that is less:
//   ½ k Δ² = ½ B κ² S_b,   S_b the area that belongs to the triple: mean over its two edges of the areas beside
// each (L² inside a square grid, half of it along the border).
// A run whose edges are folded at rest (S < 2 L) is treated like a straight one of length S.
// Source: "flexion springs" of Provot 1995; stiffness derived above.
#include <algorithm>

#include "constraints/builders.h"
#include "constraints/stencil.h"

namespace toile {
namespace {

constexpr double kFoldCurvature = 50.0;  ///< 1/m

/// Areas beside the edges, found by the edges' ends.
class EdgeAreas {
 public:
  explicit EdgeAreas(const BuildInput& input) {
    entries_.reserve(input.topology.edges.size());
    for (const Edge& edge : input.topology.edges) {
      double area = 0.0;
      for (const std::uint32_t t : edge.triangles) {
        if (t != kNone) area += input.rest.triangleAreas[t];
      }
      entries_.push_back({key(edge.a, edge.b), area});
    }
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
  }

  double operator()(std::uint32_t a, std::uint32_t b) const {
    const std::uint64_t wanted = key(a, b);
    const auto found = std::lower_bound(entries_.begin(), entries_.end(), wanted,
                                        [](const Entry& entry, std::uint64_t k) { return entry.key < k; });
    return found != entries_.end() && found->key == wanted ? found->area : 0.0;
  }

 private:
  struct Entry {
    std::uint64_t key;
    double area;
  };
  static std::uint64_t key(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint64_t>(std::min(a, b)) << 32 | std::max(a, b);
  }
  std::vector<Entry> entries_;
};

}  // namespace

RawConstraints buildSkipOne(const BuildInput& input) {
  const EdgeAreas areas(input);
  RawConstraints out;
  for (std::size_t i = 0; i < input.topology.gridTriples.size(); ++i) {
    const GridTriple& triple = input.topology.gridTriples[i];
    const std::uint32_t particles[] = {triple.a, triple.c};
    const float span = input.rest.gridTripleSpans[i];
    if (allFixed(input, particles)) continue;
    if (!(span > 0.0f)) {
      ++out.skipped;
      continue;
    }
    const double length = 0.5 * span;
    const double curvature = std::min(kFoldCurvature, 1.0 / length);
    const double bent = curvature * length;
    // 1 − √(1 − q) written without cancellation.
    const double quarter = 0.25 * bent * bent;
    const double shortening = span * quarter / (1.0 + std::sqrt(1.0 - quarter));
    const double area = 0.5 * (areas(triple.a, triple.b) + areas(triple.b, triple.c));
    const double stiffness =
        bendingRigidity(input.def.fabric) * curvature * curvature * area / (shortening * shortening);
    addConstraint(
        out, particles, {span},
        storedCompliance(input, Kind::skipOne, static_cast<float>(stiffness), stencilScale(input, particles)));
  }
  return out;
}

}  // namespace toile
