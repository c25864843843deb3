// Triangles of a polygon mesh, for formats and pictures that know nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "toile/surface_mesh.h"

namespace toile {

/// Vertices of the triangles of faces first … first + count − 1, in the faces' order and winding. Quads are cut along
/// the diagonal that lies inside, the shorter one where both do; other polygons by clipping ears in the plane of
/// their area vector, so that concave ones come out right. Faces of fewer than 3 corners give nothing.
std::vector<std::uint32_t> faceTriangles(const SurfaceMesh& mesh, std::size_t first, std::size_t count);

}  // namespace toile
