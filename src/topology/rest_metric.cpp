#include "topology/rest_metric.h"

#include <algorithm>
#include <cmath>

#include "math/double_vec.h"
#include "topology/build.h"
#include "topology/hinge_angle.h"
#include "topology/triangle_shape.h"

namespace toile {

namespace {

using FlatTriangle = std::array<DoubleVec2, 3>;

/// Laid flat with x along `warp` (in the triangle's plane, any length) and y perpendicular to it, on the side of
/// `weft`; without `weft` the winding stays counter-clockwise.
FlatTriangle layFlat(const std::array<DoubleVec3, 3>& p, DoubleVec3 warp, const DoubleVec3* weft) {
  const DoubleVec3 normal = cross(p[1] - p[0], p[2] - p[0]);
  const DoubleVec3 x = warp * (1.0 / length(warp));
  DoubleVec3 y = cross(normal, x);
  y = y * (1.0 / length(y));
  if (weft != nullptr && dot(y, *weft) < 0.0) y = y * -1.0;
  const DoubleVec3 e1 = p[1] - p[0], e2 = p[2] - p[0];
  return {DoubleVec2{}, DoubleVec2{dot(e1, x), dot(e1, y)}, DoubleVec2{dot(e2, x), dot(e2, y)}};
}

FlatTriangle alongLongestEdge(const std::array<DoubleVec3, 3>& p) {
  DoubleVec3 longest = p[1] - p[0];
  for (const DoubleVec3& edge : {p[2] - p[1], p[0] - p[2]}) {
    // Equal within rounding: the first.
    if (dot(edge, edge) > dot(longest, longest) * (1.0 + 1e-6)) longest = edge;
  }
  return layFlat(p, longest, nullptr);
}

/// With p(u, v) linear over the triangle: x along ∂p/∂u, y towards ∂p/∂v.
FlatTriangle alongWarp(const std::array<DoubleVec3, 3>& p, const std::array<DoubleVec2, 3>& uv) {
  const DoubleVec2 e1 = uv[1] - uv[0], e2 = uv[2] - uv[0];
  const double sign = cross(e1, e2) < 0.0 ? -1.0 : 1.0;  // of the determinant; its size drops out
  const DoubleVec3 warp = ((p[1] - p[0]) * e2.y - (p[2] - p[0]) * e1.y) * sign;
  const DoubleVec3 weft = ((p[2] - p[0]) * e1.x - (p[1] - p[0]) * e2.x) * sign;
  return layFlat(p, warp, &weft);
}

FlatTriangle flatTriangle(const RestMetricInput& input, std::size_t t, bool& degenerateUv) {
  std::array<DoubleVec3, 3> p;
  for (std::size_t k = 0; k < 3; ++k) p[k] = toDouble(input.positions[input.topology.triangles[t][k]]);
  degenerateUv = false;
  if (input.uvs.empty()) return alongLongestEdge(p);
  std::array<DoubleVec2, 3> uv;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec2 value = input.uvs[input.topology.triangleVertices[t][k]];
    uv[k] = {value.x, value.y};
  }
  if (isDegenerate(uv[0], uv[1], uv[2])) {
    degenerateUv = true;
    return alongLongestEdge(p);
  }
  if (input.state == RestState::importedPose) return alongWarp(p, uv);
  const DoubleVec2 e1 = uv[1] - uv[0], e2 = uv[2] - uv[0];
  const double s = input.uvScale;
  return {DoubleVec2{}, DoubleVec2{e1.x * s, e1.y * s}, DoubleVec2{e2.x * s, e2.y * s}};
}

Vec2 toFloat(DoubleVec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

DoubleVec2 flatCorner(const RestMetric& rest, std::uint32_t t, std::size_t k) {
  return {rest.triangles[t][k].x, rest.triangles[t][k].y};
}

/// The triangle over its edge: where its far corner lies, seen along the edge that starts at particle `from`.
struct OverEdge {
  double edge = 0.0;    // length
  double along = 0.0;   // of the foot of the height, from `from`
  double height = 0.0;  // >= 0
};

OverEdge overEdge(const Topology& topology, const RestMetric& rest, std::uint32_t t, std::uint32_t edge,
                  std::uint32_t from) {
  const auto& edges = topology.triangleEdges[t];
  const auto k = static_cast<std::size_t>(std::find(edges.begin(), edges.end(), edge) - edges.begin());
  DoubleVec2 a = flatCorner(rest, t, k), b = flatCorner(rest, t, (k + 1) % 3);
  if (topology.triangles[t][k] != from) std::swap(a, b);
  const DoubleVec2 far = flatCorner(rest, t, (k + 2) % 3) - a;
  const DoubleVec2 e = b - a;
  const double l = length(e);
  return {l, dot(far, e) / l, std::abs(cross(far, e)) / l};
}

void fillEdges(const RestMetricInput& input, const std::vector<FlatTriangle>& flat, RestMetric& rest) {
  const Topology& topology = input.topology;
  std::vector<double> sums(topology.edges.size(), 0.0);
  for (std::size_t t = 0; t < flat.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      sums[topology.triangleEdges[t][k]] += length(flat[t][(k + 1) % 3] - flat[t][k]);
    }
  }
  for (std::size_t e = 0; e < sums.size(); ++e) {
    rest.edgeLengths.push_back(static_cast<float>(sums[e] / topology.edges[e].triangleCount));
  }
}

float spaceDistance(const RestMetricInput& input, std::uint32_t p, std::uint32_t q) {
  return static_cast<float>(length(toDouble(input.positions[p]) - toDouble(input.positions[q])));
}

void fillFromPose(const RestMetricInput& input, RestMetric& rest) {
  const Topology& topology = input.topology;
  const auto at = [&](std::uint32_t p) { return toDouble(input.positions[p]); };
  for (const Hinge& h : topology.hinges) {
    rest.hingeSpans.push_back(spaceDistance(input, h.c, h.d));
    rest.hingeAngles.push_back(static_cast<float>(hingeAngle(at(h.a), at(h.b), at(h.farC), at(h.farD))));
  }
  for (const Quad& q : topology.quads) {
    rest.quadDiagonals.push_back({spaceDistance(input, q.a, q.c), spaceDistance(input, q.b, q.d)});
  }
  for (const GridTriple& t : topology.gridTriples) rest.gridTripleSpans.push_back(spaceDistance(input, t.a, t.c));
}

void fillUnfolded(const RestMetricInput& input, RestMetric& rest) {
  const Topology& topology = input.topology;
  for (const Hinge& h : topology.hinges) rest.hingeSpans.push_back(unfoldHinge(topology, rest, h).span);
  rest.hingeAngles.assign(topology.hinges.size(), 0.0f);
  for (const Quad& q : topology.quads) {
    const Hinge over{q.a, q.c, q.b, q.d, q.t0, q.t1, q.edge};
    rest.quadDiagonals.push_back({rest.edgeLengths[q.edge], unfoldHinge(topology, rest, over).span});
  }
  for (const GridTriple& t : topology.gridTriples) {
    rest.gridTripleSpans.push_back(rest.edgeLengths[findEdge(topology, t.a, t.b)] +
                                   rest.edgeLengths[findEdge(topology, t.b, t.c)]);
  }
}

}  // namespace

