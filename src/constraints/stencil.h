// Small things several builders need: adding a constraint, and rest geometry of triangles laid flat.
#pragma once

#include <cmath>
#include <initializer_list>
#include <vector>

#include "constraints/constraint.h"

namespace toile {

inline void addConstraint(RawConstraints& out, std::span<const std::uint32_t> particles,
                          std::initializer_list<float> parameters, float compliance) {
  out.particles.insert(out.particles.end(), particles.begin(), particles.end());
  out.parameters.insert(out.parameters.end(), parameters);
  out.compliance.push_back(compliance);
}

/// Which corner (0, 1, 2) of a triangle a particle is. Precondition: it is one.
inline std::uint32_t cornerOf(const Topology& topology, std::uint32_t triangle, std::uint32_t particle) {
  const auto& t = topology.triangles[triangle];
  return t[0] == particle ? 0u : t[1] == particle ? 1u : 2u;
}

/// From one corner of a triangle to another, laid flat (m).
struct FlatEdge {
  double x = 0.0, y = 0.0;
  double lengthSquared() const { return x * x + y * y; }
};
inline double dot(FlatEdge a, FlatEdge b) { return a.x * b.x + a.y * b.y; }

inline FlatEdge flatEdge(const RestMetric& rest, std::uint32_t triangle, std::uint32_t from, std::uint32_t to) {
  const Vec2 a = rest.triangles[triangle][from], b = rest.triangles[triangle][to];
  return {static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y};
}

/// The quad each triangle belongs to, or kNone.
inline std::vector<std::uint32_t> quadOfTriangle(const Topology& topology) {
  std::vector<std::uint32_t> quad(topology.triangles.size(), kNone);
  for (std::size_t q = 0; q < topology.quads.size(); ++q) {
    quad[topology.quads[q].t0] = static_cast<std::uint32_t>(q);
    quad[topology.quads[q].t1] = static_cast<std::uint32_t>(q);
  }
  return quad;
}

/// Area of a quad: of its two triangles (m²).
inline double quadArea(const BuildInput& input, const Quad& quad) {
  return static_cast<double>(input.rest.triangleAreas[quad.t0]) + input.rest.triangleAreas[quad.t1];
}

}  // namespace toile
