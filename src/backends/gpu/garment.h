// A garment as the GPU solver reads it: constraints without padding, column by column, and the dispatches of a pass.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backends/gpu/blocks.h"
#include "garment_data.h"

namespace toile {

/// One dispatch of a pass over a set: a large colour, or a row of small ones in one workgroup a cloth.
struct GpuColours {
  std::uint32_t kernel = 0;    ///< place in gpuKernels()
  std::uint32_t groups = 1;    ///< workgroups a cloth
  std::uint32_t stencils = 0;  ///< in all its colours
  // bytes into the jobs
  std::uint32_t forwards = 0;  ///< multipliers kept
  std::uint32_t fresh = 0;     ///< forwards, multipliers from zero
  std::uint32_t backwards = 0;
};

/// A set of constraints, or the triangles that air meets.
struct GpuSet {
  Kind kind = Kind::stretch;
  std::uint32_t stencilBytes = 0;   ///< that solving one reads and writes, without multipliers
  std::uint32_t lambdaBytes = 0;    ///< … and with them, more
  std::vector<GpuColours> colours;  ///< in the order of a pass forwards
  GpuColours jacobi;  ///< all of it at once, with GpuOptions::jacobi; and bytes into the jobs: what follows
  std::uint32_t spread = 0;
};

/// A colour of at most this many stencils is solved by one workgroup, together with its neighbours: four rounds of 256
/// cost less than a dispatch and its barrier.
inline constexpr std::uint32_t kGpuSmallColour = 1024;

struct GpuGarment {
  std::vector<std::uint32_t> corners;
  std::vector<float> values;
  std::vector<std::byte> jobs;
  std::vector<GpuSet> sets;       ///< as GarmentData::sets
  GpuSet triangles;               ///< for air
  std::uint32_t particleJob = 0;  ///< bytes into the jobs: all particles
  std::uint32_t lambdaCount = 0;  ///< multipliers a cloth
  // of the Jacobi way
  std::vector<std::uint32_t> incidence;
  std::uint32_t correctionCount = 0;  ///< corners of the largest set
};

/// jacobi: with what solving whole sets at once needs.
GpuGarment makeGpuGarment(const GarmentData& data, bool jacobi = false);

}  // namespace toile
