
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "math/double_vec.h"
#include "toile/surface_mesh.h"

namespace toile {
namespace {

struct Cut {
  std::vector<std::uint32_t> triangles;
  Outline outline = Outline::convex;
  double signedArea = 0.0;    // along +z
  double absoluteArea = 0.0;  // equal to it if nothing overlaps and nothing is turned over
};

Cut cut(const std::vector<Vec3>& corners) {
  std::vector<std::uint32_t> polygon(corners.size());
  std::iota(polygon.begin(), polygon.end(), 0u);
  Cut result;
  result.outline = triangulatePolygon(corners, polygon, result.triangles);
  for (std::size_t i = 0; i < result.triangles.size(); i += 3) {
    const DoubleVec3 a = toDouble(corners[result.triangles[i]]), b = toDouble(corners[result.triangles[i + 1]]),
                     c = toDouble(corners[result.triangles[i + 2]]);
    const double area = 0.5 * cross(b - a, c - a).z;
    result.signedArea += area;
    result.absoluteArea += std::abs(area);
  }
  return result;
}

TEST(Triangulate, TriangleStaysAsItIs) {
  EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).triangles, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Triangulate, FewerThanThreeDistinctCornersGiveNothing) {
  EXPECT_TRUE(cut({{0, 0, 0}, {1, 0, 0}}).triangles.empty());
  EXPECT_TRUE(cut({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0, 0, 0}}).triangles.empty());
  EXPECT_TRUE(cut({}).triangles.empty());
}

TEST(Triangulate, QuadIsCutAlongItsShorterDiagonal) {
  EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {3, 3, 0}, {0, 1, 0}}).triangles,
            (std::vector<std::uint32_t>{0, 1, 3, 1, 2, 3}));
  EXPECT_EQ(cut({{1, 0, 0}, {3, 3, 0}, {0, 1, 0}, {0, 0, 0}}).triangles,
            (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}));
}

TEST(Triangulate, EqualDiagonalsAreCutFromTheFirstCornerDespiteRounding) {
  const float h = 0.01f;
  for (int i = 0; i < 100; ++i) {
    const float x = h * static_cast<float>(i), next = h * static_cast<float>(i + 1);
    EXPECT_EQ(cut({{x, 0.37f, 0}, {next, 0.37f, 0}, {next, 0.38f, 0}, {x, 0.38f, 0}}).triangles,
              (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}));
  }
}

TEST(Triangulate, ConcaveQuadIsCutInside) {
  const std::vector<Vec3> arrow{{0, 0, 0}, {4, -2, 0}, {1, 0, 0}, {4, 2, 0}};
  const Cut c = cut(arrow);
  EXPECT_EQ(c.outline, Outline::concave);
  EXPECT_NEAR(c.absoluteArea, 2.0, 1e-12);
  EXPECT_NEAR(c.signedArea, 2.0, 1e-12);
}

TEST(Triangulate, ConcavePolygonKeepsItsArea) {
  // A comb with teeth.
  std::vector<Vec3> comb{{0, 0, 0}, {10, 0, 0}};
  double area = 10.0;
  for (int i = 9; i >= 0; --i) {
    const float x = static_cast<float>(i);
    comb.push_back({x + 1, 1, 0});
    comb.push_back({x + 0.5f, 5, 0});
    area += 2.0;
  }
  comb.push_back({0, 1, 0});
  const Cut c = cut(comb);
  EXPECT_EQ(c.outline, Outline::concave);
  EXPECT_EQ(c.triangles.size(), 3 * (comb.size() - 2));
  EXPECT_NEAR(c.signedArea, area, 1e-9);
  EXPECT_NEAR(c.absoluteArea, area, 1e-9);
}

TEST(Triangulate, WindingIsKept) {
  std::vector<Vec3> turned{{4, 2, 0}, {1, 0, 0}, {4, -2, 0}, {0, 0, 0}, {-1, 1, 0}};
  const Cut c = cut(turned);
  EXPECT_LT(c.signedArea, 0.0);
  EXPECT_NEAR(-c.signedArea, c.absoluteArea, 1e-12);
}

