// P12: nothing falls for ever through the ground plane, however the plane is given.
#include <functional>
#include <iostream>

#include "cases/case_helpers.h"
#include "sanitized.h"

namespace toile::test {
namespace {

constexpr float kStep = 0.03f;  // s
constexpr float kUnit = 1.0f;   // m, height the things start from

struct Variant {
  const char* name;
  ColliderDef plane;
  float startLower = 0.0f;  ///< m, how much lower the cloth starts
  float thickness = -1.0f;  ///< m; negative: the fabric's
  bool planeLast = true;    ///< added before or after the cloth has moved for a while
  bool sameStart = true;    ///< the cloth meets the plane in the same state as in the first variant
};

std::vector<Variant> variants(float startHeight) {
  // By a place: turned about its normal and shifted within itself, its distance from the origin stays 0.
  ColliderDef asOffset;
  asOffset.shape = Plane{};
  asOffset.transform = {{0.0f, 0.70710678f, 0.0f, 0.70710678f}, {-3.0f, 0.0f, 5.0f}};
  ColliderDef byFarPoint = planeCollider({37.0f, 0.0f, -12.0f}, {0.0f, 1.0f, 0.0f});
  const ColliderDef plain = planeCollider({}, {0.0f, 1.0f, 0.0f});
  return {{"plain", plain},
          {"normal (0, 2, 0)", planeCollider({}, {0.0f, 2.0f, 0.0f})},
          {"offset", asOffset},
          {"far point", byFarPoint},
          {"zero thickness", plain, 0.0f, 0.0f, true, false},
          {"plane added later", plain, 0.0f, -1.0f, false},
          {"starts 1 cm under", plain, startHeight + 0.01f, -1.0f, true, false}};
}

/// Heights at the end over the contact distance, m.
struct Rest {
  float lowest, centroid;
};

Rest restOf(const SurfaceMesh& mesh, const Variant& variant, bool sheet) {
  OneClothDef def;
  def.params.thickness = variant.thickness;
  if (sheet) def.world.substeps = 10;  // planes are the matter here; the sphere's heap comes to rest with the default
  OneCloth one = oneCloth(moved(mesh, {0.0f, -variant.startLower, 0.0f}), def);
  const float thickness = variant.thickness >= 0.0f ? variant.thickness : Fabric{}.thickness;
  if (variant.planeLast) one.add(variant.plane);
  bool touched = false;
  const int steps = sheet || !kSanitized ? 1000 : 400;
  for (int step = 0; step < steps; ++step) {
    if (!variant.planeLast && step == 5) one.add(variant.plane);
    one.run(1, kStep);
    const float low = lowest(one.positions());
    // A cloth that starts inside is moved out at maxDepenetrationSpeed, 2 m/s: 1 cm is less than one step.
    touched = touched || low < thickness + 1e-3f;
    if (touched && low < thickness - 0.001f) {
      ADD_FAILURE() << variant.name << ": " << low << " m at step " << step;
      break;
    }
  }
  EXPECT_TRUE(touched) << variant.name;
  if (sheet || !kSanitized) {  // the sphere's heap needs longer to settle than the steps that sanitizers have time for
    EXPECT_LT(rmsSpeed(one.velocities()), 0.01) << variant.name;
  }
  const float height = static_cast<float>(centroid(one.positions())[1]);
  if (sheet) {
    EXPECT_LE(height, thickness + 0.01f) << variant.name;
  }
  std::cout << variant.name << ": rests at " << height << " m, rms speed " << rmsSpeed(one.velocities()) << " m/s\n";
  return {lowest(one.positions()) - thickness, height - thickness};
}

/// A sheet lies flat whatever it went through. A sphere of cloth without pressure collapses, into another heap when it
/// starts elsewhere: there its lowest point has to be the same, and all of it only where it met the plane alike.
void expectSameRest(const SurfaceMesh& mesh, float startHeight, bool sheet) {
  float low = 1e9f, high = -1e9f, lowestLow = 1e9f, lowestHigh = -1e9f;
  std::vector<Variant> chosen = variants(startHeight);
  if (kSanitized) chosen.resize(1);
  for (const Variant& variant : chosen) {
    const Rest rest = restOf(mesh, variant, sheet);
    lowestLow = std::min(lowestLow, rest.lowest);
    lowestHigh = std::max(lowestHigh, rest.lowest);
    if (!sheet && !variant.sameStart) continue;
    low = std::min(low, rest.centroid);
    high = std::max(high, rest.centroid);
  }
  EXPECT_LE(high - low, 0.002f) << "±1 mm";
  EXPECT_LE(lowestHigh - lowestLow, 0.002f) << "±1 mm";
}

TEST(Cases, P12_SheetStaysOnThePlane) { expectSameRest(lyingSheet(21, 1.0f, kUnit), kUnit, true); }

TEST(Cases, P12_IcosphereStaysOnThePlane) {
  expectSameRest(icosphere(2, 0.3f, {0.0f, kUnit, 0.0f}), kUnit - 0.3f, false);
}

}  // namespace
}  // namespace toile::test
