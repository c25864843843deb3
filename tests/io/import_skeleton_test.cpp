#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gltf_builder.h"
#include "io/export.h"
#include "io/skeleton.h"

namespace toile {
namespace {

using test::GltfBuilder;
using test::json;
using ::testing::HasSubstr;

AnimatedModel good(const GltfBuilder& file, const ImportOptions& options = {}) {
  Result<AnimatedModel> result = importAnimatedModelFromMemory(file.glb(), MeshFormat::glb, "test.glb", options);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error());
  return result.ok() ? std::move(result).value() : AnimatedModel{};
}

std::string errorOf(const GltfBuilder& file) {
  const Result<AnimatedModel> result = importAnimatedModelFromMemory(file.glb(), MeshFormat::glb, "test.glb");
  EXPECT_FALSE(result.ok());
  return result.ok() ? "" : result.error();
}

/// Node 0: the skinned triangle. Node 1: root joint at y = 1. Node 2: its child, 1 m further up. The triangle's points
/// lie at the two joints and between them.
GltfBuilder armFile() {
  GltfBuilder file;
  const int positions = file.addPositions({{0, 1, 0}, {0, 2.5f, 0}, {1, 2, 0}});
  const int joints = file.add<std::uint8_t>({0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}, test::kUnsignedByte, "VEC4", 4);
  const int weights = file.add<float>({1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0}, test::kFloat, "VEC4", 4);
  // Inverse bind matrices: minus the joints' places.
  const int bind = file.add<float>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1,  //
                                    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 1},
                                   test::kFloat, "MAT4", 16);
  const json attributes = {{"POSITION", positions}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}};
  file.addNode({{"mesh", file.addMesh(json::array({{{"attributes", attributes}}}))},
                {"skin", 0},
                {"translation", {50, 0, 0}}});  // ignored: a skin places its vertices itself
  file.addNode({{"name", "upper"}, {"translation", {0, 1, 0}}, {"children", {2}}});
  file.addNode({{"name", "lower"}, {"translation", {0, 1, 0}}});
  file.root["skins"] = json::array({{{"joints", {1, 2}}, {"inverseBindMatrices", bind}}});
  file.root["scenes"][0]["nodes"] = {0, 1};
  return file;
}

void addChannel(GltfBuilder& file, int node, const char* path, const char* interpolation, int input, int output) {
  json& clips = file.root["animations"];
  if (clips.is_null())
    clips = json::array({{{"name", "wave"}, {"channels", json::array()}, {"samplers", json::array()}}});
  clips[0]["channels"].push_back(
      {{"sampler", clips[0]["samplers"].size()}, {"target", {{"node", node}, {"path", path}}}});
  clips[0]["samplers"].push_back({{"input", input}, {"output", output}, {"interpolation", interpolation}});
}

void expectNear(Vec3 actual, Vec3 expected, float tolerance = 1e-6f) {
  EXPECT_NEAR(actual.x, expected.x, tolerance);
  EXPECT_NEAR(actual.y, expected.y, tolerance);
  EXPECT_NEAR(actual.z, expected.z, tolerance);
}

TEST(Matrix, RigidPartAndInverse) {
  const Quat turn = fromAxisAngle(normalizedOr({1, -2, 0.5f}, {}), 2.1f);
  const Mat4 m = fromTrs({1, 2, 3}, turn, {2, 3, 0.5f});
  const Transform rigid = rigidPart(m);
  EXPECT_EQ(rigid.translation, (Vec3{1, 2, 3}));
  const float alike = std::abs(rigid.rotation.x * turn.x + rigid.rotation.y * turn.y + rigid.rotation.z * turn.z +
                               rigid.rotation.w * turn.w);
  EXPECT_NEAR(alike, 1.0f, 1e-6f);
  expectNear(transformPoint(affineInverse(m), transformPoint(m, {4, -5, 6})), {4, -5, 6}, 1e-5f);
  EXPECT_NEAR(determinant(m), 3.0f, 1e-5f);
  // A mirror has no rotation that equals it: two of its axes are kept, and nothing is NaN.
  const Transform mirrored = rigidPart(fromTrs({}, {}, {1, 1, -1}));
  expectNear(rotate(mirrored.rotation, {0, 1, 0}), {0, 1, 0});
  EXPECT_TRUE(isFinite(rotate(rigidPart(fromTrs({}, {}, {0, 0, 0})).rotation, {1, 1, 1})));
  // All four branches of the quaternion.
  for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    const Quat half = fromAxisAngle(axis, 3.1f);
    expectNear(rotate(rigidPart(fromTrs({}, half, {1, 1, 1})).rotation, {1, 2, 3}), rotate(half, {1, 2, 3}), 1e-5f);
  }
}

