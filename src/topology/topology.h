// What the solver needs to know of a mesh, computed once a garment. All indices are particles unless
// they say vertex. Order is that of the input; `reorder` renames particles afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "toile/garment.h"
#include "toile/surface_mesh.h"

namespace toile {

inline constexpr std::uint32_t kNone = 0xffffffffu;

/// a < b. `triangleCount` counts all triangles that meet here; the first two are named.
struct Edge {
  std::uint32_t a = 0, b = 0;
  std::array<std::uint32_t, 2> triangles{kNone, kNone};
  std::uint32_t triangleCount = 0;
  bool diagonal = false;  ///< inside a quad: belongs to shear, not to stretch
};

/// Two triangles over the edge a–b. Triangle `t0` is wound a → b → c; d is the far corner of `t1`.
///        c
///       / \      .
///      a---b
///       \ /
///        d
struct Hinge {
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
  std::uint32_t t0 = 0, t1 = 0;
  std::uint32_t edge = 0;
  std::uint32_t farC = 0, farD = 0;  ///< what bending uses in place of c and d (grid_hinges.h)
  bool inGrid = false;               ///< a side or the diagonal of a grid's cell
};

/// Corners in order round the quad; its diagonals are a–c, which is an edge of the mesh (`edge`, between the
/// triangles t0 and t1), and b–d, which is not.
struct Quad {
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
  std::uint32_t t0 = 0, t1 = 0;
  std::uint32_t edge = 0;
};

/// Middle b of a straight run a–b–c along a grid line.
struct GridTriple {
  std::uint32_t a = 0, b = 0, c = 0;
};

struct Topology {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::array<std::uint32_t, 3>> triangleVertices;  ///< same corners as input vertices (for UVs)
  std::vector<std::array<std::uint32_t, 3>> triangleEdges;     ///< edge k lies between corners k and (k + 1) % 3
  std::vector<Edge> edges;                                     ///< sorted by (a, b)
  std::vector<Hinge> hinges;  ///< in order of their edges; an edge of n > 2 triangles has n − 1, pairwise in order
  std::vector<Quad> quads;
  std::vector<GridTriple> gridTriples;
};

/// Rest geometry of every element, from the pose or from the UV plane (see rest_metric.h).
struct RestMetric {
  /// m, corners laid flat, corner 0 at the origin. x is the warp axis: the direction on the surface in which
  /// the UVs' u grows and v does not; y is perpendicular to it on v's side, so the shape is mirrored where
  /// the UVs are. Without usable UVs x runs along the longest edge.
  std::vector<std::array<Vec2, 3>> triangles;
  std::vector<float> triangleAreas;                 ///< m², > 0
  std::vector<float> edgeLengths;                   ///< m, > 0; mean over the edge's triangles
  std::vector<float> hingeSpans;                    ///< m, c–d: straight in space for the pose, unfolded for UVs
  std::vector<std::array<float, 2>> quadDiagonals;  ///< m, a–c and b–d
  std::vector<float> hingeAngles;                   ///< rad, of a, b, farC, farD, signed, 0 flat (hinge_angle.h)
  std::vector<float> gridTripleSpans;               ///< m, straight a–c in space for the pose, a–b–c for UVs
};

}  // namespace toile
