// P04: a fine mesh of small total mass must behave as a heavy one does.
#include <iostream>

#include "cases/case_helpers.h"
#include "sanitized.h"

namespace toile::test {
namespace {

constexpr std::uint32_t kSheetSide = 51;

/// Kinetic plus gravitational energy, J.
double energy(const OneCloth& one, const std::vector<float>& masses) {
  const Points x = one.positions(), v = one.velocities();
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += static_cast<double>(masses[i]) * (0.5 * static_cast<double>(lengthSquared(v[i])) +
                                             static_cast<double>(kGravity) * static_cast<double>(x[i].y));
  }
  return sum;
}

float restHeightOf(float totalMass) {
  OneClothDef def;
  def.garment.totalMass = totalMass;
  removeDrag(def);  // in air a sheet of 1 mg would sink at 6 mm/s and never arrive
  def.params.velocityDamping = 0.01f;
  OneCloth one = oneCloth(lyingSheet(kSheetSide, 1.0f, 0.5f), def);
  one.add(planeCollider({}, {0.0f, 1.0f, 0.0f}));
  const std::vector<float> masses = one.masses();
  const std::vector<Edge2> edges = meshEdges(one.mesh);
  const double start = energy(one, masses);
  for (int frame = 0; frame < 300; ++frame) {
    one.run(1);
    const Points x = one.positions();
    EXPECT_TRUE(allFinite(x)) << totalMass << " kg, frame " << frame;
    EXPECT_LE(energy(one, masses), 1.05 * start) << totalMass << " kg, frame " << frame;
    EXPECT_LT(maxStretch(edges, x), 0.10f) << totalMass << " kg, frame " << frame;
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_TRUE(allFinite(one));
  EXPECT_LT(maxStretch(one), 0.02f) << totalMass << " kg";
  return static_cast<float>(centroid(one.positions())[1]);
}

TEST(Cases, P04_FineMeshOfSmallMassIsCalm) {
  float low = 1e9f, high = -1e9f;
  std::vector<float> masses = {1e-6f};
  if (!kSanitized) masses.insert(masses.end(), {1000.0f, 1.0f, 1e-3f});
  for (const float mass : masses) {
    const float height = restHeightOf(mass);
    std::cout << mass << " kg rests at " << height << " m\n";
    low = std::min(low, height);
    high = std::max(high, height);
  }
  EXPECT_LE(high - low, 0.002f);
}

}  // namespace
}  // namespace toile::test