TEST(Skeleton, RestPoseIsTheBindPose) {
  const AnimatedModel model = good(armFile());
  ASSERT_EQ(model.surface.mesh.positions.size(), 3u);
  expectNear(model.surface.mesh.positions[0], {0, 1, 0});
  expectNear(model.surface.mesh.positions[1], {0, 2.5f, 0});
  expectNear(model.surface.mesh.positions[2], {1, 2, 0});
  const auto lower = model.skeleton.findNode("lower");
  ASSERT_TRUE(lower.has_value());
  expectNear(restPose(model.skeleton).rigid(*lower).translation, {0, 2, 0});
  EXPECT_TRUE(model.skeleton.nodes[*lower].isJoint);
  EXPECT_FALSE(model.skeleton.findNode("nobody").has_value());
  EXPECT_FALSE(model.skeleton.findClip("nothing").has_value());
}

TEST(Skeleton, LinearRotationFollowsTheArcEvenly) {
  GltfBuilder file = armFile();
  const float s = std::sqrt(0.5f);
  addChannel(file, 2, "rotation", "LINEAR", file.add<float>({1, 3}, test::kFloat, "SCALAR", 1),
             file.add<float>({0, 0, 0, 1, 0, 0, s, s}, test::kFloat, "VEC4", 4));  // a quarter turn about z
  const AnimatedModel model = good(file);
  const std::size_t lower = *model.skeleton.findNode("lower");
  const AnimationClip& clip = model.skeleton.clips[*model.skeleton.findClip("wave")];
  EXPECT_EQ(clip.duration, 3.0f);
  for (const double share : {0.0, 0.1, 0.25, 0.5, 0.73, 1.0}) {
    const Pose pose = evaluate(model.skeleton, clip, static_cast<float>(1.0 + 2.0 * share));
    const double angle = share * 1.5707963267948966;
    // The clip's numbers are floats: a few units in the last place.
    expectNear(rotate(pose.rigid(lower).rotation, {0, 1, 0}),
               {static_cast<float>(-std::sin(angle)), static_cast<float>(std::cos(angle)), 0}, 5e-7f);
  }
  // Held outside the keys.
  EXPECT_EQ(evaluate(model.skeleton, clip, -5.0f).global, evaluate(model.skeleton, clip, 1.0f).global);
  EXPECT_EQ(evaluate(model.skeleton, clip, 50.0f).global, evaluate(model.skeleton, clip, 3.0f).global);
  // Vertex 1 follows the turned joint, vertex 2 is half of both: linear blend skinning.
  const std::vector<Vec3> posed = posedPositions(model, evaluate(model.skeleton, clip, 3.0f));
  expectNear(posed[0], {0, 1, 0});
  expectNear(posed[1], {-0.5f, 2, 0});
  expectNear(posed[2], {0.5f, 2.5f, 0});
}

TEST(Skeleton, RotationTakesTheShorterArc) {
  GltfBuilder file = armFile();
  addChannel(file, 2, "rotation", "LINEAR", file.add<float>({0, 1}, test::kFloat, "SCALAR", 1),
             file.add<float>({0, 0, 0, 1, 0, 0, -std::sin(0.1f), -std::cos(0.1f)}, test::kFloat, "VEC4", 4));
  const AnimatedModel model = good(file);
  const Pose pose = evaluate(model.skeleton, model.skeleton.clips[0], 0.5f);
  expectNear(rotate(pose.rigid(*model.skeleton.findNode("lower")).rotation, {1, 0, 0}),
             {std::cos(0.1f), std::sin(0.1f), 0}, 5e-7f);
}

