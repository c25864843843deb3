#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "gltf_builder.h"

namespace toile {
namespace {

using test::GltfBuilder;
using test::json;
using test::triangleFile;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

ImportedMesh good(const Result<ImportedMesh>& result) {
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error());
  return result.ok() ? *result : ImportedMesh{};
}

std::string errorOf(const Result<ImportedMesh>& result) {
  EXPECT_FALSE(result.ok());
  return result.ok() ? "" : result.error();
}

const std::vector<Vec3> kQuad{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};

/// A quad's four points with the given indices accessor and mode.
ImportedMesh quadWith(GltfBuilder& file, int indices, int mode) {
  json primitive = {{"attributes", {{"POSITION", file.addPositions(kQuad)}}}, {"mode", mode}};
  if (indices >= 0) primitive["indices"] = indices;
  file.addNode({{"mesh", file.addMesh(json::array({primitive}))}});
  return good(file.import());
}

TEST(ImportGltf, ReadsATriangleWithoutIndices) {
  const ImportedMesh mesh = good(triangleFile().import());
  EXPECT_THAT(mesh.mesh.positions, ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}));
  EXPECT_THAT(mesh.mesh.faceVertices, ElementsAre(0u, 1u, 2u));
  EXPECT_TRUE(mesh.mesh.faceSizes.empty());
  EXPECT_TRUE(mesh.warnings.empty());
}

TEST(ImportGltf, ReadsIndicesOfEverySize) {
  GltfBuilder a, b, c;
  const auto expected = ElementsAre(2u, 1u, 3u);
  EXPECT_THAT(quadWith(a, a.add<std::uint8_t>({2, 1, 3}, test::kUnsignedByte, "SCALAR", 1), 4).mesh.faceVertices,
              expected);
  EXPECT_THAT(quadWith(b, b.addIndices({2, 1, 3}), 4).mesh.faceVertices, expected);
  EXPECT_THAT(quadWith(c, c.add<std::uint32_t>({2, 1, 3}, test::kUnsignedInt, "SCALAR", 1), 4).mesh.faceVertices,
              expected);
}

/// A drawn mesh of 4 vertices and a simulated one of 3, each its own node.
GltfBuilder twoMeshes() {
  GltfBuilder file = triangleFile();
  file.root["nodes"][0]["name"] = "coarse";
  const json primitive = {{"attributes", {{"POSITION", file.addPositions(kQuad)}}}, {"mode", 5}};
  file.addNode({{"mesh", file.addMesh(json::array({primitive}), "fine")}, {"name", "drawn"}});
  file.root["scenes"][0]["nodes"] = {0, 1};
  return file;
}

TEST(ImportGltf, TheSimulatedMeshIsLeftOutByName) {
  const GltfBuilder file = twoMeshes();
  EXPECT_EQ(good(file.import()).mesh.vertexCount(), 7u);
  ImportOptions options;
  options.simulatedName = "coarse";
  const ImportedMesh drawn = good(file.import(options));
  EXPECT_EQ(drawn.mesh.vertexCount(), 4u);
  EXPECT_EQ(drawn.facts.simulatedMeshes, 1u);
  options.simulated = true;
  EXPECT_EQ(good(file.import(options)).mesh.vertexCount(), 3u);
  options.simulatedName = "nobody";
  EXPECT_THAT(errorOf(file.import(options)), HasSubstr("no node or mesh \"nobody\""));
}

TEST(ImportGltf, TheSimulatedMeshIsLeftOutByExtras) {
  for (const char* where : {"nodes", "meshes"}) {
    GltfBuilder file = twoMeshes();
    file.root[where][0]["extras"] = {{"toile_simulated", true}};
    const ImportedMesh drawn = good(file.import());
    EXPECT_EQ(drawn.mesh.vertexCount(), 4u) << where;
    EXPECT_EQ(drawn.facts.simulatedMeshes, 1u);
    ImportOptions options;
    options.simulated = true;
    EXPECT_EQ(good(file.import(options)).mesh.vertexCount(), 3u) << where;
    file.root[where][0]["extras"] = {{"toile_simulated", 1}};
    EXPECT_EQ(good(file.import()).mesh.vertexCount(), 7u) << where;
    EXPECT_THAT(errorOf(file.import(options)), HasSubstr("toile_simulated"));
  }
}

