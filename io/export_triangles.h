// Triangles of a polygon mesh, for formats and pictures that know nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "toile/surface_mesh.h"

namespace toile {

/// Vertices of the triangles of faces first … first + count − 1, in the faces' order and winding. Triangles stay as
/// they are, other polygons are cut as garments are (triangulatePolygon).
std::vector<std::uint32_t> faceTriangles(const SurfaceMesh& mesh, std::size_t first, std::size_t count);

}  // namespace toile