TEST(Skeleton, StepHoldsAndCubicSplineIsHermite) {
  GltfBuilder file = armFile();
  const int times = file.add<float>({0, 2}, test::kFloat, "SCALAR", 1);
  addChannel(file, 1, "translation", "STEP", times, file.addPositions({{1, 0, 0}, {2, 0, 0}}));
  // in-tangent, value, out-tangent for each key; y = t³ has slope 0 at 0 and 12 at 2, and is a cubic: exact.
  addChannel(file, 2, "translation", "CUBICSPLINE", times,
             file.addPositions({{9, 9, 9}, {0, 0, 0}, {0, 0, 0}, {0, 12, 0}, {0, 8, 0}, {9, 9, 9}}));
  addChannel(file, 2, "scale", "LINEAR", times, file.addPositions({{1, 1, 1}, {3, 1, 1}}));
  const AnimatedModel model = good(file);
  const std::size_t upper = *model.skeleton.findNode("upper"), lower = *model.skeleton.findNode("lower");
  const auto at = [&](float t) { return evaluate(model.skeleton, model.skeleton.clips[0], t); };
  EXPECT_EQ(at(1.99f).rigid(upper).translation, (Vec3{1, 0, 0}));
  EXPECT_EQ(at(2.0f).rigid(upper).translation, (Vec3{2, 0, 0}));
  for (const float t : {0.0f, 0.5f, 1.0f, 1.7f}) {
    expectNear(at(t).rigid(lower).translation, {1, t * t * t, 0}, 1e-5f);  // values up to 8
  }
  expectNear(transformDirection(at(1.0f).global[lower], {1, 1, 1}), {2, 1, 1});
  expectNear(rotate(at(1.0f).rigid(lower).rotation, {1, 1, 1}), {1, 1, 1});
}

TEST(Skeleton, AllComponentTypesOfWeightsAndJointsGiveTheSameSkin) {
  const std::vector<Vec3> expected = good(armFile()).surface.mesh.positions;
  GltfBuilder bytes = armFile(), shorts = armFile();
  json& a = bytes.root["meshes"][0]["primitives"][0]["attributes"];
  a["WEIGHTS_0"] =
      bytes.add<std::uint8_t>({255, 0, 0, 0, 255, 0, 0, 0, 127, 127, 0, 0}, test::kUnsignedByte, "VEC4", 4, true);
  json& b = shorts.root["meshes"][0]["primitives"][0]["attributes"];
  b["JOINTS_0"] = shorts.add<std::uint16_t>({0, 7, 7, 7, 1, 0, 0, 0, 0, 1, 0, 0}, test::kUnsignedShort, "VEC4", 4);
  b["WEIGHTS_0"] = shorts.add<std::uint16_t>({65535, 0, 0, 0, 65535, 0, 0, 0, 32768, 32768, 0, 0}, test::kUnsignedShort,
                                             "VEC4", 4, true);
  EXPECT_EQ(good(bytes).surface.mesh.positions, expected);
  EXPECT_EQ(good(shorts).surface.mesh.positions, expected);  // joint 7 does not exist, but has no weight
}

