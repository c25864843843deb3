// The parts of a step, in the order of step.cpp. Each says what it reads and writes. Wind is in step_air.cpp, what
// meets colliders in step_contacts.cpp, all else in step_parts.cpp.
#pragma once

#include "step.h"

namespace toile {

/// m/s. What is faster is taken for not finite: its square would not be.
inline constexpr float kMostSpeed = 1e18f;

/// A cloth's own value, or the fabric's where the cloth has none.
inline float orFabric(float own, float fabric) { return own >= 0.0f ? own : fabric; }

/// Part of the step that is over at the start and end of a substep, 0 … 1.
struct SubstepTime {
  float begin = 0.0f, end = 1.0f;
};
SubstepTime substepTime(const StepInput& input, std::uint32_t substep);
/// Where what goes from one place to another is at `time`, once there exactly there.
inline float onTheWay(float from, float to, float time) { return time >= 1.0f ? to : from + (to - from) * time; }

// ---- what kernels are told of a cloth; no pointers but to its own arrays
/// s, Rayleigh damping of a kind: the cloth's own or its fabric's.
float dampingOf(const Cloth& cloth, Kind kind);
/// Of a pass forwards.
PassOptions passOptions(const Cloth& cloth, const StepInput& input, const ConstraintSet& set);
/// Whether there is drag or lift.
bool meetsAir(const Cloth& cloth);
WindArguments airArguments(Cloth& cloth, const StepInput& input);
IntegrateArguments integrateArguments(Cloth& cloth, const StepInput& input);
/// Waves of the wind's gusts now; positions and air are left to the caller.
GustArguments gustWaves(const Wind& wind, double time);
/// Where a collider comes from and goes to in this substep, with its own friction.
ColliderMotion motionOf(const ColliderRecord& collider, const SubstepTime& time);
/// Whether the cloth can meet this collider at all.
bool canMeet(const Cloth& cloth, const ColliderRecord& collider);
float thicknessOf(const Cloth& cloth);
/// Coefficients of the fabric on the collider.
struct Friction {
  float statically = 0.0f, dynamically = 0.0f;
};
Friction frictionOn(const Cloth& cloth, const ColliderDef& collider);
/// Part of the motion that is not rigid that internal damping takes away in this step: as much as implicit Euler takes
/// in each substep, so that the length of steps makes no difference.
float internalDampingPart(const Cloth& cloth, const StepInput& input);
/// Asks the wind's field for the air at each particle (ClothState::air). Reads x.
void sampleField(Cloth& cloth, const StepInput& input);
/// Rebuilds stale tethers and levels, prepares PBD: the part of beginStep that neither reads nor writes x and v.
void prepareStep(Cloth& cloth, const StepInput& input);

// ---- the parts

/// Rebuilds stale tethers and levels, damps inner motion, samples the wind. Reads x, v, pins; writes v, air, tethers,
/// levels.
void beginStep(Cloth& cloth, const StepInput& input);
/// Wind that differs from place to place, at each particle. Reads x; writes air.
void sampleWind(Cloth& cloth, const StepInput& input);
/// Wind's force. Reads x, v, air; writes v.
void applyAir(Cloth& cloth, const StepInput& input);
/// Semi-implicit Euler of free particles. Reads x, v; writes start, x (of regular garments columns), v.
void integrate(Cloth& cloth, const StepInput& input);
/// Pinned particles on their way to their targets. Reads targetsFrom, targets; writes x.
void movePins(Cloth& cloth, const SubstepTime& time);
/// Coarse levels, from the coarsest to the finest, with contacts of their own. Reads start, colliders; writes x.
void pullLevels(Cloth& cloth, const StepInput& input, const SubstepTime& time);
/// No edge longer than coarse levels allow; does nothing without levels. Reads and writes x.
void limitStretch(Cloth& cloth, const StepInput& input);
/// One Gauss–Seidel pass over all kinds. Reads x, start, λ; writes x, λ. Of regular garments columns stand for x from
/// here (or integrate) on.
void solveConstraints(Cloth& cloth, const StepInput& input, std::uint32_t iteration);
/// Brings x up to date where columns stand for it.
void leaveColumns(Cloth& cloth, const StepInput& input);
/// Reads and writes x.
void pullTethers(Cloth& cloth, const StepInput& input);
/// What contact has drawn out of shape: limitStretch, or without levels one more pass over stretch. Reads and writes x.
void holdStretch(Cloth& cloth, const StepInput& input);
/// Max distance. Reads x, targetsFrom, targets; writes x.
void limitDistances(Cloth& cloth, const StepInput& input, const SubstepTime& time);
/// Contacts with colliders and friction. Reads x, start, v; writes x, start, contact counts.
void meetColliders(Cloth& cloth, const StepInput& input, const SubstepTime& time);
/// What fast colliders hit is handed on to the neighbours. Reads and writes x, start, contact counts; see impacts.h.
void spreadImpacts(Cloth& cloth, const StepInput& input, const SubstepTime& time);
/// v += (x − (start + h v)) / h. Returns false when the cloth is not finite any more. Reads x, start, v; writes v.
bool updateVelocities(Cloth& cloth, const StepInput& input);
/// Back to the last good state, where the cloth stays until it is reset. Reads start; writes x, v.
void freeze(Cloth& cloth);
/// Targets reached become where the next step starts. Reads targets; writes targetsFrom.
void endStep(Cloth& cloth);

}  // namespace toile
