// Contacts of one cloth with one body in one substep.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "collision/body/candidates.h"

namespace toile {

struct BodyContactArguments {
  explicit BodyContactArguments(const BodyMotion& motion) : body(motion) {}

  const BodyMotion& body;
  const float *from = nullptr,
              *to = nullptr;  ///< corners of the body at the start and at the end of the substep, four floats each
  float timeBegin = 0.0f, timeEnd = 1.0f;  ///< of the substep, part of the step
  float* x = nullptr;                ///< particles at the end of the substep, 16 bytes each (w: inverse mass); moved
  float* start = nullptr;            ///< at its start; edited as collide does
  const float* origin = nullptr;     ///< where particles really were at its start
  const float* velocity = nullptr;   ///< m/s, before the substep (restitution)
  std::uint32_t first = 0, end = 0;  ///< particles to look at
  std::span<const std::array<std::uint32_t, 3>> triangles;  ///< of the cloth
  float h = 0.0f;                                           ///< s
  float thickness = 0.0f;                                   ///< m
  float maxDepenetration = 0.0f;                            ///< m this substep
  float frictionStatic = 0.0f, frictionDynamic = 0.0f, restitution = 0.0f;
  bool trigger = false;
  KernelTarget target;
};

/// Particles against the body's triangles; marks those that touch in `touched`. Particles are independent of each
/// other: ranges may be done on several threads.
void meetBodyTriangles(const BodyContactArguments& arguments, BodyCandidates& candidates);

/// The body's corners against the cloth's triangles, one after the other; marks their particles.
void meetBodyCorners(const BodyContactArguments& arguments, BodyCandidates& candidates);

}  // namespace toile
