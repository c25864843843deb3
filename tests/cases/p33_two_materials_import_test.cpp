// P33, the part without motion: a strip in two materials is one cloth, and its parts are remembered.
#include <gtest/gtest.h>

#include "io/gltf_builder.h"
#include "toile/garment.h"

namespace toile {
namespace {

using test::GltfBuilder;
using test::json;

void addMaterials(GltfBuilder& file) { file.root["materials"] = json::array({{{"name", "wool"}}, {{"name", "silk"}}}); }

/// Three quads of 1 m along x; the middle one in another primitive with vertices of its own.
GltfBuilder separateVertices() {
  GltfBuilder file;
  addMaterials(file);
  const int outer =
      file.addPositions({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}, {3, 0, 0}, {3, 1, 0}, {2, 1, 0}});
  const int inner = file.addPositions({{1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}});
  const json primitives = json::array(
      {{{"attributes", {{"POSITION", outer}}},
        {"indices", file.addIndices({0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7})},
        {"material", 0}},
       {{"attributes", {{"POSITION", inner}}}, {"indices", file.addIndices({0, 1, 2, 0, 2, 3})}, {"material", 1}}});
  file.addNode({{"mesh", file.addMesh(primitives)}, {"name", "strip"}});
  return file;
}

/// The same with one vertex buffer for both primitives.
GltfBuilder sharedVertices() {
  GltfBuilder file;
  addMaterials(file);
  const int all =
      file.addPositions({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}, {3, 1, 0}});
  const json primitives = json::array(
      {{{"attributes", {{"POSITION", all}}},
        {"indices", file.addIndices({0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6})},
        {"material", 0}},
       {{"attributes", {{"POSITION", all}}}, {"indices", file.addIndices({1, 2, 6, 1, 6, 5})}, {"material", 1}}});
  file.addNode({{"mesh", file.addMesh(primitives)}, {"name", "strip"}});
  return file;
}

void expectOneCloth(const Result<ImportedMesh>& mesh) {
  ASSERT_TRUE(mesh.ok()) << mesh.error();
  const auto garment = Garment::build(mesh->mesh);
  ASSERT_TRUE(garment.ok()) << garment.error();
  const GarmentReport& report = (*garment)->report();
  EXPECT_EQ(report.particles, 8u);
  EXPECT_EQ(report.triangles, 6u);
  EXPECT_EQ(report.components, 1u);
  EXPECT_EQ(report.boundaryLoops, 1u);
  EXPECT_EQ(report.looseVertices, 0u);
  EXPECT_NEAR(report.area, 3.0, 1e-6);
  EXPECT_NEAR(report.mass, 3.0 * (*garment)->def().fabric.arealDensity, 1e-6);
}

TEST(P33TwoMaterialsImport, OwnVertices) {
  const Result<ImportedMesh> mesh = separateVertices().import();
  expectOneCloth(mesh);
  ASSERT_EQ(mesh->parts.size(), 2u);
  EXPECT_EQ(mesh->parts[0].material, "wool");
  EXPECT_EQ(mesh->parts[1].material, "silk");
  EXPECT_EQ(mesh->parts[0].vertexCount, 8u);
  EXPECT_EQ(mesh->parts[1].firstVertex, 8u);
  EXPECT_EQ(mesh->parts[1].vertexCount, 4u);
  EXPECT_EQ(mesh->parts[1].firstFace, 4u);
  EXPECT_EQ(mesh->parts[1].faceCount, 2u);
}

TEST(P33TwoMaterialsImport, OneVertexBuffer) {
  const Result<ImportedMesh> mesh = sharedVertices().import();
  expectOneCloth(mesh);
  EXPECT_EQ(mesh->mesh.vertexCount(), 8u);
  ASSERT_EQ(mesh->parts.size(), 2u);
  EXPECT_EQ(mesh->parts[1].firstVertex, 0u);
  EXPECT_EQ(mesh->parts[1].vertexCount, 8u);
  EXPECT_TRUE(mesh->warnings.empty());
}

}  // namespace
}  // namespace toile
