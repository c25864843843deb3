#include "io/export_frames.h"

#include <cmath>

namespace toile {
namespace {

std::string frameName(const std::filesystem::path& path, std::size_t frame) {
  return path.string() + ": frame " + std::to_string(frame);
}

/// Index of the first vector that is not finite, or the size.
std::size_t firstNonFinite(std::span<const Vec3> vectors) {
  std::size_t i = 0;
  while (i < vectors.size() && isFinite(vectors[i])) ++i;
  return i;
}

}  // namespace

Status FrameWriter::check(std::span<const Vec3> positions, std::span<const Vec3> normals) const {
  const std::string name = frameName(target_.path, frames_);
  if (frames_ == target_.info.frameCount) {
    return Error{name + ": only " + std::to_string(target_.info.frameCount) + " frames were announced"};
  }
  if (positions.size() != target_.vertexCount) {
    return Error{name + ": has " + std::to_string(positions.size()) + " positions, but the mesh " +
                 std::to_string(target_.vertexCount) + " vertices"};
  }
  if (!normals.empty() && normals.size() != positions.size()) {
    return Error{name + ": has " + std::to_string(normals.size()) + " normals, but " +
                 std::to_string(positions.size()) + " positions"};
  }
  if (frames_ > 0 && normals.empty() == hasNormals_) {
    return Error{name +
                 (hasNormals_ ? ": lacks normals, but frame 0 has them" : ": has normals, but frame 0 lacks them")};
  }
  if (const std::size_t i = firstNonFinite(positions); i < positions.size()) {
    return Error{name + ": position of vertex " + std::to_string(i) + " is not finite"};
  }
  if (const std::size_t i = firstNonFinite(normals); i < normals.size()) {
    return Error{name + ": normal of vertex " + std::to_string(i) + " is not finite"};
  }
  return {};
}

Status FrameWriter::addFrame(std::span<const Vec3> positions, std::span<const Vec3> normals) {
  if (!failure_.empty()) return Error{failure_};
  if (finished_) return Error{target_.path.string() + ": is finished, no frame can be added"};
  if (Status checked = check(positions, normals); !checked) return checked;
  const FileSpace& space = target_.options.space;
  positions_.resize(positions.size());
  normals_.resize(normals.size());
  for (std::size_t i = 0; i < positions.size(); ++i) positions_[i] = pointToFile(space, positions[i]);
  for (std::size_t i = 0; i < normals.size(); ++i) normals_[i] = directionToFile(space, normals[i]);
  if (const std::size_t i = firstNonFinite(positions_); i < positions_.size()) {
    return Error{frameName(target_.path, frames_) + ": position of vertex " + std::to_string(i) +
                 " is too large in the file's unit"};
  }
  hasNormals_ = !normals.empty();
  if (Status written = writeFrame(frames_, positions_, normals_); !written) {
    failure_ = written.error();
    return written;
  }
  ++frames_;
  return {};
}

Status FrameWriter::finish() {
  if (!failure_.empty()) return Error{failure_};
  if (finished_) return Error{target_.path.string() + ": is finished already"};
  if (frames_ != target_.info.frameCount) {
    return Error{target_.path.string() + ": has " + std::to_string(frames_) + " of " +
                 std::to_string(target_.info.frameCount) + " announced frames"};
  }
  Status completed = complete();
  if (completed) {
    finished_ = true;
  } else {
    failure_ = completed.error();
  }
  return completed;
}

Status checkMesh(const std::filesystem::path& path, const SurfaceMesh& mesh) {
  const std::string name = path.string() + ": ";
  const std::size_t n = mesh.positions.size();
  if (n == 0) return Error{name + "the mesh has no vertices"};
  if (!mesh.uvs.empty() && mesh.uvs.size() != n) return Error{name + "the mesh has fewer or more UVs than vertices"};
  std::size_t corners = 0;
  for (const std::uint32_t size : mesh.faceSizes) corners += size;
  if (mesh.faceSizes.empty() ? mesh.faceVertices.size() % 3 != 0 : corners != mesh.faceVertices.size()) {
    return Error{name + "the mesh's face sizes do not add up to its " + std::to_string(mesh.faceVertices.size()) +
                 " corners"};
  }
  for (std::size_t i = 0; i < mesh.faceVertices.size(); ++i) {
    if (mesh.faceVertices[i] >= n) {
      return Error{name + "corner " + std::to_string(i) + " names vertex " + std::to_string(mesh.faceVertices[i]) +
                   " of " + std::to_string(n)};
    }
  }
  if (const std::size_t i = firstNonFinite(mesh.positions); i < n) {
    return Error{name + "position of vertex " + std::to_string(i) + " is not finite"};
  }
  for (std::size_t i = 0; i < mesh.uvs.size(); ++i) {
    if (!std::isfinite(mesh.uvs[i].x) || !std::isfinite(mesh.uvs[i].y)) {
      return Error{name + "UV of vertex " + std::to_string(i) + " is not finite"};
    }
  }
  return {};
}

Status checkParts(const std::filesystem::path& path, const SurfaceMesh& mesh, std::span<const MeshPart> parts) {
  const std::vector<std::size_t> starts = faceStarts(mesh);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const MeshPart& part = parts[p];
    const std::string name = path.string() + ": part " + std::to_string(p) + " (\"" + part.name + "\")";
    if (part.firstFace > mesh.faceCount() || part.faceCount > mesh.faceCount() - part.firstFace) {
      return Error{name + " has faces beyond the mesh's " + std::to_string(mesh.faceCount())};
    }
    if (part.firstVertex > mesh.vertexCount() || part.vertexCount > mesh.vertexCount() - part.firstVertex) {
      return Error{name + " has vertices beyond the mesh's " + std::to_string(mesh.vertexCount())};
    }
    for (std::size_t c = starts[part.firstFace]; c < starts[part.firstFace + part.faceCount]; ++c) {
      const std::size_t vertex = mesh.faceVertices[c];
      if (vertex < part.firstVertex || vertex - part.firstVertex >= part.vertexCount) {
        return Error{name + " has a face with vertex " + std::to_string(vertex) + " outside its own range"};
      }
    }
  }
  return {};
}

Status checkOptions(const std::filesystem::path& path, const BakeInfo& info, const ExportOptions& options) {
  const std::string name = path.string() + ": ";
  if (!std::isfinite(info.framesPerSecond) || info.framesPerSecond <= 0.0) {
    return Error{name + "frames per second must be positive, not " + std::to_string(info.framesPerSecond)};
  }
  if (info.frameCount == 0) return Error{name + "an animation needs at least one frame"};
  const double unit = options.space.metresPerUnit;
  if (!std::isfinite(unit) || unit <= 0.0) {
    return Error{name + "metres per unit must be positive, not " + std::to_string(unit)};
  }
  return {};
}

std::vector<std::size_t> faceStarts(const SurfaceMesh& mesh) {
  std::vector<std::size_t> starts(mesh.faceCount() + 1, 0);
  for (std::size_t f = 0; f < mesh.faceCount(); ++f) {
    starts[f + 1] = starts[f] + (mesh.faceSizes.empty() ? 3 : mesh.faceSizes[f]);
  }
  return starts;
}

}  // namespace toile
