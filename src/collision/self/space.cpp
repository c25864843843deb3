#include "collision/self/space.h"

#include <algorithm>
#include <cmath>

#include "math/double_vec.h"

namespace toile::self {
namespace {

/// Part of the margin within which particles are to be expected for the last search's pairs to be used again.
constexpr float kReusedPart = 0.5f;
/// Steps in a row that may do without a search: bounds that move along are rounded each time (roundingSlop).
constexpr std::uint32_t kMostReused = 16;
/// A margin is this many times what the particle was off in the last step, no more than ContactSurface::margin and no
/// less than kLeastMargin of that; it shrinks by no more than a step's kMarginKept: what lies still lists few pairs.
constexpr float kMarginTimes = 3.0f, kMarginKept = 0.7f, kLeastMargin = 0.05f;
/// Steps in a row that all particles have to end within their bounds before bounds are searched for at all: pairs that
/// serve one step only are found tighter in two searches, what touches before and what is not proven after.
constexpr std::uint32_t kCalmSteps = 3;
/// Where bounds do not hold, what comes nearer than this part of a thickness more than it is wide may touch.
constexpr float kTouchMargin = 0.5f;
/// Candidates a search may find for each vertex and edge, about. Motion that asks for more is cut first (endStep).
constexpr std::size_t kMostCandidates = 160;
/// How often such motion is halved before the whole group stays where it was.
constexpr int kHalvings = 8;
/// One particle of this many is many.
constexpr std::size_t kManyOff = 25;
/// Attempts to cut only near what has to be; one particle of kManyMarked is so many that all are looked at.
constexpr int kNearAttempts = 3;
constexpr std::size_t kManyMarked = 4;
/// m/s, how fast what crosses is drawn apart.
constexpr float kUntanglingSpeed = 0.3f;

}  // namespace

void ContactSpace::setSurfaces(std::span<const SurfaceInput> inputs, std::uint32_t particleCount) {
  surface_ = makeContactSurface(inputs, particleCount);
  base_.assign(4 * std::size_t{particleCount}, 0.0f);
  expected_.assign(4 * std::size_t{particleCount}, 0.0f);
  foreseen_.assign(4 * std::size_t{particleCount}, 0.0f);
  bias_.assign(4 * std::size_t{particleCount}, 0.0f);
  margin_ = surface_.margin;
  off_.assign(particleCount, 0.0f);
  outside_.assign(particleCount, 0);
  pushed_.assign(4 * std::size_t{particleCount}, 0.0f);
  supported_.assign(particleCount, 0);
  flat_.assign(surface_.flat.pairCount(), 0);
  marked_.assign(particleCount, 0);
  searched_ = false, mayCross_ = true;
  calm_ = reused_ = 0;
  stats_ = {};
}

void ContactSpace::beginStep(const float* x, const float* expected, KernelTarget target) {
  stats_ = {};
  target_ = target;
  for (std::size_t i = 0; i < surface_.particleCount; ++i) {
    std::copy(x + 4 * i, x + 4 * i + 3, &base_[4 * i]);
    base_[4 * i + 3] = surface_.half[i];
  }
  std::copy(expected, expected + foreseen_.size(), foreseen_.begin());
  if (mayCross_) {
    std::fill(bias_.begin(), bias_.end(), 0.0f);
    SearchInput input{surface_, base_.data(), base_.data(), target_};
    input.keep = Keep::boxes;
    tangles_.find(input, searchScratch_);
    mayCross_ = !tangles_.empty();
    searched_ = false;
  }
  stats_.excepted = tangles_.count();
  if (searched_ && reused_ < kMostReused && withinBounds(x, 1.0f, false) &&
      withinBounds(expected, kReusedPart, false)) {
    ++reused_;
    if (!rowsOfBounds_) rowsFromBounds();  // those of the last step's second look were for its ways alone
    stats_.pairs = pairs_.vertexTriangle.count + pairs_.edgeEdge.count;
    return;
  }
  reused_ = 0;
  for (std::size_t i = 0; i < surface_.particleCount; ++i) {
    for (std::size_t k = 4 * i; k < 4 * i + 3; ++k) expected_[k] = foreseen_[k] + bias_[k];
    expected_[4 * i + 3] = margin_[i];
  }
  searched_ = false;
  if (calm_ >= kCalmSteps) searchBounds();
  if (!searched_) searchTouch(expected_);
}

/// Pairs that prove steps as long as particles stay within their bounds.
void ContactSpace::searchBounds() {
  skipped_ = flat_;
  search(searchInput(expected_, Keep::bounds), pairs_);
  searched_ = searchScratch_.complete;
  if (!searched_) return;
  stats_.pairs = pairs_.vertexTriangle.count + pairs_.edgeEdge.count;
  rowsFromBounds();
}

void ContactSpace::rowsFromBounds() {
  makePushRows(surface_, pairs_, supported_, pushRows_);
  rowsOfBounds_ = true;
}

/// Pairs to push, of which nothing is promised.
void ContactSpace::searchTouch(const AlignedVector<float>& expected) {
  if (&expected != &ends_) ends_ = expected;
  for (std::size_t i = 0; i < surface_.particleCount; ++i) {
    ends_[4 * i + 3] = std::min(margin_[i], 2.0f * kTouchMargin * surface_.half[i]);
  }
  search(searchInput(ends_, Keep::touch), touch_);
  stats_.pairs = std::max(stats_.pairs, touch_.vertexTriangle.count + touch_.edgeEdge.count);
  makePushRows(surface_, touch_, supported_, pushRows_);
  rowsOfBounds_ = false;
}

bool ContactSpace::push(float* x, const float* start, float h, std::uint32_t substep, std::uint32_t substeps) {
  for (const std::uint32_t quarter : {1u, 2u}) {
    if (substep * 4 / substeps == quarter && (substep - 1) * 4 / substeps < quarter)
      lookAgain(x, static_cast<float>(substep) / static_cast<float>(substeps));
  }
  stats_.touching = pushApart({x, start, h, target_}, pushRows_);
  if (!tangles_.empty()) tangles_.draw(x, kUntanglingSpeed * h);
  std::copy(x, x + pushed_.size(), pushed_.begin());
  return stats_.touching != 0;
}

void ContactSpace::pushAgain(float* x, const float* start, float h) {
  pushApartAgain({x, start, h, target_}, pushRows_);
  std::copy(x, x + pushed_.size(), pushed_.begin());
}

/// After an impact nothing goes as expected: where many particles are off at `part` of the step, what may touch on the
/// ways as they look now is searched too, to be pushed apart rather than cut at the end.
void ContactSpace::lookAgain(const float* x, float part) {
  std::size_t off = 0;
  ends_.resize(expected_.size());
  for (std::size_t i = 0; i < surface_.particleCount; ++i) {
    bool inside = true;
    for (std::size_t k = 4 * i; k < 4 * i + 3; ++k) {
      inside = inside && std::fabs(x[k] - (base_[k] + (expected_[k] - base_[k]) * part)) <= expected_[4 * i + 3];
      ends_[k] = base_[k] + (x[k] - base_[k]) / part;
    }
    if (!inside && surface_.surfaceOf[i] != kNoFeature) ++off;
  }
  if (off * kManyOff > surface_.particleCount) searchTouch(ends_);
}

void ContactSpace::endStep(float* x, float* velocity, float dt) {
  for (std::size_t i = 0; i < supported_.size(); ++i) {
    const float *p = x + 4 * i, *q = &pushed_[4 * i];
    supported_[i] = p[0] != q[0] || p[1] != q[1] || p[2] != q[2] ? 1 : 0;
  }
  const bool within = withinBounds(x, 1.0f, true);
  calm_ = within ? std::min(calm_ + 1, kCalmSteps) : 0;
  for (std::size_t k = 0; k < bias_.size(); ++k) bias_[k] = x[k] - foreseen_[k];
  adaptMargins();
  findFlat({surface_, base_.data(), x, target_}, flatScratch_, flat_);
  std::fill(marked_.begin(), marked_.end(), std::uint8_t{0});
  bool proven = !searched_ || allProven(x, pairs_);
  uncovered_.clear();
  if (searched_) listUncovered();
  if (!within || !searched_ || !uncovered_.empty()) {
    // What left its bounds may meet what was not expected: all that is near its way is looked at as well.
    anyOutside_ = !within;
    searchWays(x, !searched_);
    if (!searchScratch_.complete) shrinkMotion(x, velocity, dt);
    proven = allProven(x, ways_) && proven;  // both: each marks what it finds
    searched_ = false;
  }
  if (!proven) cut(x, velocity, dt);
}

/// Marks the particles of what is not.
bool ContactSpace::allProven(const float* x, const PairLists& pairs) {
  const GuardInput guard{base_.data(), x, target_};
  findUnproven(guard, pairs, unproven_);
  unproven_.erase(
      std::remove_if(unproven_.begin(), unproven_.end(), [&](PairName name) { return isProven(guard, pairs, name); }),
      unproven_.end());
  markPairs(pairs, unproven_);
  return unproven_.empty();
}

void ContactSpace::markPairs(const PairLists& pairs, const std::vector<PairName>& names) {
  for (const PairName name : names) {
    for (const auto& particles : listOf(pairs, name).p) marked_[particles[name.place]] = 1;
  }
}

/// Only what is near is looked at, and more of it while changes reach beyond.
void ContactSpace::cut(float* x, float* velocity, float dt) {
  setEnds(x);
  cutScratch_.wanted.assign(x, x + ends_.size());
  searched_ = false;
  for (int attempt = 0; !cutMarked(x, attempt >= kNearAttempts); ++attempt) {
    if (!searchScratch_.complete) return keepStill(x, velocity);
    markChanged(x);
  }
  std::size_t shortened = 0;
  for (std::size_t i = 0; i < surface_.particleCount; ++i) {
    bool changed = false;
    for (std::size_t k = 4 * i; k < 4 * i + 3; ++k) {
      changed = changed || x[k] != cutScratch_.wanted[k];
      velocity[k] += (x[k] - cutScratch_.wanted[k]) / dt;
    }
    shortened += changed ? 1 : 0;
  }
  stats_.shortened = std::max(stats_.shortened, shortened);
}

/// Changes x until all pairs of marked particles are proven. False where that changed others, too, or where there is
/// too much to look at.
bool ContactSpace::cutMarked(float* x, bool all) {
  widenMarks();
  const auto count = static_cast<std::size_t>(std::count(marked_.begin(), marked_.end(), std::uint8_t{1}));
  if (all || count * kManyMarked > marked_.size()) std::fill(marked_.begin(), marked_.end(), std::uint8_t{1});
  SearchInput input = searchInput(ends_, Keep::boxes);
  input.around = marked_.data();
  search(input, ways_);
  if (!searchScratch_.complete) return false;
  findUnproven({base_.data(), x, target_}, ways_, unproven_);
  return cutMotion({surface_, base_.data(), x, marked_.data()}, ways_, unproven_, cutScratch_);
}

/// What lies in a cluster with a marked particle is marked as well.
void ContactSpace::widenMarks() {
  widened_ = marked_;
  for (std::uint32_t c = 0; c < surface_.clusters.size(); ++c) {
    for (std::uint32_t t = surface_.clusters[c].triangleBegin; t < surface_.clusters[c].triangleEnd; ++t) {
      const auto& particles = surface_.triangles[t].particle;
      bool any = false;
      for (const std::uint32_t particle : particles) any = any || marked_[particle] != 0;
      if (!any) continue;
      for (const std::uint32_t particle : particles) widened_[particle] = 1;
    }
  }
  std::swap(marked_, widened_);
}

/// Marks what the last attempt changed and what it had to look at.
void ContactSpace::markChanged(const float* x) {
  for (std::size_t i = 0; i < marked_.size(); ++i) {
    for (std::size_t k = 4 * i; k < 4 * i + 3; ++k) {
      if (x[k] != cutScratch_.wanted[k]) marked_[i] = 1;
    }
  }
  for (const PairList* list : {&ways_.vertexTriangle, &ways_.edgeEdge}) {
    for (const auto& particles : list->p) {
      for (std::size_t i = 0; i < list->count; ++i) marked_[particles[i]] = 1;
    }
  }
}

/// Motion so large that nearly everything may meet nearly everything: what is not common to all is halved until a
/// search can say what meets.
void ContactSpace::shrinkMotion(float* x, float* velocity, float dt) {
  float common[3] = {};
  findCommon(ends_, common);
  stats_.shortened = surface_.particleCount;
  for (int halving = 0; halving < kHalvings; ++halving) {
    for (std::size_t i = 0; i < 4 * std::size_t{surface_.particleCount}; ++i) {
      if (i % 4 == 3) continue;
      const float half = 0.5f * (x[i] - base_[i] - common[i % 4]);
      x[i] -= half, velocity[i] -= half / dt;
    }
    findFlat({surface_, base_.data(), x, target_}, flatScratch_, flat_);
    searchWays(x, true);
    if (searchScratch_.complete) return;
  }
  keepStill(x, velocity);
}

/// Nothing moves, nothing crosses.
void ContactSpace::keepStill(float* x, float* velocity) {
  stats_.shortened = surface_.particleCount;
  for (std::size_t i = 0; i < 4 * std::size_t{surface_.particleCount}; ++i) {
    if (i % 4 != 3) x[i] = base_[i], velocity[i] = 0.0f;
  }
}

/// Pairs of clusters left out of the search because they were flat, and are no longer.
void ContactSpace::listUncovered() {
  uncovered_.clear();
  for (std::uint32_t pair = 0; pair < skipped_.size(); ++pair) {
    if (skipped_[pair] > flat_[pair]) uncovered_.push_back(pair);
  }
}

void ContactSpace::setEnds(const float* x) {
  ends_.resize(4 * std::size_t{surface_.particleCount});
  for (std::size_t i = 0; i < surface_.particleCount; ++i) {
    std::copy(x + 4 * i, x + 4 * i + 3, &ends_[4 * i]);
    ends_[4 * i + 3] = 0.0f;
  }
}

/// Pairs that may have met on the way to x: of all, or of what left its bounds and of what is no longer flat.
void ContactSpace::searchWays(const float* x, bool whole) {
  setEnds(x);
  SearchInput input = searchInput(ends_, Keep::guard);
  if (!whole) input.around = outside_.data(), input.anyAround = anyOutside_, input.also = uncovered_;
  search(input, ways_);
}

SearchInput ContactSpace::searchInput(const AlignedVector<float>& expected, Keep keep) const {
  SearchInput input{surface_, base_.data(), expected.data(), target_};
  input.keep = keep;
  input.slop = roundingSlop(expected);
  input.most = kMostCandidates * kRow * (surface_.vertices.size() + surface_.edges.size());
  // Where motion may be cut each particle goes its own way: nothing is common to all, nothing is proven.
  if (keep != Keep::boxes) findCommon(expected, input.common), input.flat = flat_.data();
  return input;
}

void ContactSpace::search(const SearchInput& input, PairLists& pairs) {
  findPairs(input, searchScratch_, pairs);
  tangles_.except(pairs);
  ++stats_.searches;
}

/// The mean way from base to expected.
void ContactSpace::findCommon(const AlignedVector<float>& expected, float (&common)[3]) const {
  DoubleVec3 sum;
  std::size_t count = 0;
  for (std::size_t i = 0; i < surface_.particleCount; ++i) {
    if (surface_.surfaceOf[i] == kNoFeature) continue;
    const float *b = &base_[4 * i], *e = &expected[4 * i];
    sum = sum + DoubleVec3{double{e[0]} - b[0], double{e[1]} - b[1], double{e[2]} - b[2]};
    ++count;
  }
  if (count == 0) return;
  sum = sum * (1.0 / static_cast<double>(count));
  common[0] = static_cast<float>(sum.x), common[1] = static_cast<float>(sum.y), common[2] = static_cast<float>(sum.z);
}

/// Thirty-two roundings of the largest coordinate: bounds that move along are rounded at most kMostReused times.
float ContactSpace::roundingSlop(const AlignedVector<float>& expected) const {
  float largest = 0.0f;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (i % 4 != 3) largest = std::max({largest, std::fabs(expected[i]), std::fabs(base_[i])});
  }
  return largest * 1.92e-6f;
}

