#include "io/gltf_export_layout.h"

#include <algorithm>

#include "io/export_triangles.h"

namespace toile {

std::uint64_t GlbLayout::weightBytes() const {
  if (!animated()) return 0;
  // Sparse: an index and a value for each frame.
  return sparseWeights() ? 8 * std::uint64_t{frameCount} : 4 * std::uint64_t{frameCount} * frameCount;
}

std::uint64_t GlbLayout::totalBytes() const {
  const std::uint64_t shapes = animated() ? 1 + std::uint64_t{frameCount} : 1;
  return uvBytes() + indexBytes() + timeBytes() + weightBytes() + shapes * shapeBytes();
}

namespace {

template <class T, class Same>
std::size_t findOrAdd(std::vector<T>& list, const T& value, Same same) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const T& other) { return same(other, value); });
  const std::size_t index = static_cast<std::size_t>(at - list.begin());
  if (at == list.end()) list.push_back(value);
  return index;
}

}  // namespace

GlbLayout layoutGlb(const SurfaceMesh& mesh, std::span<const MeshPart> parts, std::size_t frameCount) {
  GlbLayout layout;
  layout.vertexCount = mesh.vertexCount();
  layout.frameCount = frameCount;
  layout.uvs = !mesh.uvs.empty();
  MeshPart whole;
  whole.faceCount = mesh.faceCount();
  whole.vertexCount = mesh.vertexCount();
  if (parts.empty()) parts = {&whole, 1};
  for (const MeshPart& part : parts) {
    const std::vector<std::uint32_t> triangles = faceTriangles(mesh, part.firstFace, part.faceCount);
    if (triangles.empty()) continue;
    GlbPrimitive primitive;
    primitive.name = part.name;
    primitive.range = findOrAdd(layout.ranges, GlbRange{part.firstVertex, part.vertexCount},
                                [](auto& a, auto& b) { return a.first == b.first && a.count == b.count; });
    primitive.material = findOrAdd(layout.materials, part.material, [](auto& a, auto& b) { return a == b; });
    primitive.firstIndex = layout.indices.size();
    primitive.indexCount = triangles.size();
    for (const std::uint32_t vertex : triangles) {
      layout.indices.push_back(vertex - static_cast<std::uint32_t>(part.firstVertex));
    }
    layout.primitives.push_back(primitive);
  }
  return layout;
}

}  // namespace toile
