// Kernels that run over particles in a row (no stencils): integration, velocities, tethers, limits, gusts;
// and wind, which runs over triangles in colours.
#pragma once

#include <cstdint>

#include "constraint_set.h"
#include "kernels/kernel.h"

namespace toile {

/// Particles [first, end), multiples of kBlock.
struct Rows {
  std::uint32_t first = 0, end = 0;
};

/// Where the particles of a block of rows lie when loaded as a whole: lane l holds particle kRowLane[l], the order in
/// which whole vectors of four particles come out of a 4 × 4 transpose.
inline constexpr std::uint32_t kRowLane[kBlock] = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};

/// v += h a, v *= damping, |v| <= maxSpeed; start = x; x += h v. Particles with w = 0 keep x and v.
struct IntegrateArguments {
  float* x = nullptr;
  float* columns = nullptr;  ///< or null: then where x would be written (see ColumnArguments)
  std::size_t columnStride = 0;
  float* start = nullptr;
  float* velocity = nullptr;
  const float* acceleration = nullptr;  ///< m/s² a particle, 16 bytes each; or null
  float uniform[3] = {};                ///< m/s², gravity and all that acts on every particle
  float h = 0.0f;                       ///< s
  float damping = 1.0f;                 ///< factor for this substep
  float maxSpeed = 0.0f;                ///< m/s
};
using IntegrateFunction = void (*)(const IntegrateArguments&, Rows);

/// v += (x − (start + h v)) / h for free particles: what constraints and contacts have changed is added to the
/// velocity the particle moved with. That is (x − start) / h, but motion too small for x to resolve is not lost:
/// with (x − start) / h gravity would be rounded to whole units in the last place of x, over h².
/// v = (x − start) / h where w = 0. Returns false when a speed is not a number or beyond `bound`.
struct VelocityArguments {
  const float* x = nullptr;
  const float* start = nullptr;
  float* velocity = nullptr;
  float h = 0.0f;         ///< s
  float inverseH = 0.0f;  ///< 1/s
  float bound = 0.0f;     ///< m/s
};
using VelocityFunction = bool (*)(const VelocityArguments&, Rows);

/// x is brought within length of its anchor. Free particles only. `anchor` and `length` are in the order of loadBlock:
/// entry 16·b + l belongs to particle 16·b + kRowLane[l].
struct TetherArguments {
  float* x = nullptr;
  const float* anchors = nullptr;         ///< m, 16 bytes each; none of them lies in x
  const std::uint32_t* anchor = nullptr;  ///< into anchors
  const float* length = nullptr;          ///< m; huge for none
};
using TetherFunction = void (*)(const TetherArguments&, Rows);

/// x is brought within distance · scale[i] of its target, itself between from (0) and to (1) at `time`.
struct LimitArguments {
  float* x = nullptr;
  const float* from = nullptr;
  const float* to = nullptr;
  const float* scale = nullptr;  ///< or null for 1
  float distance = 0.0f;         ///< m
  float time = 0.0f;             ///< 0 … 1
};
using LimitFunction = void (*)(const LimitArguments&, Rows);

/// air[i] = velocity · (1 + strength · g), g in −1 … 1 made of three travelling waves.
struct GustArguments {
  const float* x = nullptr;
  float* air = nullptr;    ///< m/s, 16 bytes each
  float velocity[3] = {};  ///< m/s
  float strength = 0.0f;
  float wave[3][3] = {};  ///< 1/m, wave vectors (cycles a metre)
  float phase[3] = {};    ///< cycles
};
using GustFunction = void (*)(const GustArguments&, Rows);

/// Wind on triangles: changes the velocities of their particles. See air-inl.h.
struct WindArguments {
  const float* x = nullptr;
  float* velocity = nullptr;
  const float* air = nullptr;  ///< m/s a particle, 16 bytes each; or null: `uniform`
  float uniform[3] = {};       ///< m/s
  const std::uint16_t* indices16 = nullptr;
  const std::uint32_t* indices32 = nullptr;
  std::uint32_t firstBlock = 0, endBlock = 0;
  float halfDensity = 0.0f;  ///< kg/m³, ½ ρ
  float drag = 0.0f, lift = 0.0f;
  float h = 0.0f;  ///< s
};
using WindFunction = void (*)(const WindArguments&);

/// Particles to columns (all x, all y, all z, all w, `stride` floats each) and back.
struct ColumnArguments {
  float* particles = nullptr;
  float* columns = nullptr;
  std::size_t stride = 0;
};
using ColumnFunction = void (*)(const ColumnArguments&, Rows);

/// How many coarse nodes a particle follows.
inline constexpr std::size_t kFollowed = 4;

/// x += Σ weight · motion of its parents, for free particles. Parents and weights of block b, parent k, in the order of
/// loadBlock: entry 16·(4·b + k) + l belongs to particle 16·b + kRowLane[l].
struct FollowArguments {
  float* x = nullptr;
  const float* motion = nullptr;           ///< m, of the coarse nodes, 16 bytes each
  const std::uint32_t* parents = nullptr;  ///< into motion
  const float* weights = nullptr;
};
using FollowFunction = void (*)(const FollowArguments&, Rows);

struct RowKernels {
  IntegrateFunction integrate = nullptr;
  VelocityFunction velocity = nullptr;
  TetherFunction tether = nullptr;
  LimitFunction limit = nullptr;
  GustFunction gust = nullptr;
  WindFunction wind = nullptr;
  ColumnFunction spread = nullptr, collect = nullptr;
  FollowFunction follow = nullptr;
  SolveFunction limit16 = nullptr, limit32 = nullptr;  ///< one-sided distances (coarse-inl.h)
};

RowKernels rowKernels(KernelTarget target);

}  // namespace toile
