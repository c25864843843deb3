// Motion of free particles: semi-implicit Euler before the constraints, velocities after them.
#if defined(TOILE_KERNELS_MOTION_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_MOTION_INL_H
#undef TOILE_KERNELS_MOTION_INL_H
#else
#define TOILE_KERNELS_MOTION_INL_H
#endif

#include "constraint_set.h"
#include "kernels/particles-inl.h"
#include "kernels/row_kernels.h"
#include "kernels/whole-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

template <class V>
HWY_INLINE Vector<V> broadcastVector(const float (&a)[3]) {
  return {broadcast<V>(a[0]), broadcast<V>(a[1]), broadcast<V>(a[2])};
}

/// body(first, lane) over whole blocks of particles: the arguments of loadBlock. For work that does not care in which
/// lane a particle is.
template <class V, class Body>
HWY_INLINE void forBlockLanes(Rows rows, Body body) {
  for (std::size_t first = rows.first; first < rows.end; first += kBlock) {
    for (std::size_t lane = 0; lane < kBlock; lane += LaneCount<V>::value) body(first, lane);
  }
}

/// What integration is the same for all particles. Positions and velocities X are either three coordinates of V
/// (Vector<V>) or whole particles as they lie in memory, whose w nothing changes.
template <class V>
struct Integration {
  V h, damping, maxSpeed, maxSquared;
  V nearlyThird;  ///< no coordinate's square is beyond this, a little less than maxSquared / 3: not too fast
  HWY_INLINE Integration(V time, V factor, V most)
      : h(time),
        damping(factor),
        maxSpeed(most),
        maxSquared(most * most),
        nearlyThird(broadcast<V>(0.333f) * maxSquared) {}

  /// Moves free particles (inverse mass w > 0) to where they would be without constraints. `gain`: acceleration · h.
  template <class X>
  HWY_INLINE void move(X& x, V w, X& v, X gain) const {
    X next = (v + gain) * damping;
    if (mayExceed(next, nearlyThird)) {
      const V squared = lengthSquared(next);
      const auto tooFast = less(maxSquared, squared);
      // A square that overflows is left to freeze the cloth (velocityRows): divided by, it would silently stop it.
      const V slower = select(less(squared, broadcast<V>(3e38f)), maxSpeed / squareRoot(squared), broadcast<V>(1.0f));
      next = next * select(tooFast, slower, broadcast<V>(1.0f));
    }
    const auto free = less(zero<V>(), w);
    v = select(free, next, v);
    x = select(free, x + next * h, x);
  }
};

/// The velocity after a substep; `v` before it.
template <class V, class X>
HWY_INLINE X velocityAfter(X end, V w, X start, X v, V h, V inverseH) {
  // Rounded as in Integration::move, so that a particle nothing has touched keeps its velocity to the bit.
  const X predicted = select(less(zero<V>(), w), v, zeroOf(v));
  return predicted + (end - (start + predicted * h)) * inverseH;
}

/// body(i): as many whole particles from particle i on as V has room for.
template <class V, class Body>
HWY_INLINE void forWholeParticles(Rows rows, Body body) {
  constexpr std::size_t step = LaneCount<V>::value < 4 ? 1 : LaneCount<V>::value / 4;
  for (std::size_t i = rows.first; i < rows.end; i += step) body(i);
}

/// In lanes, for what is solved in columns: where particles come to goes there and nowhere else.
template <class V>
HWY_NOINLINE void integrateToColumns(const IntegrateArguments& a, Rows rows) {
  const Integration<V> integration(broadcast<V>(a.h), broadcast<V>(a.damping), broadcast<V>(a.maxSpeed));
  const Vector<V> uniform = broadcastVector<V>(a.uniform), uniformGain = uniform * integration.h;
  float *const start = a.start, *const velocity = a.velocity, *const columns = a.columns;
  const float *const x = a.x, *const acceleration = a.acceleration;
  const std::size_t stride = a.columnStride;
  for (std::size_t i = rows.first; i < rows.end; i += LaneCount<V>::value) {
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t at = 4 * i + k * LaneCount<V>::value;
      storeFloats(loadFloats<V>(x + at), start + at);
    }
    Particle<V> p = loadAnyOrder<V>(x, i), v = loadAnyOrder<V>(velocity, i);
    Vector<V> gain = uniformGain;
    if (acceleration != nullptr) gain = (uniform + loadAnyOrder<V>(acceleration, i).x) * integration.h;
    integration.move(p.x, p.w, v.x, gain);
    storeAnyOrder(v, velocity, i);
    storeAllColumns(laneOrder(p, true), columns, stride, i);
  }
}

template <class V>
void integrateRows(const IntegrateArguments& a, Rows rows) {
  if (a.columns != nullptr) {
    integrateToColumns<V>(a, rows);
    return;
  }
  using W = Whole<V>;
  const Integration<W> integration(broadcast<W>(a.h), broadcast<W>(a.damping), broadcast<W>(a.maxSpeed));
  const W uniform = repeatPoint<W>(a.uniform), uniformGain = uniform * integration.h;
  forWholeParticles<V>(rows, [&](std::size_t i) HWY_ATTR {
    W x = loadWhole<W>(a.x + 4 * i), v = loadWhole<W>(a.velocity + 4 * i);
    storeWhole(x, a.start + 4 * i);
    W gain = uniformGain;
    if (a.acceleration != nullptr) gain = (uniform + loadWhole<W>(a.acceleration + 4 * i)) * integration.h;
    integration.move(x, inverseMass(x), v, gain);
    storeWhole(v, a.velocity + 4 * i);
    storeWhole(x, a.x + 4 * i);
  });
}

template <class V>
bool velocityRows(const VelocityArguments& a, Rows rows) {
  using W = Whole<V>;
  const W h = broadcast<W>(a.h), inverseH = broadcast<W>(a.inverseH), bound = broadcast<W>(a.bound * a.bound);
  W unsound = zero<W>();
  forWholeParticles<V>(rows, [&](std::size_t i) HWY_ATTR {
    const W end = loadWhole<W>(a.x + 4 * i), start = loadWhole<W>(a.start + 4 * i);
    const W before = loadWhole<W>(a.velocity + 4 * i);
    const W v = velocityAfter(end, inverseMass(end), start, before, h, inverseH);
    // A comparison with NaN is false, so that NaN counts as unsound.
    unsound = select(less(v * v, bound), unsound, broadcast<W>(1.0f));
    storeWhole(v, a.velocity + 4 * i);
  });
  return !anyTrue(less(zero<W>(), unsound));
}

template <class V>
void spreadRows(const ColumnArguments& a, Rows rows) {
  for (std::size_t i = rows.first; i < rows.end; i += LaneCount<V>::value) {
    storeAllColumns(loadRow<V>(a.particles, i), a.columns, a.stride, i);
  }
}

template <class V>
void collectRows(const ColumnArguments& a, Rows rows) {
  for (std::size_t i = rows.first; i < rows.end; i += LaneCount<V>::value) {
    storeRow(loadColumns<V>(a.columns, a.stride, i), a.particles, i);
  }
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
