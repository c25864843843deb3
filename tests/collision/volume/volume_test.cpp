// Distances on a grid: what is between the samples, beyond the border, and what is no volume.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "collision/cloud.h"
#include "collision/volume/volume-inl.h"
#include "volumes.h"

namespace toile {
namespace {

using ::testing::HasSubstr;
using namespace HWY_NAMESPACE;

Vec3 volumeNormal(const Volume& volume, Vec3 p) {
  const Vector<float> n = VolumeSurface(volume).at(Vector<float>{p.x, p.y, p.z}).normal;
  return {n.x, n.y, n.z};
}

TEST(Volume, IsExactAtSamplesAndTrilinearBetween) {
  const Volume volume = ringVolume(0.2f, 0.07f, 0.02f);
  const SdfVolume& grid = *volume.volume;
  const auto value = [&](const std::array<std::uint32_t, 3>& i) {
    return double{
        grid.distances()[i[0] + std::size_t{grid.samples()[0]} * (i[1] + std::size_t{grid.samples()[1]} * i[2])]};
  };
  Dice dice;
  for (int round = 0; round < 3000; ++round) {
    std::array<std::uint32_t, 3> cell;
    double part[3];
    for (std::size_t k = 0; k < 3; ++k) {
      cell[k] =
          std::min(static_cast<std::uint32_t>((0.5f + 0.5f * dice.next()) * static_cast<float>(grid.samples()[k] - 1)),
                   grid.samples()[k] - 2);
      part[k] = round % 5 == 0 ? 0.0 : 0.5 + 0.5 * double{dice.next()};
    }
    double expected = 0.0;
    for (std::uint32_t k = 0; k < 8; ++k) {
      const std::array<std::uint32_t, 3> at{cell[0] + (k & 1), cell[1] + (k >> 1 & 1), cell[2] + (k >> 2)};
      double weight = 1.0;
      for (std::size_t a = 0; a < 3; ++a) weight *= (k >> a & 1) != 0 ? part[a] : 1.0 - part[a];
      expected += weight * value(at);
    }
    const auto place = [&](float origin, std::size_t k) {
      return static_cast<float>(double{origin} + double{grid.cell()} * (cell[k] + part[k]));
    };
    const Vec3 p{place(grid.origin().x, 0), place(grid.origin().y, 1), place(grid.origin().z, 2)};
    // Places are rounded by 3e-8 m, and the value changes by as much; a few roundings more for the sums.
    EXPECT_NEAR(signedDistance(volume, p), expected, 2e-7);
  }
}

TEST(Volume, ABallIsABallUpToTheSquareOfItsCells) {
  const float radius = 0.2f;
  Dice dice;
  for (const float cell : {0.04f, 0.02f, 0.01f}) {
    const Volume ball = ballVolume(radius, cell);
    double worst = 0.0;
    for (int i = 0; i < 2000; ++i) {
      const Vec3 p = dice.direction() * (radius + 2.0f * cell * dice.next());
      const double error = double{signedDistance(ball, p)} - (double{length(p)} - double{radius});
      worst = std::max(worst, std::fabs(error));
      // The gradient is off by half a cell of the second derivative 1 / r in each of two directions.
      EXPECT_GT(dot(volumeNormal(ball, p), normalizedOr(p, {})), 1.0f - 0.5f * (cell / radius) * (cell / radius));
    }
    // h² / 8 times the sum of the second derivatives, 2 / r, r being 2 cells smaller at worst.
    const double bound = double{cell} * double{cell} / 8.0 * 2.0 / (double{radius} - 2.0 * double{cell});
    EXPECT_LT(worst, bound * 1.05);
    EXPECT_GT(worst, bound * 0.1) << "the bound says something";
  }
}

TEST(Volume, NormalIsTheGradient) {
  const Volume ring = ringVolume(0.2f, 0.07f, 0.02f);
  Dice dice;
  int checked = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 p{0.3f * dice.next(), 0.12f * dice.next(), 0.3f * dice.next()};
    const float step = 1e-3f;
    // Only where both ends are in one cell the interpolation is smooth.
    const auto inCell = [&](float a, float origin) {
      const float part = (a - origin) / ring.volume->cell();
      return part - std::floor(part) > 0.06f && part - std::floor(part) < 0.94f;
    };
    const Vec3 o = ring.volume->origin();
    if (!inCell(p.x, o.x) || !inCell(p.y, o.y) || !inCell(p.z, o.z)) continue;
    const auto along = [&](Vec3 e) {
      return (signedDistance(ring, p + e * step) - signedDistance(ring, p - e * step)) / (2.0f * step);
    };
    const Vec3 gradient{along({1, 0, 0}), along({0, 1, 0}), along({0, 0, 1})};
    if (length(gradient) < 0.3f) continue;
    ++checked;
    // Trilinear values have no second derivative along an axis: only rounding is left, 1e-7 / 1e-3.
    EXPECT_LT(distance(normalizedOr(gradient, {}), volumeNormal(ring, p)), 2e-3f);
  }
  EXPECT_GT(checked, 800);
}

TEST(Volume, BeyondTheBorderItGoesOn) {
  const Volume ball = ballVolume(0.2f, 0.02f);
  const float side = -ball.volume->origin().x;
  Dice dice;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 direction = dice.direction();
    const float most = std::max({std::fabs(direction.x), std::fabs(direction.y), std::fabs(direction.z)});
    const Vec3 border = direction * (side / most);
    const float in = signedDistance(ball, border * 0.99999f), out = signedDistance(ball, border * 1.00001f);
    EXPECT_NEAR(in, out, 2e-5f);
    const Vec3 far = border * (1.0f + 3.0f * (0.5f + 0.5f * dice.next()));
    // The nearest point is guessed from the border: within a twentieth of the true distance, and the same direction.
    const float d = signedDistance(ball, far);
    EXPECT_NEAR(d, length(far) - 0.2f, 0.05f * (length(far) - 0.2f));
    EXPECT_GT(dot(volumeNormal(ball, far), direction), 0.98f);
  }
  EXPECT_NEAR(signedDistance(ball, {1e6f, 0.0f, 0.0f}), 1e6f, 1.0f);
}

