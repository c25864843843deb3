// Capsules fitted to skins: shapes that are known come back, and characters are held by as much as was asked for.
#include "scenes/fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/gltf_builder.h"
#include "scenes/fit_capsule.h"
#include "scenes/play.h"
#include "scenes/scene_json.h"
#include "test_data.h"

namespace toile {
namespace {

using ::testing::HasSubstr;

/// Points on the side and on both caps of a tapered capsule about the y axis, poles as well.
std::vector<Vec3> pointsOn(const TaperedCapsule& shape, int rings, int around) {
  std::vector<Vec3> points;
  for (int i = 0; i <= rings; ++i) {
    for (int k = 0; k < around; ++k) {
      const float angle = 6.2831853f * static_cast<float>(k) / static_cast<float>(around);
      const float tilt = 3.14159265f * (static_cast<float>(i) / static_cast<float>(rings) - 0.5f);
      const Vec3 out{std::cos(tilt) * std::cos(angle), std::sin(tilt), std::cos(tilt) * std::sin(angle)};
      // From far outside inwards, by the distance that is left.
      Vec3 p = Vec3{0.0f, shape.halfLength * std::sin(tilt), 0.0f} + out * 0.5f;
      for (int step = 0; step < 60; ++step) p = p - out * signedDistance(shape, p);
      points.push_back(p);
    }
  }
  return points;
}

TEST(FitCapsule, FindsTheShapeThePointsLieOn) {
  const TaperedCapsule shapes[] = {{0.1f, 0.05f, 0.2f}, {0.06f, 0.06f, 0.15f}, {0.04f, 0.09f, 0.1f}};
  for (const TaperedCapsule& shape : shapes) {
    const Transform place{fromAxisAngle({0.6f, 0.0f, 0.8f}, 1.1f), {0.3f, -0.2f, 0.5f}};
    std::vector<SkinPoint> points;
    for (const Vec3 p : pointsOn(shape, 12, 16)) points.push_back({apply(place, p), 1.0f});
    const FittedCapsule found = fitCapsule(points, 0.5f);
    // The points are on the surface to a few roundings; Gauss–Newton ends where nothing gets better any more.
    EXPECT_LT(found.meanDistance, 2e-5f);
    const float more = std::max(found.shape.radiusBottom, found.shape.radiusTop);
    const float less = std::min(found.shape.radiusBottom, found.shape.radiusTop);
    EXPECT_NEAR(more, std::max(shape.radiusBottom, shape.radiusTop), 1e-3f);
    EXPECT_NEAR(less, std::min(shape.radiusBottom, shape.radiusTop), 1e-3f);
    EXPECT_NEAR(found.shape.halfLength, shape.halfLength, 2e-3f);
  }
}

TEST(FitCapsule, HoldsAsManyAsAskedFor) {
  std::vector<SkinPoint> points;
  for (int i = 0; i < 500; ++i) {  // an egg: no capsule
    const float u = 6.2831853f * static_cast<float>(i) * 0.618034f,
                v = std::acos(1.0f - 2.0f * (static_cast<float>(i) + 0.5f) / 500.0f);
    points.push_back({{0.15f * std::sin(v) * std::cos(u), 0.3f * std::cos(v), 0.1f * std::sin(v) * std::sin(u)}, 1.0f});
  }
  float before = -1.0f;
  for (const float inside : {0.0f, 0.3f, 0.8f, 0.95f, 1.0f}) {
    const FittedCapsule fitted = fitCapsule(points, inside);
    EXPECT_NEAR(fitted.inside, inside, 1.5f / 500.0f);
    EXPECT_GT(fitted.shape.radiusBottom, before);
    before = fitted.shape.radiusBottom;
  }
}

TEST(FitCapsule, FewAndFlatPointsGiveFiniteShapes) {
  const std::vector<std::vector<Vec3>> clouds = {{{0, 0, 0}},
                                                 {{0, 0, 0}, {0.1f, 0, 0}},
                                                 {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}},
                                                 {{0, 0, 0}, {0.1f, 0, 0}, {0, 0.1f, 0}, {0.1f, 0.1f, 0}}};
  for (const auto& cloud : clouds) {
    std::vector<SkinPoint> points;
    for (const Vec3 p : cloud) points.push_back({p, 1.0f});
    const FittedCapsule fitted = fitCapsule(points, 0.8f);
    EXPECT_TRUE(std::isfinite(fitted.shape.radiusBottom) && std::isfinite(fitted.shape.radiusTop));
    EXPECT_TRUE(std::isfinite(fitted.shape.halfLength) && isFinite(fitted.place.translation));
    EXPECT_GE(std::min(fitted.shape.radiusBottom, fitted.shape.radiusTop), 0.0f);
  }
}

/// An arm along y: an upper part of radius 6 cm and a lower one of 4 cm, 30 cm long each, on two joints; a hand of 5 cm
/// on a third, and a joint without a name.
AnimatedModel arm() {
  test::GltfBuilder file;
  std::vector<Vec3> points;
  std::vector<std::uint16_t> indices;
  std::vector<std::uint8_t> joints;
  std::vector<float> weights;
  const auto addTube = [&](float from, float to, float radius, std::uint8_t joint) {
    constexpr int kAround = 12, kRings = 7;
    const auto first = static_cast<std::uint16_t>(points.size());
    for (int ring = 0; ring < kRings; ++ring) {
      for (int k = 0; k < kAround; ++k) {
        const float angle = 6.2831853f * static_cast<float>(k) / kAround;
        points.push_back({radius * std::cos(angle), from + (to - from) * static_cast<float>(ring) / (kRings - 1),
                          radius * std::sin(angle)});
        joints.insert(joints.end(), {joint, 0, 0, 0});
        weights.insert(weights.end(), {1.0f, 0.0f, 0.0f, 0.0f});
      }
    }
    for (int ring = 0; ring + 1 < kRings; ++ring) {
      for (int k = 0; k < kAround; ++k) {
        const auto at = [&](int r, int i) { return static_cast<std::uint16_t>(first + r * kAround + i % kAround); };
        indices.insert(indices.end(), {at(ring, k), at(ring + 1, k), at(ring, k + 1), at(ring, k + 1), at(ring + 1, k),
                                       at(ring + 1, k + 1)});
      }
    }
  };
  addTube(0.0f, 0.3f, 0.06f, 0);
  addTube(0.3f, 0.6f, 0.04f, 1);
  addTube(0.6f, 0.65f, 0.02f, 2);
  addTube(0.65f, 0.9f, 0.02f, 3);
  using test::json;
  const json attributes = {{"POSITION", file.addPositions(points)},
                           {"JOINTS_0", file.add(joints, test::kUnsignedByte, "VEC4", 4)},
                           {"WEIGHTS_0", file.add(weights, test::kFloat, "VEC4", 4)}};
  file.addMesh(json::array({{{"attributes", attributes}, {"indices", file.addIndices(indices)}}}));
  file.addNode({{"mesh", 0}, {"skin", 0}});
  file.addNode({{"name", "upper"}, {"children", {2}}});
  file.addNode({{"name", "lower"}, {"translation", {0, 0.3, 0}}, {"children", {3}}});
  file.addNode({{"name", "hand"}, {"translation", {0, 0.3, 0}}, {"children", {4}}});
  file.addNode({{"translation", {0, 0.05, 0}}});
  file.root["scenes"][0]["nodes"] = {0, 1};
  std::vector<float> bind;
  for (const float y : {0.0f, 0.3f, 0.6f, 0.65f})
    bind.insert(bind.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -y, 0, 1});
  file.root["skins"] =
      json::array({{{"joints", {1, 2, 3, 4}}, {"inverseBindMatrices", file.add(bind, test::kFloat, "MAT4", 16)}}});
  auto model = importAnimatedModelFromMemory(file.glb(), MeshFormat::glb, "arm.glb");
  EXPECT_TRUE(model) << model.error();
  return std::move(*model);
}

