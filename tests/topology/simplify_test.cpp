#include "topology/simplify.h"

#include <gtest/gtest.h>
#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "toile/grid.h"

namespace toile {
namespace {

NodeMesh flatSheet(std::uint32_t size) {
  const SurfaceMesh grid = makeGrid({size, size, 0.01f, GridCut::oneDiagonal});
  NodeMesh mesh;
  mesh.positions = grid.positions;
  mesh.particleCount = size * size;
  mesh.held.assign(mesh.particleCount, 0);
  for (std::uint32_t i = 0; i < mesh.particleCount; ++i) mesh.particle.push_back(i);
  for (std::size_t t = 0; t < grid.faceVertices.size(); t += 3) {
    mesh.triangles.push_back({grid.faceVertices[t], grid.faceVertices[t + 1], grid.faceVertices[t + 2]});
  }
  return mesh;
}

float areaOf(const NodeMesh& mesh, const std::array<std::uint32_t, 3>& t) {
  const Vec3 a = mesh.positions[t[0]];
  return 0.5f * cross(mesh.positions[t[1]] - a, mesh.positions[t[2]] - a).z;
}

TEST(Simplify, SpreadsEvenlyOverAFlatSheet) {
  constexpr std::uint32_t kSize = 60, kBudget = 500;
  NodeMesh mesh = flatSheet(kSize);
  for (std::uint32_t x = 0; x < kSize; x += 7) mesh.held[x] = 1;
  const auto triangles = simplify(mesh, kBudget).value();
  std::set<std::uint32_t> used;
  float area = 0.0f;
  double worst = 1.0;
  for (const auto& t : triangles) {
    used.insert(t.begin(), t.end());
    area += areaOf(mesh, t);
    double squares = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      squares += double{lengthSquared(mesh.positions[t[k]] - mesh.positions[t[(k + 1) % 3]])};
    }
    worst = std::min(worst, 4.0 * std::sqrt(3.0) * double{areaOf(mesh, t)} / squares);
  }
  EXPECT_LE(used.size(), kBudget);
  EXPECT_GE(used.size(), kBudget * 9 / 10);  // what stops short wastes the budget
  for (std::uint32_t x = 0; x < kSize; x += 7) EXPECT_EQ(used.count(x), 1u) << x;
  // Corners of the sheet may be cut off, by a triangle of an edge or two each; nothing may overlap.
  const float whole = 0.59f * 0.59f;
  EXPECT_LE(area, whole * 1.0001f);
  EXPECT_GE(area, whole * 0.99f);
  EXPECT_GT(worst, 0.2);  // 1: equilateral, 0: a line, negative: turned over
  std::array<std::size_t, 4> quarters{};
  for (const std::uint32_t v : used) ++quarters[v / kSize * 4 / kSize];
  // Even shares are a quarter each; the held row and borders may add a third.
  for (const std::size_t count : quarters)
    EXPECT_NEAR(static_cast<double>(count), used.size() / 4.0, used.size() / 12.0);
}

TEST(Simplify, LeavesAloneWhatFits) {
  const NodeMesh mesh = flatSheet(5);
  EXPECT_EQ(simplify(mesh, 25).value(), mesh.triangles);
}

TEST(Simplify, KeepsSeamsOfUvsTogether) {
  // Two charts over one sheet: nodes of column 15 exist twice.
  constexpr std::uint32_t kSize = 31;
  NodeMesh mesh = flatSheet(kSize);
  for (std::uint32_t y = 0; y < kSize; ++y) {
    const std::uint32_t seam = y * kSize + 15;
    mesh.positions.push_back(mesh.positions[seam]);
    mesh.particle.push_back(seam);
  }
  for (auto& t : mesh.triangles) {
    const bool right = std::any_of(t.begin(), t.end(), [](std::uint32_t v) { return v % kSize > 15; });
    for (std::uint32_t& v : t) {
      if (right && v % kSize == 15) v = kSize * kSize + v / kSize;
    }
  }
  const auto triangles = simplify(mesh, 250).value();
  std::set<std::uint32_t> left, right;
  float area = 0.0f;
  for (const auto& t : triangles) {
    area += areaOf(mesh, t);
    for (const std::uint32_t v : t) {
      if (mesh.particle[v] % kSize == 15) (v >= kSize * kSize ? right : left).insert(mesh.particle[v]);
    }
  }
  EXPECT_EQ(left, right);
  EXPECT_GT(left.size(), 2u);
  EXPECT_NEAR(area, 0.09f, 0.001f);
}

/// Garments are to be the same on every machine. meshoptimizer's own arithmetic is part of that: this is what 0.18
/// gives where multiplication and addition are not fused.
TEST(Simplify, SameOnEveryMachine) {
  if (MESHOPTIMIZER_VERSION != 180) GTEST_SKIP() << "meshoptimizer is not 0.18, whose result is known";
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto triangles = simplify(flatSheet(40), 300).value();
  for (const auto& t : triangles) {
    for (const std::uint32_t v : t) hash = (hash ^ v) * 0x100000001b3u;
  }
  EXPECT_EQ(hash, 3018748313734104714u);
}

}  // namespace
}  // namespace toile
