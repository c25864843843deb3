// A small bake that every format is tested with, and a folder of its own for the files.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "io/export.h"

namespace toile::test {

/// An empty folder that goes with the test.
class Folder {
 public:
  Folder() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            ("toile_export_" + std::string(test->name()) + "_" + std::to_string(::getpid()));
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }
  /// Sorted names of what lies in it.
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      out.push_back(entry.path().filename().string());
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  std::filesystem::path path_;
};

inline std::string readText(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A strip of quads along x, `cells` long, in two parts with split vertices between them (3 cells: 4 + 6 vertices).
inline SurfaceMesh strip(std::size_t firstCells, std::size_t secondCells, std::vector<MeshPart>& parts) {
  SurfaceMesh mesh;
  std::size_t column = 0;
  for (const std::size_t cells : {firstCells, secondCells}) {
    MeshPart part;
    part.name = parts.empty() ? "left" : "right";
    part.material = parts.empty() ? "wool" : "silk";
    part.firstVertex = mesh.positions.size();
    part.vertexCount = 2 * (cells + 1);
    part.firstFace = mesh.faceSizes.size();
    part.faceCount = cells;
    for (std::size_t i = 0; i <= cells; ++i) {
      for (const float y : {0.0f, 0.1f}) {
        const float x = 0.1f * static_cast<float>(column + i);
        mesh.positions.push_back({x, y, 0.0f});
        mesh.uvs.push_back({x / 0.7f, y / 0.3f});
      }
    }
    for (std::size_t i = 0; i < cells; ++i) {
      const auto a = static_cast<std::uint32_t>(part.firstVertex + 2 * i);
      mesh.faceSizes.push_back(4);
      mesh.faceVertices.insert(mesh.faceVertices.end(), {a, a + 2, a + 3, a + 1});
    }
    column += cells;
    parts.push_back(part);
  }
  return mesh;
}

struct Bake {
  SurfaceMesh mesh;
  std::vector<MeshPart> parts;
  BakeInfo info;
  std::vector<std::vector<Vec3>> positions, normals;
};

/// The strip waving: numbers without a short decimal form, so that lost bits show.
inline Bake waving(std::size_t frames, double framesPerSecond) {
  Bake bake;
  bake.mesh = strip(1, 2, bake.parts);
  bake.info.framesPerSecond = framesPerSecond;
  bake.info.frameCount = frames;
  bake.info.name = "strip";
  for (std::size_t k = 0; k < frames; ++k) {
    bake.positions.emplace_back();
    bake.normals.emplace_back();
    const float t = static_cast<float>(k);
    for (const Vec3& p : bake.mesh.positions) {
      const float slope = 0.3f * std::cos(3.0f * p.x + 0.37f * t);
      bake.positions.back().push_back({p.x, p.y - 0.013f * t * t, 0.1f * std::sin(3.0f * p.x + 0.37f * t)});
      bake.normals.back().push_back(normalizedOr({-slope, 0.0f, 1.0f}, {0.0f, 0.0f, 1.0f}));
    }
  }
  return bake;
}

/// Writes the whole bake; the first error ends it.
inline Status write(const std::filesystem::path& path, const Bake& bake, const ExportOptions& options = {},
                    bool withNormals = true) {
  Result<std::unique_ptr<AnimationWriter>> writer =
      openAnimationWriter(path, bake.mesh, bake.parts, bake.info, options);
  if (!writer) return Error{writer.error()};
  for (std::size_t k = 0; k < bake.positions.size(); ++k) {
    const std::span<const Vec3> normals =
        withNormals ? std::span<const Vec3>(bake.normals[k]) : std::span<const Vec3>();
    if (Status added = (*writer)->addFrame(bake.positions[k], normals); !added) return added;
  }
  return (*writer)->finish();
}

}  // namespace toile::test
