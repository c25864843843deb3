// Where the moving frames of a scene are at a time.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/skeleton.h"
#include "scenes/scene.h"

namespace toile {

inline constexpr double kPi = 3.14159265358979323846;

/// sin and cos of `radians` to 1e-13, from +, −, · and floor alone: the same bits on every machine, so that a
/// scene's motion does not depend on whose mathematics library runs it. Good for |radians| up to 1e6.
double sineOf(double radians);
double cosineOf(double radians);

/// Rotation by `angle` radians about `axis`, which need not be of unit length (no direction: identity).
Quat rotationAbout(Vec3 axis, double angle);

/// Place of a node's keys at `time`, held before the first and after the last; identity without keys.
Transform keyedPlace(const SceneNode& node, double time);

/// Sum of the oscillations of a node at `time`.
Transform oscillatedPlace(const SceneNode& node, double time);

/// A character as it is played in a scene.
struct CharacterPlay {
  AnimatedModel model;
  std::size_t clip = 0;
  bool animated = false;  ///< false: the file has no clip, and stays in its rest pose

  /// Pose at scene time `time`, in the character's own frame.
  Pose pose(const Character& character, double time) const;
};

/// World places of all nodes at `time`; poses[i] is that of scene.characters[i] (in its own frame).
/// joints[n] is the skeleton's node that scene node n follows, where it names a character.
std::vector<Transform> nodePlaces(const Scene& scene, std::span<const std::size_t> joints, std::span<const Pose> poses,
                                  double time);

}  // namespace toile
