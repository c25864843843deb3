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

#include <cstring>

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
                    Vector<V> velocity) {
  const Vector<V> way = velocity * broadcast<V>(a.h);
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

/// The particles of a run that a collider may touch: a list of their places in the run, padded to whole vectors by
/// naming the last one again (lanes that do the same work write the same bits).
struct Near {
  std::uint32_t count = 0;
  std::uint32_t places[kRun + kBlock];

  void pad() {
    for (std::uint32_t i = count; i % kBlock != 0; ++i) places[i] = places[count - 1];
  }
  HWY_INLINE void add(std::size_t first, std::size_t lane, std::uint32_t bits) {
    for (; bits != 0; bits &= bits - 1) {
      const std::size_t l = hwy::Num0BitsBelowLS1Bit_Nonzero32(bits);
      places[count++] = static_cast<std::uint32_t>(first) + kRowLane[lane + l];
    }
  }
};

/// Of shapes that are a radius round something: those that end no farther from it than any of the run could have come.
/// Without a root; meetParticles tells which of them touch.
template <class S, class V, bool kSwept>
HWY_INLINE void findNearRound(const ContactArguments& a, const S& shape, const Frame<V>& frame, Near& near) {
  constexpr float kMore = 1.0001f, kMost = 1e18f;  // beyond rounding; its square is a number
  const float reach = (shape.radius + a.thickness + (kSwept ? a.longest : 0.0f)) * kMore;
  const float most = reach < kMost ? reach : kMost;  // also where it is not a number
  const V mostSquared = broadcast<V>(most * most), none = zero<V>();
  for (std::size_t first = 0; first < a.count; first += kBlock) {
    for (std::size_t lane = 0; lane < kBlock; lane += LaneCount<V>::value) {
      const Particle<V> end = loadBlock<V>(a.x, first, lane);
      const Vector<V> d = shape.fromCore(frame.toLocal(end.x));
      near.add(first, lane, maskBits(both(less(dot(d, d), mostSquared), less(none, end.w))));
    }
  }
}

/// The distance, or what it is at least where that is cheaper.
template <class S, class V>
HWY_INLINE V distanceAtLeast(const S& shape, Vector<V> p) {
  if constexpr (requires { shape.atLeast(p); }) {
    return shape.atLeast(p);
  } else {
    return shape.at(p).distance;
  }
}

/// Of others: those that end deeper than nothing, and those that went far enough to have passed through. Whole vectors
/// of particles are looked at; most of a cloth goes no further than this.
template <class S, class V, bool kSwept>
HWY_INLINE void findNear(const ContactArguments& a, const S& shape, const Frame<V>& frame, Near& near) {
  const V thickness = broadcast<V>(a.thickness), none = zero<V>();
  const Placement& place = *a.placement;
  bool turns = false;
  for (const auto& row : place.turn) turns = turns || row[0] != 0.0f || row[1] != 0.0f || row[2] != 0.0f;
  const float* shift = place.shift;
  const V travel =
      broadcast<V>(turns ? 0.0f : squareRoot(shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]));
  for (std::size_t first = 0; first < a.count; first += kBlock) {
    for (std::size_t lane = 0; lane < kBlock; lane += LaneCount<V>::value) {
      const Particle<V> end = loadBlock<V>(a.x, first, lane);
      const V distance = distanceAtLeast(shape, frame.toLocal(end.x));
      auto close = less(none, thickness - distance);
      if constexpr (kSwept) {
        // The way relative to a collider that does not turn is at most the particle's and the collider's own.
        const Vector<V> origin = loadBlock<V>(a.origin, first, lane).x;
        Vector<V> motion = end.x - origin;
        if (turns) motion = frame.motion(motion, origin);
        const V way = squareRoot(dot(motion, motion)) + travel;
        close = either(close, both(less(broadcast<V>(a.sweptLength), way), less(distance - thickness, way)));
      }
      near.add(first, lane, maskBits(both(close, less(none, end.w))));
    }
  }
}

