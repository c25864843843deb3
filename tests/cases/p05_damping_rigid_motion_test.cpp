// P05: damping of the material must not slow the fall, push sideways, or stop a spin.
#include <iostream>
#include <random>

#include "cases/case_helpers.h"

namespace toile::test {
namespace {

OneClothDef damped(bool most) {
  OneClothDef def;
  removeDrag(def);
  if (most) {
    // There is no upper limit; these stop all inner motion within a step.
    for (KindParams& kind : def.params.kinds) kind.damping = 1e3f;
    def.params.internalDamping = 1e6f;
  }
  return def;
}

/// ±5 mm, uniform, from raw bits of the generator: the same numbers everywhere.
Points noisy(Points x) {
  std::mt19937 bits(5);
  const auto noise = [&] { return 0.01f * (static_cast<float>(bits() >> 8) / 16777216.0f - 0.5f); };
  for (Vec3& p : x) {
    const float dx = noise(), dy = noise(), dz = noise();
    p += {dx, dy, dz};
  }
  return x;
}

std::array<double, 3> fallOf(bool most) {
  OneCloth one = oneCloth(lyingSheet(21, 1.0f, 0.0f), damped(most));
  EXPECT_TRUE(one.world.writePositions(one.cloth, noisy(one.positions())));
  EXPECT_TRUE(one.world.writeVelocities(one.cloth, Points(one.mesh.vertexCount(), Vec3{2.0f, 0.0f, 0.0f})));
  // Inner forces move the centre of mass not at all, that of equal points a little: weigh by mass.
  const std::vector<float> masses = one.masses();
  const auto centre = [&] {
    const Points x = one.positions();
    std::array<double, 3> sum{};
    double mass = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double m = masses[i];
      sum[0] += m * x[i].x, sum[1] += m * x[i].y, sum[2] += m * x[i].z, mass += m;
    }
    for (double& s : sum) s /= mass;
    return sum;
  };
  const std::array<double, 3> from = centre();
  one.run(60);
  const std::array<double, 3> to = centre();
  std::cout << (most ? "max" : "no") << " damping: moved " << to[0] - from[0] << ' ' << to[1] - from[1] << ' '
            << to[2] - from[2] << " m\n";
  return {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
}

TEST(Cases, P05_DampingLeavesFreeFallAlone) {
  const std::array<double, 3> none = fallOf(false), most = fallOf(true);
  const double h = 1.0 / (60.0 * WorldDef{}.substeps);
  for (const auto& moved : {none, most}) {
    EXPECT_NEAR(moved[0], 2.0, 0.005);
    EXPECT_LT(std::fabs(moved[2]), 0.001);
    EXPECT_LE(moved[1], -4.905 + 0.001);
    EXPECT_GE(moved[1], -4.905 - 9.81 * h / 2.0 - 0.001);
  }
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(none[k], most[k], 0.001) << "axis " << k;
}

/// About the origin, along y, kg·m²/s.
double angularMomentum(const OneCloth& one) {
  const Points x = one.positions(), v = one.velocities();
  const std::vector<float> masses = one.masses();
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum +=
        static_cast<double>(masses[i]) * (static_cast<double>(x[i].z) * v[i].x - static_cast<double>(x[i].x) * v[i].z);
  }
  return sum;
}

/// The part of its angular momentum that the sheet keeps in a second.
double spinKept(bool most, bool crumpled) {
  OneClothDef def = damped(most);
  def.world.gravity = {};
  OneCloth one = oneCloth(lyingSheet(21, 1.0f, 0.0f), def);
  if (crumpled) {
    EXPECT_TRUE(one.world.writePositions(one.cloth, noisy(one.positions())));
  }
  Points v = one.positions();
  for (Vec3& p : v) p = cross({0.0f, 3.0f, 0.0f}, p);
  EXPECT_TRUE(one.world.writeVelocities(one.cloth, v));
  const double before = angularMomentum(one);
  one.run(60);
  return angularMomentum(one) / before;
}

constexpr double kSpinLoss = 0.02;  // with substeps of 1/480 s or less; the default is 1/3600 s

TEST(Cases, P05_DampingLeavesSpinAlone) {
  for (const bool most : {false, true}) {
    for (const bool crumpled : {false, true}) {
      EXPECT_NEAR(spinKept(most, crumpled), 1.0, kSpinLoss)
          << (most ? "all dampings" : "none") << (crumpled ? ", crumpled" : "");
    }
  }
}

}  // namespace
}  // namespace toile::test
