// What the guard calls proven is so: looked at in many places of the way.
#include "collision/self/path.h"

#include <gtest/gtest.h>

#include <random>

#include "math/exact_orientation.h"

namespace toile::test {
namespace {

using self::PairPlace;

Vec3 toFloat(DoubleVec3 v) { return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)}; }

int side(const PairPlace& p) {
  return exactOrientation(toFloat(p.x[0]), toFloat(p.x[1]), toFloat(p.x[2]), toFloat(p.x[3]));
}

/// Vertex–triangle: whether the vertex is over the triangle; edge–edge: whether the edges cross seen from along their
/// common normal. Together with a change of side that is a crossing.
bool meets(const PairPlace& p) {
  if (p.ofA == 1) {
    const DoubleVec3 n = cross(p.x[2] - p.x[1], p.x[3] - p.x[1]);
    for (int k = 1; k < 4; ++k) {
      const DoubleVec3 a = p.x[k], b = p.x[k == 3 ? 1 : k + 1];
      if (dot(cross(b - a, p.x[0] - a), n) <= 0.0) return false;
    }
    return true;
  }
  const DoubleVec3 pq = p.x[1] - p.x[0], ab = p.x[3] - p.x[2], n = cross(pq, ab);
  const auto sideOf = [&](DoubleVec3 along, DoubleVec3 from, DoubleVec3 point) {
    return dot(cross(along, point - from), n);
  };
  return sideOf(pq, p.x[0], p.x[2]) * sideOf(pq, p.x[0], p.x[3]) < 0.0 &&
         sideOf(ab, p.x[2], p.x[0]) * sideOf(ab, p.x[2], p.x[1]) < 0.0;
}

PairPlace between(const PairPlace& a, const PairPlace& b, double t) {
  PairPlace p;
  p.ofA = a.ofA;
  for (int i = 0; i < 4; ++i) p.x[i] = a.x[i] * (1.0 - t) + b.x[i] * t;
  return p;
}

/// The first of 4000 places behind which the pair has gone through each other; 2 where it never does.
double crossingTime(const PairPlace& from, const PairPlace& to) {
  constexpr int kParts = 4000;
  int before = side(from);
  for (int i = 1; i <= kParts; ++i) {
    const double t = double(i) / kParts;
    const PairPlace now = between(from, to, t);
    const int after = side(now);
    if (after != before && after != 0 && before != 0 && meets(now)) return t;
    if (after != 0) before = after;
  }
  return 2.0;
}

TEST(ProvenWay, IsNeverMoreThanTheWayToACrossing) {
  std::mt19937 random(3);
  const auto value = [&] { return static_cast<double>(static_cast<int>(random() % 20001) - 10000) * 1e-4; };
  int crossed = 0, proven = 0;
  for (int seed = 0; seed < 1500; ++seed) {
    PairPlace from, to;
    from.ofA = to.ofA = 1 + seed % 2;
    for (int i = 0; i < 4; ++i) {
      from.x[i] = {value(), value(), value()};
      to.x[i] = from.x[i] + DoubleVec3{value(), value(), value()} * (seed % 3 == 0 ? 0.2 : 1.0);
    }
    const double way = self::provenWay(from, to, 8), crossing = crossingTime(from, to);
    EXPECT_LE(way, crossing) << seed;
    crossed += crossing <= 1.0 ? 1 : 0;
    proven += way >= 1.0 ? 1 : 0;
    // what comes nowhere near is proven: the guard would cut motion for nothing
    if (crossing > 1.0) continue;
    EXPECT_GT(way, crossing - 0.05) << seed;
  }
  EXPECT_GT(crossed, 50);
  EXPECT_GT(proven, 500);
}

TEST(ProvenWay, WhatMovesAlikeOrNotAtAllIsProven) {
  PairPlace from;
  from.ofA = 1;
  from.x[0] = {0.2, 1e-9, 0.2}, from.x[1] = {0, 0, 0}, from.x[2] = {1, 0, 0}, from.x[3] = {0, 0, 1};
  EXPECT_EQ(self::provenWay(from, from, 0), 1.0);
  PairPlace carried = from;
  for (DoubleVec3& x : carried.x) x = x + DoubleVec3{500, -300, 20};
  EXPECT_EQ(self::provenWay(from, carried, 0), 1.0);
  from.x[0].y = 0.0;  // touching: not proven once it moves against each other, but at rest
  EXPECT_EQ(self::provenWay(from, from, 8), 1.0);
  PairPlace through = from;
  through.x[0].y = -1.0;
  EXPECT_LT(self::provenWay(from, through, 8), 1.0);
}

}  // namespace
}  // namespace toile::test
