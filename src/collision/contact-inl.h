// One collider against a run of particles. All vectors are in the collider's frame (placement.h).
//
//        • a = p − Δ                 push     = thickness − distance, along n
//         ↘                         friction  = part of the slip Δ − n (n·Δ), at most μ · grip
//     n ↑   • p                      grip     = the larger of push and the normal motion the contact takes away
//   ────────────── thickness                    (Coulomb on velocities: |Δv_t| <= μ |Δv_n|)
//   ▒▒▒▒▒▒▒▒▒▒▒▒▒▒                   start is moved along n so that x − start has no motion into the collider
//
// Slip is relative to the collider's own surface where the particle started, so what sticks stays on the same
// material point of a turning collider. A particle that leaves the surface keeps its speed; what is pushed
// out because it was inside gains none.
#if defined(TOILE_COLLISION_CONTACT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_CONTACT_INL_H
#undef TOILE_COLLISION_CONTACT_INL_H
#else
#define TOILE_COLLISION_CONTACT_INL_H
#endif

#include "collision/contact.h"
#include "collision/sweep-inl.h"
#include "kernels/particles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// Below this approach speed in units of h a contact does not bounce: twice what gravity adds to a resting
/// particle in a substep (2 · 9.81 m/s²).
constexpr float kBounceAcceleration = 19.62f;
/// m; motions beyond this, and anything not finite, are no contact.
constexpr float kFarthest = 1e12f;

template <class V>
struct Frame {
  const Placement& p;

  HWY_INLINE static Vector<V> times(const float (&m)[3][3], Vector<V> a) {
    return {broadcast<V>(m[0][0]) * a.x + broadcast<V>(m[0][1]) * a.y + broadcast<V>(m[0][2]) * a.z,
            broadcast<V>(m[1][0]) * a.x + broadcast<V>(m[1][1]) * a.y + broadcast<V>(m[1][2]) * a.z,
            broadcast<V>(m[2][0]) * a.x + broadcast<V>(m[2][1]) * a.y + broadcast<V>(m[2][2]) * a.z};
  }
  HWY_INLINE Vector<V> relative(Vector<V> x) const {
    return x - axisVector<V>(p.translation[0], p.translation[1], p.translation[2]);
  }
  HWY_INLINE Vector<V> toLocal(Vector<V> x) const { return times(p.toLocal, relative(x)); }
  HWY_INLINE Vector<V> directionToLocal(Vector<V> d) const { return times(p.toLocal, d); }
  HWY_INLINE Vector<V> directionToWorld(Vector<V> d) const {
    const auto& m = p.toLocal;
    return {broadcast<V>(m[0][0]) * d.x + broadcast<V>(m[1][0]) * d.y + broadcast<V>(m[2][0]) * d.z,
            broadcast<V>(m[0][1]) * d.x + broadcast<V>(m[1][1]) * d.y + broadcast<V>(m[2][1]) * d.z,
            broadcast<V>(m[0][2]) * d.x + broadcast<V>(m[1][2]) * d.y + broadcast<V>(m[2][2]) * d.z};
  }
  /// Motion relative to the collider of something that goes by `way` from `start` on.
  HWY_INLINE Vector<V> motion(Vector<V> way, Vector<V> start) const {
    const Vector<V> own = directionToLocal(way);
    if (!p.moves) return own;
    return own + times(p.turn, relative(start)) + axisVector<V>(p.shift[0], p.shift[1], p.shift[2]);
  }
};

template <class V>
HWY_INLINE void storeVector(Vector<V> v, float (&to)[3][16]) {
  storeFloats(v.x, to[0]), storeFloats(v.y, to[1]), storeFloats(v.z, to[2]);
}

/// Replaces the surface nearest to p by the one met on the way there, in the lanes named by `bits`.
template <class V, class S>
HWY_NOINLINE void sweepLanes(const ContactArguments& a, const S& shape, Vector<V> from, Vector<V> way,
                             std::uint32_t bits, Surface<V>& surface) {
  alignas(64) float start[3][16], motion[3][16], normal[3][16], distance[16];
  storeVector(from, start), storeVector(way, motion), storeVector(surface.normal, normal);
  storeFloats(surface.distance, distance);
  // 1/1000 of the length below which nothing is swept: far less than a shape, far more than rounding.
  const float tolerance = 1e-3f * a.sweptLength;
  for (int lane = 0; lane < LaneCount<V>::value; ++lane) {
    if ((bits >> lane & 1u) == 0) continue;
    const Vector<float> p{start[0][lane], start[1][lane], start[2][lane]};
    const Vector<float> d{motion[0][lane], motion[1][lane], motion[2][lane]};
    const Surface<float> met = sweep(shape, p, d, a.thickness, tolerance);
    distance[lane] = met.distance;
    normal[0][lane] = met.normal.x, normal[1][lane] = met.normal.y, normal[2][lane] = met.normal.z;
  }
  surface = {loadFloats<V>(distance), {loadFloats<V>(normal[0]), loadFloats<V>(normal[1]), loadFloats<V>(normal[2])}};
}

