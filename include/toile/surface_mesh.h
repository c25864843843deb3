// A mesh as files deliver it: polygons, split vertices, paints. Nothing is assumed to be clean.
#pragma once

#include <cstdint>
#include <map>
#include <span>
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

/// What the corners of a polygon say, seen along its area vector.
enum class Outline : std::uint8_t {
  convex,
  concave,
  crossing,  ///< crosses itself: no triangles cover just what it encloses
};

/// Corners a face may have in a garment: cutting takes corners², and 10,000 of them a second.
inline constexpr std::size_t kMostFaceCorners = 10000;

/// Cuts one polygon (indices into `positions`, in range) into triangles that keep its winding, appended to `out` as
/// triples of indices: as garments are cut, so that what is drawn is what is simulated. Convex quads are cut along the
/// shorter diagonal, other polygons by clipping ears in the plane of their area vector, so that the triangles' areas
/// sum to the polygon's, if it does not cross itself. Polygons with fewer than 3 distinct corners give nothing
/// (convex). O(corners²). Thread safe.
Outline triangulatePolygon(std::span<const Vec3> positions, std::span<const std::uint32_t> polygon,
                           std::vector<std::uint32_t>& out);

}  // namespace toile
