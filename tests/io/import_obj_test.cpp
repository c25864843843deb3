#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiny_obj_loader.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

#include "gltf_builder.h"
#include "io/export.h"
#include "test_data.h"

namespace toile {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<ImportedMesh> read(const std::string& text, const ImportOptions& options = {}) {
  return importMeshFromMemory(test::asBytes(text), MeshFormat::obj, "test.obj", options);
}

ImportedMesh good(const std::string& text, const ImportOptions& options = {}) {
  Result<ImportedMesh> result = read(text, options);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error());
  return result.ok() ? std::move(result).value() : ImportedMesh{};
}

std::string errorOf(const std::string& text, const ImportOptions& options = {}) {
  const Result<ImportedMesh> result = read(text, options);
  EXPECT_FALSE(result.ok());
  return result.ok() ? "" : result.error();
}

const char* const kThree = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

TEST(ImportObj, KeepsPolygonsOfAnySize) {
  std::string text, face = "f";
  for (int i = 1; i <= 300; ++i) {  // more than the 255 corners that one byte counts
    text.append("v ").append(std::to_string(std::cos(i * 0.02))).append(" ");
    text.append(std::to_string(std::sin(i * 0.02))).append(" 0\n");
    face.append(" ").append(std::to_string(i));
  }
  const ImportedMesh mesh = good(text + face + "\nf 1 2 3 4\nf 1 2 3\n");
  EXPECT_THAT(mesh.mesh.faceSizes, ElementsAre(300u, 4u, 3u));
  EXPECT_EQ(mesh.facts.polygons, 1u);
  EXPECT_EQ(mesh.facts.quads, 1u);
}

TEST(ImportObj, LeavesFaceSizesAwayForTrianglesOnly) {
  EXPECT_TRUE(good(std::string(kThree) + "f 1 2 3\nf 3 2 1\n").mesh.faceSizes.empty());
}

TEST(ImportObj, KeepsTheOrderOfVerticesAndAppendsSplitCopies) {
  // Vertex 4 is used by no face, vertex 2 with two texture coordinates, the second of them twice.
  const ImportedMesh mesh = good(
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\nv 1 1 0\n"
      "vt 0 0\nvt 1 0\nvt 0 1\nvt 0.5 0.5\n"
      "f 1/1 2/2 3/3\nf 2/4 5/2 3/3\nf 5/2 2/4 3/3\n");
  ASSERT_EQ(mesh.mesh.positions.size(), 6u);
  EXPECT_EQ(mesh.mesh.positions[3], (Vec3{5, 5, 5}));
  EXPECT_EQ(mesh.mesh.positions[5], (Vec3{1, 0, 0}));
  EXPECT_THAT(mesh.mesh.faceVertices, ElementsAre(0u, 1u, 2u, 5u, 4u, 2u, 4u, 5u, 2u));
  EXPECT_EQ(mesh.mesh.uvs[1], (Vec2{1, 0}));
  EXPECT_EQ(mesh.mesh.uvs[5], (Vec2{0.5f, 0.5f}));
  EXPECT_EQ(mesh.facts.splitVertices, 1u);
  EXPECT_EQ(mesh.facts.unusedVertices, 1u);
  EXPECT_THAT(mesh.warnings, ElementsAre("1 vertex used by no face"));
}

TEST(ImportObj, PartsFollowGroupsAndMaterials) {
  const ImportedMesh mesh = good(std::string(kThree) +
                                 "o shirt\nusemtl red\nf 1 2 3\ng left sleeve\nf 1 3 2\nusemtl blue\nusemtl green #2\n"
                                 "f 2 1 3\nf 3 1 2\n");
  ASSERT_EQ(mesh.parts.size(), 3u);
  EXPECT_EQ(mesh.parts[0].name, "shirt");
  EXPECT_EQ(mesh.parts[0].material, "red");
  EXPECT_EQ(mesh.parts[1].name, "left sleeve");
  EXPECT_EQ(mesh.parts[2].material, "green #2");
  EXPECT_EQ(mesh.parts[2].firstFace, 2u);
  EXPECT_EQ(mesh.parts[2].faceCount, 2u);
  EXPECT_EQ(mesh.parts[2].vertexCount, 3u);
}

