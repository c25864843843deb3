// P37, the part without motion: import and export turn a mesh there and back, and never mirror it.
#include <gtest/gtest.h>

#include <fstream>

#include "io/export.h"
#include "io/gltf_builder.h"

namespace toile {
namespace {

/// An L in the file's own ground plane seen from above, long arm along x: mirrored or turned it is another letter.
const char* const kLetterYUp =
    "v 0 0 0\nv 3 0 0\nv 3 0 -1\nv 1 0 -1\nv 1 0 -2\nv 0 0 -2\nv 0 0.5 0\nf 1 2 3 4 5 6\nf 1 7 2\n";
const char* const kLetterZUp =
    "v 0 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 0.5\nf 1 2 3 4 5 6\nf 1 7 2\n";

TEST(P37AxesImport, BothUpAxesGiveTheSameMesh) {
  ImportOptions zUp;
  zUp.space.up = UpAxis::z;
  const auto a = importMeshFromMemory(test::asBytes(kLetterYUp), MeshFormat::obj, "y.obj");
  const auto b = importMeshFromMemory(test::asBytes(kLetterZUp), MeshFormat::obj, "z.obj", zUp);
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_EQ(a->mesh.positions, b->mesh.positions);
  EXPECT_EQ(b->mesh.positions[6], (Vec3{0, 0.5f, 0}));  // the file's up is our up
}

TEST(P37AxesImport, ThreeCyclesChangeNothing) {
  const auto path = std::filesystem::temp_directory_path() / "toile_p37_cycle.obj";
  for (const FileSpace space : {FileSpace{UpAxis::y, 1.0}, FileSpace{UpAxis::z, 1.0}, FileSpace{UpAxis::z, 0.01}}) {
    ImportOptions in;
    in.space = space;
    const auto first = importMeshFromMemory(test::asBytes(kLetterZUp), MeshFormat::obj, "letter.obj", in);
    ASSERT_TRUE(first.ok()) << first.error();
    SurfaceMesh mesh = first->mesh;
    for (int cycle = 0; cycle < 3; ++cycle) {
      ExportOptions out;
      out.space = space;
      ASSERT_TRUE(writeObj(path, mesh, out).ok());
      const auto back = importMesh(path, in);
      ASSERT_TRUE(back.ok()) << back.error();
      mesh = back->mesh;
    }
    ASSERT_EQ(mesh.positions.size(), first->mesh.positions.size());
    EXPECT_EQ(mesh.faceVertices, first->mesh.faceVertices);
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
      EXPECT_LE(distance(mesh.positions[v], first->mesh.positions[v]), 1e-6f);
    }
  }
  std::filesystem::remove(path);
}

TEST(P37AxesImport, TheTurnHasDeterminantOne) {
  for (const UpAxis up : {UpAxis::y, UpAxis::z}) {
    const FileSpace space{up, 1.0};
    const Vec3 x = directionFromFile(space, {1, 0, 0}), y = directionFromFile(space, {0, 1, 0}),
               z = directionFromFile(space, {0, 0, 1});
    EXPECT_EQ(dot(x, cross(y, z)), 1.0f);
    EXPECT_EQ(directionToFile(space, directionFromFile(space, {1, 2, 3})), (Vec3{1, 2, 3}));
  }
}

}  // namespace
}  // namespace toile
