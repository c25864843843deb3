// What one pass of one collider over a run of particles is given. Independent of the instruction set.
#pragma once

#include "collision/placement.h"

namespace toile {

constexpr std::size_t kRun = 64;  ///< particles of one pass: one bit each

/// A path longer than this part of the half thickness (shape and cloth) is swept. Shorter ones end less deep
/// than a quarter of the shape, where the nearest side is the side they came from; what grazes a round shape
/// between two tests would have been less than 1/128 of its radius deep.
constexpr float kSweptPart = 0.25f;

/// Pointers are to the run's first particle, 16 bytes each.
struct ContactArguments {
  float* x;
  float* start;           ///< edited: x − start is the motion after contact
  const float* origin;    ///< where the particles really started: sweeps begin here; `start` itself while first
  float* keep;            ///< where `start` is copied before it is first edited
  const float* velocity;  ///< m/s, before the substep
  std::size_t count;      ///< at most kRun, a multiple of kBlock
  const Placement* placement;
  float thickness;         ///< m
  float maxDepenetration;  ///< m
  float h;                 ///< s
  float frictionStatic, frictionDynamic, restitution;
  float sweptLength;  ///< m, paths of at least this are swept
  float longest;      ///< m, no path relative to the collider is longer; may be not a number
  bool first;         ///< no collider pushed any of the run before: start is still origin
  bool trigger;       ///< count only
};

}  // namespace toile
