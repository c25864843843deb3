// Inside a world.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/cpu.h"
#include "cloth.h"
#include "step.h"
#include "toile/world.h"

namespace toile {

struct ClothSlot {
  std::unique_ptr<Cloth> cloth;  ///< null: free
  std::uint32_t generation = 0;
  std::uint64_t created = 0;  ///< order of creation
};

struct World::Impl {
  WorldDef def;
  CpuBackend backend;
  std::vector<ClothSlot> cloths;
  std::vector<Cloth*> inOrder;  ///< living cloths in order of creation
  std::vector<ColliderRecord> colliders;
  std::uint64_t creations = 0;
  double time = 0.0;         ///< s
  double droppedTime = 0.0;  ///< s
  double pendingTime = 0.0;  ///< s, steps too short to be taken
  std::uint32_t substepsLastStep = 0;
  double lastStepMilliseconds = 0.0;

  Cloth* find(ClothId id);
  ColliderRecord* find(ColliderId id);
  /// Call after a cloth came or went.
  void refreshOrder();
};

/// The error for a handle whose object is gone.
Error staleCloth(ClothId id);
Error staleCollider(ColliderId id);

}  // namespace toile
