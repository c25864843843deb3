// Air: gusts at particles, and the force of wind on triangles.
//
//   F = ½ ρ A [ (Cd − Cl)(v·n) v + Cl |v|² n ]     N, a third to each corner
// with v the air's velocity relative to the centroid and n the unit normal turned so that v·n >= 0, so the
// winding does not matter. Source: Wilson 2014 (Simulating Wind Effects on Cloth and Hair in Disney's
// Frozen), as in Unreal's Chaos.
// Two deviations: (1) lift fades to zero where the flow is within 6° of the sheet's plane, because its
// direction would jump there (and tangential flow would depend on the winding); (2) the force is divided by
// 1 + h · (its rate of change of velocity / |v|), the implicit step of a quadratic drag, so that no wind
// and no lightness can turn the relative velocity round.
// Degenerate: zero area or no relative velocity give exactly zero.
#if defined(TOILE_KERNELS_AIR_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_AIR_INL_H
#undef TOILE_KERNELS_AIR_INL_H
#else
#define TOILE_KERNELS_AIR_INL_H
#endif

#include "constraint_set.h"
#include "kernels/motion-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// A smooth wave of period 1 between −1 and 1, two parabolas: within 6 % of a sine.
template <class V>
HWY_INLINE V wave(V cycles) {
  // Adding and taking away 1.5 · 2²³ rounds to whole numbers, exactly and alike everywhere.
  const V magic = broadcast<V>(12582912.0f);
  const V u = cycles - ((cycles + magic) - magic);  // −½ … ½
  const V size = select(less(u, zero<V>()), -u, u);
  return u * (broadcast<V>(8.0f) - broadcast<V>(16.0f) * size);
}

/// The gusts of one moment, in every lane.
template <class V>
struct Gusts {
  Vector<V> velocity, waves[3];
  V phase[3], strength;
  HWY_INLINE explicit Gusts(const GustArguments& a)
      : velocity(broadcastVector<V>(a.velocity)), strength(broadcast<V>(a.strength / 3.0f)) {
    for (int k = 0; k < 3; ++k) waves[k] = broadcastVector<V>(a.wave[k]), phase[k] = broadcast<V>(a.phase[k]);
  }
  HWY_INLINE Vector<V> at(Vector<V> x) const {
    V sum = zero<V>();
    for (int k = 0; k < 3; ++k) sum = sum + wave(dot(x, waves[k]) + phase[k]);
    return velocity * (broadcast<V>(1.0f) + strength * sum);
  }
};

template <class V>
void gustRows(const GustArguments& a, Rows rows) {
  const Gusts<V> gusts(a);
  for (std::size_t i = rows.first; i < rows.end; i += LaneCount<V>::value) {
    storeRow(Particle<V>{gusts.at(loadRow<V>(a.x, i).x), zero<V>()}, a.air, i);
  }
}

/// What air does to a triangle, in every lane.
template <class V>
struct AirForce {
  V third, h, drag, lift, quarterDensity;
  AirForce() = default;
  HWY_INLINE AirForce(float time, float cd, float cl, float halfDensity)
      : third(broadcast<V>(1.0f / 3.0f)),
        h(broadcast<V>(time)),
        drag(broadcast<V>(cd)),
        lift(broadcast<V>(cl)),
        quarterDensity(broadcast<V>(0.5f * halfDensity)) {}

  /// Impulse on each corner, kg m/s. `air` is its velocity at the centroid.
  HWY_INLINE Vector<V> impulse(const Particle<V> (&p)[3], const Vector<V> (&v)[3], Vector<V> air) const {
    const Vector<V> flow = air - (v[0] + v[1] + v[2]) * third;
    const Vector<V> normal = cross(p[1].x - p[0].x, p[2].x - p[0].x);  // 2 A n
    const V through = dot(flow, normal);                               // 2 A v·n, signed
    const V throughSize = select(less(through, zero<V>()), -through, through);
    const V flowSquared = dot(flow, flow);
    const V most = squareRoot(flowSquared * dot(normal, normal));  // 2 A |v|
    const V full = broadcast<V>(0.1f) * most;
    V turn = select(less(throughSize, full), through / full,
                    select(less(through, zero<V>()), broadcast<V>(-1.0f), broadcast<V>(1.0f)));
    turn = select(less(zero<V>(), full), turn, zero<V>());
    const Vector<V> force =
        (flow * ((drag - lift) * throughSize) + normal * (lift * flowSquared * turn)) * quarterDensity;
    const V heaviest = higher(p[0].w, higher(p[1].w, p[2].w));  // largest inverse mass
    const V rate = broadcast<V>(2.0f) * h * heaviest * quarterDensity * (drag * throughSize + lift * most);
    return force * (h * third / (broadcast<V>(1.0f) + rate));
  }
};

template <class V, class Index>
void windBlocks(const WindArguments& a, const Index* indices) {
  const AirForce<V> air(a.h, a.drag, a.lift, a.halfDensity);
  for (std::size_t block = a.firstBlock; block < a.endBlock; ++block) {
    for (std::size_t lane = 0; lane < kBlock; lane += LaneCount<V>::value) {
      const Index* corner[3];
      Particle<V> p[3];
      Vector<V> v[3], moving{zero<V>(), zero<V>(), zero<V>()};
      for (std::size_t i = 0; i < 3; ++i) {
        corner[i] = indices + (block * 3 + i) * kBlock + lane;
        p[i] = load<V>(a.x, corner[i]);
        v[i] = load<V>(a.velocity, corner[i]).x;
        if (a.air != nullptr) moving = moving + load<V>(a.air, corner[i]).x;
      }
      moving = a.air != nullptr ? moving * air.third : broadcastVector<V>(a.uniform);
      const Vector<V> impulse = air.impulse(p, v, moving);
      for (int i = 0; i < 3; ++i) {
        store(Particle<V>{v[i] + impulse * p[i].w, zero<V>()}, a.velocity, corner[i]);
      }
    }
  }
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
