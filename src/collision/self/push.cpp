// Which pairs of a row are near is asked of the planes they were found with; where any is, all sixteen are looked at.
//
//   C = n · (Σ_A wᵢ xᵢ − Σ_B wⱼ xⱼ) − thickness >= 0, rigid; w: weights of the nearest points, n from B to A
//   friction: of the motion of A relative to B within the substep, along the layers, at most μ times the push is undone
//
// Inside both features n is their common normal on the side where A was when the step began, so that what the solver
// has taken through is brought back; elsewhere it is the direction between the nearest points.
#include "collision/self/push.h"

#include <algorithm>
#include <cmath>

namespace toile::self {
using PushFunction = std::size_t (*)(const PushArguments&, PushRows&);
using PushAgainFunction = void (*)(const PushArguments&, PushRows&);
}  // namespace toile::self

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision/self/push.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "collision/self/closest-inl.h"
#include "collision/surface-inl.h"
#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// A row is left alone while its least gap would last at twice the rate at which it closed lately, and at kCreep
/// thicknesses a substep in any case, for kMostWait substeps at most.
constexpr float kCreep = 0.125f, kMostWait = 4.0f;
/// m/s. What starts a substep closer than its thickness is moved apart no faster than this, or it would burst.
constexpr float kPartingSpeed = 0.25f;

template <class K, class V>
HWY_INLINE Vector<V> weightedDifference(const Vector<V> (&x)[4], const V (&weight)[4]) {
  Vector<V> sum{zero<V>(), zero<V>(), zero<V>()};
  for (int i = 0; i < 4; ++i) sum = i < K::ofA ? sum + x[i] * weight[i] : sum - x[i] * weight[i];
  return sum;
}

/// Direction from B to A in which they are parted, and how far apart they are along it (negative: through each other).
template <class V>
struct Separation {
  Vector<V> direction;
  V distance, side;
};

/// n: the same direction when the pair was found, when nothing was through anything.
template <class K, class V>
HWY_INLINE Separation<V> separationOf(const Nearest<V>& near, V side, Vector<V> n, V thickness) {
  const V one = broadcast<V>(1.0f), none = zero<V>();
  const auto inside = less(broadcast<V>(0.5f), near.inside);
  const Vector<V> way = select(inside, near.normal, near.apart);
  const V squared = dot(way, way);
  const auto usable = less(broadcast<V>(1e-24f), squared);
  const V length = squareRoot(select(usable, squared, one));
  const V now = select(less(dot(near.normal, near.apart), none), -one, one);
  if constexpr (K::ofA == 2) {
    // The common normal of nearly parallel edges turns over when they turn past each other: no memory of its sign.
    const V along = dot(near.normal, n);
    const auto tells = less(broadcast<V>(0.04f) * squared, along * along);
    side = select(tells, select(less(along, none), -one, one), now);
  }
  const Vector<V> direction = select(usable, way * (select(inside, side, one) / length), n);
  V distance = dot(direction, near.apart);
  // What is beside, on the other side than it was, is for the pair that it went through to bring back.
  const auto elsewhere = both(less(near.inside, broadcast<V>(0.5f)), less(dot(near.apart, n), none));
  distance = select(elsewhere, higher(distance, thickness), distance);
  // Beside each other and apart either side may become the one that counts.
  return {direction, distance,
          select(both(less(near.inside, broadcast<V>(0.5f)), less(thickness, distance)), now, side)};
}

/// In thicknesses, what is left until they touch.
template <class V>
HWY_INLINE V gapPart(V room, V thickness) {
  const V part = (room - thickness) / higher(thickness, broadcast<V>(1e-9f));
  return select(less(thickness, zero<V>()), broadcast<V>(self::PushRow::kUnknownGap), part);
}