TEST(Triangulate, CornersOnALineLeaveNoGapsAndFewSlivers) {
  // A square with the middles of its sides, and one of them twice.
  const Cut c =
      cut({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}, {1, 2, 0}, {0, 2, 0}, {0, 1, 0}});
  EXPECT_EQ(c.outline, Outline::convex);
  EXPECT_NEAR(c.absoluteArea, 4.0, 1e-12);
  EXPECT_EQ(c.triangles.size(), 18u);
  for (std::size_t i = 0; i < c.triangles.size(); i += 3) EXPECT_NE(c.triangles[i], c.triangles[i + 1]);
}

TEST(Triangulate, HoleCutOpenByABridge) {
  const Cut c = cut(
      {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {0, 0, 0}, {1, 1, 0}, {1, 3, 0}, {3, 3, 0}, {3, 1, 0}, {1, 1, 0}});
  EXPECT_NEAR(c.signedArea, 12.0, 1e-12);
  EXPECT_NEAR(c.absoluteArea, 12.0, 1e-12);
}

TEST(Triangulate, PolygonsWithoutAPlaneEndAndUseEveryCornerOnce) {
  EXPECT_EQ(cut({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}).triangles.size(), 6u);             // figure of eight
  EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}).triangles.size(), 9u);  // a line
}

TEST(Triangulate, RandomStarShapesAtAnyScaleAndPlace) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const float scale = round % 3 == 0 ? 1e-6f : round % 3 == 1 ? 1.0f : 1e4f;
    const std::size_t n = 5 + random() % 40;
    std::vector<Vec3> corners;
    double area = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(n);
      const double radius = 0.2 + static_cast<double>(random() % 1000) / 1000.0;
      corners.push_back({scale * static_cast<float>(radius * std::cos(angle)),
                         scale * static_cast<float>(radius * std::sin(angle)), 0.0f});
    }
    for (std::size_t i = 0; i < n; ++i) area += 0.5 * cross(toDouble(corners[i]), toDouble(corners[(i + 1) % n])).z;
    const Cut c = cut(corners);
    EXPECT_EQ(c.triangles.size(), 3 * (n - 2));
    EXPECT_NEAR(c.signedArea, area, 1e-9 * area);
    EXPECT_NEAR(c.absoluteArea, area, 1e-9 * area) << "round " << round;
  }
}

TEST(Triangulate, TellsOutlinesThatCrossThemselves) {
  EXPECT_EQ(cut({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}).outline, Outline::crossing);  // a bow tie: no area vector
  EXPECT_EQ(cut({{0, 0, 0}, {3, 3, 0}, {3, 0, 0}, {0, 1, 0}}).outline, Outline::crossing);
  std::vector<Vec3> star;
  for (int i = 0; i < 5; ++i) {
    const double angle = 2.0 * 6.283185307179586 * i / 5.0;  // every other corner: all turns go one way
    star.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)), 0.0f});
  }
  EXPECT_EQ(cut(star).outline, Outline::crossing);
  // Touching is not crossing: a slit whose sides lie on each other, and all corners on one line.
  EXPECT_NE(cut({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 4, 0}, {2, 2, 0}, {2, 4, 0}, {0, 4, 0}}).outline,
            Outline::crossing);
  EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {2, 0, 0}}).outline, Outline::convex);
}

TEST(Triangulate, SelfCrossingPolygonsEnd) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    std::vector<Vec3> corners;
    for (std::size_t i = 0; i < 5 + random() % 30; ++i) {
      corners.push_back(
          {static_cast<float>(random() % 9), static_cast<float>(random() % 9), static_cast<float>(random() % 3)});
    }
    const Cut c = cut(corners);
    EXPECT_LE(c.triangles.size(), 3 * (corners.size() - 2));
    EXPECT_EQ(c.triangles.size() % 3, 0u);
  }
}

}  // namespace
}  // namespace toile
