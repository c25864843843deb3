#include "viewer/brush.h"

#include <gmock/gmock.h>

#include "scenes/scene_json.h"
#include "viewer/session.h"

namespace toile::view {
namespace {

Scene sheet() {
  Scene scene;
  scene.name = "sheet";
  SceneGarment garment;
  garment.name = "sheet";
  garment.mesh = GridDef{5, 4, 0.1f, GridCut::quads};
  scene.garments.push_back(garment);
  SceneCloth cloth;
  cloth.name = cloth.garment = "sheet";
  cloth.pins.push_back({{PinPattern::topRow}, {}, {}, true, std::numeric_limits<double>::infinity()});
  scene.cloths.push_back(cloth);
  scene.substeps = 4;
  return scene;
}

TEST(Brush, PaintsMostInTheMiddleAndNothingBeyondTheRim) {
  const std::vector<Vec3> positions{{0, 0, 0}, {0.05f, 0, 0}, {0.099f, 0, 0}, {0.1f, 0, 0}, {5, 0, 0}};
  std::vector<float> values(5, 1.0f);
  Brush brush;
  brush.value = 0.0f, brush.radius = 0.1f, brush.strength = 0.8f;
  dab(brush, positions, {}, values);
  EXPECT_FLOAT_EQ(values[0], 0.2f);
  EXPECT_FLOAT_EQ(values[1], 1.0f - 0.8f * 0.75f * 0.75f);
  EXPECT_LT(values[2], 1.0f);
  EXPECT_EQ(values[3], 1.0f);
  EXPECT_EQ(values[4], 1.0f);
}

TEST(Brush, MassesStayMoreThanNothing) {
  const std::vector<Vec3> positions{{0, 0, 0}};
  std::vector<float> values{1.0f};
  Brush brush;
  brush.weight = Weight::mass, brush.value = 0.0f, brush.strength = 1.0f;
  dab(brush, positions, {}, values);
  EXPECT_GT(values[0], 0.0f);
}

TEST(Brush, WeightsAreSavedWithTheSceneAndReadBack) {
  Scene scene = sheet();
  std::vector<float> values(20, 1.0f);
  values[7] = 0.25f;
  setWeights(scene.garments[0], Weight::stiffness, values);
  setWeights(scene.garments[0], Weight::maxDistance, values);
  values[8] = 0.5f;
  setWeights(scene.garments[0], Weight::stiffness, values);  // painted again: no second attribute
  ASSERT_EQ(scene.garments[0].painted.size(), 2u);

  const auto back = parseScene(sceneToJson(scene), "back.json");
  ASSERT_TRUE(back) << back.error();
  EXPECT_EQ(back->garments[0].paints.stiffness, "painted_stiffness");
  const auto played = playScene(*back, back->worldDef());
  ASSERT_TRUE(played) << played.error();
  EXPECT_EQ(played->play.garments()[0].garment->def().stiffnessScale, values);
  EXPECT_EQ(weightsOf(back->garments[0], played->play.garments()[0], Weight::stiffness), values);
  EXPECT_EQ(weightsOf(back->garments[0], played->play.garments()[0], Weight::thickness), std::vector<float>(20, 1.0f));
}

TEST(Brush, AWrongNumberOfWeightsIsRefusedAndNamed) {
  Scene scene = sheet();
  setWeights(scene.garments[0], Weight::thickness, std::vector<float>(19, 1.0f));
  const auto played = playScene(scene, scene.worldDef());
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error(), "/garments/0/painted/0/values: 19 for 20 vertices of the mesh");
}

}  // namespace
}  // namespace toile::view
