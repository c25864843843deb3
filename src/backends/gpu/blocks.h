// Records that shaders read, byte for byte as WGSL lays them out (shaders/include/*.wgsl say what the fields are).
#pragma once

#include <cstdint>

#include "toile/kind.h"

namespace toile {

/// Uniform entries lie this far apart: the largest alignment of a dynamic offset that a device may ask for.
inline constexpr std::uint32_t kGpuUniformStride = 256;

/// One dispatch's place in the garment's arrays (include/job.wgsl).
struct GpuJob {
  std::uint32_t first = 0, count = 0, total = 0, corners = 0;
  std::uint32_t values = 0, lambda = 0, lambdaStride = 0, kind = 0;
  std::uint32_t padded = 0, flags = 0, firstColour = 0, colourCount = 0;
};
static_assert(sizeof(GpuJob) == 48);
inline constexpr std::uint32_t kGpuNarrow = 1, kGpuFresh = 2, kGpuBackwards = 4, kGpuJacobi = 8;

/// The same of a dispatch about cloth against itself (include/contact.wgsl).
struct GpuContactJob {
  std::uint32_t particles = 0, edges = 0, triangles = 0, padded = 0;
  std::uint32_t buckets = 0, capacity = 0;
  float reach = 0.0f, least = 0.0f;
  std::uint32_t gridWords = 0, flags = 0, spare[2] = {};
};
static_assert(sizeof(GpuContactJob) == sizeof(GpuJob));
inline constexpr std::uint32_t kGpuCounts = 1;
/// What pairs ask of a particle (include/gather.wgsl). As it is: nothing.
struct GpuGather {
  std::int32_t steps[3] = {}, weight = 0;
  float limit = 1.0f;
  std::uint32_t spare[3] = {};
};
static_assert(sizeof(GpuGather) == 32);

/// What is known of a cloth against itself. As it is: nothing, a search is due.
struct GpuContactState {
  std::uint32_t need = 1, pairs = 0;
  float margin = 3e38f, longest = 0.0f;
  float common[3] = {};
  std::uint32_t spare = 0;
};
static_assert(sizeof(GpuContactState) == 32);
/// Of a `Pair`.
inline constexpr std::size_t kGpuPairBytes = 48;

/// What differs from substep to substep (include/moment.wgsl).
struct GpuMoment {
  float end = 0.0f;
  std::uint32_t firstCollider = 0, colliderCount = 0, statusColliders = 0;
  std::uint32_t flags = 0, number = 0, spare[2] = {};
};
static_assert(sizeof(GpuMoment) == 32);
inline constexpr std::uint32_t kGpuArrived = 1, kGpuLast = 2;

struct GpuKindValues {
  float complianceFactor = 0.0f, gamma = 0.0f, relaxation = 1.0f;
  std::uint32_t mode = 0;
};
inline constexpr std::uint32_t kGpuFast = 1, kGpuGeneral = 2;

/// What is known of a cloth in this step (include/cloths.wgsl).
struct GpuCloth {
  float acceleration[3] = {};
  float h = 0.0f;
  float wind[3] = {};
  float halfDensity = 0.0f;
  float inverseH = 0.0f, damping = 1.0f, maxSpeed = 0.0f, gustStrength = 0.0f;
  float drag = 0.0f, lift = 0.0f, thickness = 0.0f, maxDepenetration = 0.0f;
  float frictionStatic = 0.0f, frictionDynamic = 0.0f, maxDistance = -1.0f;
  std::uint32_t flags = 0;
  std::uint32_t mask = 0, tetherRows = 0;
  float internalDamping = 0.0f;
  std::uint32_t group = 0;
  float gusts[3][4] = {};
  GpuKindValues kinds[kKindCount];
  float contactThickness = 0.0f, contactHold = 0.0f, contactDrag = 0.0f;
  float jacobi = 0.0f;
};
static_assert(sizeof(GpuCloth) == 304);
inline constexpr std::uint32_t kGpuDisabled = 1, kGpuHasAcceleration = 2, kGpuHasAir = 4, kGpuMeetsAir = 8,
                               kGpuSelfCollides = 16;

/// A collider in one substep (include/shapes.wgsl).
struct GpuCollider {
  float toLocal[3][4] = {};  ///< w: translation
  float turn[3][4] = {};     ///< w: shift
  float size[4] = {}, cone[4] = {};
  float frictionStatic = 0.0f, frictionDynamic = 0.0f, restitution = 0.0f, halfThickness = 0.0f;
  std::uint32_t mask = 0, flags = 0, group = 0, index = 0;  ///< flags: the shape from bit 8 on
};
static_assert(sizeof(GpuCollider) == 160);
inline constexpr std::uint32_t kGpuMoves = 1, kGpuTrigger = 2;

struct GpuTether {
  std::uint32_t pin = 0;
  float length = 1e18f;  ///< m; as it is: none
};

/// What a step leaves of each cloth, then one word a collider of the world (include/status.wgsl).
struct GpuStatus {
  std::uint32_t frozen = 0, pushed = 0;
  std::uint32_t pairs = 0, searches = 0, binding = 0, shortened = 0, touching = 0;  ///< of cloth against itself
  std::uint32_t held = 0;
};
inline constexpr std::uint32_t kGpuStatusWords = sizeof(GpuStatus) / sizeof(std::uint32_t);

}  // namespace toile
