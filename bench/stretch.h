// How far a garment's edges are stretched, from positions alone.
#pragma once

#include <algorithm>
#include <vector>

#include "toile/garment.h"

namespace toile::bench {

/// Stretched edges of a garment, measured from positions alone.
class StretchMeter {
 public:
  explicit StretchMeter(const Garment& garment) {
    const ConstraintList list = garment.constraints(Kind::stretch);
    const auto vertex = garment.vertexOfParticle();
    for (std::size_t i = 0; i < list.count(); ++i) {
      const float rest = list.parameters[i * list.parameterCount];
      if (rest > 0.0f) edges_.push_back({vertex[list.particles[2 * i]], vertex[list.particles[2 * i + 1]], rest});
    }
  }
  bool usable() const { return !edges_.empty(); }
  double worst(const std::vector<Vec3>& positions) const {
    double worst = 0.0;
    for (const Edge& edge : edges_) {
      worst = std::max(worst, double{distance(positions[edge.a], positions[edge.b])} / edge.rest);
    }
    return worst;
  }

 private:
  struct Edge {
    std::uint32_t a, b;
    float rest;
  };
  std::vector<Edge> edges_;
};

}  // namespace toile::bench
