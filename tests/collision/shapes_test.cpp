// Distances and normals of every shape against formulas and searches that share nothing with the code.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "cloud.h"
#include "collision/box-inl.h"
#include "collision/capsule-inl.h"
#include "collision/hull/hull-inl.h"
#include "collision/plane-inl.h"
#include "collision/sphere-inl.h"
#include "collision/tapered_capsule-inl.h"
#include "collision/volume/volume-inl.h"
#include "hull/hulls.h"

namespace toile {
namespace {

using namespace HWY_NAMESPACE;

SphereSurface surfaceOf(const Sphere& s) { return SphereSurface(s); }
CapsuleSurface surfaceOf(const Capsule& s) { return CapsuleSurface(s); }
TaperedCapsuleSurface surfaceOf(const TaperedCapsule& s) { return TaperedCapsuleSurface(s); }
PlaneSurface surfaceOf(const Plane& s) { return PlaneSurface(s); }
BoxSurface surfaceOf(const Box& s) { return BoxSurface(s); }
HullSurface surfaceOf(const ConvexHull& s) { return HullSurface(s); }
VolumeSurface surfaceOf(const Volume& s) { return VolumeSurface(s); }

/// Bodies of triangles have their own tests (collision/body).
Surface<float> surfaceAt(const Shape& shape, Vec3 p) {
  return std::visit(
      [&](const auto& s) -> Surface<float> {
        if constexpr (std::is_same_v<std::decay_t<decltype(s)>, MeshBody>) {
          ADD_FAILURE() << "no shape of its own";
          return {};
        } else {
          return surfaceOf(s).at(Vector<float>{p.x, p.y, p.z});
        }
      },
      shape);
}
Vec3 normalAt(const Shape& shape, Vec3 p) {
  const Vector<float> n = surfaceAt(shape, p).normal;
  return {n.x, n.y, n.z};
}

const std::array<Shape, 12> kShapes{Sphere{0.3f},
                                    Sphere{0.0f},
                                    Capsule{0.1f, 0.25f},
                                    Capsule{0.2f, 0.0f},
                                    TaperedCapsule{0.3f, 0.1f, 0.5f},
                                    TaperedCapsule{0.05f, 0.2f, 0.4f},
                                    TaperedCapsule{0.3f, 0.1f, 0.05f},
                                    Plane{},
                                    Box{{0.3f, 0.1f, 0.2f}},
                                    boxHull({0.3f, 0.1f, 0.2f}),
                                    gemHull(0.3f),
                                    gemHull(0.15f, 0.1f)};

/// At its surface the normal jumps, truly.
bool hasEdges(const Shape& shape) {
  const auto* hull = std::get_if<ConvexHull>(&shape);
  return std::holds_alternative<Box>(shape) || (hull != nullptr && hull->radius == 0.0f);
}

/// Distance to a union of spheres (r > 0) along the axis, in double: min over s of |p − c(s)| − r(s), by
/// golden section on a convex function. Holds outside the solid.
double hullOfSpheres(double bottomRadius, double topRadius, double halfLength, Vec3 p) {
  const auto at = [&](double s) {
    const double y = p.y - (-halfLength + 2.0 * halfLength * s);
    return std::sqrt(double(p.x) * p.x + y * y + double(p.z) * p.z) - (bottomRadius + (topRadius - bottomRadius) * s);
  };
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 200; ++i) {
    const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
    (at(a) < at(b) ? high : low) = at(a) < at(b) ? b : a;
  }
  return at(0.5 * (low + high));
}

TEST(Shapes, P13_TaperedCapsuleDistancesAreThoseOfTheHull) {
  // The case's spheres have centres (0,0,0) and (0,1,0); the shape's own frame is half way between.
  const TaperedCapsule shape{0.3f, 0.1f, 0.5f};
  const struct {
    Vec3 p;
    float distance;
  } cases[] = {{{0.5f, 0.5f, 0.0f}, 0.2899f},
               {{0.5f, 1.0f, 0.0f}, 0.3899f},
               {{0.0f, 1.3f, 0.0f}, 0.2000f},
               {{0.35f, 0.05f, 0.0f}, 0.0536f},
               {{0.15f, 0.97f, 0.0f}, 0.0410f}};
  for (const auto& c : cases) EXPECT_NEAR(signedDistance(shape, c.p - Vec3{0.0f, 0.5f, 0.0f}), c.distance, 1e-4f);
}

TEST(Shapes, RoundShapesAgreeWithTheHullOfTheirSpheres) {
  // Coordinates up to 1 m: a handful of roundings of 6e-8 each.
  constexpr double kTolerance = 1e-6;
  Dice dice;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 p = dice.vector();
    const double radius = std::sqrt(double(p.x) * p.x + double(p.y) * p.y + double(p.z) * p.z);
    EXPECT_NEAR(signedDistance(Sphere{0.3f}, p), radius - double(0.3f), kTolerance);
    EXPECT_NEAR(signedDistance(Capsule{0.1f, 0.25f}, p), hullOfSpheres(0.1f, 0.1f, 0.25f, p), kTolerance);
    const double outside = hullOfSpheres(0.3f, 0.1f, 0.5f, p);
    // Inside the hull, the formula for the spheres' union is the cone's as well, by the same convexity.
    EXPECT_NEAR(signedDistance(TaperedCapsule{0.3f, 0.1f, 0.5f}, p), outside, kTolerance);
    EXPECT_NEAR(signedDistance(TaperedCapsule{0.05f, 0.2f, 0.4f}, p), hullOfSpheres(0.05f, 0.2f, 0.4f, p), kTolerance);
  }
}

