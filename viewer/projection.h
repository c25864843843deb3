// 4×4 matrices as shaders take them: column-major, clip space with y up and depth 0 … 1 (WebGPU's).
#pragma once

#include <array>

#include "io/raster.h"

namespace toile::view {

using Matrix = std::array<float, 16>;

/// Depth 1 at view.nearDepth, 0 at infinity: floats are as exact far away as near.
Matrix perspective(const View& view);

/// From a light that looks along view.forward at view.eye: a square of half width `radius` (m) and everything within
/// two radii before and behind, depth 0 … 1 away from the light.
Matrix parallel(const View& view, float radius);

/// Clip coordinates of a point: x, y, z, w.
Vec4 project(const Matrix& m, Vec3 p);

}  // namespace toile::view
