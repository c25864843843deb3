// Convex hull of triangles, rounded by a radius.
//
//   inside   distance = max over the faces of n · p − offset: the nearest face is the least deep one
//   outside  the nearest point of the faces that p is in front of. That is enough: p − nearest is a sum of the normals
//   of
//            the faces there, not all of which can point away from it.
//
// The largest n · p − offset is never more than the distance: most particles need no more than that (atLeast).
//
// Degenerate: on a face (to rounding) the normal is the face's; where several are equally near, the first one's.
#if defined(TOILE_COLLISION_HULL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_HULL_INL_H
#undef TOILE_COLLISION_HULL_INL_H
#else
#define TOILE_COLLISION_HULL_INL_H
#endif

#include "collision/hull/hull_data.h"
#include "collision/surface-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

struct HullSurface {
  const HullData& data;
  float rounding;
  explicit HullSurface(const ConvexHull& s) : data(s.mesh->data()), rounding(s.radius) {}

  template <class V>
  HWY_INLINE static Vector<V> vectorOf(const float (&v)[3]) {
    return axisVector<V>(v[0], v[1], v[2]);
  }
  template <class V>
  HWY_INLINE static V above(const HullPlane& plane, Vector<V> p) {
    return dot(vectorOf<V>(plane.normal), p) - broadcast<V>(plane.offset);
  }

  /// No more than the distance.
  template <class V>
  HWY_INLINE V atLeast(Vector<V> p) const {
    V most = broadcast<V>(-3e38f);
    for (const HullPlane& plane : data.planes) most = higher(above(plane, p), most);
    return most - broadcast<V>(rounding);
  }

  template <class V>
  HWY_NOINLINE Surface<V> at(Vector<V> p) const {
    V most = broadcast<V>(-3e38f);
    Vector<V> normal = axisVector<V>(0.0f, 1.0f, 0.0f);
    for (const HullPlane& plane : data.planes) {
      const V height = above(plane, p);
      const auto higherOne = less(most, height);
      most = select(higherOne, height, most);
      normal = select(higherOne, vectorOf<V>(plane.normal), normal);
    }
    const auto outside = less(zero<V>(), most);
    if (anyTrue(outside)) {
      const Surface<V> round = lengthAndDirection(fromNearest(p, normal * most), normal);
      most = select(outside, round.distance, most);
      normal = select(outside, round.normal, normal);
    }
    return {most - broadcast<V>(rounding), normal};
  }

 private:
  /// p from the nearest point of the faces it is in front of; `otherwise` where it is in front of none.
  template <class V>
  HWY_INLINE Vector<V> fromNearest(Vector<V> p, Vector<V> otherwise) const {
    V least = broadcast<V>(3e38f);
    Vector<V> nearest = otherwise;
    for (std::size_t f = 0; f < data.faces.size(); ++f) {
      const V height = above(data.planes[f], p);
      const auto front = less(zero<V>(), height);
      if (!anyTrue(front)) continue;
      const HullFace& face = data.faces[f];
      V beyond = broadcast<V>(-3e38f);  // m, how far outside the triangle, along its plane
      for (std::size_t k = 0; k < 3; ++k) {
        const Vector<V> edge = vectorOf<V>(face.edge[k]), own = p - vectorOf<V>(face.corner[k]);
        const V along = dot(own, edge) * broadcast<V>(face.inverseSquared[k]);
        const V place = higher(lower(along, broadcast<V>(1.0f)), zero<V>());
        take(front, own - edge * place, least, nearest);
        beyond = higher(dot(vectorOf<V>(face.outward[k]), own), beyond);
      }
      take(both(front, less(beyond, zero<V>())), vectorOf<V>(data.planes[f].normal) * height, least, nearest);
    }
    return nearest;
  }
  template <class V, class M>
  HWY_INLINE static void take(M allowed, Vector<V> way, V& least, Vector<V>& nearest) {
    const V squared = dot(way, way);
    const auto nearer = both(allowed, less(squared, least));
    least = select(nearer, squared, least);
    nearest = select(nearer, way, nearest);
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
