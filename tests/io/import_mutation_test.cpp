// Mutated files: whatever the bytes, an import ends with a mesh whose indices hold or with an error that has a text.
// Deterministic; the fuzzers under fuzz/ look further.
#include <gtest/gtest.h>

#include <random>

#include "gltf_builder.h"
#include "io/skeleton.h"

namespace toile {
namespace {

using test::Bytes;
using test::json;

ImportOptions smallLimits() {
  ImportOptions options;
  options.maximumVertices = 1 << 14;
  return options;
}

void expectSound(const Result<ImportedMesh>& result) {
  if (!result.ok()) {
    ASSERT_FALSE(result.error().empty());
    return;
  }
  const SurfaceMesh& mesh = result->mesh;
  std::size_t corners = 3 * mesh.faceCount();
  if (!mesh.faceSizes.empty()) {
    corners = 0;
    for (const std::uint32_t size : mesh.faceSizes) corners += size;
  }
  ASSERT_EQ(corners, mesh.faceVertices.size());
  for (const std::uint32_t v : mesh.faceVertices) ASSERT_LT(v, mesh.vertexCount());
  for (const Vec3& p : mesh.positions) ASSERT_TRUE(isFinite(p));
  ASSERT_TRUE(mesh.uvs.empty() || mesh.uvs.size() == mesh.vertexCount());
  ASSERT_TRUE(mesh.normals.empty() || mesh.normals.size() == mesh.vertexCount());
  for (const auto& [name, values] : mesh.paints) ASSERT_EQ(values.size(), mesh.vertexCount()) << name;
  for (const MeshPart& part : result->parts) {
    ASSERT_LE(part.firstFace + part.faceCount, mesh.faceCount());
    ASSERT_LE(part.firstVertex + part.vertexCount, mesh.vertexCount());
  }
}

/// Changes, inserts, removes and repeats bytes. mt19937 gives the same numbers everywhere; distributions do not.
Bytes mutate(Bytes bytes, std::mt19937& random, const std::vector<std::string>& tokens) {
  const std::size_t changes = 1 + random() % 4;
  for (std::size_t i = 0; i < changes && !bytes.empty(); ++i) {
    const std::size_t at = random() % bytes.size();
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    const std::size_t run = 1 + random() % 8;
    switch (random() % 5) {
      case 0:
        bytes[at] = static_cast<std::byte>(random());
        break;
      case 1:
        bytes[at] ^= static_cast<std::byte>(1u << random() % 8);
        break;
      case 2:
        bytes.erase(place, place + static_cast<std::ptrdiff_t>(std::min(run, bytes.size() - at)));
        break;
      case 3: {
        const Bytes copy(place, place + static_cast<std::ptrdiff_t>(std::min(run * 4, bytes.size() - at)));
        bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(random() % bytes.size()), copy.begin(), copy.end());
        break;
      }
      default: {
        const Bytes token = test::asBytes(tokens[random() % tokens.size()]);
        std::copy_n(token.begin(), std::min(token.size(), bytes.size() - at), place);
      }
    }
  }
  return bytes;
}

TEST(ImportMutation, Obj) {
  const Bytes seed = test::asBytes(
      "mtllib a.mtl\no cloth\nv 0 0 0 1 0 0\nv 1 0 0\nv 0 1e-1 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvn 0 0 1\n"
      "usemtl red\nf 1/1/1 2/2/1 3//1 # face\ng b\nf -3 -2 -1\nl 1 2\nf 1 2 4 3\\\n 2\n");
  const std::vector<std::string> tokens{"f -1 0 ", "99999999999", "nan", "1e999",      "/",
                                        "//",      "\\\n",        "#",   "-2147483648"};
  std::mt19937 random(1);
  std::size_t accepted = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto result = importMeshFromMemory(mutate(seed, random, tokens), MeshFormat::obj, "m.obj", smallLimits());
    expectSound(result);
    if (HasFatalFailure()) return;
    accepted += result.ok();
  }
  // Both outcomes must occur, else the mutations test nothing.
  EXPECT_GT(accepted, 100u);
  EXPECT_LT(accepted, 3900u);
}

