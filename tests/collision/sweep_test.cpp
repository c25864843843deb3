// Nothing tunnels: what moves far ends on the side it came from, whichever of the two moved.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "cloud.h"
#include "hull/hulls.h"

namespace toile {
namespace {

const Shape kSweptShapes[] = {Sphere{0.1f},
                              Sphere{0.0f},
                              Capsule{0.1f, 0.2f},
                              Capsule{0.02f, 0.0f},
                              TaperedCapsule{0.1f, 0.03f, 0.2f},
                              TaperedCapsule{0.02f, 0.1f, 0.05f},
                              Box{{0.3f, 0.01f, 0.2f}},
                              Box{{0.1f, 0.1f, 0.1f}},
                              gemHull(0.1f),
                              gemHull(0.05f, 0.05f),
                              boxHull({0.3f, 0.01f, 0.2f}),
                              boxHull({0.29f, 0.005f, 0.19f}, 0.005f)};

/// Ends of a path in the frame of the shape.
struct Path {
  Vec3 a, b;
};
Path localPath(const ColliderMotion& c, Vec3 start, Vec3 end) {
  return {applyInverse(c.from, start), applyInverse(c.to, end)};
}

/// The first point along the path that is nearer than `reach`, by sampling and bisection; false if none is.
bool firstMet(const Shape& shape, const Path& path, float reach, Vec3& met) {
  constexpr int kSamples = 4000;
  const auto along = [&](float s) { return path.a + (path.b - path.a) * s; };
  const auto inside = [&](float s) { return signedDistance(shape, along(s)) < reach; };
  for (int i = 0; i <= kSamples; ++i) {
    float low = static_cast<float>(std::max(i - 1, 0)) / kSamples, high = static_cast<float>(i) / kSamples;
    if (!inside(high)) continue;
    for (int k = 0; k < 20 && i > 0; ++k) {
      const float middle = 0.5f * (low + high);
      (inside(middle) ? high : low) = middle;
    }
    met = along(high);
    return true;
  }
  return false;
}
Vec3 gradient(const Shape& shape, Vec3 p) {
  constexpr float kStep = 1e-4f;
  const auto along = [&](Vec3 e) {
    return signedDistance(shape, p + e * kStep) - signedDistance(shape, p - e * kStep);
  };
  return normalizedOr({along({1.0f, 0.0f, 0.0f}), along({0.0f, 1.0f, 0.0f}), along({0.0f, 0.0f, 1.0f})}, {});
}

/// One substep of a particle that goes start → end; checks which side of the collider it ends on. Returns
/// whether the path met the shape.
bool checkCrossing(const ColliderMotion& collider, Vec3 start, Vec3 end, float thickness) {
  Cloud cloud({end});
  Cloud::put(cloud.start, 0, start);
  cloud.thickness = thickness;
  cloud.collideWith({collider});
  const Path path = localPath(collider, start, end);
  Vec3 met;
  const bool meets = firstMet(collider.shape, path, thickness, met);
  const Vec3 after = applyInverse(collider.to, cloud.position());
  if (!meets) {
    if (!firstMet(collider.shape, path, thickness + 1e-3f, met)) {
      EXPECT_EQ(cloud.position(), end);
      EXPECT_EQ(cloud.touched[0], 0u);
    }
    return false;
  }
  EXPECT_EQ(cloud.touched[0], 1u);
  EXPECT_GE(signedDistance(collider.shape, after), thickness - 2e-6f);
  // On the side of the entry: in front of the tangent plane there. A path that only grazes may count as met up
  // to 1/4000 of the radius early, where the normal is turned by up to √(2/4000) = 0.022.
  constexpr float kTurned = 0.025f;
  const Vec3 normal = gradient(collider.shape, met);
  EXPECT_GE(dot(normal, after - met), -kTurned * distance(after, met) - 1e-5f);
  // No speed into the collider is left, relative to its material where the particle started.
  const Vec3 carried = apply(collider.to, path.a) - start;
  const Vec3 moved = cloud.position() - Cloud::get(cloud.start, 0) - carried;
  const Vec3 motion = rotate(conjugate(collider.to.rotation), moved);
  EXPECT_GE(dot(normal, motion), -kTurned * length(motion) - 1e-5f);
  return true;
}

TEST(Sweep, P15_FastParticlesStayOnTheirSideOfEveryShape) {
  Dice dice;
  for (const Shape& shape : kSweptShapes) {
    int met = 0;
    for (int i = 0; i < 200; ++i) {
      const Transform pose{dice.rotation(), dice.vector()};
      // Aimed near the middle, out again on the other side.
      const Vec3 aim = apply(pose, dice.vector() * 0.05f), direction = dice.direction();
      const Vec3 start = aim - direction * 0.6f, end = aim + direction * (0.3f + 0.3f * dice.next());
      if (checkCrossing(resting(shape, pose), start, end, 5e-3f)) ++met;
    }
    EXPECT_GT(met, 0);
  }
}

TEST(Sweep, P15_FastCollidersPushParticlesAheadOfThem) {
  Dice dice;
  for (const Shape& shape : kSweptShapes) {
    int met = 0;
    for (int i = 0; i < 200; ++i) {
      const Quat turn = dice.rotation();
      const Vec3 point = dice.vector(), way = dice.direction();
      const Transform from{turn, point - way * 0.6f + dice.vector() * 0.04f};
      const Transform to{turn, from.translation + way * (0.9f + 0.3f * dice.next())};
      if (checkCrossing(moving(shape, from, to), point, point, 5e-3f)) ++met;
    }
    EXPECT_GT(met, 0);
  }
}

TEST(Sweep, P15_MovingAndTurningTogether) {
  Dice dice;
  for (const Shape& shape : kSweptShapes) {
    int met = 0;
    for (int i = 0; i < 300; ++i) {
      const Transform from{dice.rotation(), dice.vector()};
      const Transform to{fromAxisAngle(dice.direction(), 0.5f) * from.rotation,
                         from.translation + dice.vector() * 0.2f};
      const Vec3 aim = dice.vector() * 0.03f, way = dice.direction();  // in the shape's frame
      const Vec3 start = apply(from, aim - way * 0.6f), end = apply(to, aim + way * 0.4f);
      if (checkCrossing(moving(shape, from, to), start, end, 5e-3f)) ++met;
    }
    EXPECT_GT(met, 0);
  }
}

TEST(Sweep, CapsuleSwungAboutItsEndSweepsAllBeforeIt) {
  // 0.6 m long, turning by 0.4 rad a substep about its lower end: the tip moves 0.24 m, 12 radii.
  const Capsule rod{0.02f, 0.3f};
  const Vec3 axis{0.0f, 0.0f, 1.0f};
  const auto pose = [&](float angle) {
    const Quat q = fromAxisAngle(axis, angle);
    return Transform{q, rotate(q, {0.0f, 0.3f, 0.0f})};  // pivot at the origin
  };
  std::vector<Vec3> points;
  for (int i = 1; i < 12; ++i) {
    for (int k = 0; k < 10; ++k) {
      const float r = 0.05f * static_cast<float>(i), angle = 0.1f + 0.37f * static_cast<float>(k) / 9.0f;
      if (r * std::sin(angle) > 0.025f) points.push_back({-r * std::sin(angle), r * std::cos(angle), 0.0f});
    }
  }
  Cloud cloud(points);
  cloud.collideWith({moving(rod, pose(0.0f), pose(0.4f), 0.5f)});
  EXPECT_GE(cloud.touched[0], points.size() / 2);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 local = applyInverse(pose(0.4f), cloud.position(i));
    EXPECT_LT(local.x, 0.0f) << i;  // ahead: counter-clockwise is −x
    EXPECT_GE(signedDistance(rod, local), cloud.thickness - 1e-6f) << i;
  }
}

TEST(Sweep, P15_SphereAtHundredMetresASecondCarriesWhatItHits) {
  // The third is hit at 64 degrees and thrown aside: it need not stay ahead.
  Cloud cloud({{0.0f, 0.0f, 0.0f}, {0.0f, 0.05f, 0.0f}, {0.0f, 0.0f, -0.09f}});
  Vec3 place{-1.0f, 0.0f, 0.0f};
  for (int i = 0; i < 7; ++i) {
    const Vec3 next = place + Vec3{100.0f * cloud.h, 0.0f, 0.0f};
    cloud.substep({moving(Sphere{0.1f}, at(place), at(next), 0.5f)});
    place = next;
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_TRUE(k == 2 || cloud.position(k).x > place.x) << k;
      EXPECT_GE(distance(cloud.position(k), place), 0.1f) << k;
    }
  }
  EXPECT_NEAR(cloud.speed(0).x, 100.0f, 0.1f);
}