void ContactSpace::adaptMargins() {
  for (std::size_t i = 0; i < margin_.size(); ++i) {
    const float most = surface_.margin[i];
    margin_[i] = std::clamp(std::max(kMarginTimes * off_[i], kMarginKept * margin_[i]), kLeastMargin * most, most);
  }
}

/// Whether all particles are within `part` of their margins; with `shifted`, up to the motion common to all, with which
/// the bounds then move. What particles leave their bounds counts as binding.
bool ContactSpace::withinBounds(const float* x, float part, bool shifted) {
  DoubleVec3 shift;
  std::size_t count = 0;
  for (std::size_t i = 0; shifted && i < surface_.particleCount; ++i) {
    if (surface_.surfaceOf[i] == kNoFeature) continue;
    const float *p = x + 4 * i, *e = &expected_[4 * i];
    shift = shift + DoubleVec3{double{p[0]} - e[0], double{p[1]} - e[1], double{p[2]} - e[2]};
    ++count;
  }
  if (count != 0) shift = shift * (1.0 / static_cast<double>(count));
  const float common[3] = {static_cast<float>(shift.x), static_cast<float>(shift.y), static_cast<float>(shift.z)};
  std::size_t outside = 0;
  for (std::size_t i = 0; i < surface_.particleCount; ++i) {
    if (surface_.surfaceOf[i] == kNoFeature) continue;
    const float margin = part * expected_[4 * i + 3];
    float off = 0.0f;
    bool inside = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const float d = std::fabs(x[4 * i + k] - expected_[4 * i + k] - common[k]);
      off = std::max(off, d);
      inside = inside && d <= margin;  // NaN is outside
    }
    if (shifted) off_[i] = off, outside_[i] = inside ? 0 : 1;
    outside += inside ? 0 : 1;
  }
  if (shifted) stats_.binding += outside;
  if (outside != 0) return false;
  for (std::size_t i = 0; shifted && i < surface_.particleCount; ++i) {
    for (std::size_t k = 0; k < 3; ++k) expected_[4 * i + k] += common[k];
  }
  return true;
}

}  // namespace toile::self
