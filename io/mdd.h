// MDD point caches (LightWave, Blender). Everything is big endian.
//   int32 frames; int32 points; frames float32 times in seconds; then frames × points × 3 float32.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "io/export.h"

namespace toile {

struct MddCache {
  std::size_t vertexCount = 0;
  std::vector<float> times;     ///< s, one a frame
  std::vector<Vec3> positions;  ///< times.size() · vertexCount, in the file's axes and unit

  std::span<const Vec3> frame(std::size_t k) const { return {positions.data() + k * vertexCount, vertexCount}; }
};

/// Refuses files shorter or longer than their header says.
Result<MddCache> readMdd(const std::filesystem::path& path);

/// Time k is the float next to k/fps.
Result<std::unique_ptr<AnimationWriter>> openMddWriter(const std::filesystem::path& path, std::size_t vertexCount,
                                                       const BakeInfo& info, const ExportOptions& options);

}  // namespace toile
