// A figure of capsules for the demonstration scenes: about 1.75 m tall, feet at y = 0, facing +z.
#pragma once

#include "scenes/scene.h"

namespace toile {

/// How the limbs swing.
struct Gait {
  float stepFrequency = 0.95f;  ///< Hz, of one leg
  float thigh = 0.42f;          ///< rad, amplitude at the hip
  float knee = 0.35f;           ///< rad
  float arm = 0.30f;            ///< rad, at the shoulder
  float armAngle = 0.16f;       ///< rad, of the upper arms from hanging straight down
  float fadeIn = 1.2f;          ///< s
};

/// Adds nodes "body", "chest", "head" and the limbs with their colliders. "body" is a child of `root`, an earlier
/// node. All colliders have `friction` as both coefficients.
void addFigure(Scene& scene, const char* root, const Gait& gait, float friction);

}  // namespace toile
