// Which pairs are near is asked sixteen at a time, of the plane they were found with; those few that are, are pushed
// one after the other, so that the result does not depend on the width of vectors.
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
using PushFunction = std::size_t (*)(const PushArguments&, PairLists&);
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

/// m/s. What starts a substep closer than its thickness is moved apart no faster than this, or it would burst.
constexpr float kPartingSpeed = 0.25f;

template <class K>
HWY_INLINE Vector<float> weightedDifference(const Vector<float> (&x)[4], const float (&weight)[4]) {
  Vector<float> sum{0.0f, 0.0f, 0.0f};
  for (int i = 0; i < 4; ++i) sum = i < K::ofA ? sum + x[i] * weight[i] : sum - x[i] * weight[i];
  return sum;
}

/// Direction from B to A in which they are parted, and how far apart they are along it (negative: through each other).
struct Separation {
  Vector<float> direction;
  float distance;
};

HWY_INLINE Separation separationOf(const Nearest<float>& near, float& side, Vector<float> before) {
  if (near.inside > 0.5f) {
    const float l = std::sqrt(dot(near.normal, near.normal));
    const Vector<float> n = near.normal * (side / l);
    return {n, dot(n, near.apart)};
  }
  // Beside each other either side may become the one that counts.
  side = dot(near.normal, near.apart) < 0.0f ? -1.0f : 1.0f;
  const float l = std::sqrt(dot(near.apart, near.apart));
  return {l > 1e-12f ? near.apart * (1.0f / l) : before, l};
}

template <class K>
HWY_INLINE bool pushPair(const self::PushArguments& a, self::PairList& pairs, std::size_t at) {
  float* particle[4];
  Vector<float> x[4], start[4];
  float inverseMass[4];
  for (int i = 0; i < 4; ++i) {
    particle[i] = a.x + 4 * std::size_t{pairs.p[i][at]};
    x[i] = {particle[i][0], particle[i][1], particle[i][2]};
    inverseMass[i] = particle[i][3];
  }
  const Nearest<float> near = K::nearest(x);
  const Separation apart = separationOf(near, pairs.side[at], {pairs.n[0][at], pairs.n[1][at], pairs.n[2][at]});
  if (!(apart.distance < pairs.thickness[at])) return false;
  float weight = 0.0f;
  for (int i = 0; i < 4; ++i) weight += near.weight[i] * near.weight[i] * inverseMass[i];
  if (!(weight > 1e-30f)) return false;
  for (int i = 0; i < 4; ++i) {
    const float* s = a.start + 4 * std::size_t{pairs.p[i][at]};
    start[i] = {s[0], s[1], s[2]};
  }
  const Vector<float> before = weightedDifference<K>(start, near.weight);
  const float allowed = dot(apart.direction, before) + kPartingSpeed * a.h;
  const float push = (allowed < pairs.thickness[at] ? allowed : pairs.thickness[at]) - apart.distance;
  if (!(push > 0.0f)) return true;
  const Vector<float> motion = near.apart - before;
  const Vector<float> slip = motion - apart.direction * dot(apart.direction, motion);
  const float slipLength = std::sqrt(dot(slip, slip));
  const auto& p = a.surface.surfaces[a.surface.surfaceOf[pairs.p[0][at]]];
  const auto& q = a.surface.surfaces[a.surface.surfaceOf[pairs.p[3][at]]];
  const float hold = 0.5f * (p.frictionStatic + q.frictionStatic) * push;
  const float drag = 0.5f * (p.frictionDynamic + q.frictionDynamic) * push;
  const float part = slipLength <= hold ? 1.0f : (drag < slipLength ? drag / slipLength : 1.0f);
  const Vector<float> change = (apart.direction * push - slip * part) * (1.0f / weight);
  for (int i = 0; i < 4; ++i) {
    const float share = inverseMass[i] * (i < K::ofA ? near.weight[i] : -near.weight[i]);
    particle[i][0] += change.x * share, particle[i][1] += change.y * share, particle[i][2] += change.z * share;
  }
  return true;
}

/// Bit i: the plane does not keep pair i of the row farther apart than its thickness.
template <class K, class V>
HWY_INLINE std::uint32_t nearPairs(const self::PushArguments& a, const self::PairList& pairs, std::size_t row) {
  std::uint32_t bits = 0;
  for (std::size_t lane = 0; lane < self::kRow; lane += LaneCount<V>::value) {
    const std::size_t at = row + lane;
    Vector<V> x[4];
    for (int i = 0; i < 4; ++i) x[i] = load<V>(a.x, &pairs.p[i][at]).x;
    const Vector<V> n{loadFloats<V>(&pairs.n[0][at]), loadFloats<V>(&pairs.n[1][at]), loadFloats<V>(&pairs.n[2][at])};
    bits |= maskBits(less(planeGap<K>(x, n), loadFloats<V>(&pairs.thickness[at]))) << lane;
  }
  return bits;
}

template <class K, class V>
std::size_t pushList(const self::PushArguments& a, self::PairList& pairs) {
  std::size_t pushed = 0;
  for (std::size_t row = 0; row < pairs.rows() * self::kRow; row += self::kRow) {
    // All of a row before any of it is pushed, whatever the width: those brought nearer are met in the next substep.
    for (std::uint32_t bits = nearPairs<K, V>(a, pairs, row); bits != 0; bits &= bits - 1) {
      pushed += pushPair<K>(a, pairs, row + hwy::Num0BitsBelowLS1Bit_Nonzero32(bits)) ? 1 : 0;
    }
  }
  return pushed;
}

template <class V>
std::size_t pushAll(const self::PushArguments& a, self::PairLists& pairs) {
  return pushList<VertexTriangle, V>(a, pairs.vertexTriangle) + pushList<EdgeEdge, V>(a, pairs.edgeEdge);
}

template <class V>
struct Push {
  static self::PushFunction make() { return &pushAll<V>; }
};
self::PushFunction findPush(std::uint32_t lanes) { return forLanes<Push>(lanes); }

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "kernels/export.h"
namespace toile {
namespace {
TOILE_EXPORT_KERNEL(self::PushFunction, pushFunction, findPush)
}  // namespace

namespace self {
std::size_t pushApart(const PushArguments& arguments, PairLists& pairs) {
  return pushFunction(arguments.target)(arguments, pairs);
}
}  // namespace self

}  // namespace toile
#endif