TEST(Fit, AnArmIsTwoCapsulesAndWhatHangsOnThem) {
  const AnimatedModel model = arm();
  const auto fit = fitCapsules(model, {0.8f, 0.08f});
  ASSERT_TRUE(fit) << fit.error();
  // The hand is too small for a capsule of its own, but with the nameless joint's 25 cm it is not.
  ASSERT_EQ(fit->bones.size(), 3u);
  EXPECT_EQ(fit->vertices, 4u * 84u);
  EXPECT_GE(fit->inside, 0.8f);
  EXPECT_THAT(fit->warnings, testing::Contains(HasSubstr("no name of its own")));
  const char* names[] = {"upper", "lower", "hand"};
  const float radii[] = {0.06f, 0.04f, 0.02f}, middles[] = {0.15f, 0.15f, 0.15f};
  for (std::size_t b = 0; b < 3; ++b) {
    const FittedBone& bone = fit->bones[b];
    EXPECT_EQ(model.skeleton.nodes[bone.joint].name, names[b]);
    // Open tubes: their sides are the capsule's, so that radii are theirs, and the middle is in the middle.
    EXPECT_NEAR(bone.shape.radiusBottom, radii[b], 2e-3f) << b;
    EXPECT_NEAR(bone.shape.radiusTop, radii[b], 2e-3f) << b;
    EXPECT_NEAR(bone.place.translation.y, middles[b], 0.02f) << b;
    EXPECT_LT(std::hypot(bone.place.translation.x, bone.place.translation.z), 2e-3f);
  }
  // With nothing too small the hand is on its own and the nameless joint's skin still its.
  const auto fine = fitCapsules(model, {0.8f, 0.0f});
  ASSERT_TRUE(fine);
  EXPECT_EQ(fine->bones.size(), 3u);
  const auto coarse = fitCapsules(model, {0.8f, 0.7f});
  ASSERT_TRUE(coarse) << coarse.error();
  EXPECT_EQ(coarse->bones.size(), 1u) << "all of it hangs on the root";
}

