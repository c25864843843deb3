// The asset of a body, the boxes of its tree, its distance.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collision/body/meshes.h"
#include "collision/body/motion.h"
#include "collision/cloud.h"

namespace toile::test {
namespace {

using testing::HasSubstr;

TEST(BodyMesh, ReportsWhatItIsMadeOf) {
  const BodyMeshPtr box = body(boxMesh({0.1f, 0.2f, 0.3f}));
  EXPECT_TRUE(box->report().closed);
  EXPECT_EQ(box->report().triangles, 12u);
  EXPECT_EQ(box->report().corners, 8u);
  EXPECT_EQ(box->triangles().size(), 36u);
  SurfaceMesh open = floorMesh(1.0f, 2);
  open.positions.push_back({9, 9, 9});
  const BodyMeshPtr floor = body(open);
  EXPECT_FALSE(floor->report().closed);
  EXPECT_EQ(floor->report().openEdges, 8u);
  EXPECT_EQ(floor->report().looseVertices, 1u);
}

TEST(BodyMesh, RefusesWhatHasNoOutside) {
  SurfaceMesh turned = boxMesh({1, 1, 1});
  std::swap(turned.faceVertices[0], turned.faceVertices[2]);
  const auto one = BodyMesh::build(turned);
  ASSERT_FALSE(one.ok());
  EXPECT_THAT(one.error(), HasSubstr("turned over"));
  SurfaceMesh inside = boxMesh({1, 1, 1});
  for (std::size_t f = 0; f < 24; f += 4) std::swap(inside.faceVertices[f], inside.faceVertices[f + 2]);
  const auto all = BodyMesh::build(inside);
  ASSERT_FALSE(all.ok());
  EXPECT_THAT(all.error(), HasSubstr("inside out"));
  SurfaceMesh nan = boxMesh({1, 1, 1});
  nan.positions[3].y = std::nanf("");
  EXPECT_FALSE(BodyMesh::build(nan).ok());
  SurfaceMesh beyond = boxMesh({1, 1, 1});
  beyond.faceVertices[5] = 8;
  EXPECT_FALSE(BodyMesh::build(beyond).ok());
  EXPECT_FALSE(BodyMesh::build(SurfaceMesh{}).ok());
}

TEST(BodyMesh, DistanceIsThatOfTheBox) {
  const MeshBody mesh{body(boxMesh({0.1f, 0.2f, 0.3f}))};
  const Box box{{0.1f, 0.2f, 0.3f}};
  Dice dice;
  for (int i = 0; i < 500; ++i) {
    const Vec3 p = dice.vector() * 0.5f;
    EXPECT_NEAR(signedDistance(mesh, p), signedDistance(box, p), 1e-6f);  // rounding of the box's own floats
  }
}

/// Every box of a level holds all of the level below, and the leaves their triangles at any time of the step.
void checkBoxes(const BodyMotion& motion) {
  const BodyData& data = motion.data();
  for (std::uint32_t t = 0; t < data.triangleCount; ++t) {
    const BodyBoxRow& row = motion.levels[0][t / kBodyRow];
    for (std::uint32_t k = 0; k < 3; ++k) {
      for (const AlignedVector<float>* corners : {&motion.start, &motion.end}) {
        const float* p = &(*corners)[4 * std::size_t{data.corner(t, k)}];
        for (int c = 0; c < 3; ++c) {
          ASSERT_LE(row.low[c][t % kBodyRow], p[c]);
          ASSERT_GE(row.high[c][t % kBodyRow], p[c]);
        }
      }
    }
  }
  for (std::size_t level = 1; level < motion.levels.size(); ++level) {
    for (std::size_t i = 0; i < motion.levels[level - 1].size(); ++i) {
      const BodyBoxRow& below = motion.levels[level - 1][i];
      const BodyBoxRow& above = motion.levels[level][i / kBodyRow];
      for (int c = 0; c < 3; ++c) {
        ASSERT_EQ(above.low[c][i % kBodyRow], *std::min_element(below.low[c], below.low[c] + kBodyRow));
        ASSERT_EQ(above.high[c][i % kBodyRow], *std::max_element(below.high[c], below.high[c] + kBodyRow));
      }
    }
  }
  ASSERT_EQ(motion.levels.back().size(), 1u);
}

TEST(BodyRefit, BoxesHoldTheWayOfTheStepOnEveryTarget) {
  Dice dice;
  const BodyMeshPtr mesh = body(ballMesh(0.3f, 3));
  std::vector<Vec3> moved(mesh->restPositions().begin(), mesh->restPositions().end());
  for (Vec3& p : moved) p = p * 1.2f + dice.vector() * 0.01f;
  const Transform from{dice.rotation(), dice.vector()}, to{dice.rotation(), dice.vector()};
  BodyMotion reference(mesh);
  reference.setVertices(moved, false);
  std::uint64_t refits = 0;
  refitBody(reference, from, to, {}, refits);
  checkBoxes(reference);
  for (std::uint32_t c = 0; c < mesh->data().cornerCount; ++c) {
    const std::uint32_t vertex = mesh->data().vertexOfCorner[c];
    // Two ways to turn a point in float, each off by some units in the last place of about 2 m.
    EXPECT_NEAR(distance(Cloud::get(reference.start, c), apply(from, mesh->restPositions()[vertex])), 0.0f, 2e-6f);
    EXPECT_NEAR(distance(Cloud::get(reference.end, c), apply(to, moved[vertex])), 0.0f, 2e-6f);
  }
  for (const KernelTarget target : availableTargets()) {
    BodyMotion motion(mesh);
    motion.setVertices(moved, false);
    refitBody(motion, from, to, target, refits);
    EXPECT_EQ(motion.start, reference.start);
    EXPECT_EQ(motion.end, reference.end);
    checkBoxes(motion);
    AlignedVector<float> half, same;
    cornersAt(motion, 0.3f, target, half), cornersAt(reference, 0.3f, {}, same);
    EXPECT_EQ(half, same);
  }
  const std::uint64_t last = refits;
  refitBody(reference, from, to, {}, refits);
  EXPECT_EQ(refits, last) << "nothing has changed";
}

}  // namespace
}  // namespace toile::test