TEST(Shapes, SwallowedSphereOfATaperedCapsuleDoesNotExist) {
  Dice dice;
  for (int i = 0; i < 200; ++i) {
    const Vec3 p = dice.vector();
    EXPECT_FLOAT_EQ(signedDistance(TaperedCapsule{0.3f, 0.1f, 0.05f}, p),
                    signedDistance(Sphere{0.3f}, p + Vec3{0.0f, 0.05f, 0.0f}));
    EXPECT_FLOAT_EQ(signedDistance(TaperedCapsule{0.1f, 0.3f, 0.1f}, p),  // just swallowed: they touch inside
                    signedDistance(Sphere{0.3f}, p - Vec3{0.0f, 0.1f, 0.0f}));
    EXPECT_FLOAT_EQ(signedDistance(TaperedCapsule{0.2f, 0.2f, 0.0f}, p), signedDistance(Sphere{0.2f}, p));
  }
}

TEST(Shapes, BoxAgreesWithTheNearestOfItsFaces) {
  const Box box{{0.3f, 0.1f, 0.2f}};
  const double half[3] = {0.3f, 0.1f, 0.2f};
  Dice dice;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 v = dice.vector() * 0.6f;
    const double p[3] = {v.x, v.y, v.z};
    // Nearest point of each face rectangle, in double.
    double nearest = 1e9;
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis) {
      inside = inside && std::fabs(p[axis]) < half[axis];
      for (double side : {-1.0, 1.0}) {
        double sum = 0.0;
        for (int k = 0; k < 3; ++k) {
          const double on = k == axis ? side * half[k] : std::clamp(p[k], -half[k], half[k]);
          sum += (p[k] - on) * (p[k] - on);
        }
        nearest = std::min(nearest, std::sqrt(sum));
      }
    }
    EXPECT_NEAR(signedDistance(box, v), inside ? -nearest : nearest, 1e-6);
  }
}

TEST(Shapes, NormalIsTheGradientOfTheDistance) {
  // Central differences over 2 mm: truncation is at most (1 mm)²/(6 r²) of the third derivative, rounding
  // 1e-7 / 1e-3. Points where the gradient jumps (medial axis, box diagonals) are recognised by a jump.
  constexpr float kStep = 1e-3f;
  Dice dice;
  std::size_t checked = 0;
  for (const Shape& shape : kShapes) {
    for (int i = 0; i < 500; ++i) {
      const Vec3 p = dice.vector() * 0.7f;
      const Vec3 n = normalAt(shape, p);
      EXPECT_NEAR(length(n), 1.0f, 1e-6f);
      const float d = signedDistance(shape, p);
      if (std::fabs(d) < kStep || length(p) < 0.05f) continue;
      Vec3 gradient, second;
      const auto along = [&](Vec3 e, float& first, float& curvature) {
        const float a = signedDistance(shape, p + e * kStep), b = signedDistance(shape, p - e * kStep);
        first = (a - b) / (2.0f * kStep), curvature = std::fabs(a + b - 2.0f * d) / kStep;
      };
      along({1.0f, 0.0f, 0.0f}, gradient.x, second.x);
      along({0.0f, 1.0f, 0.0f}, gradient.y, second.y);
      along({0.0f, 0.0f, 1.0f}, gradient.z, second.z);
      if (std::max({second.x, second.y, second.z}) > 0.03f) continue;
      ++checked;
      EXPECT_LT(distance(gradient, n), 0.02f);
    }
  }
  EXPECT_GT(checked, 4500u);  // the exceptions are few
}

