// Where everything lies in a GLB's binary chunk, known before the first frame comes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "io/export.h"

namespace toile {

/// Vertices that one or more primitives share.
struct GlbRange {
  std::size_t first = 0, count = 0;
};

struct GlbPrimitive {
  std::size_t range = 0;
  std::size_t material = 0;
  std::string name;
  std::size_t firstIndex = 0, indexCount = 0;  ///< in `indices`
};

/// Smallest and largest coordinates, as accessors of positions must state them.
struct GlbBounds {
  Vec3 low, high;
};

struct GlbLayout {
  std::vector<GlbRange> ranges;
  std::vector<GlbPrimitive> primitives;
  std::vector<std::string> materials;
  std::vector<std::uint32_t> indices;  ///< relative to the first vertex of the primitive's range
  std::size_t vertexCount = 0, frameCount = 0;
  bool uvs = false;
  bool normals = false;  ///< known with frame 0

  /// Weights are frames² numbers, nearly all zero: from this many on they are stored as a sparse accessor.
  static constexpr std::size_t kDenseWeights = std::size_t{1} << 20;
  bool animated() const { return frameCount > 1; }
  bool sparseWeights() const { return frameCount * frameCount > kDenseWeights; }

  // Sizes in bytes, in the order of the chunk.
  std::uint64_t uvBytes() const { return uvs ? 8 * std::uint64_t{vertexCount} : 0; }
  std::uint64_t indexBytes() const { return 4 * std::uint64_t{indices.size()}; }
  std::uint64_t timeBytes() const { return animated() ? 4 * std::uint64_t{frameCount} : 0; }
  std::uint64_t weightBytes() const;
  /// Of one shape: the base, or a frame's displacements; positions, then normals.
  std::uint64_t positionBytes() const { return 12 * std::uint64_t{vertexCount}; }
  std::uint64_t shapeBytes() const { return positionBytes() * (normals ? 2 : 1); }
  std::uint64_t totalBytes() const;
};

/// Preconditions: mesh and parts were checked. Parts without triangles are left out.
GlbLayout layoutGlb(const SurfaceMesh& mesh, std::span<const MeshPart> parts, std::size_t frameCount);

/// The JSON chunk. `bounds` holds those of every range for the base, then for every frame's displacements.
std::string glbJson(const GlbLayout& layout, const BakeInfo& info, FrameBlend blend, std::span<const GlbBounds> bounds);

}  // namespace toile