/// Replaces the nearest surface by the one met on the way, for particles that went far.
template <class V, class S>
HWY_INLINE void sweepFar(const ContactArguments& a, const S& shape, const Frame<V>& frame, const Particle<V>& end,
                         Vector<V> p, Vector<V> origin, Surface<V>& surface) {
  const Vector<V> way = frame.motion(end.x - origin, origin);
  const V waySquared = dot(way, way);
  const auto far = both(less(broadcast<V>(a.sweptLength * a.sweptLength), waySquared),
                        less(waySquared, broadcast<V>(kFarthest * kFarthest)));
  // The distance changes by at most the way gone; where it may change faster, the shape says how far it is at least.
  V distance = surface.distance;
  if constexpr (requires { S::kSampled; }) distance = shape.atLeast(p);
  const auto reaches = less(distance - broadcast<V>(a.thickness), squareRoot(waySquared));
  const std::uint32_t bits = maskBits(both(far, reaches));
  if (bits != 0) sweepLanes(a, shape, p - way, way, bits, surface);
}

/// As many particles as V has lanes, at `places`. Returns bit i where lane i touches.
template <class S, class V, bool kSwept>
HWY_INLINE std::uint32_t meetParticles(const ContactArguments& a, const S& shape, const Frame<V>& frame,
                                       const std::uint32_t* places) {
  const V none = zero<V>();
  Particle<V> end = load<V>(a.x, places);
  const Vector<V> p = frame.toLocal(end.x);
  Surface<V> surface = shape.at(p);
  if constexpr (kSwept) sweepFar(a, shape, frame, end, p, load<V>(a.origin, places).x, surface);
  const V depth = broadcast<V>(a.thickness) - surface.distance;

  Particle<V> start = load<V>(a.start, places);
  const Vector<V> motion = frame.motion(end.x - start.x, start.x);
  const auto touches =
      both(both(less(none, depth), less(none, end.w)), less(dot(motion, motion), broadcast<V>(kFarthest * kFarthest)));
  const std::uint32_t bits = maskBits(touches);
  if (a.trigger || bits == 0) return bits;

  Vector<V> way = motion;
  if (!a.first) {
    const Vector<V> origin = load<V>(a.origin, places).x;
    way = frame.motion(end.x - origin, origin);
  }
  const V push = higher(depth - heldBack(a, shape, p - way, way, depth), none);
  const V along = dot(surface.normal, motion);
  V leaving = higher(along, none);
  if (a.restitution > 0.0f) {
    leaving = higher(leaving, bounce(a, frame, start.x, surface.normal, load<V>(a.velocity, places).x));
  }
  const Vector<V> slip = motion - surface.normal * along;
  const V part = frictionPart(a, dot(slip, slip), higher(push, leaving - along));
  const Vector<V> correction = frame.directionToWorld(surface.normal * push - slip * part);
  const Vector<V> edit = frame.directionToWorld(surface.normal * (along + push - leaving));
  end.x = select(touches, end.x + correction, end.x);
  start.x = select(touches, start.x + edit, start.x);
  store(end, a.x, places);
  store(start, a.start, places);
  return bits;
}

/// Bit i of the result: particle i touches the collider.
template <class S, class V, bool kSwept>
HWY_NOINLINE std::uint64_t contact(const ContactArguments& a, const S& shape) {
  const Frame<V> frame{*a.placement};
  Near near;
  if constexpr (requires { shape.radius; }) {
    findNearRound<S, V, kSwept>(a, shape, frame, near);
  } else {
    findNear<S, V, kSwept>(a, shape, frame, near);
  }
  if (near.count == 0) return 0;
  near.pad();
  if (a.first && !a.trigger) std::memcpy(a.keep, a.start, 4 * sizeof(float) * a.count);
  std::uint64_t result = 0;
  for (std::uint32_t i = 0; i < near.count; i += LaneCount<V>::value) {
    for (std::uint32_t bits = meetParticles<S, V, kSwept>(a, shape, frame, near.places + i); bits != 0;
         bits &= bits - 1) {
      result |= std::uint64_t{1} << near.places[i + hwy::Num0BitsBelowLS1Bit_Nonzero32(bits)];
    }
  }
  return result;
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
