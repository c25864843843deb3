// The exact sign of a determinant against the same determinant in 128-bit integers.
#include "math/exact_orientation.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <random>

namespace toile {
namespace {

__extension__ using Wide = __int128;

using Whole = std::array<std::int64_t, 3>;

/// det(a − d, b − d, c − d) of whole numbers below 2²⁴: below 2⁷⁸.
int wideOrientation(const Whole& a, const Whole& b, const Whole& c, const Whole& d) {
  const auto at = [&](const Whole& p, std::size_t k) { return static_cast<Wide>(p[k] - d[k]); };
  const Wide sum = at(a, 0) * (at(b, 1) * at(c, 2) - at(b, 2) * at(c, 1)) +
                   at(a, 1) * (at(b, 2) * at(c, 0) - at(b, 0) * at(c, 2)) +
                   at(a, 2) * (at(b, 0) * at(c, 1) - at(b, 1) * at(c, 0));
  return sum > 0 ? 1 : (sum < 0 ? -1 : 0);
}

Vec3 scaled(const Whole& p, float scale) {
  return {static_cast<float>(p[0]) * scale, static_cast<float>(p[1]) * scale, static_cast<float>(p[2]) * scale};
}

class ExactOrientation : public ::testing::Test {
 protected:
  std::int64_t below(std::int64_t limit) {
    return static_cast<std::int64_t>(bits_() % static_cast<std::uint64_t>(2 * limit)) - limit;
  }
  Whole point(std::int64_t limit) { return {below(limit), below(limit), below(limit)}; }

  /// Powers of two change no sign; the ends of the allowed range of 1e-30 … 1e30.
  void expectSame(const Whole& a, const Whole& b, const Whole& c, const Whole& d) {
    const int expected = wideOrientation(a, b, c, d);
    ++signs[expected + 1];
    for (const int exponent : {0, -99, 75}) {
      const float s = std::ldexp(1.0f, exponent);
      EXPECT_EQ(exactOrientation(scaled(a, s), scaled(b, s), scaled(c, s), scaled(d, s)), expected)
          << "times 2^" << exponent;
    }
    // Every exchange of two points turns the sign.
    EXPECT_EQ(exactOrientation(scaled(b, 1), scaled(a, 1), scaled(c, 1), scaled(d, 1)), -expected);
    EXPECT_EQ(exactOrientation(scaled(d, 1), scaled(b, 1), scaled(c, 1), scaled(a, 1)), -expected);
  }

  int signs[3] = {0, 0, 0};