TEST(ImportObj, TakesOneGroupAndOnlyItsVertices) {
  ImportOptions options;
  options.meshName = "b";
  const std::string text = std::string(kThree) + "v 7 7 7\ng a\nf 1 2 3\ng b\nf 2 4 3\n";
  const ImportedMesh mesh = good(text, options);
  EXPECT_THAT(mesh.mesh.positions, ElementsAre(Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{7, 7, 7}));
  EXPECT_THAT(mesh.mesh.faceVertices, ElementsAre(0u, 2u, 1u));
  options.meshName = "c";
  EXPECT_THAT(errorOf(text, options), HasSubstr("no object or group \"c\" with faces; there are: a, b"));
}

TEST(ImportObj, ReadsColoursAsPaints) {
  const ImportedMesh mesh = good("v 0 0 0 0.25 0.5 0.75\nv 1 0 0\nv 0 1 0 1 0 0\nf 1 2 3\n");
  EXPECT_THAT(mesh.mesh.paints.at("COLOR_0.r"), ElementsAre(0.25f, 1.0f, 1.0f));
  EXPECT_THAT(mesh.mesh.paints.at("COLOR_0.g"), ElementsAre(0.5f, 1.0f, 0.0f));
  EXPECT_THAT(mesh.mesh.paints.at("COLOR_0.b"), ElementsAre(0.75f, 1.0f, 0.0f));
}

TEST(ImportObj, NumbersAreRoundedCorrectly) {
  const char* const numbers[] = {
      "0.1", "1e-3", "+2.5E+2", "16777217.0000001", "3.4028234e38", "1.1754944e-38", "1e-50", "1.401298464e-45",
      ".5",  "-7."};
  for (const char* number : numbers) {
    const ImportedMesh mesh = good(std::string("v ") + number + " 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const float expected = std::strtof(number, nullptr);
    ASSERT_FALSE(mesh.mesh.positions.empty());
    EXPECT_EQ(std::memcmp(&mesh.mesh.positions[0].x, &expected, sizeof expected), 0) << number;
  }
}

TEST(ImportObj, LineEndingsAndContinuations) {
  const std::vector<std::uint32_t> expected{0, 1, 2};
  EXPECT_EQ(good("v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3").mesh.faceVertices, expected);
  EXPECT_EQ(good("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r").mesh.faceVertices, expected);
  EXPECT_EQ(good(std::string(kThree) + "f 1 \\\n2 \\\r\n3\n").mesh.faceVertices, expected);
  EXPECT_EQ(good("\xef\xbb\xbfv\t0\t0\t0 \nv  1   0 0\n\n\nv 0 1 0\nf \t1  2\t3   # a face\n").mesh.faceVertices,
            expected);
  EXPECT_THAT(errorOf("v 0 0 0\\\n 0\nv 1 0 0\nv 0 1 zero\n"), HasSubstr("test.obj: line 4: v: \"zero\""));
}

TEST(ImportObj, CountsWhatIsNotCloth) {
  const ImportedMesh mesh =
      good(std::string(kThree) + "p 1\nl 1 2\nl 2 3\nf 1 2\nf 1 2 2\nf 1 2 3\nstitch 0 1\nvp 1\n");
  EXPECT_EQ(mesh.facts.skippedPoints, 1u);
  EXPECT_EQ(mesh.facts.skippedLines, 2u);
  EXPECT_EQ(mesh.facts.degenerateFaces, 1u);
  EXPECT_EQ(mesh.facts.ignoredStatements.at("stitch"), 1u);
  EXPECT_THAT(mesh.warnings, ::testing::Contains("1 face with fewer than 3 corners left out"));
}

TEST(ImportObj, MissingMaterialLibraryIsAWarning) {
  const auto folder = std::filesystem::temp_directory_path() / "toile_import_material_library";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "here.mtl") << "newmtl a\n";
  std::ofstream(folder / "mesh.OBJ") << "mtllib here.mtl\nmtllib gone.mtl\nmtllib ../x/here.mtl\n"
                                     << kThree << "f 1 2 3\n";
  const Result<ImportedMesh> mesh = importMesh(folder / "mesh.OBJ");
  ASSERT_TRUE(mesh.ok()) << mesh.error();
  EXPECT_THAT(mesh->warnings,
              ElementsAre("material library \"gone.mtl\" not found", "material library \"../x/here.mtl\" not found"));
  std::filesystem::remove_all(folder);
}

