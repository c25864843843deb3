// The only file that knows OpenVDB. Without TOILE_OPENVDB it says that it is not there.
#include "io/volume_file.h"
#include "io/volume_mesh.h"
#include "toile/body.h"

#ifdef TOILE_OPENVDB
#include <openvdb/io/Stream.h>
#include <openvdb/math/Transform.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#endif

namespace toile {

#ifndef TOILE_OPENVDB

bool builtWithOpenVdb() { return false; }

Result<VolumeGrid> readVdb(const std::filesystem::path& path) {
  return Error{path.string() +
               ": this Toile was built without OpenVDB (libopenvdb-dev, libboost-dev), which reads .vdb files"};
}

Result<VolumeGrid> volumeOfMesh(const SurfaceMesh&, float) {
  return Error{"this Toile was built without OpenVDB (libopenvdb-dev, libboost-dev), which makes volumes of meshes"};
}

#else

namespace {

constexpr int kMargin = 3;  ///< cells outside the surface

/// All samples from `low` to `high`, both included.
Result<VolumeGrid> denseGrid(const openvdb::FloatGrid& grid, openvdb::Coord low, openvdb::Coord high) {
  VolumeGrid dense;
  const openvdb::Coord size = high - low + openvdb::Coord(1);
  double count = 1.0;
  for (int axis = 0; axis < 3; ++axis) count *= static_cast<double>(size[axis]);
  if (!(count <= static_cast<double>(kMostVolumeSamples)))
    return Error{"the grid has " + std::to_string(count) + " samples, at most " + std::to_string(kMostVolumeSamples)};
  for (int axis = 0; axis < 3; ++axis)
    dense.samples[static_cast<std::size_t>(axis)] = static_cast<std::uint32_t>(size[axis]);
  const openvdb::Vec3d origin = grid.indexToWorld(low);
  dense.origin = {static_cast<float>(origin.x()), static_cast<float>(origin.y()), static_cast<float>(origin.z())};
  dense.cell = static_cast<float>(grid.voxelSize().x());
  dense.distances.reserve(static_cast<std::size_t>(count));
  const auto values = grid.getConstAccessor();
  for (int z = low.z(); z <= high.z(); ++z) {
    for (int y = low.y(); y <= high.y(); ++y) {
      for (int x = low.x(); x <= high.x(); ++x) dense.distances.push_back(values.getValue(openvdb::Coord(x, y, z)));
    }
  }
  return dense;
}

/// Round all that is not far outside, and two samples more.
Result<VolumeGrid> denseLevelSet(const openvdb::FloatGrid& grid) {
  const openvdb::CoordBBox box = grid.evalActiveVoxelBoundingBox();
  if (box.empty()) return Error{"the grid is empty"};
  constexpr int kFarthest = 1 << 29;
  for (int axis = 0; axis < 3; ++axis) {
    if (box.min()[axis] < -kFarthest || box.max()[axis] > kFarthest) return Error{"the grid is too large"};
  }
  return denseGrid(grid, box.min() - openvdb::Coord(2), box.max() + openvdb::Coord(2));
}

struct Extent {
  Vec3 low, high;  ///< m
};

Extent extentOf(std::span<const Vec3> points, std::span<const std::uint32_t> triangles) {
  Extent extent{points[triangles[0]], points[triangles[0]]};
  for (const std::uint32_t v : triangles) {
    const Vec3 p = points[v];
    Vec3 &low = extent.low, &high = extent.high;
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  return extent;
}

Status checkCells(const Extent& extent, float cell) {
  double samples = 1.0, farthest = 0.0;
  const auto look = [&](float low, float high) {
    samples *= (double{high} - double{low}) / double{cell} + 2 * kMargin + 2;
    farthest = std::max({farthest, std::fabs(double{low}), std::fabs(double{high})});
  };
  look(extent.low.x, extent.high.x), look(extent.low.y, extent.high.y), look(extent.low.z, extent.high.z);
  if (samples <= static_cast<double>(kMostVolumeSamples) && farthest / double{cell} < 1e6) return {};
  return Error{"cells of " + std::to_string(cell) + " m are too small: " + std::to_string(samples) +
               " samples, at most " + std::to_string(kMostVolumeSamples) + ", or too far from the origin"};
}

}  // namespace

bool builtWithOpenVdb() { return true; }

Result<VolumeGrid> readVdb(const std::filesystem::path& path) {
  const auto fail = [&](const std::string& reason) { return Error{path.string() + ": " + reason}; };
  try {
    openvdb::initialize();
    std::ifstream file(path, std::ios::binary);
    if (!file) return fail("cannot be opened");
    // OpenVDB does not look whether it got what it read: past the end it would go on with what was in memory.
    file.exceptions(std::ios::failbit | std::ios::badbit);
    const openvdb::GridPtrVecPtr grids = openvdb::io::Stream(file, false).getGrids();
    for (const openvdb::GridBase::Ptr& any : *grids) {
      const auto grid = openvdb::gridPtrCast<openvdb::FloatGrid>(any);
      if (!grid) continue;
      if (grid->getGridClass() != openvdb::GRID_LEVEL_SET)
        return fail("grid \"" + any->getName() + "\" is no level set");
      const openvdb::Vec3d size = grid->voxelSize();
      const openvdb::Mat4R map = grid->transform().baseMap()->getAffineMap()->getMat4();
      for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
          if (std::fabs(map[i][k] - (i == k ? size.x() : 0.0)) > 1e-6 * size.x())
            return fail("grid \"" + any->getName() + "\" has cells that are no cubes along the axes");
        }
      }
      auto dense = denseLevelSet(*grid);
      if (!dense) return fail("grid \"" + any->getName() + "\": " + dense.error());
      return dense;
    }
    return fail("holds no grid of floats");
  } catch (const std::ios_base::failure&) {
    return fail("ends too early");
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}

Result<VolumeGrid> volumeOfMesh(const SurfaceMesh& mesh, float cell) {
  if (!(cell >= 1e-6f && cell <= 1e6f)) return Error{"cell is " + std::to_string(cell) + " m, must be 1e-6 … 1e6"};
  const auto body = BodyMesh::build(mesh);
  if (!body) return Error{body.error()};
  if (!(*body)->report().closed) return Error{"the mesh is not closed: it has no inside"};
  const auto points = (*body)->restPositions();
  const auto triangles = (*body)->triangles();
  const Extent extent = extentOf(points, triangles);
  if (const Status status = checkCells(extent, cell); !status) return Error{status.error()};
  try {
    openvdb::initialize();
    std::vector<openvdb::Vec3s> corners;
    for (const Vec3 p : points) corners.emplace_back(p.x, p.y, p.z);
    std::vector<openvdb::Vec3I> faces;
    for (std::size_t t = 0; t < triangles.size(); t += 3)
      faces.emplace_back(triangles[t], triangles[t + 1], triangles[t + 2]);
    const Vec3 size = (extent.high - extent.low) * (1.0f / cell);
    const float inside = 0.5f * std::max({size.x, size.y, size.z}) + 2.0f;  // cells: all of it
    const auto transform = openvdb::math::Transform::createLinearTransform(static_cast<double>(cell));
    const auto grid = openvdb::tools::meshToSignedDistanceField<openvdb::FloatGrid>(
        *transform, corners, faces, {}, static_cast<float>(kMargin) + 1.0f, inside);
    const auto at = [cell](Vec3 p, int more) {
      const auto index = [&](float a) { return static_cast<int>(std::floor(a / cell)) + more; };
      return openvdb::Coord(index(p.x), index(p.y), index(p.z));
    };
    auto dense = denseGrid(*grid, at(extent.low, -kMargin), at(extent.high, kMargin + 1));
    // OpenVDB tells inside from outside as a whole. Some of its signs are wrong within a fiftieth of a cell, and beyond
    // the next cells it asks those triangles only that are nearest to neighbouring samples: a tenth too far in places.
    if (dense) refineNear(points, triangles, static_cast<float>(kMargin + 1) * cell, *dense);
    return dense;
  } catch (const std::exception& error) {
    return Error{std::string("OpenVDB: ") + error.what()};
  }
}

#endif

}  // namespace toile
