// Levels of detail of the simulation: the same drawn mesh, over fewer particles the smaller it is on the screen.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "toile/drawing.h"
#include "toile/id.h"
#include "toile/world.h"

namespace toile {

/// One level of a chain.
struct LodLevel {
  std::uint32_t vertices = 0;  ///< SimulatedMesh::vertices; 0: the drawn mesh itself
  /// 1, part of the screen's height that the cloth covers: the level is for this and above. Descending along the chain,
  /// 0 for the last.
  float coverage = 0.0f;
};

/// A drawn garment in several budgets. Immutable; safe to share.
class LodChain {
 public:
  /// Builds all levels. Errors: as DrawnGarment::build's; no level; coverages that are not finite, do not descend or do
  /// not end with 0; vertices that do not shrink.
  static Result<std::shared_ptr<const LodChain>> build(const SurfaceMesh& mesh, const GarmentDef& def,
                                                       std::span<const LodLevel> levels,
                                                       std::span<const std::uint32_t> kept = {});

  std::size_t size() const { return garments_.size(); }
  const DrawnGarmentPtr& garment(std::size_t level) const { return garments_[level]; }
  /// The level for a coverage when `current` is in use: a border is crossed only when the coverage is beyond it by the
  /// part `hysteresis`, so that nothing flickers at a border. Jumps over several levels at once if need be.
  std::size_t choose(std::size_t current, float coverage, float hysteresis = 0.15f) const;

 private:
  LodChain(std::vector<DrawnGarmentPtr> garments, std::vector<LodLevel> levels);
  std::vector<DrawnGarmentPtr> garments_;
  std::vector<LodLevel> levels_;
};

/// Part of the screen's height that a sphere covers: its diameter over the height of the view at its distance (m each;
/// vertical field of view in rad). 1 and more where the eye is inside. Thread safe.
float screenCoverage(float radius, float distanceToEye, float verticalFieldOfView);

/// One cloth that changes its level. Holds no world: pass the one the cloth lives in. Not thread safe.
///
/// A switch moves no drawn vertex: what the new level cannot draw of the old shape is kept as a displacement of each
/// vertex and fades over `fadeTime`, at no more than 1 cm a read. Velocities carry over.
class LodCloth {
 public:
  /// `cloth` is a cloth of `chain->garment(level)->simulated()`; `pinned` are drawn vertices, held at every level.
  /// Where there is no chain, or no such level in it, update, switchTo and read answer with an error.
  LodCloth(std::shared_ptr<const LodChain> chain, ClothId cloth, std::size_t level,
           std::vector<std::uint32_t> pinned = {});

  std::size_t level() const { return level_; }
  /// Precondition: a chain that has the level.
  const DrawnGarment& drawn() const { return *chain_->garment(level_); }
  /// Chooses by coverage and switches where the level changes; true when it did.
  Result<bool> update(World& world, float coverage);
  Status switchTo(World& world, std::size_t level);
  /// World::readDrawn with what is left of the displacement; `dt` (s) is the time since the last read. Normals and
  /// tangents are those of the new level. frame.positions is required while a displacement fades.
  Status read(const World& world, float dt, const DrawnFrame& frame);

  float fadeTime = 0.25f;  ///< s, >= 0

 private:
  std::shared_ptr<const LodChain> chain_;
  ClothId cloth_;
  std::size_t level_ = 0;
  std::vector<std::uint32_t> pinned_;
  std::vector<Vec3> displacement_;  ///< m, a drawn vertex; empty: none left
  float left_ = 0.0f;               ///< 1 … 0 of it
};

}  // namespace toile
