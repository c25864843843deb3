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

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

template <class V>
HWY_INLINE Vector<V> broadcastVector(const float (&a)[3]) {
  return {broadcast<V>(a[0]), broadcast<V>(a[1]), broadcast<V>(a[2])};
}

/// body(first, lane) over whole blocks of particles: the arguments of loadRun. For work that does not care in which
/// lane a particle is.
template <class V, class Body>
HWY_INLINE void forRunLanes(Rows rows, Body body) {
  for (std::size_t first = rows.first; first < rows.end; first += kBlock) {
    for (std::size_t lane = 0; lane < kBlock; lane += LaneCount<V>::value) body(first, lane);
  }
}

/// What integration is the same for all particles, in every lane.
template <class V>
struct Integration {
  V h, damping, maxSpeed, maxSquared;
  HWY_INLINE explicit Integration(float time, float factor, float most)
      : h(broadcast<V>(time)),
        damping(broadcast<V>(factor)),
        maxSpeed(broadcast<V>(most)),
        maxSquared(broadcast<V>(most * most)) {}
  Integration() = default;

  /// Moves free particles to where they would be without constraints.
  HWY_INLINE void move(Particle<V>& p, Vector<V>& v, Vector<V> acceleration) const {
    Vector<V> next = (v + acceleration * h) * damping;
    const V squared = dot(next, next);
    const auto tooFast = less(maxSquared, squared);
    if (anyTrue(tooFast)) next = next * select(tooFast, maxSpeed / squareRoot(squared), broadcast<V>(1.0f));
    const auto free = less(zero<V>(), p.w);
    v = select(free, next, v);
    p.x = select(free, p.x + next * h, p.x);
  }
};

/// The velocity after a substep; `v` before it.
template <class V>
HWY_INLINE Vector<V> velocityAfter(const Particle<V>& end, Vector<V> start, Vector<V> v, V h, V inverseH) {
  // Rounded as in Integration::move, so that a particle nothing has touched keeps its velocity to the bit.
  const Vector<V> still{zero<V>(), zero<V>(), zero<V>()};
  const Vector<V> predicted = select(less(zero<V>(), end.w), v, still);
  return predicted + (end.x - (start + predicted * h)) * inverseH;
}

template <class V>
void integrateRows(const IntegrateArguments& a, Rows rows) {
  const Integration<V> integration(a.h, a.damping, a.maxSpeed);
  const Vector<V> uniform = broadcastVector<V>(a.uniform);
  forRunLanes<V>(rows, [&](std::size_t first, std::size_t lane) HWY_ATTR {
    Particle<V> p = loadRun<V>(a.x, first, lane);
    Particle<V> v = loadRun<V>(a.velocity, first, lane);
    storeRun(p, a.start, first, lane);
    Vector<V> acceleration = uniform;
    if (a.acceleration != nullptr) acceleration = acceleration + loadRun<V>(a.acceleration, first, lane).x;
    integration.move(p, v.x, acceleration);
    storeRun(p, a.x, first, lane);
    storeRun(v, a.velocity, first, lane);
  });
}

template <class V>
bool velocityRows(const VelocityArguments& a, Rows rows) {
  const V h = broadcast<V>(a.h), inverseH = broadcast<V>(a.inverseH), bound = broadcast<V>(a.bound * a.bound);
  bool sound = true;
  forRunLanes<V>(rows, [&](std::size_t first, std::size_t lane) HWY_ATTR {
    const Particle<V> end = loadRun<V>(a.x, first, lane);
    const Vector<V> start = loadRun<V>(a.start, first, lane).x;
    const Vector<V> before = loadRun<V>(a.velocity, first, lane).x;
    const Particle<V> v{velocityAfter(end, start, before, h, inverseH), zero<V>()};
    // A comparison with NaN is false, so that NaN counts as unsound.
    const V fine = select(less(dot(v.x, v.x), bound), zero<V>(), broadcast<V>(1.0f));
    sound = sound && !anyTrue(less(zero<V>(), fine));
    storeRun(v, a.velocity, first, lane);
  });
  return sound;
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
