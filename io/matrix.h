// Affine 4×4 matrices for scene graphs and skins: a file's nodes may scale and shear, our Transform may not.
#pragma once

#include <array>

#include "toile/vec.h"

namespace toile {

/// Column-major as in glTF: element (row, column) is m[4 · column + row]. The last row is taken as 0 0 0 1.
struct Mat4 {
  std::array<float, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  friend constexpr bool operator==(const Mat4&, const Mat4&) = default;
};

/// The motion that does `b` first, then `a`.
Mat4 operator*(const Mat4& a, const Mat4& b);

/// Scale, then rotate (unit quaternion), then translate.
Mat4 fromTrs(Vec3 translation, Quat rotation, Vec3 scale);

Vec3 transformPoint(const Mat4& m, Vec3 p);
Vec3 transformDirection(const Mat4& m, Vec3 v);

/// Normals keep right angles to transformed surfaces: the cofactor matrix times n, with the sign of the
/// determinant taken out (mirrored normals still point out of a mesh whose winding was flipped). Not unit.
Vec3 transformNormal(const Mat4& m, Vec3 n);

/// Of the upper 3×3 part; negative where the matrix mirrors.
float determinant(const Mat4& m);

/// Inverse of an affine matrix; the identity's linear part where the matrix is singular.
Mat4 affineInverse(const Mat4& m);

/// Splits the upper 3×3 part into a rotation and what is left: columns made orthonormal in the order x, y,
/// z (Gram–Schmidt); a mirrored matrix has its z column turned round first. Scale and shear are dropped.
Transform rigidPart(const Mat4& m);

bool isFinite(const Mat4& m);

}  // namespace toile
