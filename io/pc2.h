// PC2 point caches (3ds Max, Maya, Blender). Everything is little endian.
//   char[12] "POINTCACHE2\0"; int32 version = 1; int32 points; float32 start frame; float32 sample rate;
//   int32 samples; then samples × points × 3 float32.
// The sample rate is in *frames a sample*, not in Hertz: 1 means that every sample stands for one frame of the
// scene that plays it. PC2 knows no seconds; sample k lies at start + k · sampleRate frames. We write start 0 and
// rate 1, so a scene set to the bake's frame rate (any, 23.976 as well) shows frame k at exactly k/fps.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "io/export.h"

namespace toile {

struct Pc2Cache {
  float startFrame = 0.0f;
  float sampleRate = 1.0f;  ///< frames a sample
  std::size_t vertexCount = 0;
  std::size_t sampleCount = 0;
  std::vector<Vec3> positions;  ///< sampleCount · vertexCount, in the file's axes and unit

  std::span<const Vec3> sample(std::size_t k) const { return {positions.data() + k * vertexCount, vertexCount}; }
};

/// Refuses other headers, negative counts, and files shorter or longer than the header says.
Result<Pc2Cache> readPc2(const std::filesystem::path& path);

Result<std::unique_ptr<AnimationWriter>> openPc2Writer(const std::filesystem::path& path, std::size_t vertexCount,
                                                       const BakeInfo& info, const ExportOptions& options);

}  // namespace toile
