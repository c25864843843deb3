// Phong tessellation in double, and its inverse: which weights and offset give a drawn vertex back at rest.
#pragma once

#include <array>

#include "math/double_vec.h"

namespace toile {

/// A coarse triangle at rest with its corners' unit normals.
struct PhongTriangle {
  std::array<DoubleVec3, 3> x, n;
};

/// A point on it: weights of corners 1 and 2, and the offset along the normal (m).
struct PhongPoint {
  double b1 = 0.0, b2 = 0.0, offset = 0.0;
};

/// The unit normal there; corner 0's where they cancel.
DoubleVec3 phongNormal(const PhongTriangle& triangle, const PhongPoint& at);
/// kernels/draw-inl.h has the equations.
DoubleVec3 phongPosition(const PhongTriangle& triangle, const PhongPoint& at);

/// The point whose position is `target`, from a first guess on. Weights stay within −1 … 2, so that vertices beyond
/// a border are found; where that is not enough, or the search does not get nearer, the nearest found is returned.
PhongPoint phongInverse(const PhongTriangle& triangle, DoubleVec3 target, PhongPoint guess);

}  // namespace toile
