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
/// Candidates a search may find for each vertex and edge, about. Motion that asks for more is cut first (endStep).
constexpr std::size_t kMostCandidates = 160;
/// How often such motion is halved before the whole group stays where it was.
constexpr int kHalvings = 8;
/// One particle of this many is many.
constexpr std::size_t kManyOff = 200;
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
  searched_ = false, mayCross_ = true;
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
    input.everything = true;
    tangles_.find(input, searchScratch_);
    mayCross_ = !tangles_.empty();
    searched_ = false;
  }
  stats_.excepted = tangles_.count();
  if (searched_ && reused_ < kMostReused && withinBounds(x, 1.0f, false) &&
      withinBounds(expected, kReusedPart, false)) {
    ++reused_;
    return;
  }
  reused_ = 0;
  for (std::size_t i = 0; i < surface_.particleCount; ++i) {
    for (std::size_t k = 4 * i; k < 4 * i + 3; ++k) expected_[k] = foreseen_[k] + bias_[k];
    expected_[4 * i + 3] = margin_[i];
  }
  skipped_ = flat_;
  search(expected_, Scope::expected);
  makePushRows(surface_, pairs_, supported_, pushRows_);
  searched_ = searchScratch_.complete;
}

void ContactSpace::push(float* x, const float* start, float h, std::uint32_t substep, std::uint32_t substeps) {
  for (const std::uint32_t quarter : {1u, 2u}) {
    if (substep * 4 / substeps == quarter && (substep - 1) * 4 / substeps < quarter && searched_)
      lookAgain(x, static_cast<float>(substep) / static_cast<float>(substeps));
  }
  stats_.touching = pushApart({x, start, h, target_}, pushRows_);
  if (!tangles_.empty()) tangles_.draw(x, kUntanglingSpeed * h);
  if (substep == substeps) std::copy(x, x + pushed_.size(), pushed_.begin());
}

/// After an impact nothing goes on as expected: where many particles are off at `part` of the step, what is near their
/// way as it looks now is searched too, to be pushed apart rather than cut at the end.
void ContactSpace::lookAgain(const float* x, float part) {
  std::size_t off = 0;
  ends_.resize(expected_.size());
  for (std::size_t i = 0; i < surface_.particleCount; ++i) {
    outside_[i] = 0;
    ends_[4 * i + 3] = surface_.margin[i];
    bool inside = true;
    for (std::size_t k = 4 * i; k < 4 * i + 3; ++k) {
      inside = inside && std::fabs(x[k] - (base_[k] + (expected_[k] - base_[k]) * part)) <= expected_[4 * i + 3];
      ends_[k] = base_[k] + (x[k] - base_[k]) / part;
    }
    if (inside || surface_.surfaceOf[i] == kNoFeature) continue;
    outside_[i] = 1, ++off;
  }
  if (off * kManyOff <= surface_.particleCount) return;
  uncovered_.clear(), anyOutside_ = true;
  search(ends_, Scope::rest);
  searched_ = searched_ && searchScratch_.complete;
  makePushRows(surface_, pairs_, supported_, pushRows_);
}

void ContactSpace::endStep(float* x, float* velocity, float dt) {
  for (std::size_t i = 0; i < supported_.size(); ++i) {
    const float *p = x + 4 * i, *q = &pushed_[4 * i];
    supported_[i] = p[0] != q[0] || p[1] != q[1] || p[2] != q[2] ? 1 : 0;
  }
  const bool within = withinBounds(x, 1.0f, true);
  for (std::size_t k = 0; k < bias_.size(); ++k) bias_[k] = x[k] - foreseen_[k];
  adaptMargins();
  findFlat({surface_, base_.data(), x, target_}, flatScratch_, flat_);
  listUncovered();
  if (!within || !searched_ || !uncovered_.empty()) {
    // What left its bounds may meet what was not expected: all that is near its way is looked at as well.
    anyOutside_ = !within;
    searchEnds(x, searched_ ? Scope::rest : Scope::ends);
    searched_ = false;
    if (!searchScratch_.complete) shrinkMotion(x, velocity, dt);
  }
  const GuardInput guard{base_.data(), x, target_};
  findUnproven(guard, pairs_, unproven_);
  unproven_.erase(
      std::remove_if(unproven_.begin(), unproven_.end(), [&](PairName name) { return isProven(guard, pairs_, name); }),
      unproven_.end());
  stats_.pairs = pairs_.vertexTriangle.count + pairs_.edgeEdge.count;
  if (!unproven_.empty()) cut(x, velocity, dt);
}

void ContactSpace::cut(float* x, float* velocity, float dt) {
  searchEnds(x, Scope::everything);
  searched_ = false;
  if (!searchScratch_.complete) {
    keepStill(x, velocity);
    return;
  }
  findUnproven({base_.data(), x, target_}, pairs_, unproven_);
  stats_.shortened = std::max(stats_.shortened, cutMotion({surface_, base_.data(), x}, pairs_, unproven_, cutScratch_));
  for (std::size_t i = 0; i < 4 * std::size_t{surface_.particleCount}; ++i) {
    if (i % 4 != 3) velocity[i] += (x[i] - cutScratch_.wanted[i]) / dt;
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
    searchEnds(x, Scope::ends);
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

void ContactSpace::searchEnds(const float* x, Scope scope) {
  ends_.resize(4 * std::size_t{surface_.particleCount});
  for (std::size_t i = 0; i < surface_.particleCount; ++i) {
    std::copy(x + 4 * i, x + 4 * i + 3, &ends_[4 * i]);
    ends_[4 * i + 3] = 0.0f;
  }
  search(ends_, scope);
}

void ContactSpace::search(const AlignedVector<float>& expected, Scope scope) {
  SearchInput input{surface_, base_.data(), expected.data(), target_};
  input.slop = roundingSlop(expected);
  input.most = kMostCandidates * kRow * (surface_.vertices.size() + surface_.edges.size());
  input.everything = scope == Scope::everything;
  if (scope == Scope::rest) input.around = outside_.data(), input.anyAround = anyOutside_, input.also = uncovered_;
  // Where motion may be cut each particle goes its own way: nothing is common to all, nothing is proven.
  if (scope != Scope::everything) findCommon(expected, input.common), input.flat = flat_.data();
  findPairs(input, searchScratch_, pairs_);
  tangles_.except(pairs_);
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
