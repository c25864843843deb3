// Hulls of points: closed, convex without any rounding, round everything, and no more than asked for.
#include "collision/hull/convex_hull.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "collision/cloud.h"
#include "hulls.h"
#include "math/exact_orientation.h"

namespace toile {
namespace {

/// Every edge has its twin, the surface is that of a ball, and no corner lies above any triangle, to the last bit.
void expectConvex(const std::vector<Vec3>& points, const HullTriangles& hull) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const auto& t : hull.triangles) {
    for (std::size_t k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
  }
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(edges.count({edge.second, edge.first}), 1u);
  }
  EXPECT_EQ(hull.corners.size() + hull.triangles.size(), edges.size() / 2 + 2);  // Euler
  for (const auto& t : hull.triangles) {
    Vec3 at[3];
    for (std::size_t k = 0; k < 3; ++k) at[k] = points[hull.corners[t[k]]];
    for (const std::uint32_t corner : hull.corners) {
      ASSERT_GE(exactOrientation(at[0], at[1], at[2], points[corner]), 0);
    }
  }
}

/// How far outside the farthest point is, by planes in double.
double farthestAbove(const std::vector<Vec3>& points, const HullTriangles& hull) {
  double most = 0.0;
  for (const auto& t : hull.triangles) {
    const Vec3 a = points[hull.corners[t[0]]], b = points[hull.corners[t[1]]], c = points[hull.corners[t[2]]];
    const double u[3] = {double(b.x) - a.x, double(b.y) - a.y, double(b.z) - a.z};
    const double v[3] = {double(c.x) - a.x, double(c.y) - a.y, double(c.z) - a.z};
    double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    const double size = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (const Vec3 p : points) {
      most =
          std::max(most, (n[0] * (double(p.x) - a.x) + n[1] * (double(p.y) - a.y) + n[2] * (double(p.z) - a.z)) / size);
    }
  }
  return most;
}

TEST(ConvexHull, CornersOfABoxAmongAllThatLiesInAndOnIt) {
  std::vector<Vec3> points;
  for (int x = -2; x <= 2; ++x) {
    for (int y = -2; y <= 2; ++y) {
      for (int z = -2; z <= 2; ++z) {
        // Inner points, points on faces and on edges, all twice.
        points.insert(points.end(), 2,
                      Vec3{0.1f * static_cast<float>(x), static_cast<float>(y), 3.0f * static_cast<float>(z)});
      }
    }
  }
  const auto hull = convexHull(points, 256);
  ASSERT_TRUE(hull) << hull.error();
  expectConvex(points, *hull);
  EXPECT_EQ(hull->triangles.size(), 12u);
  ASSERT_EQ(hull->corners.size(), 8u);
  for (const std::uint32_t corner : hull->corners) {
    EXPECT_EQ(std::fabs(points[corner].y), 2.0f);
    EXPECT_EQ(std::fabs(points[corner].z), 6.0f);
  }
}

TEST(ConvexHull, RandomPointsOfEveryArrangement) {
  Dice dice;
  for (int round = 0; round < 200; ++round) {
    std::vector<Vec3> points;
    const int count = 5 + round;
    for (int i = 0; i < count; ++i) {
      Vec3 p = dice.vector();
      if (round % 4 == 1) p = dice.direction();  // all of them corners
      if (round % 4 == 2)
        p = {std::round(p.x * 2.0f), std::round(p.y * 2.0f), std::round(p.z * 2.0f)};  // mostly coplanar
      if (round % 4 == 3)
        p = apply({fromAxisAngle({0.6f, 0.0f, 0.8f}, 1.0f), {40.0f, -7.0f, 3.0f}},
                  {std::round(p.x), std::round(p.y), p.z * 1e-3f});  // a plate, rounded
      points.push_back(p);
    }
    const auto hull = convexHull(points, 100000);
    if (!hull) continue;  // a lattice of few points may be flat
    SCOPED_TRACE(round);
    expectConvex(points, *hull);
    // Left out are points within a millionth of the extent, which is at most 2 · √(3 · 4²) here.
    EXPECT_LE(farthestAbove(points, *hull), 1.4e-5);
    if (round % 4 == 1) {
      EXPECT_EQ(hull->corners.size(), points.size());
    }
  }
}

