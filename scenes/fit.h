// Tapered capsules fitted to the skin of a character, one a bone: colliders that cost a hundredth of its mesh.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "io/skeleton.h"
#include "scenes/scene.h"

namespace toile {

struct FitOptions {
  /// 1, 0 … 1; how much of each bone's own skin its capsule holds. A half lies in the middle of the skin; cloth on top
  /// wants more, so that skin does not show through.
  float inside = 0.8f;
  /// m, >= 0; bones whose skin is smaller than this in every direction are part of the one above: fingers of a hand.
  float detail = 0.08f;
};

struct FittedBone {
  std::size_t joint = 0;     ///< of Skeleton::nodes
  std::size_t vertices = 0;  ///< that follow it, or a small one below it, more than any other
  TaperedCapsule shape;
  Transform place;            ///< in the joint's frame, which has no scale
  float inside = 0.0f;        ///< 1, part of these vertices that the capsule holds
  float meanDistance = 0.0f;  ///< m, of them from the capsule's surface
};

struct CharacterFit {
  std::vector<FittedBone> bones;  ///< parents before children
  std::size_t vertices = 0;       ///< of the skin, part of a face
  float inside = 0.0f;            ///< 1, part of them that any capsule holds
  float meanDistance = 0.0f;      ///< m, of them from the nearest capsule's surface
  std::vector<std::string> warnings;
};

/// In the rest pose. Each capsule has the least sum of squared distances from its bone's skin (weighted by area; damped
/// Gauss–Newton from four axes), and is then made wider or narrower until it holds options.inside of it. Errors: no
/// skin, no skin on a joint that has a name of its own, options out of range.
Result<CharacterFit> fitCapsules(const AnimatedModel& model, const FitOptions& options);

/// The character, a node for each bone's joint and the capsules on them, a floor, and a sheet that falls over it all:
/// to be played as it is, and to take the colliders from.
Scene fittedScene(const AnimatedModel& model, const CharacterFit& fit, const Character& character);

}  // namespace toile