TEST(ImportGltf, StripsAndFansKeepTheWinding) {
  GltfBuilder strip, fan;
  EXPECT_THAT(quadWith(strip, -1, 5).mesh.faceVertices, ElementsAre(0u, 1u, 2u, 1u, 3u, 2u));
  const ImportedMesh mesh = quadWith(fan, fan.addIndices({0, 1, 3, 2}), 6);
  EXPECT_EQ(mesh.mesh.faceCount(), 2u);
  for (std::size_t f = 0; f < 2; ++f) EXPECT_GT(test::faceNormal(mesh.mesh, f).z, 0.0f);
}

TEST(ImportGltf, CountsPointsLinesAndLeftOverIndices) {
  GltfBuilder file = triangleFile();
  json& primitives = file.root["meshes"][0]["primitives"];
  const json attributes = primitives[0]["attributes"];
  primitives.push_back({{"attributes", attributes}, {"mode", 0}});
  primitives.push_back({{"attributes", attributes}, {"mode", 1}, {"indices", file.addIndices({0, 1})}});
  primitives.push_back({{"attributes", attributes}, {"indices", file.addIndices({0, 1, 2, 0, 1})}});
  const ImportedMesh mesh = good(file.import());
  EXPECT_EQ(mesh.facts.skippedPoints, 3u);
  EXPECT_EQ(mesh.facts.skippedLines, 2u);
  EXPECT_EQ(mesh.facts.ignoredStatements.at("indices that make no triangle"), 2u);
  EXPECT_EQ(mesh.mesh.faceCount(), 2u);
  EXPECT_EQ(mesh.mesh.vertexCount(), 3u);  // one vertex buffer, taken once
}

TEST(ImportGltf, SparseAccessorsChangeAndCreateElements) {
  GltfBuilder file = triangleFile();
  const std::size_t indices = file.append<std::uint8_t>({2});
  const std::size_t values = file.append<float>({7, 8, 9});
  const json sparse = {{"count", 1},
                       {"indices", {{"bufferView", file.addView(indices, 1)}, {"componentType", test::kUnsignedByte}}},
                       {"values", {{"bufferView", file.addView(values, 12)}}}};
  file.root["accessors"][0]["sparse"] = sparse;
  EXPECT_EQ(good(file.import()).mesh.positions[2], (Vec3{7, 8, 9}));

  file.root["accessors"][0].erase("bufferView");  // zeros but for the sparse ones
  EXPECT_THAT(good(file.import()).mesh.positions, ElementsAre(Vec3{}, Vec3{}, Vec3{7, 8, 9}));

  file.root["accessors"][0]["sparse"]["indices"]["componentType"] = test::kFloat;
  EXPECT_THAT(errorOf(file.import()), HasSubstr("sparse"));
  file.root["accessors"][0]["sparse"] = sparse;
  file.binary[indices] = std::byte{3};
  EXPECT_THAT(errorOf(file.import()), HasSubstr("sparse index 3 is out of range (3 elements)"));
  file.root["accessors"][0]["sparse"]["count"] = 2;
  EXPECT_THAT(errorOf(file.import()), HasSubstr("reach past the end of bufferView"));
}

TEST(ImportGltf, NormalisedIntegers) {
  GltfBuilder file = triangleFile();
  json& attributes = file.root["meshes"][0]["primitives"][0]["attributes"];
  attributes["TEXCOORD_0"] = file.add<std::uint16_t>({0, 65535, 32768, 0, 1, 2}, test::kUnsignedShort, "VEC2", 2, true);
  attributes["COLOR_0"] =
      file.add<std::uint8_t>({255, 0, 51, 255, 0, 0, 0, 0, 1, 2, 3, 4}, test::kUnsignedByte, "VEC4", 4, true);
  // 3 bytes padded to 4: vertex attributes are aligned.
  const std::size_t normals = file.append<std::int8_t>({0, 0, 127, 0, 0, 0, -128, 0, 0, -127, 0, 0});
  attributes["NORMAL"] = file.addAccessor(file.addView(normals, 12, 4), 0, test::kByte, 3, "VEC3", true);
  const ImportedMesh mesh = good(file.import());
  EXPECT_EQ(mesh.mesh.uvs[0], (Vec2{0, 1}));
  EXPECT_FLOAT_EQ(mesh.mesh.uvs[1].x, 32768.0f / 65535.0f);
  EXPECT_EQ(mesh.mesh.paints.at("COLOR_0.r")[0], 1.0f);
  EXPECT_FLOAT_EQ(mesh.mesh.paints.at("COLOR_0.b")[0], 0.2f);
  EXPECT_FLOAT_EQ(mesh.mesh.paints.at("COLOR_0.a")[2], 4.0f / 255.0f);
  EXPECT_EQ(mesh.mesh.normals[0], (Vec3{0, 0, 1}));
  EXPECT_EQ(mesh.mesh.normals[1], (Vec3{0, 0, -1}));
}