TEST(ConvexHull, FewerFacesAreACoarserHullInside) {
  Dice dice;
  std::vector<Vec3> points;
  for (int i = 0; i < 500; ++i) points.push_back(dice.direction() * 0.2f);
  float before = 1.0f;
  for (const std::uint32_t most : {4u, 8u, 20u, 64u, 128u, 256u}) {
    const auto mesh = HullMesh::build({points, most});
    ASSERT_TRUE(mesh) << mesh.error();
    const HullReport& report = (*mesh)->report();
    EXPECT_LE(report.faces, most);
    EXPECT_GE(report.faces + 2, most);  // a corner more has two faces more
    EXPECT_LT(report.excess, before);
    before = report.excess;
    float outside = 0.0f;
    for (const Vec3 p : points) outside = std::max(outside, signedDistance(ConvexHull{*mesh, report.excess}, p));
    EXPECT_LE(outside, 1e-7f);
  }
  // 130 corners on a sphere: each cap between them is 4π/256 of it, 1 − cos of its half width deep, a few times that
  // where points are few.
  EXPECT_LT(before, 0.2f * 0.06f);
}

TEST(ConvexHull, WhatHasNoVolumeIsRefused) {
  const auto errorOf = [](const std::vector<Vec3>& points, std::uint32_t faces = 128) {
    const auto mesh = HullMesh::build({points, faces});
    return mesh ? std::string("built") : mesh.error();
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  using ::testing::HasSubstr;
  EXPECT_THAT(errorOf({}), HasSubstr("0 points"));
  EXPECT_THAT(errorOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), HasSubstr("3 points"));
  EXPECT_THAT(errorOf(std::vector<Vec3>(9, Vec3{1, 2, 3})), HasSubstr("flat"));
  EXPECT_THAT(errorOf({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {5, 5, 5}}), HasSubstr("one line"));
  EXPECT_THAT(errorOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3f, 0.2f, 1e-6f}}), HasSubstr("one plane"));
  EXPECT_EQ(errorOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3f, 0.2f, 1e-4f}}), "built");
  EXPECT_THAT(errorOf({{0, 0, 0}, {1, 0, 0}, {0, kNan, 0}, {0, 0, 1}}), HasSubstr("element 2 is not finite"));
  EXPECT_THAT(errorOf({{0, 0, 0}, {1, 0, 0}, {0, 2e9f, 0}, {0, 0, 1}}), HasSubstr("element 2 is beyond"));
  EXPECT_THAT(errorOf(boxCorners({1, 1, 1}), 3), HasSubstr("mostFaces is 3"));
  EXPECT_THAT(errorOf(boxCorners({1, 1, 1}), 257), HasSubstr("mostFaces is 257"));
}

TEST(ConvexHull, TinyAndHugeAndFarAway) {
  for (const float scale : {1e-6f, 1.0f, 1e8f}) {
    std::vector<Vec3> points = boxCorners({scale, 2.0f * scale, 3.0f * scale});
    const auto mesh = HullMesh::build({points});
    ASSERT_TRUE(mesh) << mesh.error();
    EXPECT_EQ((*mesh)->report().faces, 12u);
    EXPECT_NEAR(signedDistance(ConvexHull{*mesh}, {0.0f, 4.0f * scale, 0.0f}), 2.0f * scale, 1e-6f * scale);
    EXPECT_NEAR(signedDistance(ConvexHull{*mesh}, {}), -scale, 1e-6f * scale);
  }
}

}  // namespace
}  // namespace toile
