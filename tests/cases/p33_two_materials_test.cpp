// P33: a garment with two materials is one cloth, and comes out with both.
#include <unistd.h>

#include <filesystem>

#include "cases/case_helpers.h"
#include "io/export.h"
#include "io/gltf_builder.h"

namespace toile::test {
namespace {

constexpr float kCell = 0.1f;  // m

Points columns(int first, int last) {
  Points points;
  for (int c = first; c <= last; ++c) {
    for (const float y : {0.0f, kCell}) points.push_back({kCell * static_cast<float>(c), y, 0.0f});
  }
  return points;
}

/// The quads that start at these vertices, each as two triangles.
std::vector<std::uint16_t> cells(const std::vector<std::uint16_t>& firstVertices) {
  std::vector<std::uint16_t> faces;
  for (const int v : firstVertices) {
    for (const int k : {0, 2, 3, 0, 3, 1}) faces.push_back(static_cast<std::uint16_t>(v + k));
  }
  return faces;
}

json primitive(int positions, int indices, int material) {
  return {{"attributes", {{"POSITION", positions}}}, {"indices", indices}, {"material", material}};
}

ImportedMesh imported(GltfBuilder& file, const json& primitives) {
  file.root["materials"] = json::array({{{"name", "wool"}}, {{"name", "silk"}}});
  file.addNode({{"mesh", file.addMesh(primitives)}});
  return need(file.import());
}

/// Three quads in a row, the middle one of silk, each primitive with vertices of its own.
ImportedMesh ownBuffers() {
  GltfBuilder file;
  Points outer = columns(0, 1);
  for (const Vec3 p : columns(2, 3)) outer.push_back(p);
  const json wool = primitive(file.addPositions(outer), file.addIndices(cells({0, 4})), 0);
  const json silk = primitive(file.addPositions(columns(1, 2)), file.addIndices(cells({0})), 1);
  return imported(file, json::array({wool, silk}));
}

/// The same with one vertex buffer for both.
ImportedMesh sharedBuffer() {
  GltfBuilder file;
  const int all = file.addPositions(columns(0, 3));
  const json wool = primitive(all, file.addIndices(cells({0, 4})), 0);
  const json silk = primitive(all, file.addIndices(cells({2})), 1);
  return imported(file, json::array({wool, silk}));
}

void expectOneCloth(const ImportedMesh& imported) {
  const SurfaceMesh& mesh = imported.mesh;
  ASSERT_EQ(imported.parts.size(), 2u);
  EXPECT_EQ(imported.parts[0].material, "wool");
  EXPECT_EQ(imported.parts[1].material, "silk");

  std::map<std::array<float, 3>, Vertices> copies;
  Vertices left;
  for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v) {
    copies[{mesh.positions[v].x, mesh.positions[v].y, mesh.positions[v].z}].push_back(v);
    if (mesh.positions[v].x == 0.0f) left.push_back(v);
  }
  ASSERT_EQ(copies.size(), 8u);
  OneClothDef def;
  def.pinned = left;
  def.world.gravity = {0.0f, 0.0f, -kGravity};  // across the strip, which gives way then
  OneCloth one = oneCloth(mesh, def);
  EXPECT_EQ(one.garment->particleCount(), 8u);
  EXPECT_EQ(one.garment->report().components, 1u);
  EXPECT_NEAR(one.garment->report().mass, 3.0f * kCell * kCell * Fabric{}.arealDensity, 1e-8);
  EXPECT_EQ(one.stats().pinned, 2u) << "only the left edge holds it";
  for (int frame = 0; frame < 120; ++frame) {
    one.run(1);
    const Points x = one.positions();
    for (const auto& [place, group] : copies) {
      for (const std::uint32_t v : group) {
        ASSERT_LE(distance(x[v], x[group.front()]), 1e-6f) << "frame " << frame << ", vertex " << v;
      }
    }
  }
  const Points x = one.positions();
  for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v) {
    if (mesh.positions[v].x == 0.0f) continue;
    EXPECT_LT(x[v].z, -0.02f) << "vertex " << v << " is held by something";
  }

  // Out and in again.
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("toile_p33_" + std::to_string(::getpid()) + ".glb");
  BakeInfo info;
  info.frameCount = 1;
  std::unique_ptr<AnimationWriter> writer = need(openAnimationWriter(path, mesh, imported.parts, info));
  ASSERT_TRUE(writer->addFrame(x, {}));
  ASSERT_TRUE(writer->finish());
  const ImportedMesh again = need(importMesh(path));
  std::filesystem::remove(path);
  ASSERT_EQ(again.parts.size(), 2u);
  for (std::size_t p = 0; p < 2; ++p) {
    EXPECT_EQ(again.parts[p].vertexCount, imported.parts[p].vertexCount);
    EXPECT_EQ(again.parts[p].faceCount, imported.parts[p].faceCount);
    EXPECT_EQ(again.parts[p].material, imported.parts[p].material);
  }
}

TEST(Cases, P33_TwoPrimitivesAreOneCloth) { expectOneCloth(ownBuffers()); }
TEST(Cases, P33_PrimitivesSharingABufferAreOneCloth) { expectOneCloth(sharedBuffer()); }

}  // namespace
}  // namespace toile::test
