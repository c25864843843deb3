// Kernels of crowds: one cloth a lane. Every lane does what the kernels for one cloth do, operation for operation.
//
// Arrays hold whole vectors: of a slot (a particle of all lanes) first x of every lane, then y, z and, in `x`, inverse
// masses. Constraints come one at a time, and what they have in common with all lanes is broadcast.
#pragma once

#include <cstdint>

#include "kernels/row_kernels.h"
#include "toile/kind.h"

namespace toile {

inline constexpr std::uint32_t kMostLanes = 16;

/// One number a lane; as many as the target has lanes are used.
struct alignas(64) LaneFloats {
  float lane[kMostLanes] = {};
};

/// Constraints [first, first + count) of one kind, in turn.
struct CrowdSolveArguments {
  float* x = nullptr;                    ///< m, 1/kg, 4 vectors a slot
  const float* start = nullptr;          ///< m, 3 vectors a slot (damping)
  float* lambda = nullptr;               ///< multipliers, lambdaCount vectors a constraint; general path only
  const std::uint16_t* slots = nullptr;  ///< arity a constraint
  const float* values = nullptr;         ///< parameters and compliance of a constraint
  std::uint32_t first = 0, count = 0;
  bool damped = false;                             ///< γ > 0 in all lanes; else it is 0 in all
  bool backwards = false;                          ///< the last one first
  LaneFloats complianceFactor, gamma, relaxation;  ///< as in SolveArguments
};
using CrowdSolveFunction = void (*)(const CrowdSolveArguments&);

/// See IntegrateArguments and VelocityArguments.
struct CrowdMotionArguments {
  float* x = nullptr;
  float* start = nullptr;               ///< 3 vectors a slot
  float* velocity = nullptr;            ///< 3 vectors a slot
  const float* acceleration = nullptr;  ///< m/s², 3 vectors a slot; or null
  std::uint32_t slotCount = 0;
  LaneFloats uniform[3];  ///< m/s²
  LaneFloats damping, maxSpeed;
  float h = 0.0f, inverseH = 0.0f;  ///< s, 1/s
  float bound = 0.0f;               ///< m/s
  LaneFloats unsound;               ///< written: not zero where a speed is not a number or beyond `bound`
};

/// See WindArguments.
struct CrowdAirArguments {
  const float* x = nullptr;
  float* velocity = nullptr;
  const float* air = nullptr;                ///< m/s, 3 vectors a slot; or null: `uniform`
  float uniform[3] = {};                     ///< m/s
  const std::uint16_t* triangles = nullptr;  ///< 3 slots each
  std::uint32_t count = 0;
  LaneFloats drag, lift;
  float halfDensity = 0.0f;  ///< kg/m³
  float h = 0.0f;            ///< s
};

/// Slots that are pinned in some lane go on their way; other lanes (w > 0) stay.
struct CrowdPinArguments {
  float* x = nullptr;
  const std::uint16_t* slots = nullptr;
  const float* from = nullptr;  ///< m, 3 vectors a pin
  const float* to = nullptr;
  std::uint32_t count = 0;
  float time = 0.0f;  ///< 0 … 1; 1: they arrive
};

/// Tethers whose anchors are the same pins in all lanes.
struct CrowdTether {
  std::uint16_t slot = 0, anchor = 0;
  float length = 0.0f;  ///< m
};
/// Anchors lie in x: pins stay where they are while tethers pull.
struct CrowdTetherArguments {
  float* x = nullptr;
  std::uint32_t count = 0;
  const CrowdTether* shared = nullptr;  ///< or null, where each lane has its own:
  const std::uint16_t* slots = nullptr;
  const std::int32_t* anchors = nullptr;  ///< one vector a tether: where in x the lane finds its anchor's x
  const float* lengths = nullptr;         ///< m, one vector a tether
};

/// See LimitArguments.
struct CrowdLimitArguments {
  float* x = nullptr;
  const float* from = nullptr;  ///< m, 3 vectors a slot
  const float* to = nullptr;
  const float* scale = nullptr;  ///< 1 a slot; or null
  std::uint32_t slotCount = 0;
  LaneFloats distance;  ///< m
  float time = 0.0f;
};

/// Boxes round each lane's particles. NaN is left out.
struct CrowdBounds {
  LaneFloats endLow[3], endHigh[3], startLow[3], startHigh[3];
};

/// Between a crowd's vectors and its cloths' own arrays of 16 bytes a particle.
struct CrowdCopyArguments {
  float* vectors = nullptr;
  std::uint32_t vectorsPerSlot = 3;  ///< 3, or 4 for x
  float* cloths[kMostLanes] = {};    ///< an array a lane, none null
  const std::uint16_t* particleOfSlot = nullptr;
  std::uint32_t slotCount = 0;
  LaneFloats chosen;  ///< join: lanes that are not zero here are replaced
};

struct CrowdKernels {
  struct Solve {
    CrowdSolveFunction fast = nullptr, general = nullptr;
  };
  PerKind<Solve> kinds;
  void (*integrate)(const CrowdMotionArguments&) = nullptr;
  void (*velocity)(CrowdMotionArguments&) = nullptr;
  void (*wind)(const CrowdAirArguments&) = nullptr;
  void (*gust)(const GustArguments&, const float* x, float* air, std::uint32_t slotCount) = nullptr;
  void (*pin)(const CrowdPinArguments&) = nullptr;
  void (*tether)(const CrowdTetherArguments&) = nullptr;
  void (*limit)(const CrowdLimitArguments&) = nullptr;
  void (*bounds)(const float* x, const float* start, std::uint32_t slotCount, CrowdBounds&) = nullptr;
  void (*join)(const CrowdCopyArguments&) = nullptr;  ///< cloths → vectors
  void (*part)(const CrowdCopyArguments&) = nullptr;  ///< vectors → cloths
};

/// Empty for one lane: a crowd of one is a cloth.
CrowdKernels crowdKernels(KernelTarget target);

}  // namespace toile
