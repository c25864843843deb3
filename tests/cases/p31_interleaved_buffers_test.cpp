// P31: attributes that share one buffer view are read with its stride and their own offsets and counts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/gltf_builder.h"

namespace toile {
namespace {

using test::GltfBuilder;
using test::json;
using ::testing::HasSubstr;

const std::vector<Vec3> kPoints{{0.1f, 0.2f, 0.3f}, {1.1f, 0, 0}, {0, 1.3f, 0}, {1, 1, 0.7f}};
const std::vector<Vec2> kUvs{{0, 0}, {1, 0}, {0, 1}, {1, 1}};

/// Shows one mesh of these attributes with the quad's two triangles.
void show(GltfBuilder& file, const json& attributes) {
  const json primitive = {{"attributes", attributes}, {"indices", file.addIndices({0, 1, 2, 1, 3, 2})}};
  file.addNode({{"mesh", file.addMesh(json::array({primitive}))}});
}

TEST(P31InterleavedBuffers, SameAsTheSeparateFile) {
  std::vector<float> together, uvs;
  for (std::size_t i = 0; i < 4; ++i) {
    together.insert(together.end(), {kPoints[i].x, kPoints[i].y, kPoints[i].z, 0, 0, 1, kUvs[i].x, kUvs[i].y});
    uvs.insert(uvs.end(), {kUvs[i].x, kUvs[i].y});
  }
  GltfBuilder interleaved, separate;
  const int view = interleaved.addView(interleaved.append(together), 128, 32);
  show(interleaved, {{"POSITION", interleaved.addAccessor(view, 0, test::kFloat, 4, "VEC3")},
                     {"NORMAL", interleaved.addAccessor(view, 12, test::kFloat, 4, "VEC3")},
                     {"TEXCOORD_0", interleaved.addAccessor(view, 24, test::kFloat, 4, "VEC2")}});
  show(separate, {{"POSITION", separate.addPositions(kPoints)},
                  {"NORMAL", separate.addPositions(std::vector<Vec3>(4, Vec3{0, 0, 1}))},
                  {"TEXCOORD_0", separate.add(uvs, test::kFloat, "VEC2", 2)}});
  const Result<ImportedMesh> a = interleaved.import(), b = separate.import();
  ASSERT_TRUE(a.ok()) << a.error();
  ASSERT_TRUE(b.ok()) << b.error();
  EXPECT_EQ(a->mesh.positions, kPoints);
  EXPECT_EQ(a->mesh.positions, b->mesh.positions);
  EXPECT_EQ(a->mesh.normals, b->mesh.normals);
  EXPECT_EQ(a->mesh.uvs, kUvs);
}

TEST(P31InterleavedBuffers, TwoMeshesInOneViewWithDifferentCounts) {
  std::vector<float> numbers;
  for (int i = 0; i < 7; ++i) numbers.insert(numbers.end(), {float(i), float(i * i), 0});
  GltfBuilder file;
  const int view = file.addView(file.append(numbers), 84, 12);
  const int first = file.addAccessor(view, 0, test::kFloat, 3, "VEC3");
  const int second = file.addAccessor(view, 36, test::kFloat, 4, "VEC3");
  const int triangle = file.addIndices({0, 1, 2});
  file.addNode({{"mesh", file.addMesh(json::array({{{"attributes", {{"POSITION", first}}}}}))}, {"children", {1}}});
  show(file, {{"POSITION", second}});
  file.root["meshes"][0]["primitives"][0]["indices"] = triangle;
  const Result<ImportedMesh> mesh = file.import();
  ASSERT_TRUE(mesh.ok()) << mesh.error();
  ASSERT_EQ(mesh->mesh.vertexCount(), 7u);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(mesh->mesh.positions[i], (Vec3{float(i), float(i * i), 0}));
  EXPECT_EQ(mesh->mesh.faceCount(), 3u);
}

TEST(P31InterleavedBuffers, QuantisedPositions) {
  GltfBuilder file;
  file.root["extensionsRequired"] = file.root["extensionsUsed"] = {"KHR_mesh_quantization"};
  const std::vector<std::uint16_t> numbers{0, 0, 0, 9, 1000, 0, 0, 9, 0, 500, 0, 9, 65535, 7, 3, 9};
  const int view = file.addView(file.append(numbers), 32, 8);
  show(file, {{"POSITION", file.addAccessor(view, 0, test::kUnsignedShort, 4, "VEC3")}});
  file.root["nodes"][0]["scale"] = {0.5, 0.5, 0.5};
  const Result<ImportedMesh> mesh = file.import();
  ASSERT_TRUE(mesh.ok()) << mesh.error();
  EXPECT_EQ(mesh->mesh.positions[1], (Vec3{500, 0, 0}));
  EXPECT_EQ(mesh->mesh.positions[3], (Vec3{32767.5f, 3.5f, 1.5f}));
}

TEST(P31InterleavedBuffers, RequiredExtensionsNotSupportedAreRefused) {
  for (const char* extension : {"KHR_draco_mesh_compression", "EXT_meshopt_compression", "VENDOR_unheard_of"}) {
    GltfBuilder file = test::triangleFile();
    file.root["extensionsUsed"] = {extension};
    EXPECT_TRUE(file.import().ok());  // only used: the file says that it works without
    file.root["extensionsRequired"] = {extension};
    const Result<ImportedMesh> mesh = file.import();
    ASSERT_FALSE(mesh.ok());
    EXPECT_THAT(mesh.error(), HasSubstr(std::string("required extension \"") + extension + "\" is not supported"));
  }
}

}  // namespace
}  // namespace toile