/// How much of `depth` has to stay this time: what the particle was inside at the start beyond the limit.
template <class V, class S>
HWY_INLINE V heldBack(const ContactArguments& a, const S& shape, Vector<V> from, Vector<V> way, V depth) {
  const V limit = broadcast<V>(a.maxDepenetration);
  // Depth grows by at most the way gone, so most contacts need not look.
  const V room = limit - depth;
  const auto mayBeDeep = either(less(room, zero<V>()), less(room * room, dot(way, way)));
  if (!anyTrue(mayBeDeep)) return zero<V>();
  const V before = broadcast<V>(a.thickness) - shape.at(from).distance;
  return select(mayBeDeep, higher(before - limit, zero<V>()), zero<V>());
}

/// Outward motion in m that a bouncing contact leaves the particle with.
template <class V>
HWY_INLINE V bounce(const ContactArguments& a, const Frame<V>& frame, Vector<V> start, Vector<V> normal,
                    std::size_t first) {
  const Vector<V> way = loadRow<V>(a.velocity, first).x * broadcast<V>(a.h);
  const V approach = -dot(normal, frame.motion(way, start));
  const V least = broadcast<V>(kBounceAcceleration * a.h * a.h);
  return select(less(least, approach), approach * broadcast<V>(a.restitution), zero<V>());
}

/// Part of the slip that friction takes away: all of it under the static limit.
template <class V>
HWY_INLINE V frictionPart(const ContactArguments& a, V slipSquared, V grip) {
  const V hold = grip * broadcast<V>(a.frictionStatic), drag = grip * broadcast<V>(a.frictionDynamic);
  const auto slides = less(hold * hold, slipSquared);
  if (!anyTrue(slides)) return broadcast<V>(1.0f);
  const V slip = squareRoot(select(slides, slipSquared, broadcast<V>(1.0f)));
  return select(slides, lower(drag / slip, broadcast<V>(1.0f)), broadcast<V>(1.0f));
}

/// Bit i of the result: particle i touches the collider.
template <class S, class V, bool kSwept>
HWY_NOINLINE std::uint64_t contact(const ContactArguments& a, const S& shape) {
  const Frame<V> frame{*a.placement};
  const V thickness = broadcast<V>(a.thickness), none = zero<V>();
  const V farthestSquared = broadcast<V>(kFarthest * kFarthest);
  std::uint64_t result = 0;
  for (std::size_t first = 0; first < a.count; first += LaneCount<V>::value) {
    Particle<V> end = loadRow<V>(a.x, first);
    const Vector<V> p = frame.toLocal(end.x);
    Surface<V> surface = shape.at(p);
    if constexpr (kSwept) {
      const Vector<V> origin = loadRow<V>(a.origin, first).x;
      const Vector<V> way = frame.motion(end.x - origin, origin);
      const V waySquared = dot(way, way);
      const auto far = both(less(broadcast<V>(a.sweptLength * a.sweptLength), waySquared),
                            both(less(none, end.w), less(waySquared, farthestSquared)));
      // The distance changes by at most the way gone.
      const auto reaches = less(surface.distance - thickness, squareRoot(waySquared));
      const std::uint32_t bits = maskBits(both(far, reaches));
      if (bits != 0) sweepLanes(a, shape, p - way, way, bits, surface);
    }
    const V depth = thickness - surface.distance;
    auto touches = both(less(none, depth), less(none, end.w));
    if (!anyTrue(touches)) continue;

    Particle<V> start = loadRow<V>(a.start, first);
    const Vector<V> motion = frame.motion(end.x - start.x, start.x);
    touches = both(touches, less(dot(motion, motion), farthestSquared));
    result |= static_cast<std::uint64_t>(maskBits(touches)) << first;
    if (a.trigger) continue;

    Vector<V> way = motion;
    if (!a.first) {
      const Vector<V> origin = loadRow<V>(a.origin, first).x;
      way = frame.motion(end.x - origin, origin);
    }
    const V push = higher(depth - heldBack(a, shape, p - way, way, depth), none);
    const V along = dot(surface.normal, motion);
    V leaving = higher(along, none);
    if (a.restitution > 0.0f) leaving = higher(leaving, bounce(a, frame, start.x, surface.normal, first));

    const Vector<V> slip = motion - surface.normal * along;
    const V part = frictionPart(a, dot(slip, slip), higher(push, leaving - along));
    const Vector<V> correction = frame.directionToWorld(surface.normal * push - slip * part);
    const Vector<V> edit = frame.directionToWorld(surface.normal * (along + push - leaving));
    end.x = select(touches, end.x + correction, end.x);
    start.x = select(touches, start.x + edit, start.x);
    storeRow(end, a.x, first);
    storeRow(start, a.start, first);
  }
  return result;
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
