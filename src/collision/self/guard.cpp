#include "collision/self/guard.h"

#include <algorithm>
#include <cmath>

#include "collision/self/path.h"

namespace toile::self {
namespace {

constexpr int kDepth = 8;  ///< a way is looked at in at most 2⁸ parts
/// A pair that fails is first moved apart along a plane, then its particles' ways are drawn to the mean of all four,
/// then they go all the same way as far as their boxes allow, then they are stopped.
constexpr std::uint8_t kApartTries = 6, kHeldTries = 12, kAlikeTries = 18;
/// Passes over the pairs near a change. After this many, pairs that fail are stopped at once, so that it ends: each
/// pass then stops at least one more particle for good.
constexpr int kPasses = 40;
/// Room that pushing pairs apart restores, as a part of their thickness; less is left as it was.
constexpr double kRoom = 0.1;

PairPlace placeOf(const float* x, const PairList& list, PairName name) {
  PairPlace place;
  place.ofA = name.list == 0 ? 1 : 2;
  for (int i = 0; i < 4; ++i) {
    const float* p = x + 4 * std::size_t{list.p[i][name.place]};
    place.x[i] = {double{p[0]}, double{p[1]}, double{p[2]}};
  }
  return place;
}

class Cutter {
 public:
  Cutter(const CutInput& input, const PairLists& pairs, CutScratch& scratch)
      : input_(input), pairs_(pairs), scratch_(scratch) {
    scratch.changed.assign(input.surface.particleCount, 0);
    scratch.tries[0].assign(pairs.vertexTriangle.count, 0);
    scratch.tries[1].assign(pairs.edgeEdge.count, 0);
    listPairs();
  }

  bool run(const std::vector<PairName>& unproven) {
    scratch_.waiting = unproven;
    for (int pass = 0; !scratch_.waiting.empty(); ++pass) {
      bool moved = false;
      for (const PairName name : scratch_.waiting) moved = settle(name, pass >= kPasses) || moved;
      scratch_.waiting.clear();
      if (moved && !gatherNext()) return false;
    }
    return true;
  }

 private:
  /// Pairs of each particle in compressed rows.
  void listPairs() {
    auto& start = scratch_.pairStart;
    start.assign(input_.surface.particleCount + 1, 0);
    forPairs([&](PairName, std::uint32_t particle) { ++start[particle + 1]; });
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    scratch_.pairOf.resize(start.back());
    std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
    forPairs([&](PairName name, std::uint32_t particle) { scratch_.pairOf[next[particle]++] = name; });
  }
  template <class Body>
  void forPairs(Body body) const {
    for (std::uint32_t l = 0; l < 2; ++l) {
      const PairList& list = listOf(pairs_, {l, 0});
      for (std::uint32_t i = 0; i < list.count; ++i) {
        for (const auto& particles : list.p) body(PairName{l, i}, particles[i]);
      }
    }
  }

  bool gatherNext() {
    for (std::uint32_t i = 0; i < input_.surface.particleCount; ++i) {
      if (scratch_.changed[i] == 0) continue;
      if (input_.covered[i] == 0) return false;
      scratch_.changed[i] = 0;
      for (std::uint32_t k = scratch_.pairStart[i]; k < scratch_.pairStart[i + 1]; ++k) {
        scratch_.waiting.push_back(scratch_.pairOf[k]);
      }
    }
    std::sort(scratch_.waiting.begin(), scratch_.waiting.end());
    scratch_.waiting.erase(std::unique(scratch_.waiting.begin(), scratch_.waiting.end()), scratch_.waiting.end());
    return true;
  }

  /// True when the pair had to be changed.
  bool settle(PairName name, bool last) {
    const PairList& list = listOf(pairs_, name);
    if (list.isExcepted(name.place)) return false;
    const PairPlace from = placeOf(input_.base, list, name), to = placeOf(input_.x, list, name);
    const double proven = provenWay(from, to, kDepth);
    if (proven >= 1.0) return false;
    std::uint8_t& tries = scratch_.tries[name.list][name.place];
    if (tries < 255) ++tries;
    bool done = false;
    if (!last && tries <= kApartTries) done = partAlongPlane(list, name, from, to);
    if (!done && (last || tries > kAlikeTries))
      stop(list, name);
    else if (!done)
      hold(list, name, from, to, tries > kHeldTries ? 0.0 : 0.8 * proven);
    return true;
  }

