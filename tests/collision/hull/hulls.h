// Hulls for tests.
#pragma once

#include <vector>

#include "toile/colliders.h"

namespace toile {

inline std::vector<Vec3> boxCorners(Vec3 half) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back(
        {(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y, (i & 4) != 0 ? half.z : -half.z});
  }
  return corners;
}

inline ConvexHull hullOf(const std::vector<Vec3>& points, float radius = 0.0f, std::uint32_t mostFaces = 128) {
  return {HullMesh::build({points, mostFaces}).value(), radius};
}

/// What a Box of these half extents is, up to the way it is written.
inline ConvexHull boxHull(Vec3 half, float radius = 0.0f) { return hullOf(boxCorners(half), radius); }

/// Nothing about it is square or symmetric.
inline ConvexHull gemHull(float size, float radius = 0.0f) {
  std::vector<Vec3> points;
  for (const Vec3 p :
       {Vec3{0.0f, 1.0f, 0.1f}, Vec3{0.9f, 0.3f, 0.2f}, Vec3{-0.2f, 0.4f, 0.95f}, Vec3{-0.9f, 0.2f, -0.3f},
        Vec3{0.1f, 0.3f, -0.9f}, Vec3{0.7f, -0.5f, -0.4f}, Vec3{0.3f, -0.6f, 0.7f}, Vec3{-0.6f, -0.4f, 0.5f},
        Vec3{-0.4f, -0.7f, -0.5f}, Vec3{0.1f, -1.0f, 0.0f}}) {
    points.push_back(p * size);
  }
  return hullOf(points, radius);
}

}  // namespace toile
