// What must hold for every import, whatever the bytes: an error with a text, or a mesh whose numbers fit together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "io/skeleton.h"

namespace toile {

inline void require(bool holds) {
  if (!holds) std::abort();
}

inline std::span<const std::byte> bytesOf(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const std::byte*>(data), size};
}

inline ImportOptions fuzzOptions() {
  ImportOptions options;
  options.maximumVertices = 1 << 16;
  return options;
}

inline void checkImport(const std::uint8_t* data, std::size_t size, MeshFormat format) {
  const Result<ImportedMesh> result = importMeshFromMemory(bytesOf(data, size), format, "fuzz", fuzzOptions());
  if (!result) return require(!result.error().empty());
  const SurfaceMesh& mesh = result->mesh;
  std::size_t corners = mesh.faceSizes.empty() ? mesh.faceVertices.size() : 0;
  for (const std::uint32_t faceSize : mesh.faceSizes) corners += faceSize;
  require(corners == mesh.faceVertices.size());
  for (const std::uint32_t v : mesh.faceVertices) require(v < mesh.vertexCount());
  for (const Vec3& p : mesh.positions) require(isFinite(p));
  require(mesh.uvs.empty() || mesh.uvs.size() == mesh.vertexCount());
  require(mesh.normals.empty() || mesh.normals.size() == mesh.vertexCount());
  for (const auto& [name, values] : mesh.paints) require(values.size() == mesh.vertexCount());
}

inline void checkAnimation(const std::uint8_t* data, std::size_t size, MeshFormat format) {
  const Result<AnimatedModel> model = importAnimatedModelFromMemory(bytesOf(data, size), format, "fuzz", fuzzOptions());
  if (!model) return;
  for (const AnimationClip& clip : model->skeleton.clips) {
    for (const float time : {-1.0f, 0.0f, 0.37f * clip.duration, clip.duration}) {
      const Pose pose = evaluate(model->skeleton, clip, time);
      require(posedPositions(*model, pose).size() == model->surface.mesh.vertexCount());
    }
  }
}

}  // namespace toile
