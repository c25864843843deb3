// The shaders of the GPU solver as every device sees them: which entry point of which file, which buffers it binds.
// Nothing here needs a graphics library.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "toile/kind.h"

namespace toile {

/// A buffer of a batch; its value is the binding in group 0 of every shader (shaders/README.md).
enum class GpuBuffer : std::uint8_t {
  jobs,          ///< uniform, an entry a dispatch: GpuJob
  moments,       ///< uniform, an entry a substep: GpuMoment
  cloths,        ///< GpuCloth each
  x,             ///< four floats a particle
  start,         ///< the same
  velocity,      ///< the same
  corners,       ///< of the garment
  values,        ///< of the garment
  lambda,        ///< multipliers of all cloths
  targets,       ///< eight floats a particle
  tethers,       ///< pairs of a particle and a length
  colliders,     ///< GpuCollider each
  status,        ///< counters that a step leaves
  acceleration,  ///< four floats a particle
  air,           ///< four floats a particle
  solids,        ///< hulls and volumes (solids.h)
  // of cloth against itself (contact.h)
  surface,   ///< of the garment: edges, triangles, rest
  grid,      ///< hash table of edges and triangles
  pairs,     ///< what is near each other
  base,      ///< four floats a particle
  gather,    ///< what pairs ask of each particle
  contacts,  ///< what is known of each cloth
  // of the Jacobi way (garment.h)
  corrections,  ///< four floats a corner of the largest set
  incidence,    ///< of the garment: the corners of each particle
};
inline constexpr std::size_t kGpuBufferCount = 24;

/// "x", "velocity" …: the name used in shaders.
const char* gpuBufferName(GpuBuffer buffer);

enum class GpuKernel : std::uint8_t {
  damp,  // damping.wgsl
  gust,
  airColour,
  airColours,  // air.wgsl
  integrate,
  settle,  // integrate.wgsl
  pull,    // tethers.wgsl
  finish,  // finish.wgsl
  measure,
  hash,
  scan,
  fill,  // contact_search.wgsl
  list,  // contact_pairs.wgsl
  push,
  give,  // contact_push.wgsl
  follow,
  bound,
  keep,         // contact_guard.wgsl
  spread,       // jacobi.wgsl
  solveColour,  // of the first kind of shader; see constraintKernel
};

/// An entry point and what it binds.
struct GpuKernelInfo {
  const char* file;  ///< without ".wgsl": shaders/solver/FILE.wgsl
  const char* entry;
  std::uint32_t buffers;  ///< bit b: GpuBuffer b
  std::uint32_t written;  ///< of these, bound read_write
  std::uint32_t width;    ///< invocations a workgroup

  bool binds(GpuBuffer buffer) const { return (buffers >> static_cast<unsigned>(buffer) & 1u) != 0; }
  bool writes(GpuBuffer buffer) const { return (written >> static_cast<unsigned>(buffer) & 1u) != 0; }
};

/// All entry points, in an order that dispatches name them by.
std::span<const GpuKernelInfo> gpuKernels();
/// The place in gpuKernels() of a kernel that is no constraint's.
std::uint32_t gpuKernel(GpuKernel kernel);
/// … of a kind's: one large colour, or several small ones in one workgroup.
std::uint32_t gpuConstraintKernel(Kind kind, bool manyColours);

}  // namespace toile
