// Contacts of a step: what a cloth can meet, where that goes, and what it pushes.
#include <algorithm>

#include "bodies.h"
#include "coarse_levels.h"
#include "impacts.h"
#include "step_parts.h"

namespace toile {
namespace {

Quat interpolate(Quat a, Quat b, float t) {
  const float side = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0.0f ? -1.0f : 1.0f;
  const float s = 1.0f - t, e = t * side;
  return normalized({a.x * s + b.x * e, a.y * s + b.y * e, a.z * s + b.z * e, a.w * s + b.w * e});
}

Transform interpolate(const Transform& a, const Transform& b, float t) {
  if (t <= 0.0f) return a;
  if (t >= 1.0f) return b;
  return {interpolate(a.rotation, b.rotation, t), a.translation + (b.translation - a.translation) * t};
}

/// The colliders this cloth can meet and their motion in this substep.
void findMotions(Cloth& cloth, const StepInput& input, const SubstepTime& time) {
  cloth.motions.clear();
  cloth.motionColliders.clear();
  for (std::size_t i = 0; i < input.colliders.size(); ++i) {
    if (input.colliders[i].body != nullptr || !canMeet(cloth, input.colliders[i])) continue;
    ColliderMotion& motion = cloth.motions.emplace_back(motionOf(input.colliders[i], time));
    const Friction friction = frictionOn(cloth, input.colliders[i].def);
    motion.frictionStatic = friction.statically, motion.frictionDynamic = friction.dynamically;
    cloth.motionColliders.push_back(i);
  }
}

/// Counts what touches in any call of a substep. `trueStart`: see CollideArguments.
void pushOut(Cloth& cloth, const StepInput& input, const float* trueStart) {
  cloth.motionTouched.assign(cloth.motions.size(), 0);
  CollideArguments arguments;
  arguments.x = cloth.state.x.data();
  arguments.start = cloth.state.start.data();
  arguments.trueStart = trueStart;
  arguments.velocity = cloth.state.velocity.data();
  arguments.end = cloth.data().paddedCount;
  arguments.h = input.h;
  arguments.thickness = thicknessOf(cloth);
  arguments.maxDepenetration = cloth.params.maxDepenetrationSpeed * input.h;
  arguments.target = input.backend.target;
  // Parts count for themselves; sums of whole numbers do not depend on their order.
  const std::size_t parts = (arguments.end + kCollideGrain - 1) / kCollideGrain;
  cloth.partTouched.assign(parts * cloth.motions.size(), 0);
  cloth.partPushed.assign(parts, 0);
  forParts(input.backend, arguments.end, kCollideGrain, [&](std::size_t begin, std::size_t end) {
    CollideArguments part = arguments;
    part.first = static_cast<std::uint32_t>(begin), part.end = static_cast<std::uint32_t>(end);
    const std::size_t number = begin / kCollideGrain;
    const auto touched = std::span(cloth.partTouched).subspan(number * cloth.motions.size(), cloth.motions.size());
    cloth.partPushed[number] = collide(part, cloth.motions, touched);
  });
  std::size_t pushed = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    pushed += cloth.partPushed[part];
    for (std::size_t i = 0; i < cloth.motions.size(); ++i) {
      cloth.motionTouched[i] += cloth.partTouched[part * cloth.motions.size() + i];
    }
  }
  cloth.contacts = std::max(cloth.contacts, pushed);
  for (std::size_t i = 0; i < cloth.motions.size(); ++i) {
    std::size_t& touched = cloth.touched[cloth.motionColliders[i]];
    touched = std::max(touched, cloth.motionTouched[i]);
  }
}

}  // namespace

ColliderMotion motionOf(const ColliderRecord& collider, const SubstepTime& time) {
  const Transform& from = collider.def.transform;
  return {collider.def.shape,
          interpolate(from, collider.target, time.begin),
          interpolate(from, collider.target, time.end),
          collider.def.frictionStatic,
          collider.def.frictionDynamic,
          collider.def.restitution,
          collider.def.trigger};
}

bool canMeet(const Cloth& cloth, const ColliderRecord& collider) {
  return collider.alive && collider.def.enabled && (collider.def.group & cloth.collisionMask) != 0 &&
         (collider.def.mask & cloth.collisionGroup) != 0;
}

Friction frictionOn(const Cloth& cloth, const ColliderDef& collider) {
  Friction friction;
  friction.statically = collider.frictionStatic * orFabric(cloth.params.frictionStatic, cloth.fabric().frictionStatic);
  friction.dynamically =
      std::min(collider.frictionDynamic * orFabric(cloth.params.frictionDynamic, cloth.fabric().frictionDynamic),
               friction.statically);
  return friction;
}

float thicknessOf(const Cloth& cloth) { return orFabric(cloth.params.thickness, cloth.fabric().thickness); }

void pullLevels(Cloth& cloth, const StepInput& input, const SubstepTime& time) {
  if (cloth.levels.empty() || !cloth.params.kinds[Kind::stretch].enabled) return;
  findMotions(cloth, input, time);
  solveLevels(cloth, input, thicknessOf(cloth));
}

void meetColliders(Cloth& cloth, const StepInput& input, const SubstepTime& time) {
  cloth.contacts = 0;
  cloth.touched.assign(input.colliders.size(), 0);
  findMotions(cloth, input, time);
  cloth.impactPasses = 0;
  const bool bodies = nearBodies(cloth, input, time);
  if (cloth.motions.empty() && !bodies) return;
  const float fast = fastTravel(cloth, input.h);
  if (fast > 0.0f || bodies) keepBeforeContacts(cloth);
  if (bodies) meetBodies(cloth, input, time, cloth.trueStart.data());
  if (!cloth.motions.empty()) pushOut(cloth, input, bodies ? cloth.trueStart.data() : nullptr);
  if (fast > 0.0f && cloth.contacts != 0) cloth.impactPasses = impactPasses(cloth, fast);
}

void spreadImpacts(Cloth& cloth, const StepInput& input, const SubstepTime& time) {
  for (std::uint32_t pass = 0; pass < cloth.impactPasses; ++pass) {
    PassOptions rigid;
    rigid.backwards = pass % 2 == 1;
    for (std::size_t s = 0; s < cloth.data().sets.size(); ++s) {
      const ConstraintSet& set = cloth.data().sets[s];
      if (set.kind != Kind::stretch || !cloth.params.kinds[set.kind].enabled) continue;
      solveSet(input.backend, set, cloth.state, s, rigid);
    }
    limitDistances(cloth, input, time);
    pushOut(cloth, input, cloth.trueStart.data());
  }
}

}  // namespace toile
