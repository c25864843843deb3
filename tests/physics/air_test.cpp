// Air: a flat sheet that falls broadside, and what wind does to it.
#include "physics/lab.h"

namespace toile::test {
namespace {

/// A level sheet of 0.15 kg/m² with Cd = 1 and no lift.
Lab levelSheet() {
  SurfaceMesh mesh = makeGrid({.width = 9, .height = 7, .spacing = 0.05f});
  for (Vec3& p : mesh.positions) p = {p.x, 0.0f, p.y};
  GarmentDef def;
  def.fabric.arealDensity = 0.15f;
  def.fabric.bendingRigidity = 1.0f;  // stays flat
  def.fabric.airDrag = 1.0f;
  def.fabric.airLift = 0.0f;
  ClothParams params = bareParams();
  params.airDrag = params.airLift = -1.0f;
  return Lab(mesh, def, params, {}, worldOf(40));
}

Vec3 meanVelocity(const Lab& lab) {
  const std::vector<Vec3> v = lab.velocities();
  Vec3 sum;
  for (const Vec3& one : v) sum += one;
  return sum * (1.0f / static_cast<float>(v.size()));
}

double terminalSpeed(double density) { return std::sqrt(2.0 * 0.15 * kGravity / (density * 1.0)); }

TEST(Air, FlatSheetFallsAtItsTerminalSpeed) {
  Lab lab = levelSheet();
  lab.step(180);  // tanh(g t/v) is 1 to 1e-9
  EXPECT_NEAR(terminalSpeed(1.225), 1.55, 0.005);
  EXPECT_NEAR(meanVelocity(lab).y, -terminalSpeed(1.225), 0.02 * terminalSpeed(1.225));
}

TEST(Air, DenserAirIsSlower) {
  Lab lab = levelSheet();
  Wind wind;
  wind.airDensity = 4.9f;
  ASSERT_TRUE(lab.world.setWind(wind).ok());
  lab.step(120);
  EXPECT_NEAR(meanVelocity(lab).y, -terminalSpeed(4.9), 0.02 * terminalSpeed(4.9));
}

TEST(Air, RisingAirOfTheTerminalSpeedCarriesTheSheet) {
  Lab lab = levelSheet();
  Wind wind;
  wind.velocity = {0.0f, static_cast<float>(terminalSpeed(1.225)), 0.0f};
  ASSERT_TRUE(lab.world.setWind(wind).ok());
  const float height = lab.positions()[0].y;
  lab.step(120);
  EXPECT_NEAR(meanVelocity(lab).y, 0.0, 0.02 * terminalSpeed(1.225));
  EXPECT_NEAR(lab.positions()[0].y, height, 0.02 * terminalSpeed(1.225) * 2.0);
}

/// Σ m v after one step without gravity in this wind.
Vec3 impulse(const SurfaceMesh& mesh, Vec3 velocity) {
  GarmentDef def;
  def.fabric.arealDensity = 200.0f;  // hardly moves in one substep
  def.fabric.airDrag = 0.8f;
  def.fabric.airLift = 0.3f;
  ClothParams params = bareParams();
  params.airDrag = params.airLift = -1.0f;
  Lab lab(mesh, def, params, {}, worldOf(10));
  EXPECT_TRUE(lab.world.setGravity({}).ok());
  Wind wind;
  wind.velocity = velocity;
  EXPECT_TRUE(lab.world.setWind(wind).ok());
  lab.step(1, kFrame / 10);
  Vec3 sum;
  const std::vector<Vec3> v = lab.velocities();
  const std::vector<float> m = lab.masses();
  for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] * m[i];
  return sum;
}

TEST(Air, ForceIsThatOfTheFormulaAndDoesNotDependOnTheWinding) {
  SurfaceMesh mesh = makeGrid({.width = 4, .height = 3, .spacing = 0.1f});
  const Vec3 wind{3.0f, -2.0f, 4.0f};
  const Vec3 there = impulse(mesh, wind);
  // ½ ρ A [ (Cd − Cl)(v·n) v + Cl |v|² n ] with n = +z, A = 0.06 m², for 1/600 s.
  const double scale = 0.5 * 1.225 * 0.06 / 600.0, normal = 4.0, squared = 29.0;
  const double along = scale * (0.8 - 0.3) * normal, lift = scale * 0.3 * squared;
  // The implicit step of the drag makes it smaller by some h ρ |v|/σ = 5e-5.
  EXPECT_NEAR(there.x, along * 3.0, 1e-3 * along * 3.0);
  EXPECT_NEAR(there.y, along * -2.0, 1e-3 * along * 2.0);
  EXPECT_NEAR(there.z, along * 4.0 + lift, 1e-3 * (along * 4.0 + lift));
  for (std::size_t f = 0; f < mesh.faceSizes.size(); ++f) {
    std::swap(mesh.faceVertices[4 * f + 1], mesh.faceVertices[4 * f + 3]);
  }
  const Vec3 back = impulse(mesh, wind);
  EXPECT_NEAR(back.x, there.x, 1e-4 * length(there));  // cells may be cut the other way
  EXPECT_NEAR(back.y, there.y, 1e-4 * length(there));
  EXPECT_NEAR(back.z, there.z, 1e-4 * length(there));
}

TEST(Air, NoWindTurnsTheRelativeVelocityRound) {
  SurfaceMesh mesh = makeGrid({.width = 4, .height = 3, .spacing = 0.1f});
  GarmentDef def;
  def.fabric.arealDensity = 1e-4f;
  def.fabric.airDrag = 2.0f;
  ClothParams params = bareParams();
  params.airDrag = params.airLift = -1.0f;
  Lab lab(mesh, def, params, {}, worldOf(1));
  Wind wind;
  wind.velocity = {0.0f, 0.0f, 200.0f};
  ASSERT_TRUE(lab.world.setWind(wind).ok());
  lab.step(60);
  for (const Vec3& v : lab.velocities()) EXPECT_LE(v.z, 200.0f * 1.001f);
  EXPECT_FALSE(lab.stats().frozen);
}

}  // namespace
}  // namespace toile::test
