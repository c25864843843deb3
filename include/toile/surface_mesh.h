// A mesh as files deliver it: polygons, split vertices, paints. Nothing is assumed to be clean.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "toile/vec.h"

namespace toile {

/// Polygon mesh with one set of attributes a vertex. A *vertex* is a point that is drawn; the solver
/// welds vertices at one position into one particle and keeps the map.
struct SurfaceMesh {
  std::vector<Vec3> positions{};              ///< N, metres
  std::vector<std::uint32_t> faceSizes{};     ///< corners of each face; empty means all faces are triangles
  std::vector<std::uint32_t> faceVertices{};  ///< corners of all faces in a row, indices into positions
  std::vector<Vec2> uvs{};                    ///< N or empty
  std::vector<Vec3> normals{};                ///< N or empty
  /// Painted scalars by name, each N long (OBJ has none; glTF: "_NAME" attributes, "COLOR_0.r" … ".a").
  std::map<std::string, std::vector<float>> paints{};

  std::size_t vertexCount() const { return positions.size(); }
  std::size_t faceCount() const { return faceSizes.empty() ? faceVertices.size() / 3 : faceSizes.size(); }
};

}  // namespace toile
