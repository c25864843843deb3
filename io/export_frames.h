// What every writer of animations checks alike, before a format sees a frame.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "io/export.h"

namespace toile {

/// Checks each frame against what was announced, turns it into the file's axes and unit, and hands it on.
/// A refused frame leaves the bake as it was; after an error of the format itself nothing more is accepted.
class FrameWriter : public AnimationWriter {
 public:
  struct Target {
    std::filesystem::path path;
    std::size_t vertexCount = 0;
    BakeInfo info;
    ExportOptions options;
  };
  Status addFrame(std::span<const Vec3> positions, std::span<const Vec3> normals) final;
  Status finish() final;

 protected:
  explicit FrameWriter(Target target) : target_(std::move(target)) {}

  /// Coordinates are the file's; `normals` is empty in all frames or in none.
  virtual Status writeFrame(std::size_t frame, std::span<const Vec3> positions, std::span<const Vec3> normals) = 0;
  virtual Status complete() = 0;

  const Target& target() const { return target_; }
  /// s
  double timeOf(std::size_t frame) const { return static_cast<double>(frame) / target_.info.framesPerSecond; }
  bool hasNormals() const { return hasNormals_; }

 private:
  Status check(std::span<const Vec3> positions, std::span<const Vec3> normals) const;

  Target target_;
  std::size_t frames_ = 0;
  bool hasNormals_ = false;
  std::string failure_;
  bool finished_ = false;
  std::vector<Vec3> positions_, normals_;
};

/// Refuses meshes that no format can hold: sizes that do not fit together, indices out of range, non-finite
/// positions or UVs. `path` is named in the error.
Status checkMesh(const std::filesystem::path& path, const SurfaceMesh& mesh);
Status checkParts(const std::filesystem::path& path, const SurfaceMesh& mesh, std::span<const MeshPart> parts);

/// Refuses frame rates and units that are not positive and finite, and bakes without frames.
Status checkOptions(const std::filesystem::path& path, const BakeInfo& info, const ExportOptions& options);

/// Corners of face f are faceVertices[start[f]] … [start[f + 1] − 1].
std::vector<std::size_t> faceStarts(const SurfaceMesh& mesh);

}  // namespace toile
