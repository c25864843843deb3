// What crowd_kernels.h describes, for vectors V of one lane a cloth.
#if defined(TOILE_KERNELS_CROWD_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_CROWD_INL_H
#undef TOILE_KERNELS_CROWD_INL_H
#else
#define TOILE_KERNELS_CROWD_INL_H
#endif

#include "kernels/air-inl.h"
#include "kernels/crowd_kernels.h"
#include "kernels/kind_list-inl.h"
#include "kernels/limits-inl.h"
#include "kernels/motion-inl.h"
#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

template <class V>
struct Crowd {
  static constexpr std::size_t kLanes = LaneCount<V>::value;

  HWY_INLINE static V lanes(const LaneFloats& a) { return loadFloats<V>(a.lane); }
  HWY_INLINE static Vector<V> loadVector(const float* p) {
    return {loadFloats<V>(p), loadFloats<V>(p + kLanes), loadFloats<V>(p + 2 * kLanes)};
  }
  HWY_INLINE static void storeVector(Vector<V> v, float* p) {
    storeFloats(v.x, p), storeFloats(v.y, p + kLanes), storeFloats(v.z, p + 2 * kLanes);
  }
  HWY_INLINE static float* point(float* x, std::size_t slot) { return x + slot * (4 * kLanes); }
  HWY_INLINE static const float* point(const float* x, std::size_t slot) { return x + slot * (4 * kLanes); }
  template <class Float>
  HWY_INLINE static Float* vector(Float* v, std::size_t slot) {
    return v + slot * (3 * kLanes);
  }
  HWY_INLINE static Particle<V> loadPoint(const float* p) { return {loadVector(p), loadFloats<V>(p + 3 * kLanes)}; }

  template <class K, bool general>
  static void solve(const CrowdSolveArguments& a) {
    constexpr std::size_t valueCount = K::parameterCount + 1;
    Stencil<K, V> s;
    s.complianceFactor = lanes(a.complianceFactor);
    s.relaxation = lanes(a.relaxation);
    if constexpr (general) s.gamma = lanes(a.gamma), s.damped = a.damped;
    // Copies, because the compiler has to think that a vector stored may change what `a` holds.
    float *const x = a.x, *const lambdas = a.lambda;
    const float *const starts = a.start, *const allValues = a.values;
    const std::uint16_t* const allSlots = a.slots;
    const std::ptrdiff_t way = a.backwards ? -1 : 1;
    auto i = static_cast<std::ptrdiff_t>(a.backwards ? a.first + a.count - 1 : a.first);
    for (std::uint32_t left = a.count; left != 0; --left, i += way) {
      const std::uint16_t* slots = allSlots + i * K::arity;
      const float* values = allValues + i * static_cast<std::ptrdiff_t>(valueCount);
      float* lambda = general ? lambdas + static_cast<std::size_t>(i) * K::lambdaCount * kLanes : nullptr;
      float* at[K::arity];
      for (int c = 0; c < K::arity; ++c) at[c] = point(x, slots[c]), s.p[c] = loadPoint(at[c]);
      for (std::size_t k = 0; k < valueCount; ++k) s.value[k] = broadcast<V>(values[k]);
      if constexpr (general) {
        for (int c = 0; s.damped && c < K::arity; ++c) s.start[c] = loadVector(vector(starts, slots[c]));
        for (std::size_t k = 0; k < K::lambdaCount; ++k) s.lambda[k] = loadFloats<V>(lambda + k * kLanes);
      }
      K::template solve<general>(s);
      for (int c = 0; c < K::arity; ++c) storeVector(s.p[c].x, at[c]);
      if constexpr (general) {
        for (std::size_t k = 0; k < K::lambdaCount; ++k) storeFloats(s.lambda[k], lambda + k * kLanes);
      }
    }
  }

