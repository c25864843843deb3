// The step of one cloth.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backends/cpu.h"
#include "cloth.h"
#include "collision/body/motion.h"
#include "toile/colliders.h"

namespace toile {

/// A collider of the world and where it goes in this step.
struct ColliderRecord {
  ColliderDef def;   ///< def.transform: where it is at the start of the step
  Transform target;  ///< where it is at the end
  std::uint32_t generation = 0;
  bool alive = false;
  bool changed = true;  ///< since the last step, by more than moving
  std::size_t contacts = 0;
  std::unique_ptr<BodyMotion> body{};  ///< of a mesh body, else null
};

/// What a step is the same for all cloths.
struct StepInput {
  const CpuBackend& backend;
  std::span<const ColliderRecord> colliders;
  const Wind& wind;
  Vec3 gravity;
  double time = 0.0;  ///< s, at the start of the step
  float h = 0.0f;     ///< s, length of a substep
  std::uint32_t substeps = 1;
  std::uint32_t iterations = 1;
};

/// Moves one cloth through one step. Such cloths are independent of each other; different ones may run at once.
void stepCloth(Cloth& cloth, const StepInput& input);

class ContactGroup;

/// Moves the cloths of a group, which see each other, through one step. Different groups may run at once.
void stepTogether(ContactGroup& group, const StepInput& input);

}  // namespace toile
