// What a kernel is given, and how one is chosen. Independent of the instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "toile/simd.h"

namespace toile {

/// An instruction set and its width. Every one gives the same bits.
struct KernelTarget {
  Simd simd = Simd::scalar;
  std::uint32_t lanes = 1;  ///< 1, 4, 8 or 16, fixed by the set
};

/// Some blocks of one colour of a constraint set. Pointers are to the whole arrays.
struct SolveArguments {
  float* x = nullptr;                        ///< particles, 16 bytes each, or columns (see columnStride)
  const float* start = nullptr;              ///< particles at the start of the substep (damping)
  const std::uint32_t* runs = nullptr;       ///< corners of block b, if a run, from (b − runShift) · arity on
  const std::uint16_t* indices16 = nullptr;  ///< if not, from (b − otherShift) · arity · 16 on; one of the two is null
  const std::uint32_t* indices32 = nullptr;
  const float* parameters = nullptr;
  const float* compliance = nullptr;
  const std::uint16_t* present = nullptr;  ///< null: a compliance a lane (see ConstraintSet)
  float* lambda = nullptr;                 ///< multipliers, general path only
  std::size_t columnStride = 0;  ///< 0: x and start hold particles; else all x, all y, z, w, this many floats each
  std::uint32_t firstBlock = 0, endBlock = 0;
  std::uint32_t endRun = 0;  ///< blocks [firstBlock, endRun) are runs
  std::uint32_t runShift = 0, otherShift = 0;
  float complianceFactor = 0.0f;  ///< α̃ = compliance · this; 1 / (h² · stiffness scale); 0: PBD
  float gamma = 0.0f;             ///< β / h with β the Rayleigh damping in s; general path only
  float relaxation = 1.0f;        ///< part of the correction applied; 1 but for PBD
  bool rigid = false;             ///< no compliance in the whole set
};
using SolveFunction = void (*)(const SolveArguments&);

/// Kernels of one kind. Fast: one iteration, no damping, no multipliers read or written.
struct KindKernel {
  SolveFunction fast16 = nullptr, fast32 = nullptr;
  SolveFunction general16 = nullptr, general32 = nullptr;
};

}  // namespace toile
