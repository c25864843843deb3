#include "io/export_triangles.h"

namespace toile {

std::vector<std::uint32_t> faceTriangles(const SurfaceMesh& mesh, std::size_t first, std::size_t count) {
  std::vector<std::uint32_t> out;
  std::size_t corner = 0;
  for (std::size_t f = 0; f < first + count; ++f) {
    const std::size_t size = mesh.faceSizes.empty() ? 3 : mesh.faceSizes[f];
    const std::uint32_t* corners = mesh.faceVertices.data() + corner;
    corner += size;
    if (f < first) continue;
    if (size == 3) {
      out.insert(out.end(), corners, corners + 3);
    } else {
      triangulatePolygon(mesh.positions, {corners, size}, out);
    }
  }
  return out;
}

}  // namespace toile
