// Signed distances on a grid as files: a form of our own (.sdf), and OpenVDB's (.vdb) where Toile was built with it.
//
// .sdf, little-endian, nothing between or after these:
//   8 bytes   "toileSDF"
//   uint32    1, the version
//   uint32    × 3: samples along x, y, z; 2 … 4096 each, at most 2^26 in all
//   float32   × 3: the first sample, m
//   float32   the distance between samples, m
//   float32   × x·y·z: distances, m, negative inside; x fastest, then y
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "toile/result.h"
#include "toile/surface_mesh.h"
#include "toile/volume.h"

namespace toile {

struct VolumeGrid {
  std::array<std::uint32_t, 3> samples{};
  Vec3 origin{};
  float cell = 0.0f;
  std::vector<float> distances;

  VolumeDef def() const { return {samples, origin, cell, distances}; }
};

/// By the file's extension. Errors begin with the file's name. What the values mean is left to SdfVolume::build.
Result<VolumeGrid> readVolume(const std::filesystem::path& path);

/// The bytes of a .sdf file; `name` begins errors.
Result<VolumeGrid> parseSdf(std::string_view bytes, std::string_view name);

/// Written under a temporary name and renamed: a failure leaves no half file. The grid is one that SdfVolume::build
/// takes.
Status writeSdf(const std::filesystem::path& path, const VolumeGrid& grid);

// ---- by OpenVDB: an error that says so where Toile was built without it

bool builtWithOpenVdb();

/// The first grid of floats, a level set of cubic cells along the axes. Values beyond its narrow band are cut off.
Result<VolumeGrid> readVdb(const std::filesystem::path& path);

/// Distances to a closed mesh in cells of `cell` m: all inside, and three cells outside. Exact within four cells of the
/// surface; deeper they may be a little more than the true ones. Errors: what BodyMesh::build refuses, a mesh that is
/// not closed, a grid of more than kMostVolumeSamples, cells of less than 1e-6 m, or a millionth of the farthest
/// coordinate.
Result<VolumeGrid> volumeOfMesh(const SurfaceMesh& mesh, float cell);

}  // namespace toile
