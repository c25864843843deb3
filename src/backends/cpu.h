// The CPU back end: which kernels run, over which blocks, on which threads. No physics of its own.
#pragma once

#include <cstdint>
#include <functional>

#include "constraint_set.h"
#include "kernels/kind_kernels.h"
#include "kernels/row_kernels.h"
#include "state.h"
#include "toile/result.h"
#include "toile/tasks.h"

namespace toile {

struct CpuBackend {
  KernelTarget target;
  PerKind<KindKernel> kinds;
  RowKernels rows;
  ParallelFor parallelFor;  ///< empty on one thread
};

/// Kernels for this target; threads per WorldDef.
CpuBackend makeCpuBackend(KernelTarget target, std::uint32_t threads, ParallelFor own);

/// How one kind is to be solved in this pass.
struct PassOptions {
  float complianceFactor = 0.0f;
  float gamma = 0.0f;
  float relaxation = 1.0f;
  bool general = false;  ///< multipliers are kept (several iterations) or there is damping
};

/// One Gauss–Seidel pass over a set, colour after colour. Bit-identical for any number of threads.
void solveSet(const CpuBackend& backend, const ConstraintSet& set, ClothState& state, std::size_t setIndex,
              const PassOptions& options);

/// One Gauss–Seidel pass of wind over the coloured triangles.
void applyWind(const CpuBackend& backend, const TriangleSet& triangles, WindArguments arguments);

/// body(Rows) over all particles, in parallel where that pays.
void forRows(const CpuBackend& backend, std::uint32_t count, const std::function<void(Rows)>& body);

/// body(i) for i in [0, count), in parallel where there are threads.
void forEach(const CpuBackend& backend, std::size_t count, const std::function<void(std::size_t)>& body);

}  // namespace toile
