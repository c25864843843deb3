// The witness of what contact promises: exact, and tested on crossings planted by hand.
#include "collision/self/crossings.h"

#include <gtest/gtest.h>

#include <random>

#include "math/exact_orientation.h"

namespace toile::test {
namespace {

bool seesAll(const void*, std::uint32_t, std::uint32_t) { return true; }

std::size_t count(const std::vector<Vec3>& positions, const std::vector<CrossingTriangle>& triangles) {
  return findCrossings(positions, triangles, &seesAll, nullptr).size();
}

TEST(ExactOrientation, SignsOfPlainCases) {
  const Vec3 a{0, 0, 0}, b{1, 0, 0}, c{0, 1, 0};
  EXPECT_EQ(exactOrientation(a, b, c, {0, 0, -1}), 1);
  EXPECT_EQ(exactOrientation(a, b, c, {0, 0, 1}), -1);
  EXPECT_EQ(exactOrientation(a, b, c, {0.3f, 0.3f, 0}), 0);
}

TEST(ExactOrientation, OneUnitInTheLastPlaceDecides) {
  // d lies on the plane of a, b, c, which is not along an axis; the neighbouring floats lie on either side.
  const Vec3 a{1, 0, 0}, b{0, 1, 0}, c{0, 0, 1}, d{0.25f, 0.25f, 0.5f};
  EXPECT_EQ(exactOrientation(a, b, c, d), 0);
  const int above = exactOrientation(a, b, c, {0.25f, 0.25f, std::nextafter(0.5f, 1.0f)});
  EXPECT_NE(above, 0);
  EXPECT_EQ(exactOrientation(a, b, c, {0.25f, 0.25f, std::nextafter(0.5f, 0.0f)}), -above);
  // far from the origin the differences are no longer exact in double: 2^24 and 2^-24 together
  const Vec3 far{16777216.0f, 16777216.0f, 16777216.0f}, tiny{1e-20f, 0, 0};
  EXPECT_EQ(exactOrientation(far, {-16777216.0f, 16777216.0f, 0}, {0, 0, 0}, tiny),
            -exactOrientation(far, {-16777216.0f, 16777216.0f, 0}, {0, 0, 0}, {-1e-20f, 0, 0}));
  EXPECT_NE(exactOrientation(far, {-16777216.0f, 16777216.0f, 0}, {0, 0, 0}, tiny), 0);
}

TEST(Crossings, PlantedOnesAreFoundAndTouchingIsNone) {
  const std::array<Vec3, 3> level{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  EXPECT_TRUE(trianglesCross(level, {{{0.2f, 0.2f, -1}, {0.2f, 0.2f, 1}, {2, 2, 0.5f}}}));  // edge through the inside
  EXPECT_TRUE(trianglesCross({{{0.2f, 0.2f, -1}, {0.2f, 0.2f, 1}, {2, 2, 0.5f}}}, level));  // the other way round
  EXPECT_FALSE(trianglesCross(level, {{{0.2f, 0.2f, 0}, {0.2f, 0.2f, 1}, {2, 2, 0.5f}}}));  // a corner on the face
  EXPECT_FALSE(trianglesCross(level, {{{0.2f, 0.2f, 1e-6f}, {0, 0, 1}, {1, 0, 1}}}));       // just above
  EXPECT_TRUE(trianglesCross(level, {{{0.2f, 0.2f, -1e-6f}, {0, 0, 1}, {1, 0, 1}}}));       // just through
  EXPECT_FALSE(trianglesCross(level, level));                                               // coplanar
  EXPECT_FALSE(trianglesCross(level, {{{0.5f, 0, -1}, {0.5f, 0, 1}, {0.5f, -1, 0}}}));      // on an edge
}

TEST(Crossings, CountsPairsThatShareNoCornerOnce) {
  // A vertical sheet of two triangles through a level one of two.
  const std::vector<Vec3> positions{{-1, 0, -1},       {1, 0, -1},       {1, 0, 1},       {-1, 0, 1},
                                    {0.1f, -1, -0.8f}, {0.1f, 1, -0.8f}, {0.1f, 1, 0.8f}, {0.1f, -1, 0.8f}};
  const std::vector<CrossingTriangle> triangles{{{0, 1, 2}, 0}, {{0, 2, 3}, 0}, {{4, 5, 6}, 1}, {{4, 6, 7}, 1}};
  const auto found = findCrossings(positions, triangles, &seesAll, nullptr);
  for (const auto& [a, b] : found) {
    EXPECT_LT(a, 2u);
    EXPECT_GE(b, 2u);
  }
  EXPECT_EQ(found.size(), 3u);  // one of the four pairs meets beyond its line of crossing
  const auto blind = [](const void*, std::uint32_t s, std::uint32_t t) { return s == t; };
  EXPECT_EQ(findCrossings(positions, triangles, +blind, nullptr).size(), 0u);
}

TEST(Crossings, AgreesWithEveryPairTestedAlone) {
  std::mt19937 random(7);
  const auto value = [&] { return static_cast<float>(random() % 2001) * 1e-3f - 1.0f; };
  std::vector<Vec3> positions;
  std::vector<CrossingTriangle> triangles;
  for (std::uint32_t t = 0; t < 300; ++t) {
    const Vec3 centre{value(), value(), value()};
    // one in twenty is fifty times larger than the others, and takes more cells than the lattice allows
    const float size = t % 20 == 0 ? 10.0f : 0.2f;
    for (int k = 0; k < 3; ++k) positions.push_back(centre + Vec3{value(), value(), value()} * size);
    triangles.push_back({{3 * t, 3 * t + 1, 3 * t + 2}, t});
  }
  std::size_t expected = 0;
  const auto corners = [&](std::size_t t) {
    return std::array<Vec3, 3>{positions[3 * t], positions[3 * t + 1], positions[3 * t + 2]};
  };
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) expected += trianglesCross(corners(i), corners(j)) ? 1 : 0;
  }
  EXPECT_GT(expected, 100u);
  EXPECT_EQ(count(positions, triangles), expected);
}

}  // namespace
}  // namespace toile::test