TEST(ImportGltf, NamedAttributesBecomePaints) {
  GltfBuilder file = triangleFile();
  json& primitives = file.root["meshes"][0]["primitives"];
  primitives.push_back({{"attributes", {{"POSITION", file.addPositions(kQuad)}}}});
  primitives[1]["indices"] = file.addIndices({0, 1, 2});
  primitives[0]["attributes"]["_STIFFNESS"] = file.add<float>({0.5f, 2, 3}, test::kFloat, "SCALAR", 1);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  primitives[0]["attributes"]["_BROKEN"] = file.add<float>({0.5f, nan, 3}, test::kFloat, "SCALAR", 1);
  const ImportedMesh mesh = good(file.import());
  EXPECT_THAT(mesh.mesh.paints.at("_STIFFNESS"), ElementsAre(0.5f, 2, 3, 1, 1, 1, 1));
  EXPECT_EQ(mesh.mesh.paints.count("_BROKEN"), 0u);
  EXPECT_THAT(mesh.warnings, Contains(HasSubstr("_BROKEN: element 1 is not finite: attribute left out")));
  EXPECT_THAT(mesh.warnings, Contains("4 vertices of 7 without _STIFFNESS: set to 1"));
}

TEST(ImportGltf, EveryInstanceWithItsGlobalTransform) {
  GltfBuilder file = triangleFile();
  file.root["nodes"][0] = {{"mesh", 0}, {"translation", {10, 0, 0}}, {"name", "first"}};
  file.addNode({{"children", {2}}, {"scale", {2, 2, 2}}, {"rotation", {0, 0, 0.70710678, 0.70710678}}});
  file.addNode({{"mesh", 0}, {"translation", {1, 0, 0}}, {"name", "second"}});
  file.addNode({{"mesh", 0}, {"name", "not in the scene"}});
  file.root["scenes"][0]["nodes"] = {0, 1};
  const ImportedMesh mesh = good(file.import());
  ASSERT_EQ(mesh.mesh.vertexCount(), 6u);
  EXPECT_EQ(mesh.mesh.positions[1], (Vec3{11, 0, 0}));
  // (1,0,0) + (1,0,0), a quarter turn about z, twice as large; the quaternion is given to 8 digits.
  EXPECT_NEAR(mesh.mesh.positions[4].x, 0.0f, 1e-6f);
  EXPECT_NEAR(mesh.mesh.positions[4].y, 4.0f, 1e-6f);
  EXPECT_EQ(mesh.facts.instances, 2u);

  ImportOptions options;
  options.meshName = "second";
  EXPECT_EQ(good(file.import(options)).mesh.vertexCount(), 3u);
  options.meshName = "mesh";  // a mesh's name takes all its instances
  EXPECT_EQ(good(file.import(options)).mesh.vertexCount(), 6u);
  options.meshName = "third";
  EXPECT_THAT(errorOf(file.import(options)), HasSubstr("no node or mesh \"third\" in the scene; there are: \"first\""));
}