TEST(ImportObj, RefusesWithALineNumber) {
  const std::string three = kThree;
  EXPECT_THAT(errorOf(three + "f 1 2 x\n"), HasSubstr("test.obj: line 4: f: \"x\" is not an index"));
  EXPECT_THAT(errorOf(three + "f 1/ 2/7 3\n"), HasSubstr("line 4: f: vt index 7 is out of range (the file has 0)"));
  EXPECT_THAT(errorOf(three + "f 1//1 2 3\n"), HasSubstr("line 4: f: vn index 1 is out of range"));
  EXPECT_THAT(errorOf(three + "f 1 2 99999999999999999999\n"), HasSubstr("line 4"));
  EXPECT_THAT(errorOf("v 1 2\n"), HasSubstr("line 1: v needs 3 numbers, found 2"));
  EXPECT_THAT(errorOf("v 1 2 1,5\n"), HasSubstr("line 1: v: \"1,5\" is not a number"));
  EXPECT_THAT(errorOf("v 1 2 --5\n"), HasSubstr("is not a number"));
  EXPECT_THAT(errorOf("v 0 0 -1.#IND\n"), HasSubstr("is not a number"));
}

TEST(ImportObj, RefusesWhatHasNoFaces) {
  EXPECT_EQ(errorOf(""), "test.obj: the file is empty");
  EXPECT_EQ(errorOf(kThree), "test.obj: no face (3 v lines)");
  EXPECT_THAT(errorOf(std::string("\0\1\2 \377\n\n\0", 8)), HasSubstr("no face (0 v lines"));
}

TEST(ImportObj, NonFiniteNumbersAreAnErrorOrCounted) {
  const std::string text = "v 0 0 0\nv nan 0 inf\nv 0 1 0\nf 1 2 3\n";
  EXPECT_EQ(errorOf(text), "test.obj: line 2: v is not finite (2 such numbers in the file)");
  EXPECT_THAT(errorOf("v 0 0 0\nv 1e39 0 0\nv 0 1 0\nf 1 2 3\n"), HasSubstr("line 2: v is not finite"));
  ImportOptions options;
  options.allowNonFinite = true;
  const ImportedMesh mesh = good(text, options);
  EXPECT_EQ(mesh.facts.nonFiniteNumbers, 2u);
  EXPECT_TRUE(std::isnan(mesh.mesh.positions[1].x));
}

TEST(ImportObj, ScalesAndTurns) {
  ImportOptions options;
  options.space = {UpAxis::z, 0.01};
  const ImportedMesh mesh = good("v 100 200 300\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1\n", options);
  EXPECT_EQ(mesh.mesh.positions[0], (Vec3{1, 3, -2}));
  EXPECT_EQ(mesh.mesh.normals[0], (Vec3{0, 1, 0}));
  options.space = {UpAxis::y, 0.0};
  EXPECT_THAT(errorOf(std::string(kThree) + "f 1 2 3\n", options), HasSubstr("positive number of metres"));
  options.space = {UpAxis::y, 1e38};
  EXPECT_THAT(errorOf("v 100 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", options), HasSubstr("not finite once"));
}

TEST(ImportObj, RefusesMoreVerticesThanTheLimit) {
  ImportOptions options;
  options.maximumVertices = 2;
  EXPECT_THAT(errorOf(std::string(kThree) + "f 1 2 3\n", options), HasSubstr("more than the limit of 2"));
}