/// Pushes as many pairs of a row as V has lanes, from `lane` on. Bit i: pair i was too close. gap: the least is kept.
template <class K, class V>
HWY_INLINE std::uint32_t pushPairs(const self::PushArguments& a, self::PushRow& row, std::size_t lane, V& gap) {
  Particle<V> particle[4];
  Vector<V> x[4], start[4];
  for (int i = 0; i < 4; ++i) particle[i] = load<V>(a.x, row.p[i] + lane), x[i] = particle[i].x;
  const Vector<V> n{loadFloats<V>(row.n[0] + lane), loadFloats<V>(row.n[1] + lane), loadFloats<V>(row.n[2] + lane)};
  const V thickness = loadFloats<V>(row.thickness + lane), none = zero<V>(), one = broadcast<V>(1.0f);
  const V room = planeGap<K>(x, n);
  gap = lower(gap, gapPart(room, thickness));
  const auto near = less(room, thickness);
  if (!anyTrue(near)) return 0;
  const Nearest<V> nearest = K::nearest(x);
  const V side = loadFloats<V>(row.side + lane);
  const Separation<V> apart = separationOf<K>(nearest, side, n, thickness);
  storeFloats(select(near, apart.side, side), row.side + lane);
  V weight = zero<V>();
  V yields[4];
  for (int i = 0; i < 4; ++i) {
    yields[i] = particle[i].w * loadFloats<V>(row.part[i] + lane);
    weight = weight + nearest.weight[i] * nearest.weight[i] * yields[i];
  }
  const auto close = both(both(near, less(apart.distance, thickness)), less(broadcast<V>(1e-30f), weight));
  const std::uint32_t bits = maskBits(close);
  if (bits == 0) return 0;
  for (int i = 0; i < 4; ++i) start[i] = load<V>(a.start, row.p[i] + lane).x;
  const Vector<V> before = weightedDifference<K>(start, nearest.weight);
  const V allowed = dot(apart.direction, before) + broadcast<V>(kPartingSpeed * a.h);
  const V push = lower(allowed, thickness) - apart.distance;
  const Vector<V> motion = nearest.apart - before;
  const Vector<V> slip = motion - apart.direction * dot(apart.direction, motion);
  const V slipLength = squareRoot(dot(slip, slip));
  const V hold = loadFloats<V>(row.hold + lane) * push, drag = loadFloats<V>(row.drag + lane) * push;
  const V part = select(both(less(hold, slipLength), less(drag, slipLength)), drag / slipLength, one);
  const auto pushed = both(close, less(none, push));
  const V share = selectOrZero(pushed, one / select(pushed, weight, one));
  Vector<V> change = apart.direction * push - slip * part;
  change = {selectOrZero(pushed, change.x), selectOrZero(pushed, change.y), selectOrZero(pushed, change.z)};
  for (int i = 0; i < 4; ++i) {
    const V own = share * yields[i] * (i < K::ofA ? nearest.weight[i] : -nearest.weight[i]);
    particle[i].x = particle[i].x + change * selectOrZero(pushed, own);
    store<V>(particle[i], a.x, row.p[i] + lane);
  }
  return bits;
}

/// How long a row may be left alone: gap, and what it was row.since substeps ago.
inline std::uint32_t waitOf(const self::PushRow& row, float gap) {
  if (!(gap > 0.0f) || row.gap == self::PushRow::kUnknownGap) return 0;
  const float closed = (row.gap - gap) / static_cast<float>(row.since);
  const float lasts = gap / ((closed > 0.0f ? 2.0f * closed : 0.0f) + kCreep);
  return static_cast<std::uint32_t>(lasts < kMostWait ? lasts : kMostWait);
}

template <class K, class V>
std::size_t pushRow(const self::PushArguments& a, self::PushRow& row) {
  V least = broadcast<V>(self::PushRow::kUnknownGap);
  std::size_t pushed = 0;
  for (std::size_t lane = 0; lane < self::kRow; lane += LaneCount<V>::value) {
    for (std::uint32_t bits = pushPairs<K, V>(a, row, lane, least); bits != 0; bits &= bits - 1) ++pushed;
  }
  alignas(64) float gaps[LaneCount<V>::value];
  storeFloats(least, gaps);
  float gap = gaps[0];
  for (const float one : gaps) gap = one < gap ? one : gap;
  row.wait = waitOf(row, gap);
  row.gap = gap, row.since = row.wait + 1, row.pushed = pushed != 0;
  return pushed;
}

template <class K, class V>
std::size_t pushList(const self::PushArguments& a, std::vector<self::PushRow>& rows) {
  std::size_t pushed = 0;
  for (self::PushRow& row : rows) {
    row.pushed = false;
    if (row.wait > 0)
      --row.wait;
    else
      pushed += pushRow<K, V>(a, row);
  }
  return pushed;
}

template <class K, class V>
void pushOnce(const self::PushArguments& a, std::vector<self::PushRow>& rows) {
  V gap = zero<V>();
  for (self::PushRow& row : rows) {
    for (std::size_t lane = 0; row.pushed && lane < self::kRow; lane += LaneCount<V>::value) {
      (void)pushPairs<K, V>(a, row, lane, gap);
    }
  }
}

template <class V>
std::size_t pushAll(const self::PushArguments& a, self::PushRows& rows) {
  return pushList<VertexTriangle, V>(a, rows.vertexTriangle) + pushList<EdgeEdge, V>(a, rows.edgeEdge);
}

template <class V>
void pushAllAgain(const self::PushArguments& a, self::PushRows& rows) {
  pushOnce<VertexTriangle, V>(a, rows.vertexTriangle);
  pushOnce<EdgeEdge, V>(a, rows.edgeEdge);
}

template <class V>
struct Push {
  static self::PushFunction make() { return &pushAll<V>; }
};
self::PushFunction findPush(std::uint32_t lanes) { return forLanes<Push>(lanes); }

template <class V>
struct PushAgain {
  static self::PushAgainFunction make() { return &pushAllAgain<V>; }
};
self::PushAgainFunction findPushAgain(std::uint32_t lanes) { return forLanes<PushAgain>(lanes); }

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "kernels/export.h"
namespace toile {
namespace {
TOILE_EXPORT_KERNEL(self::PushFunction, pushFunction, findPush)
TOILE_EXPORT_KERNEL(self::PushAgainFunction, pushAgainFunction, findPushAgain)
}  // namespace

namespace self {
std::size_t pushApart(const PushArguments& arguments, PushRows& rows) {
  return pushFunction(arguments.target)(arguments, rows);
}
void pushApartAgain(const PushArguments& arguments, PushRows& rows) {
  pushAgainFunction(arguments.target)(arguments, rows);
}
}  // namespace self

}  // namespace toile
#endif