TEST(Fit, RefusesWhatHasNoSkin) {
  const AnimatedModel model = arm();
  EXPECT_FALSE(fitCapsules(model, {-0.1f, 0.0f}));
  EXPECT_FALSE(fitCapsules(model, {1.1f, 0.0f}));
  EXPECT_FALSE(fitCapsules(model, {std::nanf(""), 0.0f}));
  EXPECT_FALSE(fitCapsules(model, {0.5f, -1.0f}));
  const auto plain = importAnimatedModelFromMemory(test::triangleFile().glb(), MeshFormat::glb, "plain.glb");
  ASSERT_TRUE(plain);
  EXPECT_THAT(fitCapsules(*plain, {}).error(), HasSubstr("no skin"));
  EXPECT_THAT(fitCapsules(AnimatedModel{}, {}).error(), HasSubstr("no mesh"));
}

class FitCharacters : public testing::TestWithParam<const char*> {};

TEST_P(FitCharacters, AreHeldByTheirCapsules) {
  TOILE_DATA_OR_SKIP(file, std::string("characters/") + GetParam());
  const auto model = importAnimatedModel(file);
  ASSERT_TRUE(model) << model.error();
  const auto fit = fitCapsules(*model, {});
  ASSERT_TRUE(fit) << fit.error();
  float low = 1e9f, high = -1e9f;
  for (const Vec3 p : model->surface.mesh.positions) low = std::min(low, p.y), high = std::max(high, p.y);
  // Each capsule holds four fifths of its own skin, all together no less; and lies within a fiftieth of the height.
  EXPECT_GE(fit->inside, 0.8f - 1e-3f);
  EXPECT_LT(fit->meanDistance, 0.02f * (high - low));

  // What is written is a scene that plays, and the capsules are where the fit has them.
  Character character;
  character.name = "someone", character.path = file;
  const Scene scene = fittedScene(*model, *fit, character);
  const auto read = parseScene(sceneToJson(scene), "fit.json");
  ASSERT_TRUE(read) << read.error();
  auto played = playScene(*read, read->worldDef());
  ASSERT_TRUE(played) << played.error();
  std::size_t touched = 0;
  for (int k = 0; k < 45; ++k) {
    ASSERT_TRUE(played->play.advance(played->world).ok());
    const auto colliders = played->play.colliders();  // the last one is the floor
    for (std::size_t i = 0; i + 1 < colliders.size(); ++i) touched += *played->world.colliderContacts(colliders[i]);
  }
  EXPECT_GT(touched, 0u);
  EXPECT_FALSE(played->world.stats(played->play.cloths()[0].id)->frozen);
}

INSTANTIATE_TEST_SUITE_P(Shared, FitCharacters, testing::Values("CesiumMan.glb", "mannequiny.glb"));

}  // namespace
}  // namespace toile