  static void integrate(const CrowdMotionArguments& a) {
    const Integration<V> integration(broadcast<V>(a.h), lanes(a.damping), lanes(a.maxSpeed));
    const Vector<V> uniform{lanes(a.uniform[0]), lanes(a.uniform[1]), lanes(a.uniform[2])};
    for (std::size_t i = 0; i < a.slotCount; ++i) {
      Particle<V> p = loadPoint(point(a.x, i));
      Vector<V> v = loadVector(vector(a.velocity, i));
      storeVector(p.x, vector(a.start, i));
      Vector<V> acceleration = uniform;
      if (a.acceleration != nullptr) acceleration = acceleration + loadVector(vector(a.acceleration, i));
      integration.move(p.x, p.w, v, acceleration * integration.h);
      storeVector(p.x, point(a.x, i));
      storeVector(v, vector(a.velocity, i));
    }
  }

  static void velocity(CrowdMotionArguments& a) {
    const V h = broadcast<V>(a.h), inverseH = broadcast<V>(a.inverseH), bound = broadcast<V>(a.bound * a.bound);
    V unsound = zero<V>();
    for (std::size_t i = 0; i < a.slotCount; ++i) {
      const Particle<V> end = loadPoint(point(a.x, i));
      const Vector<V> start = loadVector(vector(a.start, i)), before = loadVector(vector(a.velocity, i));
      const Vector<V> v = velocityAfter(end.x, end.w, start, before, h, inverseH);
      for (const V c : {v.x, v.y, v.z}) unsound = select(less(c * c, bound), unsound, broadcast<V>(1.0f));
      storeVector(v, vector(a.velocity, i));
    }
    storeFloats(unsound, a.unsound.lane);
  }

  static void wind(const CrowdAirArguments& a) {
    AirForce<V> force(a.h, 0.0f, 0.0f, a.halfDensity);
    force.drag = lanes(a.drag), force.lift = lanes(a.lift);
    for (std::size_t i = 0; i < a.count; ++i) {
      const std::uint16_t* slots = a.triangles + 3 * i;
      Particle<V> p[3];
      Vector<V> v[3], moving{zero<V>(), zero<V>(), zero<V>()};
      for (int c = 0; c < 3; ++c) {
        p[c] = loadPoint(point(a.x, slots[c])), v[c] = loadVector(vector(a.velocity, slots[c]));
        if (a.air != nullptr) moving = moving + loadVector(vector(a.air, slots[c]));
      }
      moving = a.air != nullptr ? moving * force.third : broadcastVector<V>(a.uniform);
      const Vector<V> impulse = force.impulse(p, v, moving);
      for (int c = 0; c < 3; ++c) storeVector(v[c] + impulse * p[c].w, vector(a.velocity, slots[c]));
    }
  }

  static void gust(const GustArguments& a, const float* x, float* air, std::uint32_t slotCount) {
    const Gusts<V> gusts(a);
    for (std::size_t i = 0; i < slotCount; ++i) storeVector(gusts.at(loadVector(point(x, i))), vector(air, i));
  }

  static void pin(const CrowdPinArguments& a) {
    const V time = broadcast<V>(a.time);
    const bool arrived = a.time >= 1.0f;
    for (std::size_t i = 0; i < a.count; ++i) {
      float* at = point(a.x, a.slots[i]);
      const Particle<V> p = loadPoint(at);
      const Vector<V> from = loadVector(vector(a.from, i)), to = loadVector(vector(a.to, i));
      const Vector<V> there = arrived ? to : from + (to - from) * time;
      storeVector(select(less(zero<V>(), p.w), p.x, there), at);
    }
  }

  static void tether(const CrowdTetherArguments& a) {
    for (std::size_t i = 0; i < a.count; ++i) {
      float* at = point(a.x, a.shared != nullptr ? a.shared[i].slot : a.slots[i]);
      const Particle<V> p = loadPoint(at);
      Vector<V> anchor;
      V length;
      if (a.shared != nullptr) {
        anchor = loadVector(point(a.x, a.shared[i].anchor));
        length = broadcast<V>(a.shared[i].length);
      } else {
        const std::int32_t* offsets = a.anchors + i * kLanes;
        anchor = {pick(a.x, offsets), pick(a.x + kLanes, offsets), pick(a.x + 2 * kLanes, offsets)};
        length = loadFloats<V>(a.lengths + i * kLanes);
      }
      storeVector(bringWithin(p.x, anchor, length, less(zero<V>(), p.w)), at);
    }
  }

