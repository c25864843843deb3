// The CPU back end: which kernels run, over which blocks, on which threads. No physics of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "backends/team.h"
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
  ParallelFor parallelFor;     ///< empty on one thread
  std::shared_ptr<Team> team;  ///< for one large cloth at a time; null on one thread and with the user's own tasks

  bool teamLeads() const { return team && team->leading(); }
};

/// Kernels for this target; threads per WorldDef.
CpuBackend makeCpuBackend(KernelTarget target, std::uint32_t threads, ParallelFor own);

/// How one kind is to be solved in this pass.
struct PassOptions {
  float complianceFactor = 0.0f;
  float gamma = 0.0f;
  float relaxation = 1.0f;
  bool columns = false;    ///< on ClothState::columns, not on x
  bool backwards = false;  ///< last colour first
  bool general = false;    ///< multipliers are kept (several iterations of what is not rigid) or there is damping
};

/// One Gauss–Seidel pass over a set, colour after colour. Bit-identical for any number of threads.
void solveSet(const CpuBackend& backend, const ConstraintSet& set, ClothState& state, std::size_t setIndex,
              const PassOptions& options);

/// A set and how it is solved in this pass.
struct PassStep {
  std::size_t setIndex = 0;
  PassOptions options;
};

/// One pass over several sets, each after the one before it.
void solveSets(const CpuBackend& backend, std::span<const ConstraintSet> sets, ClothState& state,
               std::span<const PassStep> steps);

/// One Gauss–Seidel pass of one-sided limits over a set of distances: no pair farther apart than 1 + slack times its
/// length. Stiffnesses play no part. `x` holds what the set's indices name.
void limitSet(const CpuBackend& backend, const ConstraintSet& set, float* x, float slack, bool backwards);

/// One Gauss–Seidel pass of wind over the coloured triangles.
void applyWind(const CpuBackend& backend, const TriangleSet& triangles, WindArguments arguments);

/// A thread should get at least this many particles, or handing them over costs more than it saves.
inline constexpr std::uint32_t kRowsPerTask = 2048;
/// … and so many in a team, whose parts cost less to hand over.
inline constexpr std::uint32_t kRowsPerPart = 256;

/// body(begin, end) over parts of [0, count), in parallel where there are threads and work for two of them. Parts are
/// multiples of `grain`, the last may be shorter. The body is passed by reference, so that nothing is allocated.
template <class Body>
void forParts(const CpuBackend& backend, std::size_t count, std::size_t grain, const Body& body) {
  if (backend.teamLeads() && count >= 2 * grain) {
    const std::size_t grains = (count + grain - 1) / grain, parts = backend.team->parts();
    backend.team->run([&](std::size_t part) {
      const std::size_t begin = grains * part / parts * grain, end = grains * (part + 1) / parts * grain;
      if (begin < end) body(begin, end < count ? end : count);
    });
    return;
  }
  if (!backend.parallelFor || count < 2 * grain) {
    if (count != 0) body(std::size_t{0}, count);
    return;
  }
  backend.parallelFor(count, grain, std::cref(body));
}

/// body(Rows) over all particles.
template <class Body>
void forRows(const CpuBackend& backend, std::uint32_t count, const Body& body) {
  forParts(backend, count, backend.teamLeads() ? kRowsPerPart : kRowsPerTask,
           [&body](std::size_t begin, std::size_t end) {
             body(Rows{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
           });
}

/// body(i) for i in [0, count).
template <class Body>
void forEach(const CpuBackend& backend, std::size_t count, const Body& body) {
  forParts(backend, count, 1, [&body](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

}  // namespace toile
