// glTF files with single members broken: each is refused by the place and value of that member, or counted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "gltf_builder.h"
#include "io/skeleton.h"

namespace toile {
namespace {

using test::GltfBuilder;
using test::json;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// A triangle on two joints, one of which turns.
GltfBuilder skinnedFile() {
  GltfBuilder file = test::triangleFile();
  json& attributes = file.root["meshes"][0]["primitives"][0]["attributes"];
  attributes["JOINTS_0"] = file.add<std::uint8_t>({0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, test::kUnsignedByte, "VEC4", 4);
  attributes["WEIGHTS_0"] = file.add<float>({1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}, test::kFloat, "VEC4", 4);
  file.addNode({{"name", "hip"}, {"children", {2}}});
  file.addNode({{"name", "knee"}});
  file.root["nodes"][0]["skin"] = 0;
  std::vector<float> matrices(32, 0.0f);
  for (const std::size_t i : {0u, 5u, 10u, 15u, 16u, 21u, 26u, 31u}) matrices[i] = 1.0f;
  file.root["skins"] =
      json::array({{{"joints", {1, 2}}, {"inverseBindMatrices", file.add(matrices, test::kFloat, "MAT4", 16)}}});
  const int times = file.add<float>({0, 1}, test::kFloat, "SCALAR", 1);
  const int turns = file.add<float>({0, 0, 0, 1, 0, 0, 1, 0}, test::kFloat, "VEC4", 4);
  file.root["animations"] =
      json::array({{{"samplers", json::array({{{"input", times}, {"output", turns}}})},
                    {"channels", json::array({{{"sampler", 0}, {"target", {{"node", 2}, {"path", "rotation"}}}}})}}});
  file.root["scenes"][0]["nodes"] = {0, 1};
  return file;
}

std::string errorAfter(const std::function<void(json&, GltfBuilder&)>& change) {
  GltfBuilder file = skinnedFile();
  change(file.root, file);
  const auto read = importAnimatedModelFromMemory(file.glb(), MeshFormat::glb, "test.glb");
  return read ? "no error" : read.error();
}

TEST(GltfCheck, TheFileItselfIsFine) {
  EXPECT_EQ(errorAfter([](json&, GltfBuilder&) {}), "no error");
}

/// Every integer as a number with a fraction of zero.
json withPoints(const json& value) {
  if (value.is_number_integer()) return value.get<double>();
  json changed = value;
  if (value.is_structured()) {
    for (auto& element : changed) element = withPoints(element);
  }
  return changed;
}

TEST(GltfCheck, IntegersMayBeWrittenWithAPoint) {
  GltfBuilder file = skinnedFile();
  const auto plain = importAnimatedModelFromMemory(file.glb(), MeshFormat::glb, "test.glb");
  file.root = withPoints(file.root);
  ASSERT_TRUE(file.root["nodes"][0]["mesh"].is_number_float());
  const auto pointed = importAnimatedModelFromMemory(file.glb(), MeshFormat::glb, "test.glb");
  ASSERT_TRUE(plain.ok() && pointed.ok()) << (pointed.ok() ? "" : pointed.error());
  EXPECT_EQ(pointed->surface.mesh.positions, plain->surface.mesh.positions);
  EXPECT_EQ(pointed->surface.mesh.faceVertices, plain->surface.mesh.faceVertices);
  EXPECT_EQ(pointed->influenceSlots, plain->influenceSlots);
  EXPECT_EQ(pointed->skeleton.clips.size(), plain->skeleton.clips.size());
  EXPECT_EQ(pointed->skeleton.nodes.size(), plain->skeleton.nodes.size());
}

struct Broken {
  const char* place;
  const char* pointer;  ///< of the member in the JSON
  json value;
  const char* reason;
};

TEST(GltfCheck, EveryBrokenMemberIsNamed) {
  const Broken all[] = {
      {"accessors[0].count", "/accessors/0/count", -3, "is -3, must be an integer, 1 or more"},
      {"accessors[0].count", "/accessors/0/count", 0, "is 0, must be an integer, 1 or more"},
      {"accessors[0].count", "/accessors/0/count", "3", "is \"3\", must be an integer"},
      {"accessors[1].componentType", "/accessors/1/componentType", 1, "is 1, must be one of 5120, 5121"},
      {"accessors[0].type", "/accessors/0/type", "VEC9", "is \"VEC9\", must be one of \"SCALAR\""},
      {"accessors[0].byteOffset", "/accessors/0/byteOffset", -4, "is -4"},
      {"accessors[0].sparse.count", "/accessors/0/sparse", json::object(), "is missing"},
      {"accessors[0].normalized", "/accessors/0/normalized", 1, "must be true or false"},
      {"bufferViews[0].byteOffset", "/bufferViews/0/byteOffset", -12, "is -12, must be an integer, 0 or more"},
      {"bufferViews[0].byteStride", "/bufferViews/0/byteStride", 13, "must be a multiple of 4"},
      {"meshes[0].primitives[0].attributes.POSITION", "/meshes/0/primitives/0/attributes/POSITION", "a",
       "is \"a\", must be an integer, 0 or more"},
      {"meshes[0].primitives[0].targets[0].POSITION", "/meshes/0/primitives/0/targets",
       json::array({{{"POSITION", -1}}}), "is -1"},
      {"meshes[0].primitives[0].indices", "/meshes/0/primitives/0/indices", 6, "is 6, but there are only 6 accessors"},
      {"nodes[0].translation[1]", "/nodes/0/translation", {0, "x", 0}, "is \"x\", must be a number"},
      {"nodes[0].children[0]", "/nodes/0/children", {-1}, "is -1"},
      {"skins[0].joints", "/skins/0/joints", json::array(), "is empty"},
      {"skins[0].joints[1]", "/skins/0/joints", {1, 7}, "is 7, but there are only 3 nodes"},
      {"skins[0].joints", "/skins/0/joints", nullptr, "must be an array"},
      {"skins[0].inverseBindMatrices", "/skins/0/inverseBindMatrices", 99, "is 99, but there are only 6 accessors"},
      {"skins[0].inverseBindMatrices", "/skins/0/inverseBindMatrices", -1, "is -1"},
      {"skins[0].inverseBindMatrices", "/skins/0/joints", {1, 2, 0}, "has 2 for 3 joints"},
      {"animations[0].samplers[0].input", "/animations/0/samplers/0/input", "t", "is \"t\""},
      {"animations[0].channels[0].target.path", "/animations/0/channels/0/target/path", 4, "is 4, must be a string"},
  };
  for (const Broken& broken : all) {
    SCOPED_TRACE(std::string(broken.pointer) + " = " + broken.value.dump());
    const std::string error =
        errorAfter([&](json& root, GltfBuilder&) { root[json::json_pointer(broken.pointer)] = broken.value; });
    EXPECT_THAT(error, StartsWith("test.glb: " + std::string(broken.place) + " "));
    EXPECT_THAT(error, HasSubstr(broken.reason));
  }
  EXPECT_EQ(errorAfter([](json& root, GltfBuilder&) { root["accessors"][0].erase("count"); }),
            "test.glb: accessors[0].count is missing");
}

TEST(GltfCheck, SkinsThatNoMeshUsesAreCheckedAsWell) {
  EXPECT_THAT(errorAfter([](json& root, GltfBuilder&) {
                root["nodes"][0].erase("skin");
                root["skins"][0]["joints"] = {42};
              }),
              StartsWith("test.glb: skins[0].joints[0] is 42"));
}

TEST(GltfCheck, ARotationOfNothingIsRefused) {
  EXPECT_EQ(errorAfter([](json& root, GltfBuilder&) {
              root["nodes"][1]["rotation"] = {0, 0, 0, 0};
            }),
            "test.glb: node 1 \"hip\": rotation 0, 0, 0, 0 is none");
  const auto withKeys = [](const std::vector<float>& keys, const char* interpolation) {
    return errorAfter([&](json& root, GltfBuilder& file) {
      root["animations"][0]["samplers"][0]["output"] = file.add(keys, test::kFloat, "VEC4", 4);
      root["animations"][0]["samplers"][0]["interpolation"] = interpolation;
    });
  };
  EXPECT_THAT(withKeys({0, 0, 0, 1, 0, 0, 0, 0}, "LINEAR"), HasSubstr("output of key 1: rotation 0, 0, 0, 0"));
  // Tangents of a spline are differences, and may well be nothing.
  const std::vector<float> spline = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0};
  EXPECT_EQ(withKeys(spline, "CUBICSPLINE"), "no error");
  std::vector<float> broken = spline;
  broken[18] = 0;
  EXPECT_THAT(withKeys(broken, "CUBICSPLINE"), HasSubstr("output of key 1: rotation"));
}

TEST(GltfCheck, WhatIsLeftOutIsNamedInWarnings) {
  GltfBuilder bare = test::triangleFile();
  bare.root["meshes"][0]["primitives"].push_back({{"attributes", {{"NORMAL", 0}}}});
  const auto read = bare.import();
  ASSERT_TRUE(read) << read.error();
  EXPECT_THAT(read->warnings, Contains(HasSubstr("mesh 0 \"mesh\" primitive 1: no attribute POSITION")));
  bare.root["meshes"][0]["primitives"].erase(0);
  EXPECT_THAT(bare.import().error(), HasSubstr("1 primitive without POSITION"));

  GltfBuilder rigid = skinnedFile();
  rigid.root["meshes"][0]["primitives"][0]["attributes"].erase("JOINTS_0");
  const auto unskinned = rigid.import();
  ASSERT_TRUE(unskinned) << unskinned.error();
  EXPECT_THAT(unskinned->warnings, Contains(HasSubstr("no JOINTS_0 and WEIGHTS_0, so skin 0 does not move it")));
}

TEST(GltfCheck, IntegerPositionsNeedTheExtension) {
  GltfBuilder file;
  const std::size_t offset = file.append<std::uint16_t>({0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0});
  const int positions = file.addAccessor(file.addView(offset, 24, 8), 0, test::kUnsignedShort, 3, "VEC3");
  file.addNode({{"mesh", file.addMesh(json::array({{{"attributes", {{"POSITION", positions}}}}}))}});
  const auto undeclared = file.import();
  ASSERT_TRUE(undeclared) << undeclared.error();
  EXPECT_THAT(undeclared->warnings, Contains(HasSubstr("POSITION holds integers")));
  file.root["extensionsUsed"] = {"KHR_mesh_quantization"};
  const auto declared = file.import();
  ASSERT_TRUE(declared) << declared.error();
  EXPECT_THAT(declared->warnings, IsEmpty());
}

TEST(GltfCheck, TheLengthInTheHeaderOfAGlb) {
  const test::Bytes whole = test::triangleFile().glb();
  const auto withLength = [&](std::uint32_t length) {
    test::Bytes bytes = whole;
    std::memcpy(bytes.data() + 8, &length, sizeof length);
    return importMeshFromMemory(bytes, MeshFormat::glb, "test.glb");
  };
  const std::string there = std::to_string(whole.size());
  EXPECT_EQ(withLength(5).error(),
            "test.glb: the header gives a length of 5 bytes, less than the 20 of the headers alone (the file has " +
                there + ")");
  EXPECT_THAT(withLength(40).error(), HasSubstr("past the end that the header gives, 40 bytes (the file has " + there));
  test::Bytes longer = whole;
  longer.resize(whole.size() + 3);
  const auto read = importMeshFromMemory(longer, MeshFormat::glb, "test.glb");
  ASSERT_TRUE(read) << read.error();
  EXPECT_THAT(read->warnings, Contains("3 bytes after the length that the header gives: not read"));
}

}  // namespace
}  // namespace toile