TEST(ImportObj, WhatWasExportedComesBackBitForBit) {
  SurfaceMesh mesh;
  for (int i = 0; i < 1000; ++i) {
    const float f = static_cast<float>(i);
    mesh.positions.push_back({std::sin(f) * 1e-3f, std::cos(f * 0.7f) * 1e4f, f / 7.0f});
    mesh.uvs.push_back({f / 3.0f, 1.0f / (f + 1.0f)});
  }
  for (std::uint32_t i = 0; i + 3 < 1000; i += 3) mesh.faceVertices.insert(mesh.faceVertices.end(), {i, i + 1, i + 2});
  const auto path = std::filesystem::temp_directory_path() / "toile_import_round_trip.obj";
  ASSERT_TRUE(writeObj(path, mesh).ok());
  const Result<ImportedMesh> back = importMesh(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(back.ok()) << back.error();
  EXPECT_EQ(back->mesh.positions, mesh.positions);
  EXPECT_EQ(back->mesh.faceVertices, mesh.faceVertices);
  for (const std::uint32_t v : mesh.faceVertices) ASSERT_EQ(back->mesh.uvs[v], mesh.uvs[v]);
}

/// Why OBJ has a reader of its own (ARCHITECTURE, "Own code where there is a library"). When this fails, the library
/// has learned to tell, and may take its place.
TEST(ImportObj, TinyobjloaderTakesWhatWeRefuse) {
  for (const char* text : {"v 1 abc 3\nv 0 0 1\nv 0 1 0\nf 1 2 3\n", "v 1 2\nv 0 0 1\nv 0 1 0\nf 1 2 3\n",
                           "v nan 2 inf\nv 0 0 1\nv 0 1 0\nf 1 2 3\n", "v 1 2 3\nv 0 0 1\nv 0 1 0\nf -1 -2 -9\n"}) {
    tinyobj::attrib_t attributes;
    std::vector<tinyobj::shape_t> shapes;
    std::vector<tinyobj::material_t> materials;
    std::string warning, error;
    std::istringstream stream(text);
    EXPECT_TRUE(tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &error, &stream)) << text;
    EXPECT_EQ(warning + error, "") << text;
    EXPECT_THAT(errorOf(text), HasSubstr("line ")) << text;
  }
}

/// Corner by corner against tinyobjloader, which shares nothing with our reader. It computes in double and rounds
/// once, so that a coordinate may differ in its last place.
TEST(ImportObj, AgreesWithTinyobjloader) {
  int files = 0;
  if (!std::filesystem::exists(test::dataFolder())) GTEST_SKIP() << "no shared data: " << test::dataFolder();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::dataFolder())) {
    const std::string path = entry.path().string();
    if (entry.path().extension() != ".obj" || path.find("invalid") != path.npos) continue;
    tinyobj::attrib_t attributes;
    std::vector<tinyobj::shape_t> shapes;
    std::vector<tinyobj::material_t> materials;
    std::string warning, error;
    ASSERT_TRUE(tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &error, path.c_str(), nullptr, false));
    std::vector<tinyobj::index_t> corners;
    std::vector<std::uint32_t> sizes;
    for (const auto& shape : shapes) {
      corners.insert(corners.end(), shape.mesh.indices.begin(), shape.mesh.indices.end());
      sizes.insert(sizes.end(), shape.mesh.num_face_vertices.begin(), shape.mesh.num_face_vertices.end());
    }
    const Result<ImportedMesh> ours = importMesh(path);
    ASSERT_TRUE(ours.ok()) << ours.error();
    const SurfaceMesh& mesh = ours->mesh;
    ASSERT_EQ(mesh.faceVertices.size(), corners.size()) << path;
    if (!mesh.faceSizes.empty()) {
      EXPECT_EQ(mesh.faceSizes, sizes) << path;
    }
    const std::size_t vertices = attributes.vertices.size() / 3;
    for (std::size_t c = 0; c < corners.size(); ++c) {
      const std::uint32_t v = mesh.faceVertices[c];
      const auto vertex = static_cast<std::uint32_t>(corners[c].vertex_index);
      if (v < vertices) {
        ASSERT_EQ(v, vertex) << path;
      }
      ASSERT_EQ(mesh.positions[v], mesh.positions[vertex]) << path;
      ASSERT_FLOAT_EQ(mesh.positions[v].x, attributes.vertices[3 * vertex]) << path;
      ASSERT_FLOAT_EQ(mesh.positions[v].y, attributes.vertices[3 * vertex + 1]) << path;
      ASSERT_FLOAT_EQ(mesh.positions[v].z, attributes.vertices[3 * vertex + 2]) << path;
      if (corners[c].texcoord_index < 0) continue;
      const auto uv = static_cast<std::size_t>(corners[c].texcoord_index);
      ASSERT_FLOAT_EQ(mesh.uvs[v].x, attributes.texcoords[2 * uv]) << path;
      ASSERT_FLOAT_EQ(mesh.uvs[v].y, attributes.texcoords[2 * uv + 1]) << path;
    }
    ++files;
  }
  EXPECT_GT(files, 10);
}

}  // namespace
}  // namespace toile
