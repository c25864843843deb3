// All cloths of a scene as one mesh, frame by frame: what goes into files and pictures.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "io/import.h"
#include "io/picture.h"
#include "scenes/play.h"

namespace toile::cli {

/// The cloths' meshes one after the other, each cloth's parts under its name.
class Film {
 public:
  explicit Film(const ScenePlay& play);

  /// Reads positions and normals of all cloths as they are now.
  Status readFrame(const World& world, const ScenePlay& play);

  const SurfaceMesh& mesh() const { return mesh_; }
  std::span<const MeshPart> parts() const { return parts_; }
  std::span<const Vec3> positions() const { return positions_; }
  std::span<const Vec3> normals() const { return normals_; }

 private:
  SurfaceMesh mesh_;
  std::vector<MeshPart> parts_;
  std::vector<Vec3> positions_, normals_;
};

/// Keeps the frames a picture will show, and draws it.
class PictureTaker {
 public:
  /// Shows options.frames of `frames` frames, evenly spread, first and last among them.
  PictureTaker(const Scene& scene, const ScenePlay& play, std::size_t frames);

  /// To be called with every frame; keeps those that are shown.
  void see(std::size_t frame, const Film& film, const World& world, const ScenePlay& play);
  Status write(const std::filesystem::path& path) const;

 private:
  struct Kept {
    std::vector<Vec3> positions, normals;
    std::vector<ColliderDef> colliders;  ///< bodies have their vertices as rest pose
    double time = 0.0;
  };
  struct Sheet {
    std::size_t firstVertex = 0, vertexCount = 0;
    std::span<const std::uint32_t> triangles;
    Colour front, back;
  };
  ScenePicture options_;
  std::vector<std::size_t> shown_;
  std::vector<Sheet> sheets_;
  std::vector<Kept> kept_;
};

}  // namespace toile::cli
