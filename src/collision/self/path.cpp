#include "collision/self/path.h"

#include <algorithm>
#include <cmath>

namespace toile::self {
namespace {

/// As in planes.cpp with u = 2⁻⁵³: 12u < 1.4e-15; ten times that.
constexpr double kMargin = 1.4e-14;

DoubleVec3 nearestOnEdge(DoubleVec3 p, DoubleVec3 a, DoubleVec3 b) {
  const DoubleVec3 ab = b - a;
  const double squared = dot(ab, ab);
  return a + ab * (squared > 0.0 ? std::clamp(dot(p - a, ab) / squared, 0.0, 1.0) : 0.0);
}

DoubleVec3 vertexFromTriangle(DoubleVec3 p, DoubleVec3 a, DoubleVec3 b, DoubleVec3 c) {
  const DoubleVec3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap), bb = dot(ab, ab), cc = dot(ac, ac), bc = dot(ab, ac);
  const double area = bb * cc - bc * bc, v = cc * d1 - bc * d2, w = bb * d2 - bc * d1;
  if (v > 0.0 && w > 0.0 && v + w < area) return ap - ab * (v / area) - ac * (w / area);
  DoubleVec3 best = p - nearestOnEdge(p, a, b);
  for (const DoubleVec3 other : {p - nearestOnEdge(p, a, c), p - nearestOnEdge(p, b, c)}) {
    if (dot(other, other) < dot(best, best)) best = other;
  }
  return best;
}

DoubleVec3 edgeFromEdge(DoubleVec3 p, DoubleVec3 q, DoubleVec3 a, DoubleVec3 b) {
  const DoubleVec3 pq = q - p, ab = b - a, ap = p - a;
  const double pp = dot(pq, pq), aa = dot(ab, ab), m = dot(pq, ab), f = dot(ab, ap), c = dot(pq, ap);
  const double area = pp * aa - m * m;
  DoubleVec3 best = p - nearestOnEdge(p, a, b);
  const auto consider = [&](DoubleVec3 apart) {
    if (dot(apart, apart) < dot(best, best)) best = apart;
  };
  consider(q - nearestOnEdge(q, a, b));
  consider(nearestOnEdge(a, p, q) - a);
  consider(nearestOnEdge(b, p, q) - b);
  if (area > 0.0) {
    const double s = (m * f - c * aa) / area, t = (pp * f - m * c) / area;
    if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0) consider(ap + pq * s - ab * t);
  }
  return best;
}

double sizeOf(const PairPlace& place) {
  double size = 0.0;
  for (int i = 1; i < 4; ++i) {
    const DoubleVec3 d = place.x[i] - place.x[0];
    size = std::max(size, std::fabs(d.x) + std::fabs(d.y) + std::fabs(d.z));
  }
  return size;
}

bool isApart(const PairPlace& place, DoubleVec3 n) { return roomAlong(place, n) > kMargin * sizeOf(place); }

DoubleVec3 unit(DoubleVec3 a) {
  const double l = length(a);
  return l > 1e-30 ? a * (1.0 / l) : DoubleVec3{};
}

PairPlace middle(const PairPlace& a, const PairPlace& b) {
  PairPlace m;
  m.ofA = a.ofA;
  for (int i = 0; i < 4; ++i) m.x[i] = (a.x[i] + b.x[i]) * 0.5;
  return m;
}

bool samePlace(const PairPlace& a, const PairPlace& b) {
  for (int i = 0; i < 4; ++i) {
    if (a.x[i].x != b.x[i].x || a.x[i].y != b.x[i].y || a.x[i].z != b.x[i].z) return false;
  }
  return true;
}

/// `atFrom`, `atTo`: parting directions there.
double provenBetween(const PairPlace& from, DoubleVec3 atFrom, const PairPlace& to, DoubleVec3 atTo, int depth) {
  for (const DoubleVec3 n : {atFrom, atTo, unit(atFrom + atTo)}) {
    if (isApart(from, n) && isApart(to, n)) return 1.0;
  }
  if (depth == 0) return 0.0;
  const PairPlace between = middle(from, to);
  const DoubleVec3 atMiddle = partingDirection(between);
  const double first = provenBetween(from, atFrom, between, atMiddle, depth - 1);
  if (first < 1.0) return 0.5 * first;
  return 0.5 + 0.5 * provenBetween(between, atMiddle, to, atTo, depth - 1);
}

}  // namespace

DoubleVec3 partingDirection(const PairPlace& place) {
  const auto& x = place.x;
  return unit(place.ofA == 1 ? vertexFromTriangle(x[0], x[1], x[2], x[3]) : edgeFromEdge(x[0], x[1], x[2], x[3]));
}

double roomAlong(const PairPlace& place, DoubleVec3 n) {
  double low = 0.0, high = -1e300;
  for (int i = 1; i < 4; ++i) {
    const double height = dot(n, place.x[i] - place.x[0]);
    (i < place.ofA) ? low = std::min(low, height) : high = std::max(high, height);
  }
  return low - high;
}

double provenWay(const PairPlace& from, const PairPlace& to, int depth) {
  if (samePlace(from, to)) return 1.0;  // what does not move does not cross
  return provenBetween(from, partingDirection(from), to, partingDirection(to), depth);
}

}  // namespace toile::self
