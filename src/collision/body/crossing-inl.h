// A point and a triangle that both move in one substep: whether the point goes through it from its front to its back.
//
// In the triangle's own coordinates (weights of its corners, height over its plane) the way is taken as straight. For
// a triangle that moves rigidly these are the same coordinates for all triangles of the body, so that nothing slips
// between two of them; kCrossingSlack is for those that bend.
#if defined(TOILE_COLLISION_BODY_CROSSING_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_BODY_CROSSING_INL_H
#undef TOILE_COLLISION_BODY_CROSSING_INL_H
#else
#define TOILE_COLLISION_BODY_CROSSING_INL_H
#endif

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

constexpr float kCrossingSlack = 2e-3f;

template <class V>
struct TriangleCoordinates {
  V height;          ///< m
  V weight[3];       ///< of the corners at the foot
  Vector<V> normal;  ///< unit; zero for a triangle without area
};
template <class V>
HWY_INLINE TriangleCoordinates<V> coordinatesIn(Vector<V> p, Vector<V> a, Vector<V> b, Vector<V> c) {
  const Vector<V> ab = b - a, ac = c - a, ap = p - a, n = cross(ab, ac);
  const V squared = dot(n, n), one = broadcast<V>(1.0f);
  const auto usable = less(broadcast<V>(1e-36f), squared);
  const V safe = select(usable, squared, one);
  const V inverse = select(usable, one / safe, zero<V>());
  TriangleCoordinates<V> r;
  r.normal = n * select(usable, one / squareRoot(safe), zero<V>());
  r.height = dot(r.normal, ap);
  r.weight[1] = dot(n, cross(ap, ac)) * inverse;
  r.weight[2] = dot(n, cross(ab, ap)) * inverse;
  r.weight[0] = one - r.weight[1] - r.weight[2];
  return r;
}

template <class V>
struct Crossing {
  V time;       ///< 0 … 1 of the substep; 2 where there is none
  V weight[3];  ///< where
};
/// `behind`: m, how far behind the front a start still counts as in front. side ±1: which side is the front.
template <class V>
HWY_INLINE Crossing<V> findCrossing(const TriangleCoordinates<V>& start, const TriangleCoordinates<V>& end, V side,
                                    V behind) {
  const V none = zero<V>(), one = broadcast<V>(1.0f), h0 = start.height * side, h1 = end.height * side;
  const V fall = higher(h0, none) - h1;
  auto crosses = both(both(less(-behind, h0), less(h1, none)), less(none, fall));
  Crossing<V> r;
  const V s = higher(h0, none) / select(less(none, fall), fall, one);
  for (int k = 0; k < 3; ++k) {
    r.weight[k] = start.weight[k] + (end.weight[k] - start.weight[k]) * s;
    crosses = both(crosses, less(broadcast<V>(-kCrossingSlack), r.weight[k]));
  }
  const Vector<V> n = end.normal;
  crosses = both(crosses, less(broadcast<V>(0.5f), dot(n, n)));
  r.time = select(crosses, s, broadcast<V>(2.0f));
  return r;
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
