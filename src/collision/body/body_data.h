// Inside a BodyMesh: welded corners and triangles in the order of a tree whose leaves hold sixteen of them.
//
// Corners are numbered in the order in which the leaves first need them, so that each leaf owns a range of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "toile/body.h"

namespace toile {

inline constexpr std::uint32_t kBodyRow = 16;  ///< triangles of a leaf, children of a node: lanes of the widest vector
inline constexpr std::uint32_t kNoTriangle = 0xffffffffu;

/// Corner k of triangle i of a leaf is corner[k][i]. Places beyond the last triangle repeat it.
struct TriangleRow {
  alignas(64) std::uint32_t corner[3][kBodyRow];
};

struct BodyData {
  BodyReport report;
  // input side
  std::vector<Vec3> restVertices;
  std::vector<std::uint32_t> drawTriangles;   ///< input vertices
  std::vector<std::uint32_t> cornerOfVertex;  ///< kNoTriangle for a loose one
  std::vector<std::uint32_t> vertexOfCorner;  ///< the first of each corner

  std::vector<TriangleRow> leaves;
  std::vector<std::uint32_t> firstCorner;  ///< a leaf: it owns corners [firstCorner[i], firstCorner[i + 1])
  std::uint32_t cornerCount = 0, triangleCount = 0;
  /// Rows of a level of boxes, leaves first, up to a level of one row.
  std::vector<std::uint32_t> levelRows;
  /// Across edge k (corners k and k + 1), kNoTriangle at a border.
  std::vector<std::array<std::uint32_t, 3>> neighbours;
  std::vector<std::uint32_t> ringStart, ring;  ///< triangles at each corner: ring[ringStart[c] … ringStart[c + 1])
  std::vector<std::uint8_t> onBorder;          ///< a corner
  float meanEdge = 0.0f;                       ///< m, at rest

  std::uint32_t corner(std::uint32_t triangle, std::uint32_t k) const {
    return leaves[triangle / kBodyRow].corner[k][triangle % kBodyRow];
  }
};

/// Places in `points` along a Morton curve through them: neighbours in it are neighbours in space.
std::vector<std::uint32_t> mortonOrder(std::span<const Vec3> points);

/// Puts triangles (of corners named by `rest`, in any order) into leaves and names corners anew; `cornerOfVertex` and
/// `vertexOfCorner` are renamed along. Fills all of the lower half.
void arrangeBody(BodyData& data, std::span<const std::array<std::uint32_t, 3>> triangles);

/// The first pair of triangles that run along an edge in the same direction, as two places in `triangles`; or none.
struct TurnedOver {
  std::uint32_t a = kNoTriangle, b = kNoTriangle;
};
/// Neighbours across edges, and what is odd about them, into the report.
TurnedOver findNeighbours(std::span<const std::array<std::uint32_t, 3>> triangles,
                          std::vector<std::array<std::uint32_t, 3>>& neighbours, BodyReport& report);

}  // namespace toile
