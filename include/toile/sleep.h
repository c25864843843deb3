// Cloth that has come to rest sleeps: it costs nothing and keeps every bit until something happens to it.
#pragma once

namespace toile {

/// A cloth falls asleep at the end of a step once none of its particles has been farther than `distance` from one place
/// for `time`; its velocities become zero. Cloths that see each other (ClothDef::collisionGroup) fall asleep and wake
/// together. In gusts or a wind field a cloth with drag or lift never sleeps.
///
/// It wakes before the next step where a call changes anything of it (parameters, pins, targets, masses, positions,
/// velocities, accelerations, masks, a teleport, a reset), of gravity, the wind or substeps, or where a collider that
/// it can touch and that comes, goes, is changed or moves is near the box round it. Calls that say what is so already
/// wake nobody. World::wake wakes it by hand. docs/sleep.md has the details.
struct Sleep {
  bool enabled = false;
  float distance = 1e-3f;  ///< m, > 0; what hangs and swings by less than this rests
  float time = 1.0f;       ///< s, > 0
  friend bool operator==(const Sleep&, const Sleep&) = default;
};

}  // namespace toile