TEST(Shapes, P13_NormalsOfPointsAMillimetreApartDifferByLessThanTwoDegrees) {
  Dice dice;
  for (const Shape& shape : kShapes) {
    if (hasEdges(shape)) continue;
    for (int i = 0; i < 4000; ++i) {
      // Within the cloth's reach of the surface: 0 … 20 mm outside. A curve of radius r turns by 1 mm / r.
      Vec3 p = dice.vector() * 0.6f;
      for (int k = 0; k < 3; ++k) p = p - normalAt(shape, p) * (signedDistance(shape, p) - 0.01f);
      if (std::fabs(signedDistance(shape, p)) > 0.02f) continue;
      const Vec3 q = p + dice.direction() * 1e-3f;
      const float angle = std::acos(std::min(1.0f, dot(normalAt(shape, p), normalAt(shape, q)))) * 57.29578f;
      const bool point = std::holds_alternative<Sphere>(shape) && std::get<Sphere>(shape).radius == 0.0f;
      EXPECT_TRUE(point || angle < 2.0f) << angle;
    }
  }
}

TEST(Shapes, P14_DegeneratePointsHaveUnitNormalsThatLeadOut) {
  for (const Shape& shape : kShapes) {
    for (const Vec3 p : {Vec3{}, Vec3{0.0f, 0.1f, 0.0f}, Vec3{0.0f, -0.25f, 0.0f}, Vec3{0.0f, 0.25f, 0.0f},
                         Vec3{0.3f, 0.1f, 0.2f}, Vec3{-0.3f, 0.1f, -0.2f}, Vec3{1e-20f, 0.0f, -1e-20f}}) {
      const Surface<float> s = surfaceAt(shape, p);
      const Vec3 n = normalAt(shape, p);
      EXPECT_NEAR(length(n), 1.0f, 1e-6f);
      // Going out by the depth along the normal reaches the surface.
      EXPECT_NEAR(signedDistance(shape, p - n * s.distance), 0.0f, 1e-6f);
      EXPECT_EQ(n, normalAt(shape, p));
    }
  }
  EXPECT_EQ(normalAt(Sphere{0.1f}, {}), (Vec3{0.0f, 1.0f, 0.0f}));
  EXPECT_EQ(normalAt(Capsule{0.1f, 0.2f}, {}), (Vec3{1.0f, 0.0f, 0.0f}));
  EXPECT_EQ(normalAt(Box{{0.1f, 0.1f, 0.1f}}, {}), (Vec3{0.0f, 1.0f, 0.0f}));
}

TEST(Shapes, DefinitionsPlaceTheirShapes) {
  Dice dice;
  for (int i = 0; i < 300; ++i) {
    const Vec3 a = dice.vector(), b = dice.vector(), p = dice.vector() * 2.0f;
    const auto worldDistance = [&](const ColliderDef& def) {
      return signedDistance(def.shape, applyInverse(def.transform, p));
    };
    // Independent: the segment's nearest point by projection.
    const float t = std::clamp(dot(p - a, b - a) / lengthSquared(b - a), 0.0f, 1.0f);
    EXPECT_NEAR(worldDistance(capsuleCollider(a, b, 0.1f)), distance(p, a + (b - a) * t) - 0.1f, 2e-6f);
    const Vec3 n = dice.direction();
    EXPECT_NEAR(worldDistance(planeCollider(a, n * 3.0f)), dot(n, p - a), 2e-6f);
    // Ends keep their own radius: straight beyond each end.
    const ColliderDef tapered = taperedCapsuleCollider(a, 0.1f, b, 0.05f);
    const Vec3 out = normalizedOr(a - b, {0.0f, 1.0f, 0.0f});
    EXPECT_NEAR(signedDistance(tapered.shape, applyInverse(tapered.transform, a + out)), 0.9f, 2e-6f);
    EXPECT_NEAR(signedDistance(tapered.shape, applyInverse(tapered.transform, b - out)), 0.95f, 2e-6f);
  }
}

TEST(Shapes, DefinitionsTakeEveryDirection) {
  for (const Vec3 n :
       {Vec3{0.0f, 1.0f, 0.0f}, Vec3{0.0f, -1.0f, 0.0f}, Vec3{1e-4f, -1.0f, 1e-4f}, Vec3{1e-9f, -1.0f, 0.0f},
        Vec3{0.0f, 1e-25f, 0.0f}, Vec3{2e30f, -3e30f, 0.0f}, Vec3{-1.0f, 0.0f, 0.0f}, Vec3{0.0f, 0.0f, 1.0f}}) {
    const float scale = std::max({std::fabs(n.x), std::fabs(n.y), std::fabs(n.z)});
    const Vec3 unit = normalizedOr({n.x / scale, n.y / scale, n.z / scale}, {});
    const ColliderDef def = planeCollider({}, n);
    EXPECT_LT(distance(rotate(def.transform.rotation, {0.0f, 1.0f, 0.0f}), unit), 1e-6f);
  }
  const ColliderDef point = capsuleCollider({1.0f, 2.0f, 3.0f}, {1.0f, 2.0f, 3.0f}, 0.1f);
  EXPECT_NEAR(signedDistance(point.shape, applyInverse(point.transform, {1.0f, 2.0f, 4.0f})), 0.9f, 1e-6f);
}

}  // namespace
}  // namespace toile
