// Springs and pendulums: frequencies and energies that are known.
#include "physics/lab.h"

namespace toile::test {
namespace {

/// One triangle whose vertex 2 is free and weighs 1 kg; 0 and 1 are held.
Lab heldTriangle(Vec3 a, Vec3 b, Vec3 c, std::optional<float> compliance, std::uint32_t substeps) {
  SurfaceMesh mesh;
  mesh.positions = {a, b, c};
  mesh.faceVertices = {0, 1, 2};
  GarmentDef def;
  def.kinds = Kind::stretch;
  def.compliance[Kind::stretch] = compliance;
  def.vertexMasses = {1.0f, 1.0f, 1.0f};
  def.fixedVertices = {0, 1};
  return Lab(mesh, def, bareParams(), {}, worldOf(substeps));
}

/// Mean time between upward crossings of `level`, from samples a step apart.
double period(const std::vector<double>& samples, double level, double dt) {
  double first = 0.0, last = 0.0;
  int crossings = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    if (samples[i - 1] >= level || samples[i] < level) continue;
    last = (static_cast<double>(i) - (samples[i] - level) / (samples[i] - samples[i - 1])) * dt;
    if (crossings++ == 0) first = last;
  }
  return crossings > 1 ? (last - first) / (crossings - 1) : 0.0;
}

TEST(Oscillation, SpringHasThePeriodOfItsCompliance) {
  // Two springs side by side, 1 cm apart at their roots: compliance 0.002 each, 0.001 m/N together.
  Lab lab = heldTriangle({0, 0.005f, 0}, {0, -0.005f, 0}, {1, 0, 0}, 0.002f, 50);
  ASSERT_TRUE(lab.world.setGravity({}).ok());
  std::vector<Vec3> x = lab.positions();
  x[2].x = 1.5f;
  ASSERT_TRUE(lab.world.writePositions(lab.cloth, x).ok());
  std::vector<double> samples;
  const float dt = kFrame / 16;
  for (int i = 0; i < 16 * 60; ++i) {
    lab.step(1, dt);
    samples.push_back(lab.positions()[2].x);
  }
  const double expected = 2.0 * kPi * std::sqrt(1.0 * 0.001);
  EXPECT_NEAR(expected, 0.19869, 1e-5);
  // Implicit Euler changes the frequency by (ω h)²/3 = 4e-5, the angle between the springs by 1e-5; crossings are
  // interpolated over 1/190 of a period, wrong by its cube. The spring is linear, so 0.5 m is no large swing.
  EXPECT_NEAR(period(samples, 1.0, dt), expected, 5e-4 * expected);
}

TEST(Oscillation, StiffnessScaleMakesTheSpringFaster) {
  Lab lab = heldTriangle({0, 0.005f, 0}, {0, -0.005f, 0}, {1, 0, 0}, 0.002f, 50);
  ASSERT_TRUE(lab.world.setGravity({}).ok());
  ClothParams params = bareParams();
  params.kinds[Kind::stretch].stiffnessScale = 0.25f;
  ASSERT_TRUE(lab.world.setParams(lab.cloth, params).ok());
  std::vector<Vec3> x = lab.positions();
  x[2].x = 1.2f;
  ASSERT_TRUE(lab.world.writePositions(lab.cloth, x).ok());
  std::vector<double> samples;
  for (int i = 0; i < 480; ++i) {
    lab.step(1, kFrame / 4);
    samples.push_back(lab.positions()[2].x);
  }
  // (ω h)²/3 again, and 1/95 of a period between samples.
  const double expected = 2.0 * kPi * std::sqrt(0.001 / 0.25);
  EXPECT_NEAR(period(samples, 1.0, kFrame / 4), expected, 1e-3 * expected);
}

/// A bar of 1 m that swings about the axis through both pins; energy per mass above its lowest place, J/kg. That
/// place is the origin, where floats are finest: at y = 1 m the pull of the bar on it, g h² a substep, would be
/// rounded to 6e-8 m, 3 % of it.
struct Pendulum {
  Lab lab;
  double energy() const {
    const Vec3 x = lab.positions()[2], v = lab.velocities()[2];
    return 0.5 * dot(v, v) + kGravity * static_cast<double>(x.y);
  }
};

Pendulum pendulum(double angle, std::uint32_t substeps) {
  const Vec3 bob{static_cast<float>(std::sin(angle)), static_cast<float>(1.0 - std::cos(angle)), 0.0f};
  return {heldTriangle({0, 1, -0.5f}, {0, 1, 0.5f}, bob, 0.0f, substeps)};
}

TEST(Oscillation, PendulumKeepsItsEnergyAndNeverGainsAny) {
  // Projection back to the circle loses of the order of θ'² h of the speed's energy a second: at most
  // 2 g · h = 8e-3 of it a second with h = 1/2400 s; half of that over a swing from the side.
  Pendulum p = pendulum(0.5 * kPi, 40);
  const double start = p.energy();
  EXPECT_NEAR(start, kGravity, 1e-4);
  double highest = 0.0;
  for (int i = 0; i < 300; ++i) {
    p.lab.step();
    highest = std::max(highest, p.energy());
  }
  // Velocities belong to the middle of a substep, positions to its end: g h |v| = 0.018 J/kg between them.
  EXPECT_LT(highest, start * 1.002);
  EXPECT_GT(p.energy(), start * 0.96);
}

TEST(Oscillation, PendulumHasThePeriodOfItsLength) {
  constexpr double kAngle = 0.1;
  Pendulum p = pendulum(kAngle, 40);
  std::vector<double> samples;
  for (int i = 0; i < 600; ++i) {
    p.lab.step();
    samples.push_back(p.lab.positions()[2].x);
  }
  const double expected = 2.0 * kPi * std::sqrt(1.0 / kGravity) * (1.0 + kAngle * kAngle / 16.0);
  // (ω h)² = 2e-6; 4 swings, each crossing interpolated over 1/120 of one.
  EXPECT_NEAR(period(samples, 0.0, static_cast<double>(kFrame)), expected, 5e-4 * expected);
}

}  // namespace
}  // namespace toile::test