 private:
  std::mt19937_64 bits_{17};
};

TEST_F(ExactOrientation, OfAnyFourPoints) {
  for (int i = 0; i < 2000; ++i) expectSame(point(1 << 23), point(1 << 23), point(1 << 23), point(1 << 23));
  EXPECT_GT(signs[0], 800);
  EXPECT_GT(signs[2], 800);
}

/// x, y with a x + b y = gcd(a, b), which is returned.
Wide bezout(Wide a, Wide b, Wide& x, Wide& y) {
  if (b == 0) {
    x = a < 0 ? -1 : 1, y = 0;
    return a < 0 ? -a : a;
  }
  Wide p = 0, q = 0;
  const Wide divisor = bezout(b, a % b, p, q);
  x = q, y = p - a / b * q;
  return divisor;
}

/// A whole vector w of about the size of u and v with det(u, v, w) = 1; false where their area vector has a divisor.
bool unimodular(const Whole& u, const Whole& v, Whole& w) {
  Wide n[3], x = 0, y = 0, p = 0, q = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
    n[k] = Wide{u[i]} * v[j] - Wide{u[j]} * v[i];
  }
  if (bezout(bezout(n[0], n[1], x, y), n[2], p, q) != 1) return false;
  Wide wide[3] = {p * x, p * y, q};
  const auto dotOf = [](const auto& a, const auto& b) {
    double sum = 0.0;
    for (std::size_t k = 0; k < 3; ++k) sum += static_cast<double>(a[k]) * static_cast<double>(b[k]);
    return sum;
  };
  // Whole parts of u and v taken off change no determinant; each round takes what a double can tell.
  for (int round = 0; round < 6; ++round) {
    const double uu = dotOf(u, u), vv = dotOf(v, v), uv = dotOf(u, v), uw = dotOf(u, wide), vw = dotOf(v, wide);
    const double scale = 1.0 / (uu * vv - uv * uv);
    const auto alpha = static_cast<Wide>(std::nearbyint((uw * vv - vw * uv) * scale));
    const auto beta = static_cast<Wide>(std::nearbyint((vw * uu - uw * uv) * scale));
    for (std::size_t k = 0; k < 3; ++k) wide[k] -= alpha * u[k] + beta * v[k];
  }
  for (std::size_t k = 0; k < 3; ++k) {
    if (wide[k] > (1 << 23) || wide[k] < -(1 << 23)) return false;
    w[k] = static_cast<std::int64_t>(wide[k]);
  }
  return true;
}

// The smallest determinants there are, 1e-19 of the product of sizes: far below what doubles decide (1e-15).
TEST_F(ExactOrientation, OfTheThinnestTetrahedra) {
  int thin = 0;
  for (int i = 0; i < 2000; ++i) {
    const Whole u = point(1 << 21), v = point(1 << 21), d = point(1 << 20);
    Whole w{}, a{}, b{}, c{}, mirrored{};
    if (!unimodular(u, v, w)) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      a[k] = d[k] + u[k], b[k] = d[k] + v[k], c[k] = d[k] + w[k], mirrored[k] = d[k] - w[k];
    }
    EXPECT_EQ(wideOrientation(a, b, c, d), 1);
    expectSame(a, b, c, d);
    expectSame(a, b, mirrored, d);
    ++thin;
  }
  EXPECT_GT(thin, 500);
}

// In a plane, and off it by one in the last place of one coordinate.
TEST_F(ExactOrientation, OfPointsInOnePlaneAndNextToIt) {
  for (int i = 0; i < 2000; ++i) {
    const Whole a = point(1 << 21), b = point(1 << 21);
    const std::int64_t m = below(3), n = below(3);
    const Whole d = point(1 << 19);
    Whole c{};
    for (std::size_t k = 0; k < 3; ++k) c[k] = d[k] + m * (a[k] - d[k]) + n * (b[k] - d[k]);
    expectSame(a, b, c, d);
    for (std::size_t k = 0; k < 3; ++k) {
      for (const std::int64_t off : {-1, 1}) {
        Whole near = c;
        near[k] += off;
        expectSame(a, b, near, d);
      }
    }
  }
  EXPECT_GT(signs[1], 1900) << "in the plane";
  EXPECT_GT(signs[0], 5000);
  EXPECT_GT(signs[2], 5000);
}

TEST_F(ExactOrientation, OfPointsThatCoincideOrLieOnALine) {
  const Whole a{1, 2, 3}, b{4, 5, 7}, c{7, 8, 11};
  for (const Whole& d : {a, b, c, Whole{10, 11, 15}, Whole{0, 0, 0}}) {
    expectSame(a, b, c, d);
    expectSame(a, a, b, d);
    expectSame(a, a, a, d);
  }
  EXPECT_EQ(signs[0] + signs[2], 0) << "all of them are flat";
}

// Coordinates whose sizes differ by 2⁸⁰: differences are not exact in double, the sign is.
TEST_F(ExactOrientation, OfCoordinatesOfVeryDifferentSize) {
  const float tiny = std::ldexp(1.0f, -40), huge = std::ldexp(1.0f, 40);
  const Vec3 a{huge, 0, 0}, b{0, huge, 0}, c{huge, huge, 0};
  EXPECT_EQ(exactOrientation(a, b, c, {0, 0, 0}), 0);
  const int above = exactOrientation(a, b, c, {1, 1, tiny}), below = exactOrientation(a, b, c, {1, 1, -tiny});
  EXPECT_NE(above, 0);
  EXPECT_EQ(below, -above);
  EXPECT_EQ(exactOrientation(b, a, c, {1, 1, tiny}), -above);
}

}  // namespace
}  // namespace toile