  /// Moves the two sides apart along the direction in which they lay at the start, as far as needed.
  bool partAlongPlane(const PairList& list, PairName name, const PairPlace& from, const PairPlace& to) {
    const DoubleVec3 n = partingDirection(from);
    const double before = roomAlong(from, n), now = roomAlong(to, n);
    const double wanted = std::min(before, kRoom * std::max(0.0, double{list.thickness[name.place]}));
    const double missing = wanted - now;
    double masses[2] = {0.0, 0.0};  // inverse, the heaviest of each side: all of it moves alike
    for (int side = 0; side < 2; ++side) {
      double least = 1e300;
      for (int i = side == 0 ? 0 : from.ofA; i < (side == 0 ? from.ofA : 4); ++i) {
        least = std::min(least, double{input_.x[4 * std::size_t{list.p[i][name.place]} + 3]});
      }
      masses[side] = least;
    }
    if (!(missing > 0.0) || !(before > 0.0) || masses[0] + masses[1] <= 0.0) return false;
    for (int i = 0; i < 4; ++i) {
      const int side = i < from.ofA ? 0 : 1;
      const double way = (side == 0 ? 1.02 : -1.02) * missing * masses[side] / (masses[0] + masses[1]);
      if (way != 0.0) moveBy(list.p[i][name.place], n * way);
    }
    return true;
  }

  /// Within half its thickness of the box of its way: other pairs were searched for no farther.
  void moveBy(std::uint32_t particle, DoubleVec3 way) {
    float* x = input_.x + 4 * std::size_t{particle};
    const double ways[3] = {way.x, way.y, way.z};
    for (std::size_t k = 0; k < 3; ++k) {
      const float a = input_.base[4 * std::size_t{particle} + k], b = scratch_.wanted[4 * std::size_t{particle} + k];
      const float half = input_.surface.half[particle];
      x[k] = std::clamp(static_cast<float>(double{x[k]} + ways[k]), std::min(a, b) - half, std::max(a, b) + half);
    }
    note(particle);
  }

  /// Leaves `part` of what each of the four ways is off their mean: what falls together goes on falling.
  void hold(const PairList& list, PairName name, const PairPlace& from, const PairPlace& to, double part) {
    DoubleVec3 mean;
    for (int i = 0; i < 4; ++i) mean = mean + (to.x[i] - from.x[i]) * 0.25;
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t particle = list.p[i][name.place];
      if (input_.x[4 * std::size_t{particle} + 3] == 0.0f && part > 0.0)
        continue;  // pins go their own way, if they can
      moveBy(particle, (mean - (to.x[i] - from.x[i])) * (1.0 - part));
    }
  }

  void stop(const PairList& list, PairName name) {
    for (const auto& particles : list.p) {
      const std::size_t at = 4 * std::size_t{particles[name.place]};
      std::copy(input_.base + at, input_.base + at + 3, input_.x + at);
      note(particles[name.place]);
    }
  }

  void note(std::uint32_t particle) { scratch_.changed[particle] = 1; }

  const CutInput& input_;
  const PairLists& pairs_;
  CutScratch& scratch_;
};

}  // namespace

bool isProven(const GuardInput& input, const PairLists& pairs, PairName name) {
  const PairList& list = listOf(pairs, name);
  return list.isExcepted(name.place) ||
         provenWay(placeOf(input.base, list, name), placeOf(input.x, list, name), kDepth) >= 1.0;
}

bool cutMotion(const CutInput& input, const PairLists& pairs, const std::vector<PairName>& unproven,
               CutScratch& scratch) {
  return Cutter(input, pairs, scratch).run(unproven);
}

}  // namespace toile::self
