// Bodies to collide with, made by code.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "toile/toile.h"

namespace toile::test {

/// A sphere of 20 · 4^levels triangles.
inline SurfaceMesh ballMesh(float radius, int levels) {
  const float t = 0.5f * (1.0f + std::sqrt(5.0f));
  SurfaceMesh mesh;
  mesh.positions = {{-1, t, 0},  {1, t, 0},  {-1, -t, 0}, {1, -t, 0}, {0, -1, t},  {0, 1, t},
                    {0, -1, -t}, {0, 1, -t}, {t, 0, -1},  {t, 0, 1},  {-t, 0, -1}, {-t, 0, 1}};
  mesh.faceVertices = {0, 11, 5,  0, 5,  1, 0, 1, 7, 0, 7,  10, 0, 10, 11, 1, 5, 9, 5, 11,
                       4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3,  9,  4, 3,  4,  2, 3, 2, 6, 3,
                       6, 8,  3,  8, 9,  4, 9, 5, 2, 4, 11, 6,  2, 10, 8,  6, 7, 9, 8, 1};
  for (Vec3& p : mesh.positions) p = normalizedOr(p, {}) * radius;
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto [found, added] = middles.try_emplace(std::minmax(a, b), mesh.vertexCount());
      if (added) mesh.positions.push_back(normalizedOr(mesh.positions[a] + mesh.positions[b], {}) * radius);
      return found->second;
    };
    std::vector<std::uint32_t> finer;
    for (std::size_t f = 0; f < mesh.faceVertices.size(); f += 3) {
      const std::uint32_t a = mesh.faceVertices[f], b = mesh.faceVertices[f + 1], c = mesh.faceVertices[f + 2];
      const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca});
    }
    mesh.faceVertices = finer;
  }
  return mesh;
}

inline SurfaceMesh boxMesh(Vec3 h) {
  SurfaceMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.positions.push_back({i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
  }
  mesh.faceSizes.assign(6, 4);
  mesh.faceVertices = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
  return mesh;
}

/// A level square of cells × cells squares, front up.
inline SurfaceMesh floorMesh(float size, std::uint32_t cells) {
  SurfaceMesh mesh;
  for (std::uint32_t z = 0; z <= cells; ++z) {
    for (std::uint32_t x = 0; x <= cells; ++x) {
      mesh.positions.push_back({size * (static_cast<float>(x) / static_cast<float>(cells) - 0.5f), 0.0f,
                                size * (static_cast<float>(z) / static_cast<float>(cells) - 0.5f)});
    }
  }
  for (std::uint32_t z = 0; z < cells; ++z) {
    for (std::uint32_t x = 0; x < cells; ++x) {
      const std::uint32_t a = z * (cells + 1) + x, b = a + cells + 1;
      mesh.faceVertices.insert(mesh.faceVertices.end(), {a, b, b + 1, a, b + 1, a + 1});
    }
  }
  return mesh;
}

inline BodyMeshPtr body(const SurfaceMesh& mesh) { return BodyMesh::build(mesh).value(); }

inline ColliderDef bodyCollider(const SurfaceMesh& mesh, const Transform& at = {}) {
  ColliderDef def;
  def.shape = MeshBody{body(mesh)};
  def.transform = at;
  return def;
}

}  // namespace toile::test
