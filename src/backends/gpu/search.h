// The search for what is near on a GPU: sorting and a hash grid, as data (shaders/search). Not yet part of a step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backends/gpu/blocks.h"
#include "backends/gpu/kernels.h"

namespace toile {

/// Buffers of shaders/search; the value is the binding.
enum class GpuSearchBuffer : std::uint8_t { search, source, sorted, counts, points, ranges, offsets, pairs };
inline constexpr std::size_t kGpuSearchBufferCount = 8;

/// include/search.wgsl
struct GpuSearchValues {
  std::uint32_t count = 0, groups = 0, shift = 0, buckets = 0;
  float cell = 0.0f, radius = 0.0f;
  std::uint32_t capacity = 0, spare = 0;
};
static_assert(sizeof(GpuSearchValues) == 32);

std::span<const GpuKernelInfo> gpuSearchKernels();

/// One dispatch, a barrier before it.
struct GpuSearchDispatch {
  std::uint32_t kernel = 0;  ///< place in gpuSearchKernels()
  std::uint32_t values = 0;  ///< bytes into the uniforms
  std::uint32_t groups = 1;
  bool swapped = false;  ///< `source` and `sorted` change places
};

struct GpuSearch {
  std::vector<GpuSearchValues> values;  ///< kGpuUniformStride apart on the device
  std::vector<GpuSearchDispatch> dispatches;
  std::size_t countWords = 0;  ///< of `counts`
};

/// Sorts `count` pairs in `source` by the lowest `bits` (1 … 32) of their keys; the result is in `source` again.
GpuSearch planSort(std::uint32_t count, std::uint32_t bits = 32);

/// All pairs of `count` points nearer than `radius`: afterwards `offsets` has count + 1 entries, the last how many
/// pairs there are, of which the first `capacity` are in `pairs`.
GpuSearch planNear(std::uint32_t count, float radius, std::uint32_t capacity);

}  // namespace toile
