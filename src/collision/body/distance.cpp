#include "collision/body/distance.h"

#include <algorithm>
#include <cmath>

#include "math/double_vec.h"

namespace toile {
namespace {

struct RestTriangle {
  DoubleVec3 p[3];
  DoubleVec3 normal() const {
    const DoubleVec3 n = cross(p[1] - p[0], p[2] - p[0]);
    const double l = length(n);
    return l > 0.0 ? n * (1.0 / l) : DoubleVec3{};
  }
};

RestTriangle restTriangle(const BodyData& body, std::uint32_t triangle) {
  RestTriangle t;
  for (std::uint32_t k = 0; k < 3; ++k) {
    t.p[k] = toDouble(body.restVertices[body.vertexOfCorner[body.corner(triangle, k)]]);
  }
  return t;
}

/// From p to the nearest point, and which corners that lies between: bit k for corner k.
struct NearestPoint {
  DoubleVec3 way;
  std::uint32_t corners = 0;
};

NearestPoint nearestOnSide(const RestTriangle& t, std::uint32_t k, DoubleVec3 p) {
  const std::uint32_t next = (k + 1) % 3;
  const DoubleVec3 side = t.p[next] - t.p[k];
  const double squared = dot(side, side), along = squared > 0.0 ? dot(p - t.p[k], side) / squared : 0.0;
  if (along <= 0.0) return {t.p[k] - p, 1u << k};
  if (along >= 1.0) return {t.p[next] - p, 1u << next};
  return {t.p[k] + side * along - p, 1u << k | 1u << next};
}

NearestPoint nearestOn(const RestTriangle& t, DoubleVec3 p) {
  const DoubleVec3 n = t.normal();
  bool over = dot(n, n) > 0.5;
  for (std::uint32_t k = 0; k < 3 && over; ++k) {
    over = dot(cross(t.p[(k + 1) % 3] - t.p[k], p - t.p[k]), n) > 0.0;
  }
  if (over) return {n * dot(n, t.p[0] - p), 7u};
  NearestPoint best = nearestOnSide(t, 0, p);
  for (std::uint32_t k = 1; k < 3; ++k) {
    const NearestPoint other = nearestOnSide(t, k, p);
    if (dot(other.way, other.way) < dot(best.way, best.way)) best = other;
  }
  return best;
}

/// Sum of the normals of all triangles at a corner, or at both ends of an edge, weighted with their angles there.
DoubleVec3 outward(const BodyData& body, std::uint32_t triangle, std::uint32_t corners) {
  DoubleVec3 sum;
  std::uint32_t first = 0;
  while ((corners >> first & 1u) == 0) ++first;
  const std::uint32_t here = body.corner(triangle, first);
  std::uint32_t second = first + 1;
  while (second < 3 && (corners >> second & 1u) == 0) ++second;
  for (std::uint32_t i = body.ringStart[here]; i < body.ringStart[here + 1]; ++i) {
    const RestTriangle t = restTriangle(body, body.ring[i]);
    std::uint32_t k = 0, other = 0;
    while (body.corner(body.ring[i], k) != here) ++k;
    if (second < 3) {
      while (other < 3 && body.corner(body.ring[i], other) != body.corner(triangle, second)) ++other;
      if (other == 3) continue;  // not a triangle of the edge
      sum = sum + t.normal();
      continue;
    }
    const DoubleVec3 a = t.p[(k + 1) % 3] - t.p[k], b = t.p[(k + 2) % 3] - t.p[k];
    sum = sum + t.normal() * std::atan2(length(cross(a, b)), dot(a, b));
  }
  return sum;
}

}  // namespace

float bodyDistance(const BodyData& body, Vec3 point) {
  const DoubleVec3 p = toDouble(point);
  NearestPoint best;
  double squared = 1e300;
  std::uint32_t nearest = 0;
  for (std::uint32_t t = 0; t < body.triangleCount; ++t) {
    const NearestPoint found = nearestOn(restTriangle(body, t), p);
    if (dot(found.way, found.way) < squared) best = found, squared = dot(found.way, found.way), nearest = t;
  }
  const DoubleVec3 out =
      best.corners == 7u ? restTriangle(body, nearest).normal() : outward(body, nearest, best.corners);
  return static_cast<float>(dot(out, best.way) > 0.0 ? -std::sqrt(squared) : std::sqrt(squared));
}

}  // namespace toile
