// The tree of a body for one step, compiled once for each instruction set: corners are placed in the world, and boxes
// grow from the leaves up. The shape of the tree is that of the rest pose.
#include "collision/body/refit.h"

namespace toile {
using RefitFunction = void (*)(const RefitArguments&);
using CornersFunction = void (*)(const CornersArguments&);
}  // namespace toile

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision/body/refit.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "collision/body/boxes-inl.h"
#include "kernels/particles-inl.h"
#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// R p + t, with Rᵀ in the placement.
template <class V>
HWY_INLINE Vector<V> placedPoint(const Placement& place, Vector<V> p) {
  const auto& m = place.toLocal;
  return {broadcast<V>(m[0][0]) * p.x + broadcast<V>(m[1][0]) * p.y + broadcast<V>(m[2][0]) * p.z +
              broadcast<V>(place.translation[0]),
          broadcast<V>(m[0][1]) * p.x + broadcast<V>(m[1][1]) * p.y + broadcast<V>(m[2][1]) * p.z +
              broadcast<V>(place.translation[1]),
          broadcast<V>(m[0][2]) * p.x + broadcast<V>(m[1][2]) * p.y + broadcast<V>(m[2][2]) * p.z +
              broadcast<V>(place.translation[2])};
}

template <class V>
void placeCorners(const RefitArguments& a) {
  BodyMotion& m = a.motion;
  for (std::size_t first = 0; first < m.from.size() / 4; first += kBlock) {
    for (std::size_t lane = 0; lane < kBlock; lane += LaneCount<V>::value) {
      Particle<V> p = loadBlock<V>(m.from.data(), first, lane);
      p.x = placedPoint(a.from, p.x);
      storeBlock(p, m.start.data(), first, lane);
      p = loadBlock<V>(m.to.data(), first, lane);
      p.x = placedPoint(a.to, p.x);
      storeBlock(p, m.end.data(), first, lane);
    }
  }
}

template <class V>
void boundTriangles(const RefitArguments& a) {
  for (std::size_t r = 0; r < a.data.leaves.size(); ++r) {
    const TriangleRow& row = a.data.leaves[r];
    BodyBoxRow& box = a.motion.levels[0][r];
    for (std::size_t lane = 0; lane < kBodyRow; lane += LaneCount<V>::value) {
      Vector<V> low = load<V>(a.motion.start.data(), row.corner[0] + lane).x, high = low;
      const auto add = [&](Vector<V> p) HWY_ATTR {
        low = {lower(low.x, p.x), lower(low.y, p.y), lower(low.z, p.z)};
        high = {higher(high.x, p.x), higher(high.y, p.y), higher(high.z, p.z)};
      };
      for (int k = 1; k < 3; ++k) add(load<V>(a.motion.start.data(), row.corner[k] + lane).x);
      for (int k = 0; k < 3 && a.motion.moves; ++k) add(load<V>(a.motion.end.data(), row.corner[k] + lane).x);
      storeFloats(low.x, box.low[0] + lane), storeFloats(low.y, box.low[1] + lane),
          storeFloats(low.z, box.low[2] + lane);
      storeFloats(high.x, box.high[0] + lane), storeFloats(high.y, box.high[1] + lane);
      storeFloats(high.z, box.high[2] + lane);
    }
  }
  emptyPlaces(a.motion.levels[0].back(), (a.data.triangleCount - 1) % kBodyRow + 1);
}

template <class V>
void refitAll(const RefitArguments& a) {
  placeCorners<V>(a);
  a.motion.moves = a.motion.start != a.motion.end;
  boundTriangles<V>(a);
  for (std::size_t level = 1; level < a.motion.levels.size(); ++level) {
    const std::vector<BodyBoxRow>& below = a.motion.levels[level - 1];
    for (std::size_t i = 0; i < below.size(); ++i)
      boundRow(below[i], a.motion.levels[level][i / kBodyRow], i % kBodyRow);
    emptyPlaces(a.motion.levels[level].back(), (below.size() - 1) % kBodyRow + 1);
  }
}

template <class V>
void interpolateCorners(const CornersArguments& a) {
  const V time = broadcast<V>(a.time);
  for (std::size_t i = 0; i < a.floats; i += LaneCount<V>::value) {
    const V start = loadFloats<V>(a.start + i);
    storeFloats(start + (loadFloats<V>(a.end + i) - start) * time, a.to + i);
  }
}

template <class V>
struct Refit {
  static RefitFunction make() { return &refitAll<V>; }
};
RefitFunction findRefit(std::uint32_t lanes) { return forLanes<Refit>(lanes); }

template <class V>
struct Corners {
  static CornersFunction make() { return &interpolateCorners<V>; }
};
CornersFunction findCorners(std::uint32_t lanes) { return forLanes<Corners>(lanes); }

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>

#include "kernels/export.h"
namespace toile {
namespace {
TOILE_EXPORT_KERNEL(RefitFunction, refitFunction, findRefit)
TOILE_EXPORT_KERNEL(CornersFunction, cornersFunction, findCorners)

Placement at(const Transform& pose) {
  ColliderMotion still;
  still.from = still.to = pose;
  return placement(still);
}

/// The mean way of the corners, and how far one goes beside it.
void findDrift(BodyMotion& m) {
  const std::uint32_t count = m.data().cornerCount;
  m.drift = {}, m.farthest = 0.0f;
  if (!m.moves) return;
  const auto way = [&](std::uint32_t c) {
    const float *a = &m.start[4 * std::size_t{c}], *b = &m.end[4 * std::size_t{c}];
    return Vec3{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  };
  const float share = 1.0f / static_cast<float>(count);
  for (std::uint32_t c = 0; c < count; ++c) m.drift += way(c) * share;
  float squared = 0.0f;
  for (std::uint32_t c = 0; c < count; ++c) squared = std::max(squared, lengthSquared(way(c) - m.drift));
  m.farthest = std::sqrt(squared);
}

}  // namespace

void refitBody(BodyMotion& motion, const Transform& from, const Transform& to, KernelTarget target,
               std::uint64_t& refits) {
  if (!motion.stale && motion.placedFrom == from && motion.placedTo == to) return;
  refitFunction(target)({motion.data(), motion, at(from), at(to)});
  findDrift(motion);
  motion.placedFrom = from, motion.placedTo = to;
  motion.stale = false;
  motion.refit = ++refits;
}

void cornersAt(const BodyMotion& motion, float time, KernelTarget target, AlignedVector<float>& corners) {
  corners.resize(motion.start.size());
  if (time <= 0.0f || time >= 1.0f) {
    const AlignedVector<float>& exactly = time <= 0.0f ? motion.start : motion.end;
    std::copy(exactly.begin(), exactly.end(), corners.begin());
    return;
  }
  cornersFunction(target)({motion.start.data(), motion.end.data(), corners.data(), corners.size(), time});
}

}  // namespace toile
#endif
