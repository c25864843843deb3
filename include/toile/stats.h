// What a step did and how the cloth is.
#pragma once

#include <cstddef>
#include <cstdint>

namespace toile {

struct ClothStats {
  std::size_t vertices = 0;
  std::size_t particles = 0;
  std::size_t pinned = 0;
  std::size_t constraints = 0;  ///< solved in a pass: kinds that are enabled, and tethers
  std::size_t tethers = 0;
  std::size_t contacts = 0;  ///< particles pushed by a collider in the last substep
  float maxStretch = 0.0f;   ///< largest length of a mesh edge (a quad's diagonals apart) over its rest length
  float meanStretch = 0.0f;
  float maxSpeed = 0.0f;  ///< m/s
  float rmsSpeed = 0.0f;  ///< m/s
  bool enabled = true;
  bool frozen = false;  ///< went non-finite and was stopped at its last good state; see World::reset
};

struct WorldStats {
  std::size_t cloths = 0;
  std::size_t colliders = 0;
  std::size_t particles = 0;
  std::uint32_t substepsLastStep = 0;
  std::size_t crowdedLastStep = 0;    ///< cloths that were solved together with others of their garment
  double time = 0.0;                  ///< s, simulated
  double droppedTime = 0.0;           ///< s, cut off by WorldDef::maxStepTime so far
  double lastStepMilliseconds = 0.0;  ///< wall clock
};

}  // namespace toile
