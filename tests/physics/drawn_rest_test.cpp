// What is simulated coarse and drawn fine hangs where the full simulation hangs.
#include <gtest/gtest.h>

#include <algorithm>

#include "scenes/named.h"
#include "scenes/play.h"

namespace toile {
namespace {

/// render10k at rest: no capsule, enough substeps that neither mesh stretches by more than the allowance, and damping
/// that leaves where it comes to rest alone.
Scene restingScene(std::uint32_t size, std::uint32_t simulated) {
  Scene scene = render10k();
  scene.colliders.clear();
  scene.garments[0].mesh = GridDef{size, size, 0.99f / static_cast<float>(size - 1), GridCut::quads};
  scene.garments[0].simulateVertices = simulated;
  scene.cloths[0].params.velocityDamping = 4.0f;
  scene.cloths[0].params.tethers = 1;
  scene.substeps = 20;
  return scene;
}

std::vector<Vec3> drawnAtRest(const Scene& scene, float& speed) {
  auto played = playScene(scene, scene.worldDef());
  EXPECT_TRUE(played) << played.error();
  for (int frame = 0; frame < 120; ++frame) EXPECT_TRUE(played->play.advance(played->world).ok());
  const PlayedCloth& cloth = played->play.cloths()[0];
  speed = played->world.stats(cloth.id)->rmsSpeed;
  const DrawnGarment& drawn = *played->play.garments()[cloth.garment].drawn;
  std::vector<Vec3> positions(drawn.vertexCount());
  EXPECT_TRUE(played->world.readDrawn(cloth.id, drawn, {.positions = positions}).ok());
  return positions;
}

/// Largest distance between the drawn surfaces, over the sheet's size.
double deviation(std::uint32_t size, std::uint32_t simulated) {
  float speed = 0.0f;
  const std::vector<Vec3> full = drawnAtRest(restingScene(size, 0), speed);
  EXPECT_LT(speed, 0.005f);
  const std::vector<Vec3> drawn = drawnAtRest(restingScene(size, simulated), speed);
  EXPECT_LT(speed, 0.005f);
  double farthest = 0.0;
  for (std::size_t v = 0; v < full.size(); ++v) farthest = std::max(farthest, double{distance(full[v], drawn[v])});
  return farthest / 0.99;
}

TEST(DrawnRest, WithinAHundredthOfTheFullSimulation) { EXPECT_LT(deviation(40, 320), 0.01); }

TEST(DrawnRest, WithinAHundredthOfTheFullSheet) { EXPECT_LT(deviation(100, 2000), 0.01); }

}  // namespace
}  // namespace toile