  static void limit(const CrowdLimitArguments& a) {
    const V time = broadcast<V>(a.time), distance = lanes(a.distance);
    for (std::size_t i = 0; i < a.slotCount; ++i) {
      const Particle<V> p = loadPoint(point(a.x, i));
      const Vector<V> from = loadVector(vector(a.from, i)), to = loadVector(vector(a.to, i));
      const V allowed = a.scale != nullptr ? distance * broadcast<V>(a.scale[i]) : distance;
      storeVector(bringWithin(p.x, from + (to - from) * time, allowed, less(zero<V>(), p.w)), point(a.x, i));
    }
  }

  static void bounds(const float* x, const float* start, std::uint32_t slotCount, CrowdBounds& b) {
    const V low = broadcast<V>(3e38f), high = broadcast<V>(-3e38f);
    Vector<V> endLow{low, low, low}, endHigh{high, high, high}, startLow = endLow, startHigh = endHigh;
    for (std::size_t i = 0; i < slotCount; ++i) {
      const Vector<V> end = loadVector(point(x, i)), begin = loadVector(vector(start, i));
      endLow = least(end, endLow), endHigh = greatest(end, endHigh);
      startLow = least(begin, startLow), startHigh = greatest(begin, startHigh);
    }
    keep(endLow, b.endLow), keep(endHigh, b.endHigh), keep(startLow, b.startLow), keep(startHigh, b.startHigh);
  }

  static void join(const CrowdCopyArguments& a) {
    const auto chosen = less(zero<V>(), lanes(a.chosen));
    for (std::size_t i = 0; i < a.slotCount; ++i) {
      const std::size_t from = 4 * std::size_t{a.particleOfSlot[i]};
      const Particle<V> p = loadAt<V>([&](int lane) HWY_ATTR { return a.cloths[lane] + from; });
      float* to = a.vectors + i * a.vectorsPerSlot * kLanes;
      storeVector(select(chosen, p.x, loadVector(to)), to);
      if (a.vectorsPerSlot == 4) storeFloats(select(chosen, p.w, loadFloats<V>(to + 3 * kLanes)), to + 3 * kLanes);
    }
  }

  static void part(const CrowdCopyArguments& a) {
    for (std::size_t i = 0; i < a.slotCount; ++i) {
      const float* from = a.vectors + i * a.vectorsPerSlot * kLanes;
      const V w = a.vectorsPerSlot == 4 ? loadFloats<V>(from + 3 * kLanes) : zero<V>();
      const std::size_t to = 4 * std::size_t{a.particleOfSlot[i]};
      storeAt<V>(Particle<V>{loadVector(from), w}, [&](int lane) HWY_ATTR { return a.cloths[lane] + to; });
    }
  }

  static CrowdKernels make() {
    CrowdKernels kernels;
    forKinds([&](Kind kind, auto solver) {
      using K = decltype(solver);
      kernels.kinds[kind] = {&solve<K, false>, &solve<K, true>};
    });
    kernels.integrate = &integrate, kernels.velocity = &velocity, kernels.wind = &wind, kernels.gust = &gust;
    kernels.pin = &pin, kernels.tether = &tether, kernels.limit = &limit, kernels.bounds = &bounds;
    kernels.join = &join, kernels.part = &part;
    return kernels;
  }

 private:
  HWY_INLINE static Vector<V> least(Vector<V> a, Vector<V> b) {
    return {lower(a.x, b.x), lower(a.y, b.y), lower(a.z, b.z)};
  }
  HWY_INLINE static Vector<V> greatest(Vector<V> a, Vector<V> b) {
    return {higher(a.x, b.x), higher(a.y, b.y), higher(a.z, b.z)};
  }
  HWY_INLINE static void keep(Vector<V> v, LaneFloats (&to)[3]) {
    storeFloats(v.x, to[0].lane), storeFloats(v.y, to[1].lane), storeFloats(v.z, to[2].lane);
  }
  /// One float a lane, each from its own place.
  HWY_INLINE static V pick(const float* from, const std::int32_t* offsets) {
    alignas(64) float values[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane) values[lane] = from[offsets[lane]];
    return loadFloats<V>(values);
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
