#include "backends/gpu/kernels.h"

namespace toile {
namespace {

constexpr std::uint32_t bits() { return 0; }
template <class... More>
constexpr std::uint32_t bits(GpuBuffer first, More... more) {
  return 1u << static_cast<unsigned>(first) | bits(more...);
}

using enum GpuBuffer;
constexpr std::uint32_t kColourWidth = 64, kColoursWidth = 256;

// Where a constraint's shader binds something it does not need (damping, multipliers), the branch is not taken.
constexpr std::uint32_t kConstraintBuffers = bits(jobs, cloths, x, start, corners, values, lambda, corrections);
constexpr std::uint32_t kConstraintWrites = bits(x, start, lambda, corrections);
constexpr std::uint32_t kAirBuffers = bits(jobs, cloths, x, velocity, corners, air);
constexpr std::uint32_t kAirWrites = bits(x, velocity, air);
constexpr std::uint32_t kMotionBuffers = bits(jobs, moments, cloths, x, start, velocity, targets, status);
constexpr std::uint32_t kSearchBuffers = bits(jobs, cloths, grid, contacts);
constexpr std::uint32_t kSearchWrites = bits(grid, contacts);

constexpr GpuKernelInfo colourOf(const char* file) {
  return {file, "colour", kConstraintBuffers, kConstraintWrites, kColourWidth};
}
constexpr GpuKernelInfo coloursOf(const char* file) {
  return {file, "colours", kConstraintBuffers, kConstraintWrites, kColoursWidth};
}

constexpr GpuKernelInfo kSolverKernels[] = {
    {"damping", "damp", bits(jobs, cloths, x, velocity, targets), bits(x, velocity), 256},
    {"air", "gust", bits(jobs, cloths, x, air), bits(x, air), 64},
    {"air", "colour", kAirBuffers, kAirWrites, kColourWidth},
    {"air", "colours", kAirBuffers, kAirWrites, kColoursWidth},
    {"integrate", "integrate", kMotionBuffers | bits(acceleration), bits(x, start, velocity, status), 64},
    {"integrate", "settle", bits(jobs, moments, cloths, x, start, velocity, status), bits(x, start, velocity, status),
     64},
    {"tethers", "pull", bits(jobs, cloths, x, tethers), bits(x), 64},
    {"finish", "finish", kMotionBuffers | bits(colliders, solids), bits(x, start, velocity, status), 64},
    {"contact_search", "measure", kSearchBuffers | bits(surface, x, base), kSearchWrites | bits(x, base), 64},
    {"contact_search", "hash", kSearchBuffers | bits(surface, x), kSearchWrites | bits(x), 64},
    {"contact_search", "scan", kSearchBuffers, kSearchWrites, 256},
    {"contact_search", "fill", kSearchBuffers | bits(surface, x), kSearchWrites | bits(x), 64},
    {"contact_pairs", "list", kSearchBuffers | bits(moments, surface, x, status, pairs),
     bits(x, status, pairs, contacts), 64},
    {"contact_push", "push", bits(jobs, moments, cloths, x, start, status, pairs, gather, contacts),
     bits(x, status, pairs, gather), 64},
    {"contact_push", "give", bits(jobs, cloths, x, gather), bits(x, gather), 64},
    {"contact_guard", "follow", bits(jobs, moments, cloths, x, status, base, contacts), bits(x, status, contacts), 256},
    {"contact_guard", "bound", bits(jobs, cloths, x, pairs, base, gather, contacts), bits(x, gather, contacts), 64},
    {"contact_guard", "keep", bits(jobs, moments, cloths, x, velocity, status, base, gather, contacts),
     bits(x, velocity, status, gather, contacts), 64},
    {"jacobi", "spread", bits(jobs, cloths, x, corrections, incidence), bits(x, corrections), 64},
    colourOf("distance"),
    coloursOf("distance"),
    colourOf("quadratic_bending"),
    coloursOf("quadratic_bending"),
    colourOf("dihedral_bending"),
    coloursOf("dihedral_bending"),
    colourOf("area"),
    coloursOf("area"),
    colourOf("triangle_shear"),
    coloursOf("triangle_shear"),
    colourOf("strain"),
    coloursOf("strain"),
};

/// The pair of each kind, in order of Kind: stretch, shear, wing, skip-one, quadratic, dihedral, area, triangle shear,
/// strain.
constexpr std::uint32_t kPairOfKind[kKindCount] = {0, 0, 0, 0, 1, 2, 3, 4, 5};

constexpr const char* kBufferNames[kGpuBufferCount] = {
    "jobs",    "moments", "cloths",  "x",         "start",  "velocity",     "corners",     "values",
    "lambda",  "targets", "tethers", "colliders", "status", "acceleration", "air",         "solids",
    "surface", "grid",    "pairs",   "base",      "gather", "contacts",     "corrections", "incidence"};
static_assert(kBufferNames[kGpuBufferCount - 1] != nullptr);

}  // namespace

const char* gpuBufferName(GpuBuffer buffer) { return kBufferNames[static_cast<std::size_t>(buffer)]; }

std::span<const GpuKernelInfo> gpuKernels() { return kSolverKernels; }

std::uint32_t gpuKernel(GpuKernel kernel) { return static_cast<std::uint32_t>(kernel); }

std::uint32_t gpuConstraintKernel(Kind kind, bool manyColours) {
  return gpuKernel(GpuKernel::solveColour) + 2 * kPairOfKind[static_cast<std::size_t>(kind)] + (manyColours ? 1 : 0);
}

}  // namespace toile
