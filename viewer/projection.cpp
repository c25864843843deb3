#include "viewer/projection.h"

namespace toile::view {
namespace {

/// Rows of the matrix from what each clip coordinate is made of: a direction and an offset.
struct Row {
  Vec3 along;
  float offset;
};
Matrix fromRows(const std::array<Row, 4>& rows) {
  Matrix m{};
  for (std::size_t r = 0; r < 4; ++r) {
    m[r] = rows[r].along.x, m[4 + r] = rows[r].along.y, m[8 + r] = rows[r].along.z, m[12 + r] = rows[r].offset;
  }
  return m;
}

}  // namespace

Matrix perspective(const View& view) {
  const Vec3 x = view.right * (1.0f / view.tangentX), y = view.up * (1.0f / view.tangentY);
  return fromRows({{{x, -dot(x, view.eye)},
                    {y, -dot(y, view.eye)},
                    {{}, view.nearDepth},
                    {view.forward, -dot(view.forward, view.eye)}}});
}

Matrix parallel(const View& view, float radius) {
  const Vec3 x = view.right * (1.0f / radius), y = view.up * (1.0f / radius);
  const Vec3 z = view.forward * (0.25f / radius);
  return fromRows({{{x, -dot(x, view.eye)}, {y, -dot(y, view.eye)}, {z, 0.5f - dot(z, view.eye)}, {{}, 1.0f}}});
}

Vec4 project(const Matrix& m, Vec3 p) {
  const auto row = [&](std::size_t r) { return m[r] * p.x + m[4 + r] * p.y + m[8 + r] * p.z + m[12 + r]; };
  return {row(0), row(1), row(2), row(3)};
}

}  // namespace toile::view
