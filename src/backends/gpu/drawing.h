// The drawn mesh of a garment's cloths on a GPU: what its buffers hold and which dispatches make positions, normals and
// tangents of the particles. Plain data, as GpuBatch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backends/gpu/kernels.h"
#include "cloth.h"
#include "skinning/drawn_data.h"

namespace toile {

/// Buffers of the shaders in shaders/skinning; the value is the binding.
enum class GpuDrawBuffer : std::uint8_t {
  drawing,          ///< uniform: GpuDrawingValues
  places,           ///< twelve floats a cloth
  x,                ///< of the batch
  particleNormals,  ///< four floats a particle
  corners,
  values,
  positions,  ///< four floats a drawn vertex; the same for normals and tangents
  normals,
  tangents,
};
inline constexpr std::size_t kGpuDrawBufferCount = 9;

/// include/drawing.wgsl
struct GpuDrawingValues {
  std::uint32_t vertices = 0, particles = 0, padded = 0, cloths = 0;
  std::uint32_t hasTangents = 0, sources = 0, rings = 0, spans = 0;
  std::uint32_t spanTriangles = 0, axes = 0, rest = 0, spare = 0;
};
static_assert(sizeof(GpuDrawingValues) == 48);

/// The entry points of shaders/skinning.
std::span<const GpuKernelInfo> gpuDrawKernels();

struct GpuDrawDispatch {
  std::uint32_t kernel = 0;  ///< place in gpuDrawKernels()
  std::uint32_t groups = 1;  ///< workgroups a cloth; a barrier comes before each dispatch
};

struct GpuDrawing {
  GpuDrawingValues uniform;  ///< but for the number of cloths
  std::vector<std::uint32_t> corners;
  std::vector<float> values;
  GpuDrawDispatch dispatches[2];
  std::vector<std::uint32_t> triangles;  ///< drawn vertices, three each

  std::size_t vertexCount() const { return uniform.vertices; }
};

/// Of a garment that is drawn as it is simulated.
GpuDrawing makeGpuDrawing(const GarmentData& data);
/// Of one that is bound to a coarser one; `drawn.same` must not be.
GpuDrawing makeGpuDrawing(const DrawnData& drawn);

/// Rows of the cloths' transforms, for loose vertices.
std::vector<float> drawingPlaces(std::span<Cloth* const> cloths);

}  // namespace toile
