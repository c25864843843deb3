// P30: a node with negative scale turns the winding round, so that the mesh is not inside out.
#include <gtest/gtest.h>

#include "io/gltf_builder.h"

namespace toile {
namespace {

using test::GltfBuilder;
using test::json;

struct Mirror {
  Vec3 parent, child;
};

json scaleOf(Vec3 s) { return {s.x, s.y, s.z}; }

/// The mesh of `file` (shown by node 0) under a child and a parent with these scales.
Result<ImportedMesh> under(GltfBuilder file, const Mirror& mirror) {
  file.root["nodes"][0]["scale"] = scaleOf(mirror.child);
  file.addNode({{"scale", scaleOf(mirror.parent)}, {"children", {0}}});
  file.root["scenes"][0]["nodes"] = {1};
  return file.import();
}

GltfBuilder cubeFile() {
  GltfBuilder file;
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.push_back({float(i & 1), float(i >> 1 & 1), float(i >> 2 & 1)});
  const int positions = file.addPositions(corners);
  const int indices = file.addIndices(
      {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5});
  file.addNode(
      {{"mesh", file.addMesh(json::array({{{"attributes", {{"POSITION", positions}}}, {"indices", indices}}}))}});
  return file;
}

TEST(P30MirroredNode, NormalOfATriangleFollowsTheSurface) {
  // The triangle's front looks at +z; a mirror in x leaves it so, a mirror in z turns it to −z.
  const std::pair<Mirror, float> cases[] = {
      {{{1, 1, 1}, {1, 1, 1}}, 1},      {{{1, 1, 1}, {-1, 1, 1}}, 1},  {{{1, 1, 1}, {-1, -1, 1}}, 1},
      {{{1, 1, 1}, {-1, -1, -1}}, -1},  {{{-1, 1, 1}, {-1, 1, 1}}, 1}, {{{-1, 1, 1}, {1, -1, 1}}, 1},
      {{{-1, -1, -1}, {-1, 1, 1}}, -1}, {{{1, 1, -1}, {1, 1, -1}}, 1}, {{{-2, 3, 0.5f}, {1, 1, 1}}, 1}};
  for (const auto& [mirror, sign] : cases) {
    const Result<ImportedMesh> mesh = under(test::triangleFile(), mirror);
    ASSERT_TRUE(mesh.ok()) << mesh.error();
    EXPECT_GT(test::faceNormal(mesh->mesh, 0).z * sign, 0.0f);
  }
}

TEST(P30MirroredNode, ClosedCubeKeepsAPositiveVolume) {
  for (const float x : {-1.0f, 1.0f}) {
    for (const float y : {-1.0f, 1.0f}) {
      for (const float z : {-1.0f, 1.0f}) {
        for (const Vec3 parent : {Vec3{1, 1, 1}, Vec3{-1, 1, 1}, Vec3{-1, -1, -1}}) {
          const Result<ImportedMesh> mesh = under(cubeFile(), {parent, {x, y, z}});
          ASSERT_TRUE(mesh.ok()) << mesh.error();
          EXPECT_EQ(test::sixfoldVolume(mesh->mesh), 6.0);
          EXPECT_EQ(mesh->facts.mirroredNodes, x * y * z * parent.x * parent.y * parent.z < 0 ? 1u : 0u);
        }
      }
    }
  }
}

TEST(P30MirroredNode, NormalsPointOutAsWell) {
  GltfBuilder file = test::triangleFile();
  file.root["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] =
      file.addPositions({{0, 0, 1}, {0, 0, 1}, {0, 0, 1}});
  for (const Vec3 scale : {Vec3{-1, 1, 1}, Vec3{1, 1, -1}, Vec3{-1, -2, -3}}) {
    const Result<ImportedMesh> mesh = under(file, {{1, 1, 1}, scale});
    ASSERT_TRUE(mesh.ok()) << mesh.error();
    EXPECT_GT(dot(test::faceNormal(mesh->mesh, 0), mesh->mesh.normals[0]), 0.0f);
  }
}

}  // namespace
}  // namespace toile
