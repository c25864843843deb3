// Dampings take inner motion away and leave rigid motion alone.
#include <algorithm>
#include <random>

#include "physics/lab.h"
#include "sanitized.h"

namespace toile::test {
namespace {

struct Momenta {
  Vec3 linear, angular;  // kg m/s; kg m²/s about the centre of mass
  double energy = 0.0;   // J, kinetic
};

Momenta momenta(const Lab& lab) {
  const std::vector<Vec3> x = lab.positions(), v = lab.velocities();
  const std::vector<float> m = lab.masses();
  Momenta sum;
  Vec3 centre;
  float mass = 0.0f;
  for (std::size_t i = 0; i < x.size(); ++i) {
    centre += x[i] * m[i];
    sum.linear += v[i] * m[i];
    sum.energy += 0.5 * static_cast<double>(m[i]) * dot(v[i], v[i]);
    mass += m[i];
  }
  centre = centre * (1.0f / mass);
  for (std::size_t i = 0; i < x.size(); ++i) sum.angular += cross(x[i] - centre, v[i] * m[i]);
  return sum;
}

/// A sheet in flight that turns about its normal at `spin` rad/s and moves at 0.1 m/s; it stays near the origin, where
/// floats are fine.
Lab flyingSheet(const GarmentDef& def, const ClothParams& params, float spin) {
  Lab lab(makeGrid({.width = 7, .height = 7, .spacing = 0.05f}), def, params, {}, worldOf(10));
  EXPECT_TRUE(lab.world.setGravity({}).ok());
  std::vector<Vec3> v;
  for (const Vec3& p : lab.positions()) {
    v.push_back(cross({0.0f, 0.0f, spin}, p - Vec3{0.15f, -0.15f, 0.0f}) + Vec3{0.1f, 0.0f, 0.05f});
  }
  EXPECT_TRUE(lab.world.writeVelocities(lab.cloth, v).ok());
  return lab;
}

GarmentDef sheet(float rayleigh) {
  GarmentDef def;
  def.fabric.stretchDamping = def.fabric.bendingDamping = rayleigh;
  return def;
}

void expectRigidMotionKept(const Momenta& before, const Momenta& after) {
  // Inner forces come in pairs along lines, so only rounding changes the momenta: half a last place of 0.25 m over
  // h, 9e-6 m/s, in 600 substeps at random, for each of a particle's dozen
  // constraints, averaged over 49 particles: 1e-4 m/s of 0.1 is one standard deviation.
  EXPECT_NEAR(after.linear.x, before.linear.x, 4e-3 * length(before.linear));
  EXPECT_NEAR(after.linear.z, before.linear.z, 4e-3 * length(before.linear));
  // Projecting chords back to circles costs the part ω² h t of the spin, 1/600 here.
  EXPECT_NEAR(after.angular.z, before.angular.z * (1.0 - 1.0 / 600.0), 4e-3 * before.angular.z);
}

TEST(Damping, RayleighLeavesRigidMotionAlone) {
  const Momenta before = momenta(flyingSheet(sheet(0.0f), bareParams(), 1.0f));
  Lab bare = flyingSheet(sheet(0.0f), bareParams(), 1.0f), damped = flyingSheet(sheet(0.02f), bareParams(), 1.0f);
  bare.step(60);
  damped.step(60);
  expectRigidMotionKept(before, momenta(bare));
  expectRigidMotionKept(before, momenta(damped));
  EXPECT_NEAR(momenta(damped).energy, momenta(bare).energy, 1e-3 * before.energy);
  EXPECT_NEAR(momenta(damped).angular.z, momenta(bare).angular.z, 4e-3 * before.angular.z);
}

TEST(Damping, SpringDecaysAtRayleighsRate) {
  // 1 kg on two springs 1 cm apart, 0.001 m/N together: ω² = 1000 /s². It rests at the origin, where floats are fine.
  SurfaceMesh mesh;
  mesh.positions = {{-1.0f, 0.005f, 0.0f}, {-1.0f, -0.005f, 0.0f}, {0.0f, 0.0f, 0.0f}};
  mesh.faceVertices = {0, 1, 2};
  GarmentDef def;
  def.kinds = Kind::stretch;
  def.compliance[Kind::stretch] = 0.002f;
  def.vertexMasses = {1.0f, 1.0f, 1.0f};
  def.fixedVertices = {0, 1};
  for (const float rayleigh : {0.003f, 0.01f, 0.03f}) {
    ClothParams params = bareParams();
    params.kinds[Kind::stretch].damping = rayleigh;
    Lab lab(mesh, def, params, {}, worldOf(64));
    ASSERT_TRUE(lab.world.setGravity({}).ok());
    std::vector<Vec3> x = lab.positions();
    x[2].x = 0.3f;
    ASSERT_TRUE(lab.world.writePositions(lab.cloth, x).ok());
    std::vector<double> peaks;
    double before = 0.3, last = 0.3;
    for (int i = 0; i < 16 * 60 && peaks.size() < 3; ++i) {
      lab.step(1, kFrame / 16);
      const double now = lab.positions()[2].x;
      if (last >= before && last > now) peaks.push_back(last);  // the first one is the start
      before = last, last = now;
    }
    ASSERT_EQ(peaks.size(), 3u);
    // (β + h) ω²/2 a second, h for implicit Euler; the peaks are a damped period apart.
    const double h = 1.0 / (60.0 * 64.0), rate = 0.5 * (static_cast<double>(rayleigh) + h) * 1000.0;
    const double period = 2.0 * kPi / std::sqrt(1000.0 - rate * rate);
    // First order in h: h β ω² and (h ω)² are below 1 %; peaks are read at 1/190 of a period, off by 1.4e-4.
    EXPECT_NEAR(std::log(peaks[0] / peaks[2]) / (2.0 * period), rate, 0.015 * rate) << rayleigh;
  }
}

/// Largest kinetic energy of a stretch wave in the second half of 1/15 s.
double waveLeft(float rayleigh) {
  GarmentDef def = sheet(rayleigh);
  def.fabric.stretchWarp = def.fabric.stretchWeft = 30.0f;  // slowest wave: π/0.3 m · √(30/0.2) m/s = 128 /s
  def.fabric.shear = 10.0f;
  Lab lab(makeGrid({.width = 7, .height = 7, .spacing = 0.05f}), def, bareParams(), {}, worldOf(40));
  EXPECT_TRUE(lab.world.setGravity({}).ok());
  std::vector<Vec3> v;
  for (const Vec3& p : lab.positions()) v.push_back({(p.x - 0.15f) * 2.0f, 0.0f, 0.0f});
  EXPECT_TRUE(lab.world.writeVelocities(lab.cloth, v).ok());
  double highest = 0.0;
  for (int i = 0; i < 80; ++i) {
    lab.step(1, kFrame / 20);
    if (i >= 40) highest = std::max(highest, momenta(lab).energy);
  }
  return highest;
}

TEST(Damping, RayleighTakesStretchWavesAway) {
  // Energy decays as e^(−β ω² t): e^(−0.005 · 128² · 1/30 s) = 0.065 for the slowest wave, faster for others.
  EXPECT_LT(waveLeft(0.005f), 0.15 * waveLeft(0.0f));
}

struct Energies {
  double most = 0.0, end = 0.0;  ///< J, in a second and after it
};

/// Kinetic energies of a crumpled sheet of two kinds, let go at rest; β of the second kind in s.
Energies energiesOf(GridCut cut, Kind kind, std::uint32_t substeps, float rayleigh) {
  GarmentDef def;
  def.kinds = {Kind::stretch, kind};
  ClothParams params = bareParams();
  params.kinds[kind].damping = rayleigh;
  Lab lab(makeGrid({.width = 11, .height = 11, .spacing = 0.05f, .cut = cut}), def, params, {}, worldOf(substeps));
  EXPECT_TRUE(lab.world.setGravity({}).ok());
  std::vector<Vec3> x = lab.positions();
  std::mt19937 bits(5);
  const auto noise = [&] { return 0.01f * (static_cast<float>(bits() >> 8) / 16777216.0f - 0.5f); };
  for (Vec3& p : x) {
    const float dx = noise(), dy = noise(), dz = noise();
    p += {dx, dy, dz};
  }
  EXPECT_TRUE(lab.world.writePositions(lab.cloth, x).ok());
  Energies result;
  for (int i = 0; i < 60; ++i) {
    lab.step();
    result.end = momenta(lab).energy;
    result.most = std::max(result.most, result.end);
  }
  EXPECT_FALSE(lab.stats().frozen);
  return result;
}

TEST(Damping, RayleighOfOneKindMakesNoEnergy) {
  const std::vector<std::uint32_t> counts = kSanitized ? std::vector{2u} : std::vector{2u, 10u, 60u};
  for (const std::uint32_t substeps : counts) {
    for (const GridCut cut : {GridCut::quads, GridCut::equilateral}) {
      const Kind third = cut == GridCut::quads ? Kind::shear : Kind::wing;
      for (const Kind kind :
           {third, Kind::area, Kind::strain, Kind::triangleShear, Kind::quadraticBending, Kind::dihedralBending}) {
        const Energies undamped = energiesOf(cut, kind, substeps, 0.0f);
        for (const float rayleigh : {0.01f, 1.0f, 1000.0f}) {
          SCOPED_TRACE(testing::Message() << kindName(kind) << ", " << substeps << " substeps, " << rayleigh << " s");
          const Energies damped = energiesOf(cut, kind, substeps, rayleigh);
          // Undamped, the passes of so few substeps lose most of a crumple before it moves: no measure of what is made.
          if (substeps > 2) {
            EXPECT_LT(damped.most, 1.1 * undamped.most);
          }
          EXPECT_LT(damped.end, 0.3 * damped.most);
        }
      }
    }
  }
}

TEST(Damping, InternalDampingLeavesFreeFallAndSpinAlone) {
  ClothParams params = bareParams();
  params.internalDamping = 50.0f;
  Lab lab = flyingSheet(sheet(0.0f), params, 1.0f);
  const Momenta before = momenta(lab);
  lab.step(60);
  expectRigidMotionKept(before, momenta(lab));
  // Energy goes with the square of the angular momentum, which is kept within 4e-3 (see expectRigidMotionKept).
  EXPECT_NEAR(momenta(lab).energy, before.energy, 8e-3 * before.energy);

  Lab bare(makeGrid({.width = 5, .height = 5}), {}, bareParams(), {}, worldOf(10));
  Lab damped(makeGrid({.width = 5, .height = 5}), {}, params, {}, worldOf(10));
  bare.step(30);
  damped.step(30);
  for (std::size_t i = 0; i < 25; ++i) {
    // Both carry what constraints answer to rounded places: √300 · 6e-8 m · 600 /s.
    EXPECT_NEAR(damped.velocities()[i].y, bare.velocities()[i].y, 6e-4);
  }
}

TEST(Damping, InternalDampingStopsInnerMotionAtItsRate) {
  // Without constraints v − mean decays by 1/(1 + d h) a substep, however many make up a step.
  GarmentDef def;
  def.kinds = Kind::quadraticBending;
  def.fabric.bendingRigidity = 0.0f;
  ClothParams params = bareParams();
  params.internalDamping = 6.0f;
  for (const int stepsASecond : {15, 30, 60, 120}) {
    Lab lab(makeGrid({.width = 5, .height = 5}), def, params, {}, worldOf(4));  // 240 substeps a second
    ASSERT_TRUE(lab.world.setGravity({}).ok());
    std::vector<Vec3> v;
    // A saddle has no momentum, and no angular momentum but for the uneven masses at the sheet's corners.
    for (const Vec3& p : lab.positions()) v.push_back({0.0f, 0.0f, 100.0f * (p.x - 0.1f) * (p.y + 0.1f)});
    ASSERT_TRUE(lab.world.writeVelocities(lab.cloth, v).ok());
    const double before = momenta(lab).energy;
    lab.step(stepsASecond / 5, 1.0f / static_cast<float>(stepsASecond));
    EXPECT_NEAR(momenta(lab).energy / before, std::pow(1.0 + 6.0 / 240.0, -2.0 * 48.0), 0.01) << stepsASecond;
  }
}

}  // namespace
}  // namespace toile::test
