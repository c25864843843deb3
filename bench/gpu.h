// Measures a scene on a GPU, with the CPU beside it for what it comes to.
#pragma once

#include "bench/measure.h"

namespace toile::bench {

struct GpuBenchResult {
  std::string scene, device;
  bool software = false;
  std::size_t cloths = 0, particles = 0;
  std::size_t constraintsPerPass = 0;  ///< tethers not counted
  std::size_t tethers = 0;
  std::uint32_t substeps = 0, iterations = 0, steps = 0;  ///< substeps for each 1/60 s
  // of a step
  std::size_t batches = 0, dispatches = 0, barriers = 0;
  std::uint64_t constraints = 0;  ///< solved
  std::uint64_t bytes = 0;        ///< read and written by the dispatches, no cache assumed
  std::uint64_t uploaded = 0;
  double millisecondsAt500 = 0.0;  ///< a device that moves 500 GB/s would need for `bytes`
  Spread deviceMilliseconds;       ///< by the device's own clock
  Spread stepMilliseconds;         ///< by the host's: prepared, submitted and waited for
  Spread cpuMilliseconds;          ///< the same scene on the CPU, step by step beside it
  double stretchEnd = 0.0, cpuStretchEnd = 0.0;
  double farthest = 0.0;  ///< m, of a vertex from where the CPU has it at the end
  bool finite = false;
};

/// Of the options those that concern the solver count. `device`: part of a device's name, or empty. Errors: no device,
/// no Vulkan in this build, and scenes that the device does not solve.
Result<GpuBenchResult> runGpuBench(const Scene& scene, const BenchOptions& options, const std::string& device);

std::string toJson(const GpuBenchResult& result);
std::string toTable(const GpuBenchResult& result);

}  // namespace toile::bench
