// Small meshes that tests of this folder share.
#pragma once

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "toile/garment.h"
#include "toile/grid.h"
#include "topology/build.h"
#include "topology/faces.h"
#include "topology/weld.h"

namespace toile::test {

/// 0, 1, … n − 1.
inline std::vector<std::uint32_t> identity(std::size_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

inline SurfaceMesh triangleMesh(std::vector<Vec3> positions, std::vector<std::uint32_t> corners) {
  SurfaceMesh mesh;
  mesh.positions = std::move(positions);
  mesh.faceVertices = std::move(corners);
  return mesh;
}

/// Topology over the mesh's welded particles, in the order of the weld (loose ones keep their number).
struct Built {
  Weld welded;
  CleanFaces faces;
  std::vector<Vec3> positions;
  Topology topology;
};

inline Built buildFrom(const SurfaceMesh& mesh) {
  Built built;
  built.welded = weld(mesh.positions, 0.0f);
  built.faces = cleanFaces(mesh, built.welded);
  for (const std::uint32_t v : built.welded.vertexOfParticle) built.positions.push_back(mesh.positions[v]);
  built.topology =
      buildTopology(built.faces.triangles, built.faces.triangleVertices, built.faces.quadFaces, built.positions);
  return built;
}

/// Closed, wound outwards, edge length `side`, one corner at the origin.
inline SurfaceMesh cube(float side) {
  SurfaceMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.positions.push_back(
        {side * static_cast<float>(i & 1), side * static_cast<float>(i >> 1 & 1), side * static_cast<float>(i >> 2)});
  }
  mesh.faceSizes.assign(6, 4);
  mesh.faceVertices = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
  return mesh;
}

/// The same with four own vertices and a normal for each side.
inline SurfaceMesh hardCube(float side) {
  const SurfaceMesh shared = cube(side);
  SurfaceMesh mesh;
  mesh.faceSizes = shared.faceSizes;
  const Vec3 normals[6] = {{0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}};
  for (std::uint32_t i = 0; i < shared.faceVertices.size(); ++i) {
    mesh.positions.push_back(shared.positions[shared.faceVertices[i]]);
    mesh.normals.push_back(normals[i / 4]);
    mesh.faceVertices.push_back(i);
  }
  return mesh;
}

/// `count` triangles round the origin, closed, as a flat disc.
inline SurfaceMesh fan(std::uint32_t count) {
  SurfaceMesh mesh;
  mesh.positions.push_back({0, 0, 0});
  for (std::uint32_t i = 0; i < count; ++i) {
    const double angle = 2.0 * 3.14159265358979 * i / count;
    mesh.positions.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)), 0.0f});
    mesh.faceVertices.insert(mesh.faceVertices.end(), {0, i + 1, (i + 1) % count + 1});
  }
  return mesh;
}

/// A strip of `count` quads with half a twist, glued to itself as the vertices lie.
inline SurfaceMesh moebius(std::uint32_t count) {
  SurfaceMesh mesh;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double angle = 2.0 * 3.14159265358979 * i / count;
    for (const double side : {-0.2, 0.2}) {
      const double radius = 1.0 + side * std::cos(angle / 2.0);
      mesh.positions.push_back({static_cast<float>(radius * std::cos(angle)),
                                static_cast<float>(radius * std::sin(angle)),
                                static_cast<float>(side * std::sin(angle / 2.0))});
    }
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t a = 2 * i, b = 2 * i + 1;
    const std::uint32_t c = i + 1 < count ? a + 2 : 1, d = i + 1 < count ? b + 2 : 0;
    mesh.faceVertices.insert(mesh.faceVertices.end(), {a, c, d, a, d, b});
  }
  return mesh;
}

/// Triangles between random ones of `vertices` places on a coarse lattice: duplicates, slivers, non-manifold edges,
/// bow ties and repeated corners in numbers.
inline SurfaceMesh soup(std::uint32_t vertices, std::uint32_t triangles, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(random() % below); };
  SurfaceMesh mesh;
  for (std::uint32_t i = 0; i < vertices; ++i) {
    mesh.positions.push_back(
        {static_cast<float>(pick(12)), static_cast<float>(pick(12)), static_cast<float>(pick(12))});
  }
  for (std::uint32_t i = 0; i < 3 * triangles; ++i) mesh.faceVertices.push_back(pick(vertices));
  return mesh;
}

/// The mesh with its vertices in another order.
inline SurfaceMesh shuffled(const SurfaceMesh& mesh, std::uint32_t seed) {
  std::vector<std::uint32_t> newIndex(mesh.vertexCount());
  for (std::uint32_t i = 0; i < newIndex.size(); ++i) newIndex[i] = i;
  std::mt19937 random(seed);
  for (std::uint32_t i = static_cast<std::uint32_t>(newIndex.size()); i > 1; --i) {
    std::swap(newIndex[i - 1], newIndex[random() % i]);
  }
  SurfaceMesh other = mesh;
  for (std::uint32_t i = 0; i < newIndex.size(); ++i) {
    other.positions[newIndex[i]] = mesh.positions[i];
    if (!mesh.uvs.empty()) other.uvs[newIndex[i]] = mesh.uvs[i];
  }
  for (std::uint32_t& v : other.faceVertices) v = newIndex[v];
  return other;
}

}  // namespace toile::test
