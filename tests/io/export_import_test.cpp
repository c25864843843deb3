// What goes out comes in again: the same mesh, the same way up, however often.
#include <gmock/gmock.h>

#include "export_fixture.h"
#include "io/import.h"

namespace toile::test {
namespace {

/// An L: mirrored or turned, it could not be laid on itself.
SurfaceMesh letterL() {
  SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0},           {0.31f, 0, 0},         {0.31f, 0.1f, 0.02f},
                    {0.1f, 0.1f, 0.02f}, {0.1f, 0.57f, 0.013f}, {0, 0.57f, 0}};
  mesh.faceSizes = {4, 4};
  mesh.faceVertices = {0, 1, 2, 3, 0, 3, 4, 5};
  for (const Vec3& p : mesh.positions) mesh.uvs.push_back({p.x * 1.7f, p.y * 1.3f});
  mesh.normals.assign(6, {0, 0, 1});
  return mesh;
}

double signedArea(const SurfaceMesh& mesh) {  // along z
  double area = 0.0;
  std::size_t corner = 0;
  for (std::size_t f = 0; f < mesh.faceCount(); ++f) {
    const std::size_t size = mesh.faceSizes.empty() ? 3 : mesh.faceSizes[f];
    for (std::size_t i = 0; i < size; ++i) {
      const Vec3 a = mesh.positions[mesh.faceVertices[corner + i]];
      const Vec3 b = mesh.positions[mesh.faceVertices[corner + (i + 1) % size]];
      area += 0.5 * (static_cast<double>(a.x) * b.y - static_cast<double>(a.y) * b.x);
    }
    corner += size;
  }
  return area;
}

TEST(ExportImport, P37_ThreeCyclesChangeNothing) {
  const SurfaceMesh first = letterL();
  for (const char* name : {"a.obj", "a.glb"}) {
    for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
      if (up == UpAxis::z && std::string(name) == "a.glb") continue;  // glTF is Y up
      const Folder folder;
      ExportOptions options;
      ImportOptions import;
      options.space = import.space = {up, up == UpAxis::z ? 0.01 : 1.0};
      SurfaceMesh mesh = first;
      for (int cycle = 0; cycle < 3; ++cycle) {
        Bake bake;
        bake.mesh = mesh;
        bake.info.frameCount = 2;
        bake.positions.assign(2, mesh.positions);
        bake.normals.assign(2, mesh.normals);
        if (std::string(name) == "a.obj") {
          ASSERT_TRUE(writeObj(folder / name, mesh, options).ok());
        } else {
          ASSERT_TRUE(write(folder / name, bake, options).ok());
        }
        const Result<ImportedMesh> read = importMesh(folder / name, import);
        ASSERT_TRUE(read.ok()) << read.error();
        mesh = read->mesh;
      }
      ASSERT_EQ(mesh.positions.size(), first.positions.size());
      for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        EXPECT_LE(distance(mesh.positions[i], first.positions[i]), 1e-6f) << name << i;
        EXPECT_LE(distance(mesh.normals[i], first.normals[i]), 1e-6f) << name << i;
        EXPECT_EQ(mesh.uvs[i], first.uvs[i]) << name << i;
      }
      EXPECT_NEAR(signedArea(mesh), signedArea(first), 1e-6);
      EXPECT_GT(signedArea(first), 0.05);
    }
  }
}

TEST(ExportImport, P33_PartsSurviveAGlb) {
  const Folder folder;
  const Bake bake = waving(3, 24.0);
  ASSERT_TRUE(write(folder / "a.glb", bake).ok());
  const Result<ImportedMesh> read = importMesh(folder / "a.glb");
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(read->mesh.positions, bake.positions[0]);
  // The importer makes normals unit length again: a few units in the last place of 1.
  for (std::size_t i = 0; i < 10; ++i) EXPECT_LE(distance(read->mesh.normals[i], bake.normals[0][i]), 5e-7f);
  EXPECT_EQ(read->mesh.uvs, bake.mesh.uvs);
  ASSERT_EQ(read->parts.size(), 2u);
  for (std::size_t p = 0; p < 2; ++p) {
    EXPECT_EQ(read->parts[p].material, bake.parts[p].material);
    EXPECT_EQ(read->parts[p].firstVertex, bake.parts[p].firstVertex);
    EXPECT_EQ(read->parts[p].vertexCount, bake.parts[p].vertexCount);
    EXPECT_EQ(read->parts[p].faceCount, 2 * bake.parts[p].faceCount);  // quads became triangles
  }
}

}  // namespace
}  // namespace toile::test