UnfoldedHinge unfoldHinge(const Topology& topology, const RestMetric& rest, const Hinge& hinge) {
  const OverEdge c = overEdge(topology, rest, hinge.t0, hinge.edge, hinge.a);
  const OverEdge d = overEdge(topology, rest, hinge.t1, hinge.edge, hinge.a);
  const double along = d.along - c.along, height = c.height + d.height;
  const double crossing = c.along + along * c.height / height;
  const double edge = 0.5 * (c.edge + d.edge);
  return {static_cast<float>(std::sqrt(along * along + height * height)), crossing >= 0.0 && crossing <= edge};
}

RestMetric buildRestMetric(const RestMetricInput& input, std::size_t& degenerateUvTriangles) {
  RestMetric rest;
  degenerateUvTriangles = 0;
  const std::size_t count = input.topology.triangles.size();
  std::vector<FlatTriangle> flat(count);
  for (std::size_t t = 0; t < count; ++t) {
    bool degenerateUv = false;
    flat[t] = flatTriangle(input, t, degenerateUv);
    if (degenerateUv) ++degenerateUvTriangles;
    rest.triangles.push_back({toFloat(flat[t][0]), toFloat(flat[t][1]), toFloat(flat[t][2])});
    rest.triangleAreas.push_back(static_cast<float>(0.5 * std::abs(cross(flat[t][1], flat[t][2]))));
  }
  fillEdges(input, flat, rest);
  if (input.state == RestState::importedPose) {
    fillFromPose(input, rest);
  } else {
    fillUnfolded(input, rest);
  }
  return rest;
}

}  // namespace toile
