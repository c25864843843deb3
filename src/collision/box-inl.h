// Box: outside, the way to the nearest point of the box; inside, the nearest face.
//
// Degenerate: on a face, edge or corner, and wherever two faces are equally near inside, the face square to
// y is preferred to that of x, and x to z; in the middle between two opposite faces the positive one.
#if defined(TOILE_COLLISION_BOX_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_BOX_INL_H
#undef TOILE_COLLISION_BOX_INL_H
#else
#define TOILE_COLLISION_BOX_INL_H
#endif

#include "collision/surface-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

struct BoxSurface {
  float halfX, halfY, halfZ;
  explicit BoxSurface(const Box& s) : halfX(s.halfExtents.x), halfY(s.halfExtents.y), halfZ(s.halfExtents.z) {}

  template <class V>
  HWY_INLINE Surface<V> at(Vector<V> p) const {
    const Vector<V> half{broadcast<V>(halfX), broadcast<V>(halfY), broadcast<V>(halfZ)};
    const Vector<V> nearest{higher(lower(p.x, half.x), -half.x), higher(lower(p.y, half.y), -half.y),
                            higher(lower(p.z, half.z), -half.z)};
    const Vector<V> face = {absolute(p.x) - half.x, absolute(p.y) - half.y, absolute(p.z) - half.z};
    const V one = broadcast<V>(1.0f), none = zero<V>();
    // The face under which p lies least deep.
    const auto xFirst = less(face.y, face.x);
    const V xOrY = select(xFirst, face.x, face.y);
    const auto zFirst = less(xOrY, face.z);
    const V inside = select(zFirst, face.z, xOrY);
    const Vector<V> sideX{select(less(p.x, none), -one, one), none, none};
    const Vector<V> sideY{none, select(less(p.y, none), -one, one), none};
    const Vector<V> sideZ{none, none, select(less(p.z, none), -one, one)};
    const Surface<V> outside = lengthAndDirection(p - nearest, select(zFirst, sideZ, select(xFirst, sideX, sideY)));
    return {select(less(none, outside.distance), outside.distance, inside), outside.normal};
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
