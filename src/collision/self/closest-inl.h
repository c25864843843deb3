// Where two features are nearest, as many pairs at once as V has lanes.
//
// Vertex–triangle: the foot of the perpendicular where it lies inside, else the nearest point of the three edges
// (Ericson 2005, Real-Time Collision Detection, §5.1.5). Edge–edge: §5.1.9. Nobody relies on the result being exact:
// the guard only takes the direction as a proposal for a separating plane, which it then tests.
#if defined(TOILE_COLLISION_SELF_CLOSEST_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_SELF_CLOSEST_INL_H
#undef TOILE_COLLISION_SELF_CLOSEST_INL_H
#else
#define TOILE_COLLISION_SELF_CLOSEST_INL_H
#endif

#include "kernels/particles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// Weights of the four particles' places, those of side A and those of side B adding up to 1 each.
template <class V>
struct Nearest {
  V weight[4];
  Vector<V> apart;   ///< from B to A
  Vector<V> normal;  ///< of the triangle, or of both edges: not of unit length; its sign is that of the corners' order
  V inside;          ///< 1 where the nearest points lie inside both features, else 0
};

template <class V>
HWY_INLINE V clampToOne(V a) {
  return lower(higher(a, zero<V>()), broadcast<V>(1.0f));
}

/// a / b, or 0 where b is not positive.
template <class V>
HWY_INLINE V ratioOrZero(V a, V b) {
  const auto usable = less(broadcast<V>(1e-37f), b);
  return select(usable, a / select(usable, b, broadcast<V>(1.0f)), zero<V>());
}

template <class V>
HWY_INLINE Nearest<V> nearestVertexTriangle(Vector<V> p, Vector<V> a, Vector<V> b, Vector<V> c) {
  Nearest<V> r;
  const Vector<V> ab = b - a, ac = c - a, bc = c - b, ap = p - a, bp = p - b;
  r.normal = cross(ab, ac);
  const V d1 = dot(ab, ap), d2 = dot(ac, ap);
  const V abab = dot(ab, ab), acac = dot(ac, ac), abac = dot(ab, ac), bcbc = dot(bc, bc);
  const V area = abab * acac - abac * abac;
  const V v = acac * d1 - abac * d2, w = abab * d2 - abac * d1;  // barycentric weights times area
  const V one = broadcast<V>(1.0f), none = zero<V>();
  const auto over = both(both(less(none, v), less(none, w)), both(less(v + w, area), less(broadcast<V>(1e-37f), area)));
  const V inverse = one / select(over, area, one);
  // the three edges
  const V s = clampToOne(ratioOrZero(d1, abab)), t = clampToOne(ratioOrZero(d2, acac));
  const V u = clampToOne(ratioOrZero(dot(bc, bp), bcbc));
  const Vector<V> toAb = ap - ab * s, toAc = ap - ac * t, toBc = bp - bc * u;
  const V ofAb = dot(toAb, toAb), ofAc = dot(toAc, toAc), ofBc = dot(toBc, toBc);
  V weightB = s, weightC = none, best = ofAb;
  const auto nearerAc = less(ofAc, best);
  weightB = select(nearerAc, none, weightB), weightC = select(nearerAc, t, weightC),
  best = select(nearerAc, ofAc, best);
  const auto nearerBc = less(ofBc, best);
  weightB = select(nearerBc, one - u, weightB), weightC = select(nearerBc, u, weightC);
  weightB = select(over, v * inverse, weightB), weightC = select(over, w * inverse, weightC);
  r.weight[0] = one, r.weight[1] = one - weightB - weightC, r.weight[2] = weightB, r.weight[3] = weightC;
  r.apart = ap - ab * weightB - ac * weightC;
  r.inside = select(over, one, none);
  return r;
}

template <class V>
HWY_INLINE Nearest<V> nearestEdgeEdge(Vector<V> p, Vector<V> q, Vector<V> a, Vector<V> b) {
  Nearest<V> r;
  const V one = broadcast<V>(1.0f), none = zero<V>();
  const Vector<V> pq = q - p, ab = b - a, ap = p - a;
  r.normal = cross(pq, ab);
  const V pp = dot(pq, pq), aa = dot(ab, ab), f = dot(ab, ap), c = dot(pq, ap), m = dot(pq, ab);
  const V area = pp * aa - m * m;
  const auto skew = less(broadcast<V>(1e-6f) * pp * aa, area);
  const V free = (m * f - c * aa) / select(skew, area, one);
  V s = select(skew, clampToOne(free), none);
  const V wanted = ratioOrZero(m * s + f, aa);
  const V t = clampToOne(wanted);
  const auto clamped = either(less(wanted, none), less(one, wanted));
  s = select(clamped, clampToOne(ratioOrZero(m * t - c, pp)), s);
  r.weight[0] = one - s, r.weight[1] = s, r.weight[2] = one - t, r.weight[3] = t;
  r.apart = ap + pq * s - ab * t;
  const auto open = both(both(less(none, s), less(s, one)), both(less(none, t), less(t, one)));
  r.inside = select(both(open, skew), one, none);
  return r;
}

/// Sides by type of pair: vertex–triangle has one particle on side A, edge–edge two.
struct VertexTriangle {
  static constexpr int ofA = 1;
  template <class V>
  static HWY_INLINE Nearest<V> nearest(const Vector<V> (&x)[4]) {
    return nearestVertexTriangle(x[0], x[1], x[2], x[3]);
  }
};
struct EdgeEdge {
  static constexpr int ofA = 2;
  template <class V>
  static HWY_INLINE Nearest<V> nearest(const Vector<V> (&x)[4]) {
    return nearestEdgeEdge(x[0], x[1], x[2], x[3]);
  }
};

/// Room along n between the lowest of side A and the highest of side B: no more than their distance where |n| <= 1.
template <class K, class V>
HWY_INLINE V planeGap(const Vector<V> (&x)[4], Vector<V> n) {
  // relative to one of the particles, so that rounding is that of the pair's own size
  V low = zero<V>(), high = dot(n, x[K::ofA] - x[0]);
  for (int i = 1; i < K::ofA; ++i) low = lower(low, dot(n, x[i] - x[0]));
  for (int i = K::ofA + 1; i < 4; ++i) high = higher(high, dot(n, x[i] - x[0]));
  return low - high;
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