TEST(ImportGltf, DataUrisAndExternalBuffers) {
  const GltfBuilder file = triangleFile();
  const char* const base64 = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
  const auto fromText = [&](const std::string& uri) {
    return importMeshFromMemory(test::asBytes(file.gltf(uri)), MeshFormat::gltf, "test.gltf");
  };
  for (const char* type : {"application/octet-stream", "application/gltf-buffer", "application/x-whatever", ""}) {
    EXPECT_EQ(good(fromText(std::string("data:") + type + ";base64," + base64)).mesh.positions[1], (Vec3{1, 0, 0}));
  }
  EXPECT_THAT(errorOf(fromText("data:application/octet-stream;base64,AAAA")), HasSubstr("there are only 3 bytes"));
  EXPECT_THAT(errorOf(fromText("data:text/plain,AAAA")), HasSubstr("without base64"));
  EXPECT_THAT(errorOf(fromText("buffer.bin")), HasSubstr("cannot be read from memory"));

  const auto folder = std::filesystem::temp_directory_path() / "toile_import_external";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "inside" / "deep");
  const auto write = [&](const std::filesystem::path& path, const void* bytes, std::size_t size) {
    std::ofstream(path, std::ios::binary).write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
  };
  write(folder / "secret.bin", file.binary.data(), file.binary.size());
  write(folder / "inside" / "a b.bin", file.binary.data(), file.binary.size());
  write(folder / "inside" / "deep" / "c.bin", file.binary.data(), file.binary.size());
  std::filesystem::create_symlink(folder / "secret.bin", folder / "inside" / "link.bin");
  const auto fromFile = [&](const std::string& uri) {
    const std::string text = file.gltf(uri);
    write(folder / "inside" / "file.gltf", text.data(), text.size());
    return importMesh(folder / "inside" / "file.gltf");
  };
  EXPECT_EQ(good(fromFile("a%20b.bin")).mesh.vertexCount(), 3u);
  EXPECT_EQ(good(fromFile("deep/c.bin")).mesh.vertexCount(), 3u);
  for (const std::string& uri :
       {std::string("../secret.bin"), std::string("%2e%2e/secret.bin"), std::string("deep/../../secret.bin"),
        (folder / "secret.bin").string(), std::string("link.bin"), std::string("file:///etc/passwd"),
        std::string("..\\secret.bin")}) {
    EXPECT_THAT(errorOf(fromFile(uri)), HasSubstr("does not name a file in the folder")) << uri;
  }
  EXPECT_THAT(errorOf(fromFile("gone.bin")), HasSubstr("no such file"));
  std::filesystem::remove_all(folder);
}

TEST(ImportGltf, MorphTargetsAtRestWeights) {
  GltfBuilder file = triangleFile();
  file.root["meshes"][0]["primitives"][0]["targets"] =
      json::array({{{"POSITION", file.addPositions({{0, 0, 1}, {0, 0, 1}, {0, 0, 1}})}},
                   {{"POSITION", file.addPositions({{0, 0, 0}, {4, 0, 0}, {0, 0, 0}})}}});
  file.root["meshes"][0]["weights"] = {0, 0.5};
  EXPECT_EQ(good(file.import()).mesh.positions[1], (Vec3{3, 0, 0}));
}