TEST(Skeleton, EightInfluencesAVertex) {
  GltfBuilder file = armFile();
  json& attributes = file.root["meshes"][0]["primitives"][0]["attributes"];
  attributes["JOINTS_1"] = file.add<std::uint8_t>(std::vector<std::uint8_t>(12, 1), test::kUnsignedByte, "VEC4", 4);
  attributes["WEIGHTS_1"] = file.add<float>({1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, test::kFloat, "VEC4", 4);
  file.root["nodes"][2]["translation"] = {0, 3, 0};  // joint 1 two metres higher than in the bind pose
  const AnimatedModel model = good(file);
  EXPECT_EQ(model.influencesPerVertex, 8u);
  expectNear(model.surface.mesh.positions[0], {0, 2, 0});  // half of both
}

TEST(Skeleton, UnitsAndUpAxisReachPoses) {
  ImportOptions options;
  options.space = {UpAxis::z, 0.01};
  const AnimatedModel model = good(armFile(), options);
  expectNear(model.surface.mesh.positions[1], {0, 0, -0.025f});
  expectNear(restPose(model.skeleton).rigid(*model.skeleton.findNode("lower")).translation, {0, 0, -0.02f});
}

TEST(Skeleton, RefusesBrokenSkinsAndClips) {
  GltfBuilder joints = armFile();
  joints.root["skins"][0]["joints"] = {1, 9};
  EXPECT_THAT(errorOf(joints), HasSubstr("skins[0].joints[1] is 9, but there are only "));
  GltfBuilder few = armFile();
  few.root["skins"][0]["joints"] = {1};
  EXPECT_THAT(errorOf(few), HasSubstr("JOINTS element 1: joint 1 is out of range (1 joint)"));
  GltfBuilder matrices = armFile();
  matrices.root["skins"][0]["joints"] = {1, 2, 0};
  EXPECT_THAT(errorOf(matrices), HasSubstr("skins[0].inverseBindMatrices has 2 for 3 joints"));
  GltfBuilder negative = armFile();
  negative.root["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] =
      negative.add<float>({1, 0, 0, 0, 2, -1, 0, 0, 1, 0, 0, 0}, test::kFloat, "VEC4", 4);
  EXPECT_THAT(errorOf(negative), HasSubstr("WEIGHTS_0: element 1 is negative"));

  const auto clip = [](const char* path, const char* interpolation, std::vector<float> times, int node) {
    GltfBuilder file = armFile();
    const std::vector<float> values(9, 0.5f);
    const int input = file.add(times, test::kFloat, "SCALAR", 1);
    addChannel(file, node, path, interpolation, input, file.add(values, test::kFloat, "VEC3", 3));
    return errorOf(file);
  };
  EXPECT_THAT(clip("translation", "LINEAR", {0, 2, 1}, 1), HasSubstr("time of key 2 descends"));
  EXPECT_THAT(clip("translation", "LINEAR", {0, 2}, 1), HasSubstr("3 elements, 2 expected"));
  EXPECT_THAT(clip("translation", "BEZIER", {0, 1, 2}, 1), HasSubstr("unknown interpolation \"BEZIER\""));
  EXPECT_THAT(clip("rotation", "LINEAR", {0, 1, 2}, 1), HasSubstr("wrong type of element"));
  EXPECT_THAT(clip("scale", "LINEAR", {0, 1, 2}, 7), HasSubstr("node 7 does not exist"));
}

TEST(Skeleton, AFileWithoutAMeshGivesItsSkeleton) {
  GltfBuilder file;
  file.addNode({{"name", "hip"}, {"translation", {0, 1, 0}}});
  const AnimatedModel model = good(file);
  EXPECT_TRUE(model.surface.mesh.positions.empty());
  EXPECT_EQ(restPose(model.skeleton).rigid(*model.skeleton.findNode("hip")).translation, (Vec3{0, 1, 0}));
  EXPECT_FALSE(file.import().ok());
}

TEST(Skeleton, ObjFilesHaveNone) {
  const Result<AnimatedModel> model = importAnimatedModel("a.obj");
  ASSERT_FALSE(model.ok());
  EXPECT_THAT(model.error(), HasSubstr("OBJ files have no animation"));
}

/// What the exporter bakes into morph targets comes back frame by frame.
TEST(Skeleton, MorphAnimationOfABakeComesBack) {
  SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.faceVertices = {0, 1, 2};
  const auto path = std::filesystem::temp_directory_path() / "toile_import_morphs.glb";
  const auto frame = [&](int k) {
    std::vector<Vec3> moved = mesh.positions;
    for (Vec3& p : moved) p.z += 0.25f * static_cast<float>(k * k);
    return moved;
  };
  {
    auto writer = openAnimationWriter(path, mesh, {}, BakeInfo{24.0, 4, "cloth"});
    ASSERT_TRUE(writer.ok()) << writer.error();
    for (int k = 0; k < 4; ++k) ASSERT_TRUE((*writer)->addFrame(frame(k), {}).ok());
    ASSERT_TRUE((*writer)->finish().ok());
  }
  const Result<AnimatedModel> model = importAnimatedModel(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(model.ok()) << model.error();
  ASSERT_EQ(model->skeleton.clips.size(), 1u);
  for (int k = 0; k < 4; ++k) {
    const float time = static_cast<float>(k / 24.0);
    const std::vector<Vec3> posed = posedPositions(*model, evaluate(model->skeleton, model->skeleton.clips[0], time));
    const std::vector<Vec3> expected = frame(k);
    for (std::size_t v = 0; v < posed.size(); ++v) expectNear(posed[v], expected[v]);
  }
}

}  // namespace
}  // namespace toile
