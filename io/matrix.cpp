#include "io/matrix.h"

#include <cmath>

namespace toile {

namespace {

Vec3 column(const Mat4& m, std::size_t i) { return {m.m[4 * i], m.m[4 * i + 1], m.m[4 * i + 2]}; }

}  // namespace

Mat4 operator*(const Mat4& a, const Mat4& b) {
  Mat4 r;
  for (std::size_t c = 0; c < 4; ++c) {
    const Vec3 v = column(b, c);
    const Vec3 image = c == 3 ? transformPoint(a, v) : transformDirection(a, v);
    r.m[4 * c] = image.x;
    r.m[4 * c + 1] = image.y;
    r.m[4 * c + 2] = image.z;
  }
  return r;
}

Mat4 fromTrs(Vec3 translation, Quat rotation, Vec3 scale) {
  const Vec3 x = rotate(rotation, {scale.x, 0, 0});
  const Vec3 y = rotate(rotation, {0, scale.y, 0});
  const Vec3 z = rotate(rotation, {0, 0, scale.z});
  return {{x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, translation.x, translation.y, translation.z, 1}};
}

Vec3 transformDirection(const Mat4& m, Vec3 v) { return column(m, 0) * v.x + column(m, 1) * v.y + column(m, 2) * v.z; }

Vec3 transformPoint(const Mat4& m, Vec3 p) { return transformDirection(m, p) + column(m, 3); }

Vec3 transformNormal(const Mat4& m, Vec3 n) {
  const Vec3 x = column(m, 0), y = column(m, 1), z = column(m, 2);
  const Vec3 image = cross(y, z) * n.x + cross(z, x) * n.y + cross(x, y) * n.z;
  return determinant(m) < 0.0f ? -image : image;
}

float determinant(const Mat4& m) { return dot(column(m, 0), cross(column(m, 1), column(m, 2))); }

Mat4 affineInverse(const Mat4& m) {
  const Vec3 x = column(m, 0), y = column(m, 1), z = column(m, 2), t = column(m, 3);
  const float d = determinant(m);
  Vec3 rows[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (std::isfinite(1.0f / d)) {
    rows[0] = cross(y, z) * (1.0f / d);
    rows[1] = cross(z, x) * (1.0f / d);
    rows[2] = cross(x, y) * (1.0f / d);
  }
  return {{rows[0].x, rows[1].x, rows[2].x, 0, rows[0].y, rows[1].y, rows[2].y, 0, rows[0].z, rows[1].z, rows[2].z, 0,
           -dot(rows[0], t), -dot(rows[1], t), -dot(rows[2], t), 1}};
}

Transform rigidPart(const Mat4& m) {
  const Vec3 x = normalizedOr(column(m, 0), {1, 0, 0});
  const Vec3 anyAcross = std::abs(x.y) < 0.9f ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  const Vec3 across = normalizedOr(anyAcross - x * dot(x, anyAcross), {0, 1, 0});
  const Vec3 rawY = column(m, 1);
  const Vec3 y = normalizedOr(rawY - x * dot(x, rawY), across);
  const Vec3 z = cross(x, y);  // never mirrored

  // Quaternion of the columns x, y, z: the largest component first, so that nothing is divided by a small number.
  const float w4 = 1 + x.x + y.y + z.z, x4 = 1 + x.x - y.y - z.z, y4 = 1 - x.x + y.y - z.z, z4 = 1 - x.x - y.y + z.z;
  Quat q;
  if (w4 >= x4 && w4 >= y4 && w4 >= z4) {
    q = {y.z - z.y, z.x - x.z, x.y - y.x, w4};
  } else if (x4 >= y4 && x4 >= z4) {
    q = {x4, x.y + y.x, z.x + x.z, y.z - z.y};
  } else if (y4 >= z4) {
    q = {x.y + y.x, y4, y.z + z.y, z.x - x.z};
  } else {
    q = {z.x + x.z, y.z + z.y, z4, x.y - y.x};
  }
  return {normalized(q), column(m, 3)};
}

bool isFinite(const Mat4& m) {
  for (const float e : m.m) {
    if (!std::isfinite(e)) return false;
  }
  return true;
}

}  // namespace toile