TEST(Volume, RadiusMovesTheSurface) {
  Volume ball = ballVolume(0.2f, 0.02f);
  const float before = signedDistance(ball, {0.25f, 0.0f, 0.0f});
  ball.radius = 0.01f;
  EXPECT_NEAR(signedDistance(ball, {0.25f, 0.0f, 0.0f}), before - 0.01f, 1e-7f);
}

TEST(Volume, ReportsWhatItIs) {
  const Volume box = boxVolume({0.1f, 0.2f, 0.1f}, 0.02f);
  const VolumeReport& report = box.volume->report();
  EXPECT_NEAR(report.deepest, 0.1f, 1e-6f);
  EXPECT_NEAR(report.band, 0.08f, 1e-6f);
  EXPECT_GE(report.slope, 1.0f);
  EXPECT_LE(report.slope, 1.74f);
  std::size_t inside = 0;
  for (const float d : box.volume->distances()) inside += d <= 0.0f ? 1 : 0;
  EXPECT_EQ(report.inside, inside);
}

TEST(Volume, WhatIsNoVolumeIsRefused) {
  std::vector<float> values(27, 0.5f);
  values[13] = -0.4f;
  VolumeDef good{{3, 3, 3}, {}, 1.0f, values};
  ASSERT_TRUE(SdfVolume::build(good)) << SdfVolume::build(good).error();
  const auto errorOf = [&](const std::function<void(VolumeDef&, std::vector<float>&)>& spoil) {
    std::vector<float> own = values;
    VolumeDef def = good;
    spoil(def, own);
    def.distances = own;
    const auto volume = SdfVolume::build(def);
    return volume ? std::string("built") : volume.error();
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();
  EXPECT_THAT(errorOf([](auto& d, auto&) { d.samples = {1, 3, 9}; }), HasSubstr("samples has 1"));
  EXPECT_THAT(errorOf([](auto& d, auto&) { d.samples = {4097, 3, 9}; }), HasSubstr("samples has 4097"));
  EXPECT_THAT(errorOf([](auto& d, auto&) { d.samples = {4096, 4096, 4096}; }), HasSubstr("in all"));
  EXPECT_THAT(errorOf([](auto& d, auto&) { d.samples = {3, 3, 4}; }), HasSubstr("27 elements, must have 36"));
  for (const float cell : {0.0f, -1.0f, kNan, kInf, 1e7f}) {
    EXPECT_THAT(errorOf([cell](auto& d, auto&) { d.cell = cell; }), HasSubstr("cell is")) << cell;
  }
  EXPECT_THAT(errorOf([](auto& d, auto&) { d.origin = {0.0f, kNan, 0.0f}; }), HasSubstr("origin"));
  const auto at = [&](float y) { return errorOf([y](auto& d, auto&) { d.origin = {0.0f, y, 0.0f}; }); };
  EXPECT_THAT(at(-2e6f), HasSubstr("cell is 1 m, which floats do not divide 2e+06 m from the origin"));
  EXPECT_EQ(at(999998.0f), "built");
  EXPECT_THAT(at(999999.0f), HasSubstr("1e+06 m from the origin"));  // its last sample lies beyond
  EXPECT_THAT(errorOf([](auto&, auto& v) { v[5] = kNan; }), HasSubstr("at (2, 1, 0) is not finite"));
  EXPECT_THAT(errorOf([](auto&, auto& v) { v[13] = -0.7f; }), HasSubstr("differs by 1.2 m"));
  EXPECT_THAT(errorOf([](auto&, auto& v) { v[13] = 0.1f; }), HasSubstr("no solid"));
  EXPECT_THAT(errorOf([](auto&, auto& v) { v[26] = 0.0f; }), HasSubstr("at (2, 2, 2) is 0 on the border"));
  EXPECT_THAT(errorOf([](auto& d, auto& v) { d.cell = 1e6f, v[0] = 2e9f; }), HasSubstr("at (0, 0, 0)"));
}

TEST(Volume, RestsAndHoldsAsABoxDoes) {
  // The flat top of a box on the grid is exact.
  const Volume box = boxVolume({0.2f, 0.1f, 0.2f}, 0.02f);
  Cloud cloud({{0.013f, 0.13f, 0.027f}});
  for (int i = 0; i < 1200; ++i) cloud.substep({resting(box, {}, 0.5f)}, {0.0f, -9.81f, 0.0f});
  EXPECT_NEAR(cloud.position().y, 0.1f + cloud.thickness, 1e-6f);
  EXPECT_LT(length(cloud.speed()), 1e-6f / cloud.h);
  EXPECT_EQ(cloud.touched[0], 1u);
  // Friction: tilted by less than atan 0.5 it stays, by more it slides at g (sin − μ cos).
  for (const float degrees : {26.0f, 35.0f}) {
    const float angle = degrees * 0.0174532925f;
    const Transform tilt{fromAxisAngle({0.0f, 0.0f, 1.0f}, -angle), {}};
    const Vec3 begin = apply(tilt, {-0.1f, 0.1f + 1e-3f, 0.013f});
    Cloud slider({begin});
    const int steps = 120;  // 0.2 s
    for (int i = 0; i < steps; ++i) slider.substep({resting(box, tilt, 0.5f)}, {0.0f, -9.81f, 0.0f});
    const double expected = degrees < 26.5f ? 0.0 : 9.81 * (std::sin(angle) - 0.5 * std::cos(angle)) * 0.2;
    EXPECT_NEAR(length(slider.speed()), expected, 5e-3) << degrees;
    EXPECT_TRUE(degrees > 26.5f || distance(slider.position(), begin) < 2e-6f);
  }
}

TEST(Volume, FastParticlesStayOnTheirSide) {
  // A plate of two cells, a ball and a ring, thrown at with up to 300 m/s from all sides.
  const Volume shapes[] = {boxVolume({0.2f, 0.02f, 0.2f}, 0.02f), ballVolume(0.1f, 0.02f),
                           ringVolume(0.12f, 0.04f, 0.02f)};
  Dice dice;
  for (const Volume& shape : shapes) {
    int met = 0;
    for (int i = 0; i < 400; ++i) {
      const Vec3 aim{0.1f * dice.next(), 0.0f, 0.1f * dice.next()}, way = dice.direction();
      const Vec3 start = aim - way * 0.5f, end = aim + way * (0.25f + 0.25f * dice.next());
      if (signedDistance(shape, start) < 0.01f) continue;
      Cloud cloud({end});
      Cloud::put(cloud.start, 0, start);
      cloud.thickness = 5e-3f;
      cloud.collideWith({resting(shape)});
      // The first place on the way where it touches, by sampling and then halving.
      const auto touchesAt = [&](float part) {
        return signedDistance(shape, start + (end - start) * part) < cloud.thickness;
      };
      int sample = 0;
      while (sample <= 4000 && !touchesAt(static_cast<float>(sample) / 4000.0f)) ++sample;
      if (sample > 4000) continue;
      float before = static_cast<float>(sample - 1) / 4000.0f, after = static_cast<float>(sample) / 4000.0f;
      for (int k = 0; k < 12; ++k) (touchesAt(0.5f * (before + after)) ? after : before) = 0.5f * (before + after);
      const Vec3 entry = start + (end - start) * before;
      ++met;
      EXPECT_EQ(cloud.touched[0], 1u);
      const Vec3 n = volumeNormal(shape, entry);
      const float rate = -dot(n, end - start) / distance(start, end);
      // On the near side of the tangent plane there; it may be anywhere along it.
      if (rate > 0.05f) {
        EXPECT_GT(dot(n, cloud.position() - entry), -3e-3f);
      }
      if (rate < 0.3f) continue;
      // No speed into it is left. The sweep ends within 6 µm of the surface, 20 µm along the path, where the normal may
      // be another one: of the ball's and the ring's by 25 1/m, at the border of a cell by more.
      float most = -1.0f;
      for (int k = -8; k <= 8; ++k) {
        const Vec3 there = volumeNormal(shape, entry + way * (2.5e-6f * static_cast<float>(k)));
        most = std::max(most, dot(there, cloud.position() - Cloud::get(cloud.start, 0)));
      }
      EXPECT_GE(most, -2e-4f);  // of a metre along it: half of 2.5 µm · 25 1/m, and rounding
    }
    EXPECT_GT(met, 100);
  }
}

TEST(Volume, MovingOnesSweepWhatIsInTheirWay) {
  const Volume plate = boxVolume({0.2f, 0.02f, 0.2f}, 0.02f);
  std::vector<Vec3> points;
  for (int i = 0; i < 50; ++i) points.push_back({0.003f * static_cast<float>(i), 0.01f * static_cast<float>(i), 0.05f});
  Cloud cloud(points);
  // 1 m up in one substep: every particle ends above it.
  cloud.collideWith({moving(plate, at({0.0f, -0.2f, 0.0f}), at({0.0f, 0.8f, 0.0f}), 0.5f)});
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_GT(cloud.position(i).y, 0.8f + 0.02f) << i;
}

}  // namespace
}  // namespace toile
