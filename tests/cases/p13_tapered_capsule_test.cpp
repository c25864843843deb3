// P13: beside the cone of a tapered capsule the cone is the nearest feature, not the sphere at an end.
#include <iostream>

#include "cases/case_helpers.h"

namespace toile::test {
namespace {

// The hull of the spheres A = (0, 0, 0) r = 0.3 and B = (0, 1, 0) r = 0.1; its own origin is half way.
const TaperedCapsule kShape{0.3f, 0.1f, 0.5f};

float distanceTo(Vec3 p) { return signedDistance(kShape, p - Vec3{0.0f, 0.5f, 0.0f}); }

/// Smallest over the spheres of the family between A and B, by brute force, in double.
double bruteForce(double x, double y) {
  double least = 1e9;
  for (int k = 0; k <= 200000; ++k) {
    const double t = k / 200000.0;
    least = std::min(least, std::hypot(x, y - t) - (0.3 - 0.2 * t));
  }
  return least;
}

TEST(Cases, P13_TaperedCapsuleDistances) {
  const struct {
    Vec3 point;
    float distance;
  } samples[] = {{{0.5f, 0.5f, 0.0f}, 0.2899f},
                 {{0.5f, 1.0f, 0.0f}, 0.3899f},
                 {{0.0f, 1.3f, 0.0f}, 0.2000f},
                 {{0.35f, 0.05f, 0.0f}, 0.0536f},
                 {{0.15f, 0.97f, 0.0f}, 0.0410f}};
  for (const auto& sample : samples) {
    EXPECT_NEAR(bruteForce(sample.point.x, sample.point.y), sample.distance, 1e-4);
    EXPECT_NEAR(distanceTo(sample.point), sample.distance, 1e-4f) << sample.point.x << ' ' << sample.point.y;
  }
}

/// The normal at p as geometry has it: from A under the cone's lower rim, from B over its upper one, and along the side
/// of the cone between them, which rises by 0.2 of the normal's length (the radius shrinks by 0.2 a metre).
Vec3 exactNormal(Vec3 p) {
  const float side = std::sqrt(1.0f - 0.2f * 0.2f), across = std::hypot(p.x, p.z);
  // Where the line along the cone's normal through p meets the axis.
  const float foot = p.y - across * 0.2f / side;
  if (foot < 0.0f) return normalizedOr(p, {});
  if (foot > 1.0f) return normalizedOr(p - Vec3{0.0f, 1.0f, 0.0f}, {});
  return {side * p.x / across, 0.2f, side * p.z / across};
}

/// Points `away` from the surface along a meridian, 1 mm apart, from under A to over B.
Points meridian(float away, Vec3 outward) {
  Points points;
  Vec3 p{1e-3f, -0.3f - away, 0.0f};
  while (p.x > 0.0f && points.size() < 5000) {
    points.push_back(Vec3{outward.x * p.x, p.y, outward.z * p.x});
    Vec3 normal = exactNormal(p);
    p += Vec3{-normal.y, normal.x, 0.0f} * 1e-3f;
    normal = exactNormal(p);
    p += normal * (away - distanceTo(p));
  }
  return points;
}

/// Which way a step pushes points that lie too close to the shape: the solver's own contact normals.
Points contactNormals(const Points& points) {
  SurfaceMesh mesh;  // loose triangles that nothing holds together
  const std::size_t count = (points.size() + 2) / 3 * 3;
  for (std::size_t i = 0; i < count; ++i) {
    mesh.positions.push_back({static_cast<float>(i), i % 3 == 1 ? 1.0f : 0.0f, 0.0f});
    mesh.faceVertices.push_back(static_cast<std::uint32_t>(i));
  }
  OneClothDef def;
  removeDrag(def);
  def.world.gravity = {};
  def.params.frictionStatic = def.params.frictionDynamic = 0.0f;
  for (KindParams& kind : def.params.kinds) kind.enabled = false;
  OneCloth one = oneCloth(mesh, def);
  ColliderDef capsule;
  capsule.shape = kShape;
  capsule.transform.translation = {0.0f, 0.5f, 0.0f};
  one.add(capsule);
  Points from = points;
  from.resize(count, {0.0f, 5.0f, 0.0f});
  EXPECT_TRUE(one.world.writePositions(one.cloth, from));
  one.run(1, 1.0f / 3600.0f);
  EXPECT_EQ(one.world.stats().substepsLastStep, 1u);
  Points normals = one.positions();
  normals.resize(points.size());
  for (std::size_t i = 0; i < normals.size(); ++i) normals[i] = normalizedOr(normals[i] - points[i], {});
  return normals;
}

// The contact of a vertex 0.4 mm too close goes 0.4 mm along the normal, from places that are rounded by 6e-8 m and
// less: 0.02°. 2° a millimetre holds from a radius of 29 mm on; the small end has 100 mm.
TEST(Cases, P13_TaperedCapsuleNormalsAreContinuous) {
  for (const Vec3 outward : {Vec3{1.0f, 0.0f, 0.0f}, Vec3{-0.6f, 0.0f, 0.8f}}) {
    const Points points = meridian(Fabric{}.thickness - 4e-4f, outward);
    EXPECT_GT(points.size(), 1000u);
    EXPECT_GT(points.back().y, 1.09f) << "from the bottom to the top";
    const Points normals = contactNormals(points);
    const auto degrees = [](Vec3 a, Vec3 b) { return std::asin(std::min(1.0f, length(cross(a, b)))) * 180.0f / kPi; };
    for (std::size_t i = 0; i < points.size(); ++i) {
      ASSERT_GT(dot(normals[i], exactNormal(points[i])), 0.0f) << points[i].x << ' ' << points[i].y;
      ASSERT_LT(degrees(normals[i], exactNormal(points[i])), 0.05f) << points[i].x << ' ' << points[i].y;
      if (i > 0) {
        ASSERT_LT(degrees(normals[i - 1], normals[i]), 2.0f) << "at " << points[i].x << ' ' << points[i].y;
      }
    }
  }
}

TEST(Cases, P13_SheetRestsOnTaperedCapsule) {
  OneCloth one = oneCloth(lyingSheet(41, 1.5f, 0.32f));
  const ColliderDef capsule = taperedCapsuleCollider({-0.5f, 0.0f, 0.0f}, 0.3f, {0.5f, 0.0f, 0.0f}, 0.1f);
  one.add(capsule);
  one.run(300);
  const float thickness = Fabric{}.thickness;
  const Points x = one.positions();
  EXPECT_GE(leastDistance(x, capsule), thickness - 0.001f);
  // Along the top of the shape the sheet is pulled down on both sides: there every vertex has to lie on it.
  int resting = 0;
  for (const Vec3 p : x) {
    if (std::fabs(p.x) > 0.45f || std::fabs(p.z) > 0.5f * (0.2f - 0.2f * p.x)) continue;
    const float d = leastDistance({p}, capsule);
    if (p.y < 0.0f) continue;
    EXPECT_NEAR(d, thickness, 0.001f) << p.x << ' ' << p.y << ' ' << p.z;
    ++resting;
  }
  std::cout << resting << " vertices rest on the top\n";
  EXPECT_GT(resting, 20);
}

}  // namespace
}  // namespace toile::test
