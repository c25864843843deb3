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

template <class V>
void integrateRows(const IntegrateArguments& a, Rows rows) {
  const V h = broadcast<V>(a.h), damping = broadcast<V>(a.damping);
  const V maxSpeed = broadcast<V>(a.maxSpeed), maxSquared = broadcast<V>(a.maxSpeed * a.maxSpeed);
  const Vector<V> uniform = broadcastVector<V>(a.uniform);
  forRunLanes<V>(rows, [&](std::size_t first, std::size_t lane) HWY_ATTR {
    Particle<V> p = loadRun<V>(a.x, first, lane);
    Particle<V> v = loadRun<V>(a.velocity, first, lane);
    storeRun(p, a.start, first, lane);
    Vector<V> acceleration = uniform;
    if (a.acceleration != nullptr) acceleration = acceleration + loadRun<V>(a.acceleration, first, lane).x;
    Vector<V> next = (v.x + acceleration * h) * damping;
    const V squared = dot(next, next);
    const auto tooFast = less(maxSquared, squared);
    if (anyTrue(tooFast)) next = next * select(tooFast, maxSpeed / squareRoot(squared), broadcast<V>(1.0f));
    const auto free = less(zero<V>(), p.w);
    v.x = select(free, next, v.x);
    p.x = select(free, p.x + next * h, p.x);
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
    // Rounded as in integrateRows, so that a particle nothing has touched keeps its velocity to the bit.
    const Vector<V> still{zero<V>(), zero<V>(), zero<V>()};
    const Vector<V> predicted = select(less(zero<V>(), end.w), loadRun<V>(a.velocity, first, lane).x, still);
    const Particle<V> v{predicted + (end.x - (start + predicted * h)) * inverseH, zero<V>()};
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
