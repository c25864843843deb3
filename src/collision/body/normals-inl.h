// On which side of a body a point is, told by the outward direction of the feature that is nearest to it.
//
//   face    its normal
//   edge    the sum of the two unit normals
//   corner  the sum of unit normals, each weighted with the face's angle there
//
// With these weights the sign is right for every closed mesh (Bærentzen & Aanæs 2005, Signed Distance Computation Using
// the Angle Weighted Pseudonormal).
#if defined(TOILE_COLLISION_BODY_NORMALS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_BODY_NORMALS_INL_H
#undef TOILE_COLLISION_BODY_NORMALS_INL_H
#else
#define TOILE_COLLISION_BODY_NORMALS_INL_H
#endif

#include "collision/body/body_data.h"
#include "kernels/dihedral_bending-inl.h"  // arcTangent
#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

HWY_INLINE Vector<float> pointOf(const float* points, std::uint32_t i) {
  const float* p = points + 4 * std::size_t{i};
  return {p[0], p[1], p[2]};
}

/// Unit, or zero where the vector has no direction. Scaled first: the square of a small one may be no number any more.
HWY_INLINE Vector<float> unitOrZero(Vector<float> a) {
  const float squared = dot(a, a);
  if (!(squared > 1e-36f)) return {0.0f, 0.0f, 0.0f};
  return a * (1.0f / squareRoot(squared));
}

HWY_INLINE Vector<float> faceNormal(const BodyData& data, const float* corners, std::uint32_t triangle) {
  const Vector<float> a = pointOf(corners, data.corner(triangle, 0));
  return unitOrZero(
      cross(pointOf(corners, data.corner(triangle, 1)) - a, pointOf(corners, data.corner(triangle, 2)) - a));
}

/// Angle of a triangle at corner k, rad.
HWY_INLINE float angleAt(const BodyData& data, const float* corners, std::uint32_t triangle, std::uint32_t k) {
  const Vector<float> a = pointOf(corners, data.corner(triangle, k));
  const Vector<float> b = unitOrZero(pointOf(corners, data.corner(triangle, (k + 1) % 3)) - a);
  const Vector<float> c = unitOrZero(pointOf(corners, data.corner(triangle, (k + 2) % 3)) - a);
  const Vector<float> across = cross(b, c);
  return arcTangent(squareRoot(dot(across, across)), dot(b, c));
}

/// Outward direction at a place of a triangle, of any length; zero where there is none.
struct FeatureNormal {
  Vector<float> direction;
  bool face;    ///< inside the triangle: the direction is of unit length and that of the nearest way
  bool border;  ///< the mesh ends here
};

HWY_INLINE FeatureNormal edgeNormal(const BodyData& data, const float* corners, std::uint32_t triangle,
                                    std::uint32_t k) {
  const std::uint32_t other = data.neighbours[triangle][k];
  const Vector<float> own = faceNormal(data, corners, triangle);
  if (other == kNoTriangle) return {own, false, true};
  return {own + faceNormal(data, corners, other), false, false};
}

inline FeatureNormal cornerNormal(const BodyData& data, const float* corners, std::uint32_t corner) {
  Vector<float> sum{0.0f, 0.0f, 0.0f};
  for (std::uint32_t i = data.ringStart[corner]; i < data.ringStart[corner + 1]; ++i) {
    const std::uint32_t triangle = data.ring[i];
    std::uint32_t k = 0;
    while (data.corner(triangle, k) != corner) ++k;
    sum = sum + faceNormal(data, corners, triangle) * angleAt(data, corners, triangle, k);
  }
  return {sum, false, data.onBorder[corner] != 0};
}

/// weight[k]: of the triangle's corner k.
inline FeatureNormal featureNormal(const BodyData& data, const float* corners, std::uint32_t triangle,
                                   const float (&weight)[3]) {
  int zeros = 0;
  std::uint32_t zeroAt = 0, heaviest = 0;
  for (std::uint32_t k = 0; k < 3; ++k) {
    if (weight[k] == 0.0f) ++zeros, zeroAt = k;
    if (weight[heaviest] < weight[k]) heaviest = k;
  }
  if (zeros == 0) {
    const Vector<float> n = faceNormal(data, corners, triangle);
    return {n, dot(n, n) > 0.5f, false};
  }
  if (zeros == 1) return edgeNormal(data, corners, triangle, (zeroAt + 1) % 3);
  return cornerNormal(data, corners, data.corner(triangle, heaviest));
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
