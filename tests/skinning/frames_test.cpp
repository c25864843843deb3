#include <gtest/gtest.h>

#include <vector>

#include "toile/grid.h"
#include "toile/world.h"

namespace toile {
namespace {

TEST(Frames, LooseVerticesHaveANormalAndATangent) {
  SurfaceMesh mesh = makeGrid({3, 3, 0.1f, GridCut::quads});
  mesh.positions.insert(mesh.positions.begin() + 4, {5.0f, 5.0f, 5.0f});
  mesh.uvs.insert(mesh.uvs.begin() + 4, {0.0f, 0.0f});
  for (std::uint32_t& v : mesh.faceVertices) v += v >= 4 ? 1 : 0;
  const auto garment = Garment::build(mesh);
  ASSERT_TRUE(garment.ok()) << garment.error();
  ASSERT_EQ((*garment)->report().looseVertices, 1u);

  auto world = World::create();
  ASSERT_TRUE(world.ok());
  ClothDef def;
  def.garment = *garment;
  const auto cloth = world->createCloth(def);
  ASSERT_TRUE(cloth.ok());

  std::vector<Vec3> normals((*garment)->vertexCount());
  ASSERT_TRUE(world->readNormals(*cloth, normals).ok());
  for (std::size_t v = 0; v < normals.size(); ++v) {
    EXPECT_EQ(normals[v].x, 0.0f) << v;
    EXPECT_FLOAT_EQ(normals[v].y, v == 4 ? 1.0f : 0.0f) << v;
    EXPECT_FLOAT_EQ(normals[v].z, v == 4 ? 0.0f : 1.0f) << v;
  }
  std::vector<Vec4> tangents((*garment)->vertexCount());
  ASSERT_TRUE(world->readTangents(*cloth, tangents).ok());
  for (std::size_t v = 0; v < tangents.size(); ++v) {
    const Vec3 t{tangents[v].x, tangents[v].y, tangents[v].z};
    EXPECT_FLOAT_EQ(length(t), 1.0f) << v;
    EXPECT_EQ(dot(t, normals[v]), 0.0f) << v;
  }
}

}  // namespace
}  // namespace toile
