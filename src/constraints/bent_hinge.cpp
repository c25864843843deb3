#include "constraints/bent_hinge.h"

#include <algorithm>

#include "constraints/stencil.h"
#include "topology/build.h"

namespace toile {
namespace {

struct Cotangents {
  double a = 0.0, b = 0.0;
};

/// At the ends of the edge a–b in a triangle of the mesh.
Cotangents inTriangle(const BuildInput& input, std::uint32_t triangle, const Hinge& hinge) {
  const auto at = [&](std::uint32_t particle) {
    const std::uint32_t corner = cornerOf(input.topology, triangle, particle);
    const FlatEdge p = flatEdge(input.rest, triangle, corner, (corner + 1) % 3);
    const FlatEdge q = flatEdge(input.rest, triangle, corner, (corner + 2) % 3);
    return dot(p, q) / std::fabs(p.x * q.y - p.y * q.x);
  };
  return {at(hinge.a), at(hinge.b)};
}

/// Rest distance of two corners of a quad.
double across(const BuildInput& input, std::uint32_t quad, std::uint32_t p, std::uint32_t q) {
  const Quad& corners = input.topology.quads[quad];
  const auto isPair = [&](std::uint32_t s, std::uint32_t t) { return (p == s && q == t) || (p == t && q == s); };
  if (isPair(corners.a, corners.c)) return input.rest.quadDiagonals[quad][0];
  if (isPair(corners.b, corners.d)) return input.rest.quadDiagonals[quad][1];
  return input.rest.edgeLengths[findEdge(input.topology, p, q)];
}

/// At the ends of the side a–b in the half of a grid's cell that has `far`, from the lengths of its sides.
Cotangents inCell(const BuildInput& input, std::uint32_t quad, const Hinge& hinge, std::uint32_t far) {
  const double edge = across(input, quad, hinge.a, hinge.b);
  const double fromA = across(input, quad, hinge.a, far), fromB = across(input, quad, hinge.b, far);
  const double along = (edge * edge + fromA * fromA - fromB * fromB) / (2.0 * edge);  // foot of far, from a
  const double height = std::sqrt(std::max(fromA * fromA - along * along, 0.0));
  return {along / height, (edge - along) / height};
}

}  // namespace

std::vector<BentHinge> bentHinges(const BuildInput& input) {
  const std::vector<std::uint32_t> quads = quadOfTriangle(input.topology);
  std::vector<BentHinge> out;
  for (const Hinge& hinge : input.topology.hinges) {
    BentHinge bent;
    bent.particles = {hinge.a, hinge.b, hinge.farC, hinge.farD};
    const bool diagonal = input.topology.edges[hinge.edge].diagonal;
    const auto cotangents = [&](std::uint32_t triangle, std::uint32_t far, std::uint32_t ownFar) {
      return far == ownFar ? inTriangle(input, triangle, hinge) : inCell(input, quads[triangle], hinge, far);
    };
    const Cotangents first = cotangents(hinge.t0, hinge.farC, hinge.c);
    const Cotangents second = cotangents(hinge.t1, hinge.farD, hinge.d);
    bent.cotA = first.a, bent.cotB = first.b, bent.cotA2 = second.a, bent.cotB2 = second.b;
    bent.areas = static_cast<double>(input.rest.triangleAreas[hinge.t0]) + input.rest.triangleAreas[hinge.t1];
    if (hinge.inGrid && diagonal) {
      const double length = input.rest.edgeLengths[hinge.edge], part = bent.areas / (length * length);
      bent.share = 2.0 * part * part;
    }
    out.push_back(bent);
  }
  return out;
}

bool isIdle(const BuildInput& input, const BentHinge& hinge) {
  return hinge.particles[2] == hinge.particles[3] || allFixed(input, hinge.particles);
}

}  // namespace toile
