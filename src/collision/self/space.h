// Contact of all surfaces that see each other, over one step: search, pushes in each substep, guard at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "aligned.h"
#include "collision/self/flat.h"
#include "collision/self/guard.h"
#include "collision/self/pairs.h"
#include "collision/self/push.h"
#include "collision/self/search.h"
#include "collision/self/surface.h"
#include "collision/self/tangles.h"

namespace toile::self {

/// What the last step did.
struct SpaceStats {
  std::size_t pairs = 0, touching = 0, searches = 0, binding = 0, shortened = 0, excepted = 0;
};

class ContactSpace {
 public:
  /// Surfaces as they are from now on. What was known of earlier ones is void; their memory is used again.
  void setSurfaces(std::span<const SurfaceInput> inputs, std::uint32_t particleCount);

  /// x: particles at the start of the step, which is free of crossings or `mayCross`. expected: where they are expected
  /// to be at its end; both four floats a particle.
  void beginStep(const float* x, const float* expected, KernelTarget target);
  /// Contacts of substep number `substep` (from 1) of `substeps`; see PushArguments. False where there was nothing to
  /// push.
  bool push(float* x, const float* start, float h, std::uint32_t substep, std::uint32_t substeps);
  /// The same once more for what has been pushed.
  void pushAgain(float* x, const float* start, float h);
  /// Proves that the step takes nothing through anything, or changes x until that is so; then velocities change with
  /// it.
  void endStep(float* x, float* velocity, float dt);
  /// Something else than a step has moved particles: what is known of them is void, and they may cross.
  void forget() { searched_ = false, mayCross_ = true, flat_.assign(flat_.size(), 0); }

  const SpaceStats& stats() const { return stats_; }
  const ContactSurface& surface() const { return surface_; }

 private:
  void searchBounds();
  void rowsFromBounds();
  void searchTouch(const AlignedVector<float>& expected);
  void searchWays(const float* x, bool whole);
  bool allProven(const float* x, const PairLists& pairs);
  SearchInput searchInput(const AlignedVector<float>& expected, Keep keep) const;
  void search(const SearchInput& input, PairLists& pairs);
  void setEnds(const float* x);
  void listUncovered();
  void lookAgain(const float* x, float part);
  bool withinBounds(const float* x, float part, bool shifted);
  void adaptMargins();
  void findCommon(const AlignedVector<float>& expected, float (&common)[3]) const;
  float roundingSlop(const AlignedVector<float>& expected) const;
  void markPairs(const PairLists& pairs, const std::vector<PairName>& names);
  void markChanged(const float* x);
  void widenMarks();
  bool cutMarked(float* x, bool all);
  void cut(float* x, float* velocity, float dt);
  void shrinkMotion(float* x, float* velocity, float dt);
  void keepStill(float* x, float* velocity);

  ContactSurface surface_;
  KernelTarget target_;
  AlignedVector<float> base_;             ///< start of the step; w: half thickness
  AlignedVector<float> expected_;         ///< centres of the bounds; w: margin
  AlignedVector<float> foreseen_;         ///< `expected` as it was handed in for this step
  AlignedVector<float> bias_;             ///< m, how the last step ended off that: what accelerates goes on doing so
  AlignedVector<float> ends_;             ///< where particles ended, w: 0
  std::vector<std::uint8_t> outside_;     ///< a particle: it left its bounds in this step
  std::vector<float> margin_;             ///< m, of the next search, a particle
  std::vector<float> off_;                ///< m, how far a particle ended from where it was expected
  bool searched_ = false;                 ///< pairs_ are those of expected_, whole
  bool rowsOfBounds_ = false;             ///< pushRows_ are those of pairs_
  std::uint32_t calm_ = 0;                ///< steps in a row that all particles ended within their bounds
  std::uint32_t reused_ = 0;              ///< steps in a row that did without a search
  bool mayCross_ = true;                  ///< the start of the step has not been proven free of crossings
  std::vector<std::uint8_t> flat_;        ///< pairs of clusters that were flat in the last step (flat.h)
  std::vector<std::uint8_t> skipped_;     ///< those the last search left out for it
  std::vector<std::uint32_t> uncovered_;  ///< those that it should not have
  bool anyOutside_ = false;               ///< some particle left its bounds
  FlatScratch flatScratch_;
  Tangles tangles_;
  SearchScratch searchScratch_;
  PairLists pairs_;                    ///< all that may meet within bounds
  PairLists touch_;                    ///< of what may touch
  PairLists ways_;                     ///< of what was not proven, and of what is near it
  std::vector<std::uint8_t> marked_;   ///< a particle: cut() looks at all pairs of its features
  std::vector<std::uint8_t> widened_;  ///< marked_, and what lies in a cluster with one
  PushRows pushRows_;
  AlignedVector<float> pushed_;          ///< after the step's last push
  std::vector<std::uint8_t> supported_;  ///< a particle: a collider moved it after that
  std::vector<PairName> unproven_;
  CutScratch cutScratch_;
  SpaceStats stats_;
};

}  // namespace toile::self