TEST(ImportGltf, RefusesBrokenReferences) {
  const auto changed = [](const auto& change) {
    GltfBuilder file = triangleFile();
    change(file.root, file);
    return errorOf(file.import());
  };
  EXPECT_THAT(changed([](json& r, auto&) { r["accessors"][0]["count"] = 4; }),
              HasSubstr("test.glb: mesh 0 \"mesh\" primitive 0: POSITION (accessor 0): 4 elements reach past the end"));
  EXPECT_THAT(changed([](json& r, auto&) { r["accessors"][0]["count"] = 9007199254740992; }),
              HasSubstr("past the end"));
  EXPECT_THAT(changed([](json& r, auto&) { r["accessors"][0]["byteOffset"] = 8; }), HasSubstr("past the end"));
  EXPECT_THAT(changed([](json& r, auto&) { r["accessors"][0]["type"] = "VEC2"; }), HasSubstr("wrong type"));
  EXPECT_THAT(changed([](json& r, auto&) { r["accessors"][0]["componentType"] = 5130; }),
              HasSubstr("accessors[0].componentType is 5130, must be one of 5120, 5121"));
  EXPECT_THAT(changed([](json& r, auto&) { r["accessors"][0]["bufferView"] = 7; }),
              HasSubstr("accessors[0].bufferView is 7, but there are only 1 bufferViews"));
  EXPECT_THAT(changed([](json& r, auto&) { r["bufferViews"][0]["byteLength"] = 37; }), HasSubstr("end of buffer 0"));
  EXPECT_THAT(changed([](json& r, auto&) { r["bufferViews"][0]["buffer"] = 1; }), HasSubstr("buffer 1 does not exist"));
  EXPECT_THAT(changed([](json& r, auto&) { r["bufferViews"][0]["byteStride"] = 8; }), HasSubstr("smaller than"));
  EXPECT_THAT(changed([](json& r, auto&) { r["bufferViews"][0]["byteLength"] = 1e300; }), HasSubstr("integer"));
  EXPECT_THAT(changed([](json& r, auto&) { r["nodes"][0]["mesh"] = 4294967296; }), HasSubstr("integer out of range"));
  EXPECT_THAT(changed([](json& r, auto&) { r["nodes"][0]["mesh"] = 5; }), HasSubstr("node 0: mesh 5 does not exist"));
  EXPECT_THAT(changed([](json& r, auto&) { r["nodes"][0]["translation"] = {1, 2}; }), HasSubstr("transform"));
  EXPECT_THAT(changed([](json& r, auto&) { r["nodes"][0]["scale"] = {1e300, 1, 1}; }), HasSubstr("transform"));
  EXPECT_THAT(changed([](json& r, auto&) { r["scenes"][0]["nodes"] = json::array({3}); }),
              HasSubstr("scene 0: node 3"));
  EXPECT_THAT(changed([](json& r, auto&) { r["scene"] = 3; }), HasSubstr("scene 3 does not exist"));
  EXPECT_THAT(changed([](json& r, auto&) { r["nodes"][0].erase("mesh"); }), HasSubstr("no node of the scene shows"));
  EXPECT_THAT(changed([](json& r, auto&) { r["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = 9; }),
              HasSubstr("accessor 9 does not exist"));
  EXPECT_THAT(changed([](json& r, auto& file) {
                r["meshes"][0]["primitives"][0]["indices"] = file.addIndices({0, 1, 3});
              }),
              HasSubstr("indices (accessor 1) element 2: vertex 3 is out of range (3 vertices)"));
  EXPECT_THAT(changed([](json& r, auto& file) {
                r["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = file.addPositions({{0, 0, 1}});
              }),
              HasSubstr("NORMAL (accessor 1): 1 element, 3 expected"));
  EXPECT_THAT(changed([](json& r, auto&) {
                r["buffers"] = json::array({{{"byteLength", 4000}}});
              }),
              HasSubstr("buffer 0: byteLength 4000, but there are only 36 bytes"));
}

TEST(ImportGltf, RefusesLoopsAndTwoParents) {
  GltfBuilder loop = triangleFile();
  loop.root["nodes"][0]["children"] = {1};
  loop.addNode({{"children", {0}}});
  EXPECT_THAT(errorOf(loop.import()), HasSubstr("its parents form a loop"));
  GltfBuilder self = triangleFile();
  self.root["nodes"][0]["children"] = {0};
  EXPECT_THAT(errorOf(self.import()), HasSubstr("its parents form a loop"));
  GltfBuilder twice = triangleFile();
  twice.root["nodes"][0]["children"] = {2};
  twice.addNode({{"children", {2}}});
  twice.addNode(json::object());
  EXPECT_THAT(errorOf(twice.import()), HasSubstr("child 2 already has parent 0"));
}

TEST(ImportGltf, DeepTreesDoNotExhaustTheStack) {
  GltfBuilder file = triangleFile();
  constexpr int kDepth = 50000;
  for (int i = 1; i <= kDepth; ++i) file.addNode(i < kDepth ? json{{"children", {i + 1}}} : json{{"mesh", 0}});
  file.root["nodes"][0] = {{"children", {1}}};
  EXPECT_EQ(good(file.import()).mesh.vertexCount(), 3u);
}

TEST(ImportGltf, RefusesBrokenContainers) {
  const test::Bytes whole = triangleFile().glb();
  const auto glb = [](test::Bytes bytes) { return errorOf(importMeshFromMemory(bytes, MeshFormat::glb, "test.glb")); };
  const auto gltf = [](const std::string& text) {
    return errorOf(importMeshFromMemory(test::asBytes(text), MeshFormat::gltf, "test.gltf"));
  };
  EXPECT_THAT(glb({}), HasSubstr("the file is empty"));
  EXPECT_THAT(glb(test::Bytes(whole.begin(), whole.begin() + 19)), HasSubstr("too short"));
  for (std::size_t size = 20; size < whole.size(); ++size) {  // cut anywhere
    EXPECT_THAT(glb(test::Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))),
                HasSubstr("cut off"));
  }
  test::Bytes changed = whole;
  changed[0] = std::byte{'x'};
  EXPECT_THAT(glb(changed), HasSubstr("not a GLB file"));
  changed = whole;
  changed[4] = std::byte{1};
  EXPECT_THAT(glb(changed), HasSubstr("GLB version 1"));
  changed = whole;
  changed[15] = std::byte{0x7f};
  EXPECT_THAT(glb(changed), HasSubstr("chunk 0"));
  EXPECT_THAT(gltf("{"), HasSubstr("not valid JSON"));
  EXPECT_THAT(gltf("[]"), HasSubstr("not an object"));
  EXPECT_THAT(gltf("{}"), HasSubstr("asset.version is missing"));
  EXPECT_THAT(gltf(R"({"asset":{"version":"1.0"}})"), HasSubstr("glTF version 1.0"));
  EXPECT_THAT(gltf(R"({"asset":{"version":"2.0"},"nodes":5})"), HasSubstr("nodes is not an array"));
  EXPECT_THAT(gltf(R"({"asset":{"version":"2.0"},"nodes":[[]]})"), HasSubstr("nodes[0] is not an object"));
  EXPECT_THAT(gltf(std::string(200000, '[')), HasSubstr("nested deeper"));
}

TEST(ImportGltf, AnEmptyBinChunkIsValid) {
  GltfBuilder file = triangleFile();
  const std::string uri = "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
  file.root["buffers"] = json::array({{{"byteLength", 36}, {"uri", uri}}});
  file.binary.clear();
  EXPECT_EQ(good(file.import()).mesh.vertexCount(), 3u);
  file.root["buffers"].push_back({{"byteLength", 0}, {"uri", "data:application/octet-stream;base64,"}});
  EXPECT_EQ(good(file.import()).mesh.vertexCount(), 3u);
}

TEST(ImportGltf, NonFinitePositionsNameFileMeshAccessorAndElement) {
  GltfBuilder file;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const int positions = file.addPositions({{0, 0, 0}, {1, nan, 0}, {0, 1, 0}});
  file.addNode({{"mesh", file.addMesh(json::array({{{"attributes", {{"POSITION", positions}}}}}), "shirt")}});
  EXPECT_EQ(errorOf(file.import()),
            "test.glb: mesh 0 \"shirt\" primitive 0: POSITION (accessor 0) element 1 is not finite (1 of 9 numbers)");
  ImportOptions options;
  options.allowNonFinite = true;
  EXPECT_EQ(good(file.import(options)).facts.nonFiniteNumbers, 1u);
}

TEST(ImportGltf, SmallFilesCannotAskForAnyAmountOfMemory) {
  ImportOptions options;
  options.maximumVertices = 1000;
  GltfBuilder many = triangleFile();
  many.root["scenes"][0]["nodes"] = json::array();
  many.root["nodes"] = json::array();
  for (int i = 0; i < 400; ++i) many.root["scenes"][0]["nodes"].push_back(many.addNode({{"mesh", 0}}));
  EXPECT_THAT(errorOf(many.import(options)), HasSubstr("more vertices than the limit of 1000"));

  GltfBuilder zeros = triangleFile();  // sparse on nothing: any count without any bytes
  const std::size_t offset = zeros.append<float>({0, 0, 0, 0});
  zeros.root["accessors"][0] = {{"count", 1000000000000},
                                {"type", "VEC3"},
                                {"componentType", test::kFloat},
                                {"sparse",
                                 {{"count", 1},
                                  {"indices", {{"bufferView", zeros.addView(offset, 4)}, {"componentType", 5125}}},
                                  {"values", {{"bufferView", zeros.addView(offset, 16)}}}}}};
  EXPECT_THAT(errorOf(zeros.import()), HasSubstr("more than the limit"));

  GltfBuilder repeated = triangleFile();  // the same bytes again and again
  const json primitive = repeated.root["meshes"][0]["primitives"][0];
  for (int i = 0; i < 10000; ++i) {
    json next = primitive;
    next["attributes"]["_PAINT_" + std::to_string(i)] = 0;
    repeated.root["meshes"][0]["primitives"].push_back(next);
  }
  EXPECT_FALSE(repeated.import(options).ok());
}

TEST(ImportMesh, NamesWhatIsWrongWithTheFile) {
  EXPECT_THAT(errorOf(importMesh("/nowhere/mesh.glb")), HasSubstr("/nowhere/mesh.glb: no such file"));
  EXPECT_THAT(errorOf(importMesh("mesh.fbx")), HasSubstr("unknown kind of mesh file \".fbx\""));
  EXPECT_THAT(errorOf(importMesh("mesh")), HasSubstr("known are .obj, .gltf and .glb"));
  const auto folder = std::filesystem::temp_directory_path() / "toile_import_folder.obj";
  std::filesystem::create_directories(folder);
  EXPECT_THAT(errorOf(importMesh(folder)), HasSubstr("not a regular file"));
  std::filesystem::remove(folder);
}

}  // namespace
}  // namespace toile