TEST(Sweep, P15_ThrownOnAThinBoxStaysOnTheNearSide) {
  for (const float speed : {20.0f, -20.0f, 200.0f}) {
    const float side = speed > 0.0f ? -1.0f : 1.0f;
    std::vector<Vec3> points;
    for (int i = 0; i < 40; ++i) points.push_back({side * (0.02f + 0.001f * static_cast<float>(i)), 0.0f, 0.0f});
    Cloud cloud(points);
    for (std::size_t i = 0; i < points.size(); ++i) cloud.setSpeed({speed, 0.0f, 0.0f}, i);
    for (int step = 0; step < 60; ++step) {
      cloud.substep({resting(Box{{0.01f, 1.0f, 1.0f}})});
      for (std::size_t i = 0; i < points.size(); ++i) ASSERT_GE(cloud.position(i).x * side, 0.01f);
    }
  }
}

TEST(Sweep, ThinBoxBeforeAFloorBoxIsNotForgotten) {
  // The box below comes first and stops the particle; the thin one above it was crossed all the same.
  const std::vector<ColliderMotion> boxes{resting(Box{{1.0f, 0.5f, 1.0f}}, at({0.0f, -0.5f, 0.0f})),
                                          resting(Box{{1.0f, 0.005f, 1.0f}}, at({0.0f, 0.1f, 0.0f}))};
  Cloud cloud({{0.0f, 0.3f, 0.0f}});
  cloud.setSpeed({0.0f, -300.0f, 0.0f});
  cloud.substep(boxes);
  EXPECT_NEAR(cloud.position().y, 0.105f + cloud.thickness, 1e-5f);
}

TEST(Sweep, SlidingFastAlongASurfaceIsNoEntry) {
  // Frictionless at 30 m/s over a table: keeps speed and height, also over its edge.
  Cloud cloud({{-0.9f, 0.1f + 1e-3f, 0.0f}});
  cloud.setSpeed({30.0f, 0.0f, 0.0f});
  for (int i = 0; i < 60; ++i) {
    cloud.substep({resting(Box{{1.0f, 0.1f, 1.0f}})});
    EXPECT_NEAR(cloud.speed().x, 30.0f, 1e-2f);
    EXPECT_NEAR(cloud.position().y, 0.101f, 1e-5f);
  }
}

}  // namespace
}  // namespace toile
