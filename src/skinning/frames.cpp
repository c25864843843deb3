#include "skinning/frames.h"

#include <cmath>

namespace toile {
namespace {

/// The normal of what has no surface: loose vertices, and triangles that have shrunk to nothing.
constexpr Vec3 kUp{0.0f, 1.0f, 0.0f};

}  // namespace

void smoothNormals(const GarmentData& data, std::span<const Vec3> positions, std::span<Vec3> normals) {
  std::vector<Vec3> sums(data.normalGroupCount);
  for (std::size_t t = 0; t < data.drawTriangles.size(); t += 3) {
    const std::uint32_t* corner = &data.drawTriangles[t];
    const Vec3 a = positions[corner[0]];
    const Vec3 area = cross(positions[corner[1]] - a, positions[corner[2]] - a);
    for (int i = 0; i < 3; ++i) sums[data.normalGroup[corner[i]]] += area;
  }
  for (Vec3& sum : sums) sum = normalizedOr(sum, kUp);
  for (std::size_t v = 0; v < normals.size(); ++v) {
    const std::uint32_t group = data.normalGroup[v];
    normals[v] = group == kNone ? kUp : sums[group];
  }
}

void smoothTangents(const GarmentData& data, std::span<const Vec3> positions, std::span<const Vec3> normals,
                    std::span<Vec4> tangents) {
  std::vector<Vec3> alongU(positions.size()), alongV(positions.size());
  for (std::size_t t = 0; t < data.drawTriangles.size(); t += 3) {
    const std::uint32_t* corner = &data.drawTriangles[t];
    const Vec3 e1 = positions[corner[1]] - positions[corner[0]], e2 = positions[corner[2]] - positions[corner[0]];
    const Vec2 d1 = data.uvs[corner[1]] - data.uvs[corner[0]], d2 = data.uvs[corner[2]] - data.uvs[corner[0]];
    const float determinant = d1.x * d2.y - d2.x * d1.y;
    const float side = determinant < 0.0f ? -1.0f : 1.0f;
    const Vec3 u = (e1 * d2.y - e2 * d1.y) * side, v = (e2 * d1.x - e1 * d2.x) * side;
    for (int i = 0; i < 3; ++i) {
      alongU[corner[i]] += u;
      alongV[corner[i]] += v;
    }
  }
  for (std::size_t i = 0; i < tangents.size(); ++i) {
    const Vec3 n = normals[i];
    const Vec3 spare = std::fabs(n.x) < 0.9f ? Vec3{1.0f, 0.0f, 0.0f} : Vec3{0.0f, 1.0f, 0.0f};
    const Vec3 fallback = normalizedOr(spare - n * dot(n, spare), {1.0f, 0.0f, 0.0f});
    const Vec3 tangent = normalizedOr(alongU[i] - n * dot(n, alongU[i]), fallback);
    tangents[i] = {tangent.x, tangent.y, tangent.z, dot(cross(n, tangent), alongV[i]) < 0.0f ? -1.0f : 1.0f};
  }
}

}  // namespace toile
