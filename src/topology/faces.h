// From polygons over vertices to clean triangles over particles.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "toile/surface_mesh.h"
#include "topology/build.h"
#include "topology/weld.h"

namespace toile {

/// Triangles that the solver can use, and what was left out.
struct CleanFaces {
  std::vector<std::array<std::uint32_t, 3>> triangles;         ///< particles of the weld
  std::vector<std::array<std::uint32_t, 3>> triangleVertices;  ///< the same as vertices
  std::vector<QuadFace> quadFaces;                             ///< convex four-sided faces, both triangles alive
  /// To draw: all triangles of three distinct vertices, those left out of the simulation as well as long as
  /// each of their vertices follows a particle of it.
  std::vector<std::uint32_t> drawTriangles;
  std::size_t concavePolygons = 0;
  std::size_t crossingPolygons = 0;     ///< their outline crosses itself
  std::size_t degenerateFaces = 0;      ///< faces of which no triangle has three distinct particles and an area
  std::size_t degenerateTriangles = 0;  ///< without three distinct particles or area, in faces that have better ones
  std::size_t duplicateTriangles = 0;   ///< same three particles as an earlier one, either way round
};

/// Precondition: the mesh's indices are in range.
CleanFaces cleanFaces(const SurfaceMesh& mesh, const Weld& weld);

}  // namespace toile
