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

template <class V>
void integrateRows(const IntegrateArguments& a, Rows rows) {
  const V h = broadcast<V>(a.h), damping = broadcast<V>(a.damping);
  const V maxSpeed = broadcast<V>(a.maxSpeed), maxSquared = broadcast<V>(a.maxSpeed * a.maxSpeed);
  const Vector<V> uniform = broadcastVector<V>(a.uniform);
  for (std::size_t i = rows.first; i < rows.end; i += LaneCount<V>::value) {
    Particle<V> p = loadRow<V>(a.x, i);
    Particle<V> v = loadRow<V>(a.velocity, i);
    storeRow(p, a.start, i);
    Vector<V> acceleration = uniform;
    if (a.acceleration != nullptr) acceleration = acceleration + loadRow<V>(a.acceleration, i).x;
    Vector<V> next = (v.x + acceleration * h) * damping;
    const V squared = dot(next, next);
    const auto tooFast = less(maxSquared, squared);
    if (anyTrue(tooFast)) next = next * select(tooFast, maxSpeed / squareRoot(squared), broadcast<V>(1.0f));
    const auto free = less(zero<V>(), p.w);
    v.x = select(free, next, v.x);
    p.x = select(free, p.x + next * h, p.x);
    storeRow(p, a.x, i);
    storeRow(v, a.velocity, i);
  }
}

template <class V>
bool velocityRows(const VelocityArguments& a, Rows rows) {
  const V inverseH = broadcast<V>(a.inverseH), bound = broadcast<V>(a.bound * a.bound);
  bool sound = true;
  for (std::size_t i = rows.first; i < rows.end; i += LaneCount<V>::value) {
    const Vector<V> moved = loadRow<V>(a.x, i).x - loadRow<V>(a.start, i).x;
    const Particle<V> v{moved * inverseH, zero<V>()};
    // A comparison with NaN is false, so that NaN counts as unsound.
    const V fine = select(less(dot(v.x, v.x), bound), zero<V>(), broadcast<V>(1.0f));
    sound = sound && !anyTrue(less(zero<V>(), fine));
    storeRow(v, a.velocity, i);
  }
  return sound;
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
