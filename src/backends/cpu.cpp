#include "backends/cpu.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "backends/shares.h"
#include "backends/tasks.h"

namespace toile {
namespace {

// A thread should get at least this much, or handing it over costs more than it saves.
constexpr std::uint32_t kBlocksPerTask = 32;
constexpr std::uint32_t kBlocksPerPart = 8;  // in a team

/// solve(first block, end block) over a colour. A team's parts take the same share of the runs, which lie in the order
/// of their particles, in every colour: so most particles stay in one core's cache.
template <class Solve>
void forBlocks(const CpuBackend& backend, const ColourRange& colour, const Solve& solve) {
  if (!backend.teamLeads() || colour.blockCount < 2 * kBlocksPerPart) {
    forParts(backend, colour.blockCount, kBlocksPerTask, [&](std::size_t begin, std::size_t end) {
      solve(colour.firstBlock + static_cast<std::uint32_t>(begin), colour.firstBlock + static_cast<std::uint32_t>(end));
    });
    return;
  }
  const std::uint32_t parts = backend.team->parts(), others = colour.blockCount - colour.runCount;
  backend.team->run([&](std::uint32_t part) {
    const auto share = [&](std::uint32_t first, std::uint32_t count) {
      const std::uint64_t begin = std::uint64_t{count} * part / parts, end = std::uint64_t{count} * (part + 1) / parts;
      if (begin < end) solve(first + static_cast<std::uint32_t>(begin), first + static_cast<std::uint32_t>(end));
    };
    share(colour.firstBlock, colour.runCount);
    share(colour.firstBlock + colour.runCount, others);
  });
}

}  // namespace

CpuBackend makeCpuBackend(KernelTarget target, std::uint32_t threads, ParallelFor own) {
  CpuBackend backend;
  backend.target = target;
  backend.kinds = kindKernels(target);
  backend.rows = rowKernels(target);
  if (own) {
    backend.parallelFor = std::move(own);
    return backend;
  }
  // A part without a core of its own would only be one more for the leader; and oneTBB, asked for more workers than
  // there are cores after it was first asked for fewer, refuses with a line on the host's stderr.
  threads = std::min(threads, taskConcurrency());
  if (threads > 1) {
    backend.parallelFor = taskParallelFor(threads);
    backend.team = std::make_shared<Team>(threads);
  }
  return backend;
}

namespace {

SolveFunction solveFunction(const CpuBackend& backend, const ConstraintSet& set, const PassOptions& options) {
  const KindKernel& kernel = backend.kinds[set.kind];
  const bool narrow = set.narrow;
  return options.general ? (narrow ? kernel.general16 : kernel.general32) : (narrow ? kernel.fast16 : kernel.fast32);
}

/// The whole set, without its place in it (see setColour).
SolveArguments argumentsOf(const ConstraintSet& set, float* x) {
  SolveArguments arguments;
  arguments.x = x;
  arguments.runs = set.runs.data();
  arguments.indices16 = set.indices16.data();
  arguments.indices32 = set.indices32.data();
  arguments.parameters = set.parameters.data();
  arguments.compliance = set.compliance.data();
  arguments.present = set.present.empty() ? nullptr : set.present.data();
  return arguments;
}

void setColour(const ColourRange& colour, SolveArguments& arguments) {
  arguments.endRun = colour.endRun();
  arguments.runShift = colour.firstBlock - colour.runsBefore;
  arguments.otherShift = colour.runsBefore + colour.runCount;
}

SolveArguments solveArguments(const ConstraintSet& set, ClothState& state, std::size_t setIndex,
                              const PassOptions& options) {
  SolveArguments arguments = argumentsOf(set, options.columns ? state.columns.data() : state.x.data());
  arguments.start = options.columns ? state.startColumns.data() : state.start.data();
  arguments.columnStride = options.columns ? state.columns.size() / 4 : 0;
  arguments.lambda = options.general ? state.multipliers[setIndex].data() : nullptr;
  arguments.complianceFactor = options.complianceFactor;
  arguments.gamma = options.gamma;
  arguments.relaxation = options.relaxation;
  // What is scaled by infinity is not rigid but nothing at all.
  arguments.rigid = set.rigid && std::isfinite(options.complianceFactor);
  return arguments;
}

/// Parts of a team go through all colours of a pass side by side. First come the blocks at the borders of their shares,
/// which have to wait until all parts have done those of the colour before, then the many that meet nobody: by the time
/// a part is through with these, the others' borders have long been done.
void solveShares(const CpuBackend& backend, std::span<const ConstraintSet> sets, ClothState& state,
                 std::span<const PassStep> steps, std::span<const std::uint32_t> parts) {
  std::uint32_t stage = 0;
  for (const PassStep& step : steps) {
    const ConstraintSet& set = sets[step.setIndex];
    const SolveFunction solve = solveFunction(backend, set, step.options);
    SolveArguments arguments = solveArguments(set, state, step.setIndex, step.options);
    const auto solveBlocks = [&](std::uint32_t first, std::uint32_t end) {
      arguments.firstBlock = first, arguments.endBlock = end;
      if (first < end) solve(arguments);
    };
    for (std::size_t k = 0; k < set.colours.size(); ++k) {
      const std::size_t colour = step.options.backwards ? set.colours.size() - 1 - k : k;
      const BlockShare* shares = &state.shares.ofSets[step.setIndex][colour * state.shares.parts];
      setColour(set.colours[colour], arguments);
      backend.team->await(stage);
      for (const std::uint32_t part : parts) {
        const BlockShare& share = shares[part];
        solveBlocks(share.beginRuns, share.insideBegin);
        solveBlocks(share.insideEnd, share.endRuns);
        solveBlocks(share.beginSingles, share.endSingles);
      }
      backend.team->reach(parts, ++stage);
      for (const std::uint32_t part : parts) solveBlocks(shares[part].insideBegin, shares[part].insideEnd);
    }
  }
}

}  // namespace

void solveSet(const CpuBackend& backend, const ConstraintSet& set, ClothState& state, std::size_t setIndex,
              const PassOptions& options) {
  const SolveFunction solve = solveFunction(backend, set, options);
  SolveArguments arguments = solveArguments(set, state, setIndex, options);
  for (std::size_t c = 0; c < set.colours.size(); ++c) {
    const ColourRange& colour = set.colours[options.backwards ? set.colours.size() - 1 - c : c];
    setColour(colour, arguments);
    forBlocks(backend, colour, [&](std::uint32_t first, std::uint32_t end) {
      SolveArguments own = arguments;
      own.firstBlock = first, own.endBlock = end;
      solve(own);
    });
  }
}

void solveSets(const CpuBackend& backend, std::span<const ConstraintSet> sets, ClothState& state,
               std::span<const PassStep> steps) {
  if (!backend.teamLeads()) {
    for (const PassStep& step : steps) solveSet(backend, sets[step.setIndex], state, step.setIndex, step.options);
    return;
  }
  const std::uint32_t parts = backend.team->parts();
  if (state.shares.parts != parts) state.shares = shareBlocks(sets, state.x.size() / 4, parts);
  backend.team->runLinked([&](std::span<const std::uint32_t> own) { solveShares(backend, sets, state, steps, own); });
}

void limitSet(const CpuBackend& backend, const ConstraintSet& set, float* x, float slack, bool backwards) {
  const SolveFunction limit = set.narrow ? backend.rows.limit16 : backend.rows.limit32;
  SolveArguments arguments = argumentsOf(set, x);
  arguments.relaxation = 1.0f + slack;
  for (std::size_t c = 0; c < set.colours.size(); ++c) {
    const ColourRange& colour = set.colours[backwards ? set.colours.size() - 1 - c : c];
    setColour(colour, arguments);
    forParts(backend, colour.blockCount, kBlocksPerTask, [&](std::size_t begin, std::size_t end) {
      SolveArguments own = arguments;
      own.firstBlock = colour.firstBlock + static_cast<std::uint32_t>(begin);
      own.endBlock = colour.firstBlock + static_cast<std::uint32_t>(end);
      limit(own);
    });
  }
}

void applyWind(const CpuBackend& backend, const TriangleSet& triangles, WindArguments arguments) {
  arguments.indices16 = triangles.narrow ? triangles.indices16.data() : nullptr;
  arguments.indices32 = triangles.narrow ? nullptr : triangles.indices32.data();
  for (const ColourRange& colour : triangles.colours) {
    forBlocks(backend, colour, [&](std::uint32_t first, std::uint32_t end) {
      WindArguments part = arguments;
      part.firstBlock = first, part.endBlock = end;
      backend.rows.wind(part);
    });
  }
}

}  // namespace toile
