// Inside a world.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/cpu.h"
#include "cloth.h"
#include "contact_group.h"
#include "crowd/crowds.h"
#include "kernels/draw_kernels.h"
#include "step.h"
#include "toile/world.h"

namespace toile {

struct ClothSlot {
  std::unique_ptr<Cloth> cloth;  ///< null: free
  std::uint32_t generation = 0;
  std::uint64_t created = 0;  ///< order of creation
};

/// What a call of World::step amounts to.
struct StepTiming {
  double duration = 0.0;  ///< s; 0: nothing moves
  std::uint32_t substeps = 0;
  double dropped = 0.0;  ///< s, beyond WorldDef::maxStepTime
  double pending = 0.0;  ///< s, saved up for later
};

struct World::Impl {
  WorldDef def;
  CpuBackend backend;
  Crowds crowds;
  DrawKernels draw;
  AlignedVector<float> drawnNormals;  ///< of the particles of the cloth that is being drawn, 16 bytes each
  std::vector<ClothSlot> cloths;
  /// Living cloths in order of creation. Before reading their positions and velocities: bringAllHome().
  std::vector<Cloth*> inOrder;
  std::vector<std::uint64_t> createdInOrder;  ///< ClothSlot::created of each
  ContactGroups contact;
  std::vector<ColliderRecord> colliders;
  std::uint64_t creations = 0;
  std::size_t asleep = 0;    ///< cloths that slept when the last step was over; calls since then may have woken some
  double time = 0.0;         ///< s
  double droppedTime = 0.0;  ///< s
  double pendingTime = 0.0;  ///< s, steps too short to be taken
  std::uint32_t substepsLastStep = 0;
  std::size_t crowdedLastStep = 0;
  double lastStepMilliseconds = 0.0;
  double refitMilliseconds = 0.0;  ///< in the last step
  std::uint64_t bodyRefits = 0;    ///< see BodyMotion::refit

  Impl(const WorldDef& d, CpuBackend b) : def(d), backend(std::move(b)), crowds(backend.target, d.crowds) {}

  /// To do anything with: its own arrays hold its state, and its crowd will look at all of it again.
  Cloth* find(ClothId id);
  /// To read: its own arrays hold its state.
  const Cloth* look(ClothId id);
  /// For all but positions, velocities, masses and pins, which may be out of date and must not be written.
  Cloth* record(ClothId id);
  ColliderRecord* find(ColliderId id);
  /// All cloths' own arrays hold their state.
  void bringAllHome();

  // ---- the step, but for moving the cloths
  Status checkStep(float dt) const;
  /// Changes nothing. Precondition: checkStep(dt), dt > 0.
  StepTiming timing(float dt) const;
  StepInput stepInput(const StepTiming& timing) const;
  /// Colliders and the clock go where they are after the step.
  void endStep(const StepTiming& timing);
  /// Sums up what the cloths have touched.
  void countContacts();
  /// Mesh bodies on their way of the step that begins.
  void refitBodies();
  void forgetContacts(std::size_t colliderSlot);
  // ---- sleep (world_sleep.cpp)
  /// Wakes the cloth, and those it sees. For calls that change anything of it.
  void disturb(Cloth& cloth);
  void disturbAll();
  /// Wakes what the collider may touch where it is now.
  void disturbNear(const ColliderRecord& collider);
  /// Before a step, after refitBodies: wakes what colliders come near to.
  void wakeDisturbed(std::uint32_t substeps);
  /// After a step of so many seconds.
  void putToSleep(float duration);
  /// Call after a cloth came or went.
  void refreshOrder();
};

/// The error for a handle whose object is gone.
Error staleCloth(ClothId id);
Error staleCollider(ColliderId id);

}  // namespace toile
