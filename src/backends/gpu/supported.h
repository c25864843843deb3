// What the GPU solver does not solve yet. Such cloths are refused by name, never moved half.
#pragma once

#include "step.h"
#include "toile/result.h"

namespace toile {

/// What a device grants.
struct GpuLimits {
  std::uint64_t storageBytes = 128u << 20;  ///< most of one buffer that a shader can see
  std::uint32_t groups = 65535;             ///< most workgroups of a dispatch in one dimension
  bool selfCollision = false;               ///< the device reads back how many pairs there are, and makes room for them
};

/// How it is used.
struct GpuOptions {
  float jacobi = 0.0f;  ///< constraints are solved all at once, of mean corrections this part; 0: colour after colour
};

/// Ok where the colliders' hulls and volumes find room.
Status solidsSupportedOnGpu(const StepInput& input, const GpuLimits& limits);
/// Ok where the GPU solver can move this cloth through this step, solids apart; else why not.
Status supportedOnGpu(Cloth& cloth, const StepInput& input, const GpuLimits& limits, const GpuOptions& options);

}  // namespace toile