/// A file with everything in it: skin, clip, morph target, sparse accessor, two primitives, paints.
test::GltfBuilder richFile() {
  test::GltfBuilder file;
  const int positions = file.addPositions({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}});
  const int joints = file.add(std::vector<std::uint8_t>(16, 1), test::kUnsignedByte, "VEC4", 4);
  const int weights = file.add(std::vector<float>(16, 0.25f), test::kFloat, "VEC4", 4);
  const int paint = file.add<float>({1, 2, 3, 4}, test::kFloat, "SCALAR", 1);
  const int times = file.add<float>({0, 1}, test::kFloat, "SCALAR", 1);
  const int turns = file.add<float>({0, 0, 0, 1, 0, 1, 0, 0}, test::kFloat, "VEC4", 4);
  const int morph = file.addPositions({{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}});
  const std::size_t sparse = file.append<std::uint16_t>({1, 2});
  const std::size_t values = file.append(std::vector<float>(6, 0.5f));
  file.root["accessors"][static_cast<std::size_t>(morph)]["sparse"] = {
      {"count", 2},
      {"indices", {{"bufferView", file.addView(sparse, 4)}, {"componentType", test::kUnsignedShort}}},
      {"values", {{"bufferView", file.addView(values, 24)}}}};
  const json attributes = {{"POSITION", positions}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}, {"_PAINT", paint}};
  file.addMesh(json::array(
      {{{"attributes", attributes}, {"indices", file.addIndices({0, 1, 2})}},
       {{"attributes", {{"POSITION", positions}}}, {"mode", 5}, {"targets", json::array({{{"POSITION", morph}}})}}}));
  file.addNode({{"mesh", 0}, {"skin", 0}, {"children", {1}}});
  file.addNode({{"translation", {0, 1, 0}}, {"children", {2}}, {"name", "hip"}});
  file.addNode({{"rotation", {0, 0, 0, 1}}});
  file.root["skins"] = json::array({{{"joints", {1, 2}}}});
  file.root["animations"] =
      json::array({{{"channels", json::array({{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}})},
                    {"samplers", json::array({{{"input", times}, {"output", turns}}})}}});
  return file;
}

void expectSoundModel(const Result<AnimatedModel>& result) {
  if (!result.ok()) {
    ASSERT_FALSE(result.error().empty());
    return;
  }
  for (const AnimationClip& clip : result->skeleton.clips) {
    const Pose pose = evaluate(result->skeleton, clip, 0.3f);
    ASSERT_EQ(posedPositions(*result, pose).size(), result->surface.mesh.vertexCount());
  }
}

TEST(ImportMutation, Glb) {
  const Bytes seed = richFile().glb();
  ASSERT_TRUE(importMeshFromMemory(seed, MeshFormat::glb, "m.glb").ok());
  const std::vector<std::string> tokens{"9", "-1", "4294967296", "1e9", "null", "[]", "{}", "\"", "5126", "65535"};
  std::mt19937 random(2);
  std::size_t accepted = 0;
  for (int i = 0; i < 1500; ++i) {
    const Bytes bytes = mutate(seed, random, tokens);
    const auto result = importMeshFromMemory(bytes, MeshFormat::glb, "m.glb", smallLimits());
    expectSound(result);
    expectSoundModel(importAnimatedModelFromMemory(bytes, MeshFormat::glb, "m.glb", smallLimits()));
    if (HasFatalFailure()) return;
    accepted += result.ok();
  }
  EXPECT_GT(accepted, 50u);
  EXPECT_LT(accepted, 1450u);
}

/// The JSON stays well formed here, so that the mutations reach further in: one value becomes another.
TEST(ImportMutation, GltfValues) {
  const test::GltfBuilder seed = richFile();
  const json flat = seed.root.flatten();
  const std::vector<json> replacements{-1,
                                       0,
                                       1,
                                       7,
                                       255,
                                       1000000,
                                       9007199254740993,
                                       1.5,
                                       1e300,
                                       nullptr,
                                       true,
                                       "x",
                                       json::array(),
                                       json::object(),
                                       "CUBICSPLINE",
                                       "MAT4",
                                       "SCALAR",
                                       "weights",
                                       5121,
                                       5123,
                                       5125,
                                       5126};
  std::size_t accepted = 0, tried = 0;
  for (const auto& [pointer, value] : flat.items()) {
    for (const json& replacement : replacements) {
      test::GltfBuilder changed = seed;
      changed.root[json::json_pointer(pointer)] = replacement;
      const auto result = importMeshFromMemory(changed.glb(), MeshFormat::glb, "m.glb", smallLimits());
      expectSound(result);
      expectSoundModel(importAnimatedModelFromMemory(changed.glb(), MeshFormat::glb, "m.glb", smallLimits()));
      ASSERT_FALSE(HasFatalFailure()) << pointer << " = " << replacement;
      accepted += result.ok();
      ++tried;
    }
  }
  EXPECT_GT(accepted, 100u);  // most break a rule; those that do not go through every later stage
  EXPECT_LT(accepted, tried * 9 / 10);
}

}  // namespace
}  // namespace toile
