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
  /// Largest length of a mesh edge (a quad's diagonals and edges between fixed vertices apart) over its rest length; 1
  /// where nothing can stretch.
  float maxStretch = 0.0f;
  float meanStretch = 0.0f;
  float maxSpeed = 0.0f;  ///< m/s
  float rmsSpeed = 0.0f;  ///< m/s
  bool enabled = true;
  bool frozen = false;  ///< went non-finite and was stopped at its last good state; see World::reset
  bool asleep = false;  ///< ClothParams::sleep; the last step did not touch it
};

/// Cloth against cloth, all cloths of the world together.
struct ContactStats {
  std::size_t pairs = 0;      ///< vertex–triangle and edge–edge pairs watched in the last step, at any one time
  std::size_t touching = 0;   ///< pairs pushed apart in a last substep before a proof (1/60 s at most)
  std::size_t searches = 0;   ///< in the last step, the most of any group of cloths that see each other
  std::size_t binding = 0;    ///< particles that left their bounds in the last step, which a further search answers
  std::size_t shortened = 0;  ///< particles whose motion was cut in the last step, because they would have crossed
  std::size_t excepted = 0;   ///< edges found through triangles, which are let out of each other: the state handed in
};

/// Mesh bodies, in the last step, all cloths together.
struct BodyStats {
  std::size_t triangles = 0;         ///< of enabled bodies
  std::size_t candidates = 0;        ///< triangles listed for particles, and vertices for triangles, at the end
  double refitMilliseconds = 0.0;    ///< wall clock
  double contactMilliseconds = 0.0;  ///< the same, search included; the sum over cloths that are stepped at once
};

struct WorldStats {
  std::size_t cloths = 0;
  std::size_t colliders = 0;
  std::size_t particles = 0;
  std::uint32_t substepsLastStep = 0;
  std::size_t asleep = 0;             ///< cloths that the next step will not touch unless something wakes them
  std::size_t crowdedLastStep = 0;    ///< cloths that were solved together with others of their garment
  double time = 0.0;                  ///< s, simulated
  double droppedTime = 0.0;           ///< s, cut off by WorldDef::maxStepTime so far
  double lastStepMilliseconds = 0.0;  ///< wall clock
  ContactStats contact{};
  BodyStats bodies{};
};

}  // namespace toile
