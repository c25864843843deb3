// All contacts of one cloth with colliders in one substep: the only entry to this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/kernel.h"
#include "toile/colliders.h"

namespace toile {

/// One collider in one substep: it moves evenly from `from` to `to`. Coefficients are products of the
/// collider's and the fabric's.
struct ColliderMotion {
  Shape shape;
  Transform from, to;
  float frictionStatic = 0.0f;
  float frictionDynamic = 0.0f;
  float restitution = 0.0f;
  bool trigger = false;
};

struct CollideArguments {
  float* x = nullptr;      ///< particles at the end of the substep, 16 bytes each (w: inverse mass); moved
  float* start = nullptr;  ///< particles at its start; edited so that (x − start) / h is the velocity after contact
  /// Where particles were at the start of the substep if `start` has been edited since: sweeps begin there. Or null.
  const float* trueStart = nullptr;
  const float* velocity = nullptr;  ///< m/s at the start of the substep, 16 bytes each (restitution)
  /// Particles [first, end), multiples of kBlock; those with w = 0 are left alone.
  std::uint32_t first = 0, end = 0;
  float h = 0.0f;                 ///< s, length of the substep
  float thickness = 0.0f;         ///< m
  float maxDepenetration = 0.0f;  ///< m this substep, for particles that start it inside a collider
  KernelTarget target;
};

/// Ranges that start at multiples of this are cut where collide would cut them itself.
inline constexpr std::uint32_t kCollideGrain = 1024;

/// Pushes particles out of the colliders: live push-out against every collider, swept for those that moved
/// far relative to it (they come back on the side they came from), planes last. Adds Coulomb friction and
/// restitution. touched[i] (as long as `colliders`) counts the particles in contact with collider i.
/// Deterministic, also when ranges are done on several threads; allocates nothing. Returns the number of particles
/// pushed.
std::size_t collide(const CollideArguments& arguments, std::span<const ColliderMotion> colliders,
                    std::span<std::size_t> touched);

}  // namespace toile
