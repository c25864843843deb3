// What a hull is made of, as contacts read it.
#pragma once

#include <cstdint>
#include <vector>

#include "toile/hull.h"

namespace toile {

/// A plane of the hull: normal · p = offset.
struct HullPlane {
  float normal[3];
  float offset;  ///< m; no vertex lies beyond it
};

/// The triangle in that plane. Edge k leads from corner k to the next.
struct HullFace {
  float corner[3][3];       ///< m
  float edge[3][3];         ///< m
  float inverseSquared[3];  ///< 1/m², of the edge's length
  float outward[3][3];      ///< unit, in the plane, square to the edge, away from the triangle
};

struct HullData {
  std::vector<HullPlane> planes;
  std::vector<HullFace> faces;  ///< one a plane
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> triangles;
  Vec3 lowest, highest;        ///< m
  float halfThickness = 0.0f;  ///< m, how deep the middle of the vertices lies: a ball of this radius fits inside
  HullReport report;
};

}  // namespace toile
