// Wind: a velocity field sampled at every vertex once a step.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "toile/vec.h"

namespace toile {

/// Writes the air's velocity (m/s) at each of `positions` (m, world) at `time` (s) to `velocities`, both
/// of one length. Called from any thread, possibly for several cloths at once; must depend on its
/// arguments alone, or results will differ between runs. Non-finite values are taken as still air.
using WindField = std::function<void(std::span<const Vec3> positions, double time, std::span<Vec3> velocities)>;

struct Wind {
  Vec3 velocity{};             ///< m/s, steady part, used where there is no `field`
  float gustStrength = 0.0f;   ///< 1, >= 0: gusts add up to this times |velocity|
  float gustFrequency = 0.5f;  ///< Hz, > 0
  float gustLength = 2.0f;     ///< m, > 0: wavelength of the gusts in space
  float airDensity = 1.225f;   ///< kg/m³, >= 0
  WindField field{};           ///< replaces velocity and gusts when set
};

}  // namespace toile
