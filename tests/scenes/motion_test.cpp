#include "scenes/motion.h"

#include <gtest/gtest.h>

#include <cmath>

namespace toile {
namespace {

TEST(Motion, SineAndCosineAgreeWithTheLibrary) {
  for (int i = -20000; i <= 20000; ++i) {
    const double x = i * 0.0137;
    // Taylor remainder (3e-14) and the rounding of the reduction (|x| · 2^-52).
    ASSERT_NEAR(sineOf(x), std::sin(x), 1.5e-13) << x;
    ASSERT_NEAR(cosineOf(x), std::cos(x), 1.5e-13) << x;
  }
  EXPECT_EQ(sineOf(0.0), 0.0);
  EXPECT_EQ(cosineOf(0.0), 1.0);
}

TEST(Motion, KeysAreHeldAtBothEndsAndMetExactly) {
  SceneNode node;
  node.keys = {{1.0, {{}, {1, 0, 0}}}, {2.0, {{}, {3, 0, 0}}}, {4.0, {{}, {3, 4, 0}}}};
  node.easing = Easing::linear;
  EXPECT_EQ(keyedPlace(node, -5.0).translation, (Vec3{1, 0, 0}));
  EXPECT_EQ(keyedPlace(node, 1.5).translation, (Vec3{2, 0, 0}));
  EXPECT_EQ(keyedPlace(node, 2.0).translation, (Vec3{3, 0, 0}));
  EXPECT_EQ(keyedPlace(node, 3.0).translation, (Vec3{3, 2, 0}));
  EXPECT_EQ(keyedPlace(node, 9.0).translation, (Vec3{3, 4, 0}));
  node.easing = Easing::smooth;
  EXPECT_EQ(keyedPlace(node, 1.5).translation, (Vec3{2, 0, 0}));               // half way is half way
  EXPECT_NEAR(keyedPlace(node, 1.1).translation.x, 1.0f + 2 * 0.028f, 3e-7f);  // 3u² − 2u³ at 0.1
}

TEST(Motion, LoopStartsOver) {
  SceneNode node;
  node.keys = {{0.0, {{}, {0, 0, 0}}}, {2.0, {{}, {2, 0, 0}}}};
  node.easing = Easing::linear, node.loop = true;
  EXPECT_EQ(keyedPlace(node, 5.0).translation, (Vec3{1, 0, 0}));
}

TEST(Motion, OscillationIsTheDocumentedCosine) {
  SceneNode node;
  node.oscillations = {{false, {0, 0, 2}, 0.3f, 0.5f, 0.0f, 0.0f}};
  for (const double t : {0.0, 0.25, 1.0, 2.6}) {
    // 0.3 is rounded to float, and so is the product.
    EXPECT_NEAR(oscillatedPlace(node, t).translation.z, 0.3 * std::cos(kPi * t), 4e-8) << t;
  }
  node.oscillations[0].fadeIn = 1.0f;
  EXPECT_EQ(oscillatedPlace(node, 0.0).translation.z, 0.0f);
}

TEST(Motion, ChildrenFollowTheirParents) {
  Scene scene;
  const auto named = [](std::string name) {
    SceneNode node;
    node.name = std::move(name);
    return node;
  };
  SceneNode parent = named("parent"), child = named("child");
  parent.transform = {rotationAbout({0, 1, 0}, kPi / 2), {1, 0, 0}};
  child.parent = parent.name, child.transform.translation = {0, 0, 1};
  scene.nodes = {parent, child};
  const std::size_t joints[] = {0, 0};
  const auto places = nodePlaces(scene, joints, {}, 0.0);
  // A quarter turn about y takes +z to +x.
  EXPECT_NEAR(places[1].translation.x, 2.0f, 3e-7f);
  EXPECT_NEAR(places[1].translation.z, 0.0f, 3e-7f);
}

}  // namespace
}  // namespace toile
