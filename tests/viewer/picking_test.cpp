#include "viewer/picking.h"

#include <gmock/gmock.h>

namespace toile::view {
namespace {

/// Squares of half width 1 round the z axis, facing +z, at the heights given; each a part.
Stage squares(std::initializer_list<float> depths) {
  Stage stage;
  for (const float z : depths) {
    StagePart part;
    part.firstVertex = stage.positions.size(), part.vertexCount = 4;
    part.firstIndex = stage.triangles.size(), part.indexCount = 6;
    stage.positions.insert(stage.positions.end(), {{-1, -1, z}, {1, -1, z}, {1, 1, z}, {-1, 1, z}});
    stage.triangles.insert(stage.triangles.end(), {0, 1, 2, 0, 2, 3});
    stage.parts.push_back(part);
  }
  return stage;
}

TEST(Picking, FindsTheNearestFromEitherSide) {
  const Stage stage = squares({0.0f, -2.0f, 1.0f});
  const auto before = pick(stage, {{0.25f, 0.5f, 5.0f}, {0, 0, -1}});
  ASSERT_TRUE(before);
  EXPECT_EQ(before->part, 2u);
  EXPECT_NEAR(before->distance, 4.0f, 1e-6f);
  EXPECT_EQ(before->triangle, 1u);
  const auto behind = pick(stage, {{0.25f, 0.5f, -5.0f}, {0, 0, 1}});
  ASSERT_TRUE(behind);
  EXPECT_EQ(behind->part, 1u);
  EXPECT_NEAR(behind->place.z, -2.0f, 1e-6f);
}

TEST(Picking, MissesWhatIsBesideAndBehind) {
  const Stage stage = squares({0.0f});
  EXPECT_FALSE(pick(stage, {{1.5f, 0.0f, 5.0f}, {0, 0, -1}}));
  EXPECT_FALSE(pick(stage, {{0.0f, 0.0f, 5.0f}, {0, 0, 1}}));
  EXPECT_FALSE(pick(Stage{}, {{0.0f, 0.0f, 5.0f}, {0, 0, 1}}));
}

TEST(Picking, RaysGoThroughTheirPlaceOnThePicture) {
  const View view = makeView({0, 0, 2}, {0, 0, -1}, 1.0f, 0.5f);
  const Ray ray = rayThrough(view, 0.5f, -1.0f);  // half way to the right, bottom
  const Vec3 place = meetPlane(ray, {}, {0, 0, 1});
  EXPECT_NEAR(place.x, 1.0f, 1e-6f);
  EXPECT_NEAR(place.y, -1.0f, 1e-6f);
}

TEST(Picking, ARayAlongAPlaneStaysWhereItWas) {
  EXPECT_EQ(meetPlane({{0, 0, 0}, {1, 0, 0}}, {3, 1, 2}, {0, 0, 1}), (Vec3{3, 1, 2}));
  EXPECT_EQ(meetPlane({{0, 0, 0}, {0, 0, 1}}, {3, 1, -2}, {0, 0, 1}), (Vec3{3, 1, -2}));
}

TEST(Picking, NearestVertex) {
  const std::vector<Vec3> positions{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  EXPECT_EQ(nearestVertex(positions, {1.4f, 0.3f, 0}), 1u);
  EXPECT_EQ(nearestVertex(positions, {9.0f, 0.3f, 0}), 2u);
}

}  // namespace
}  // namespace toile::view
