// What a contact does to a single particle: rest, slide, bounce, be carried, be pushed out.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "cloud.h"
#include "hull/hulls.h"

namespace toile {
namespace {

constexpr Vec3 kGravity{0.0f, -9.81f, 0.0f};

TEST(Contact, RestsOnEveryShapeWithoutMoving) {
  const struct {
    Shape shape;
    float top;
  } cases[] = {{Sphere{0.1f}, 0.1f},
               {Capsule{0.1f, 0.2f}, 0.3f},
               {TaperedCapsule{0.2f, 0.1f, 0.3f}, 0.4f},
               {Plane{}, 0.0f},
               {Box{{0.1f, 0.2f, 0.3f}}, 0.2f},
               {boxHull({0.1f, 0.2f, 0.3f}), 0.2f},
               {boxHull({0.1f, 0.2f, 0.3f}, 0.05f), 0.25f}};
  for (const auto& c : cases) {
    Cloud cloud({{0.0f, c.top + 0.02f, 0.0f}});
    for (int i = 0; i < 1200; ++i) cloud.substep({resting(c.shape)}, kGravity);
    // The surface itself is off by its roundings (6e-8 relative); speed is that over h.
    EXPECT_NEAR(cloud.position().y, c.top + cloud.thickness, 1e-6f);
    EXPECT_LT(length(cloud.speed()), 1e-6f / cloud.h);
    EXPECT_EQ(cloud.touched[0], 1u);
    EXPECT_EQ(cloud.pushed, 1u);
  }
}

/// Acceleration down a slope of `degrees` from rest, over a second; sets `drift` to the way gone.
double slopeAcceleration(float degrees, float friction, float& drift) {
  const float angle = degrees * 0.0174532925f;
  const Transform slope{fromAxisAngle({0.0f, 0.0f, 1.0f}, -angle), {}};
  const Vec3 down{std::cos(angle), -std::sin(angle), 0.0f}, normal{std::sin(angle), std::cos(angle), 0.0f};
  Cloud cloud({normal * 1e-3f});
  const Vec3 begin = cloud.position();
  for (int i = 0; i < 600; ++i) cloud.substep({resting(Plane{}, slope, friction)}, kGravity);
  drift = dot(cloud.position() - begin, down);
  return dot(cloud.speed(), down);  // after one second
}

TEST(Contact, SlopeSlipsOnlyBeyondTheFrictionAngle) {
  float drift;
  // atan 0.5 = 26.565 degrees.
  for (const float below : {5.0f, 20.0f, 26.0f, 26.5f}) {
    slopeAcceleration(below, 0.5f, drift);
    EXPECT_LT(std::fabs(drift), 1e-6f) << below;  // no creep: a few roundings of a position
  }
  for (const float above : {26.7f, 27.0f, 35.0f, 60.0f}) {
    const double a = slopeAcceleration(above, 0.5f, drift);
    const double angle = double(above) * 3.14159265358979 / 180.0;
    const double expected = 9.81 * (std::sin(angle) - 0.5 * std::cos(angle));
    // Positions up to 5 m are rounded by 2.4e-7 m a substep, 1.4e-4 m/s in speed, in either direction:
    // a walk of 600 steps ends within √600 of them. Push depth rounds alike and only up (4e-3 of g h²).
    EXPECT_NEAR(a, expected, 1.5e-4 * std::sqrt(600.0) + 0.5 * 600.0 * 6e-8 / double(1.0f / 600.0f) * 0.5) << above;
    EXPECT_GT(a, 0.0);
  }
  // μ = 0 at 35 degrees: 5.627 m/s².
  EXPECT_NEAR(slopeAcceleration(35.0f, 0.0f, drift), 5.627, 5e-3);
}

TEST(Contact, StaticFrictionAboveDynamicHoldsUntilItBreaks) {
  const float angle = 30.0f * 0.0174532925f;  // tan = 0.577
  ColliderMotion slope = resting(Plane{}, {fromAxisAngle({0.0f, 0.0f, 1.0f}, -angle), {}});
  slope.frictionStatic = 0.7f, slope.frictionDynamic = 0.2f;
  const Vec3 down{std::cos(angle), -std::sin(angle), 0.0f}, normal{std::sin(angle), std::cos(angle), 0.0f};
  Cloud still({normal * 1e-3f}), going({normal * 1e-3f});
  going.setSpeed(down * 0.5f);
  for (int i = 0; i < 600; ++i) still.substep({slope}, kGravity), going.substep({slope}, kGravity);
  EXPECT_LT(distance(still.position(), normal * 1e-3f), 1e-6f);
  EXPECT_NEAR(dot(going.speed(), down), 0.5 + 9.81 * (0.5 - 0.2 * std::cos(0.5235988)), 0.01);
}

TEST(Contact, ConveyorCarriesAtItsOwnSpeed) {
  Cloud cloud({{0.0f, 1e-3f, 0.0f}});
  const float way = 0.5f * cloud.h;  // 0.5 m/s
  Vec3 place;
  int slipping = 0;
  for (int i = 0; i < 600; ++i) {
    const Vec3 next = place + Vec3{way, 0.0f, 0.0f};
    cloud.substep({moving(Plane{}, at(place), at(next), 0.5f)}, kGravity);
    place = next;
    EXPECT_LT(cloud.speed().x, 0.5f + 1e-3f);
    if (cloud.speed().x < 0.499f) ++slipping;
  }
  EXPECT_NEAR(cloud.speed().x, 0.5f, 1e-3f);
  // It takes 0.5 / (μ g) = 0.102 s = 61 substeps to catch up.
  EXPECT_NEAR(slipping, 61, 1);
}

TEST(Contact, TurntableKeepsWhatSticksOnIt) {
  // 1 rad/s at 0.2 m: 0.2 m/s² against μ g = 4.9 m/s².
  Cloud cloud({{0.2f, 1e-3f, 0.0f}});
  cloud.setSpeed({0.0f, 0.0f, -0.2f});
  const Vec3 up{0.0f, 1.0f, 0.0f};
  for (int i = 0; i < 600; ++i) {
    const float a = static_cast<float>(i) / 600.0f, b = static_cast<float>(i + 1) / 600.0f;
    cloud.substep({moving(Plane{}, {fromAxisAngle(up, a), {}}, {fromAxisAngle(up, b), {}}, 0.5f)}, kGravity);
  }
  const Vec3 expected = rotate(fromAxisAngle(up, 1.0f), {0.2f, 1e-3f, 0.0f});
  EXPECT_LT(distance(cloud.position(), expected), 2e-5f);  // 600 roundings of 2e-8
}

TEST(Contact, RestitutionGivesBackItsPartOfTheSpeed) {
  for (const float e : {0.0f, 0.5f, 1.0f}) {
    ColliderMotion floor = resting(Plane{});
    floor.restitution = e;
    Cloud cloud({{0.0f, 1.0f + 1e-3f, 0.0f}});
    float highest = 0.0f;
    bool hit = false;
    for (int i = 0; i < 600; ++i) {
      cloud.substep({floor}, kGravity);
      hit = hit || cloud.touched[0] > 0;
      if (hit) highest = std::max(highest, cloud.position().y - cloud.thickness);
      if (hit && e > 0.0f && cloud.speed().y < 0.0f) break;
    }
    // The substep in which it lands loses at most what gravity adds in it: 2 g h of 2 v, on e² · 1 m.
    const float loss = 2.0f * 9.81f * cloud.h / 4.43f;
    EXPECT_NEAR(highest, e * e, e * e * 2.0f * loss + 1e-6f);
  }
}

TEST(Contact, BouncingEndsInRest) {
  ColliderMotion floor = resting(Plane{});
  floor.restitution = 0.5f;
  Cloud cloud({{0.0f, 0.3f, 0.0f}});
  for (int i = 0; i < 2000; ++i) cloud.substep({floor}, kGravity);
  for (int i = 0; i < 100; ++i) {
    cloud.substep({floor}, kGravity);
    EXPECT_LT(std::fabs(cloud.speed().y), 1e-5f);
    EXPECT_NEAR(cloud.position().y, 1e-3f, 1e-6f);
  }
}

TEST(Contact, LandingTakesTheWholeApproachAndItsFriction) {
  // Coulomb at impact: 1 m/s into the floor at μ = 0.3 costs 0.3 m/s along it.
  Cloud cloud({{0.0f, 1e-3f + 0.5f / 600.0f, 0.0f}});
  cloud.setSpeed({1.0f, -1.0f, 0.0f});
  cloud.substep({resting(Plane{}, {}, 0.3f)});
  EXPECT_NEAR(cloud.speed().y, 0.0f, 1e-4f);
  EXPECT_NEAR(cloud.speed().x, 0.7f, 1e-4f);
}

TEST(Contact, P14_ParticlesInTheMiddleOfShapesComeOutSlowlyAndTheSameWay) {
  const Shape shapes[] = {Sphere{0.1f},
                          Sphere{0.0f},
                          Capsule{0.1f, 0.2f},
                          Capsule{0.1f, 0.0f},
                          TaperedCapsule{0.1f, 0.05f, 0.2f},
                          TaperedCapsule{0.2f, 0.05f, 0.1f},
                          Box{{0.1f, 0.1f, 0.1f}},
                          boxHull({0.1f, 0.1f, 0.1f}, 0.02f),
                          gemHull(0.1f)};
  for (const Shape& shape : shapes) {
    for (const Vec3 gravity : {Vec3{}, kGravity}) {
      Cloud cloud({Vec3{}}), again({Vec3{}});
      for (int i = 0; i < 300; ++i) {  // 0.5 s
        const Vec3 before = cloud.position();
        cloud.substep({resting(shape, {}, 0.5f)}, gravity);
        again.substep({resting(shape, {}, 0.5f)}, gravity);
        ASSERT_TRUE(isFinite(cloud.position()) && isFinite(cloud.speed()));
        ASSERT_EQ(cloud.position(), again.position());
        if (signedDistance(shape, before) < 0.0f) {
          ASSERT_LE(distance(cloud.position(), before), cloud.maxDepenetration * 1.001f + 1e-6f);
        }
        ASSERT_LT(length(cloud.speed()), 5.0f);
      }
      EXPECT_GE(signedDistance(shape, cloud.position()), 0.0f);
      if (gravity == Vec3{}) {
        EXPECT_GE(signedDistance(shape, cloud.position()), cloud.thickness - 1e-6f);
        EXPECT_LT(length(cloud.speed()), 1e-4f);  // pushed out, not shot out
      }
    }
  }
}

TEST(Contact, P16_CornersHoldOnBothSides) {
  const std::vector<ColliderMotion> corner{resting(Plane{}, {}, 0.5f),
                                           resting(Plane{}, planeCollider({}, {1.0f, 0.0f, 0.0f}).transform, 0.5f)};
  Cloud cloud({{0.05f, 0.05f, 0.0f}});
  cloud.setSpeed({-3.0f, -2.0f, 0.0f});
  for (int i = 0; i < 600; ++i) {
    cloud.substep(corner, {-5.0f, -9.81f, 0.0f});
    EXPECT_GE(cloud.position().x, 1e-3f - 1e-6f);
    EXPECT_GE(cloud.position().y, 1e-3f - 1e-6f);
  }
  EXPECT_EQ(cloud.pushed, 1u);  // one particle, two colliders
  EXPECT_EQ(cloud.touched, (std::vector<std::size_t>{1, 1}));
}

TEST(Contact, P16_TriggersCountAndPushNothing) {
  ColliderMotion trigger = resting(Box{{2.0f, 1.0f, 2.0f}});
  trigger.trigger = true;
  Cloud with({{0.0f, 0.5f, 0.0f}}), without({{0.0f, 0.5f, 0.0f}});
  for (int i = 0; i < 300; ++i) {
    with.substep({trigger, resting(Plane{})}, kGravity);
    without.substep({resting(Plane{})}, kGravity);
    ASSERT_EQ(std::memcmp(with.x.data(), without.x.data(), with.x.size() * sizeof(float)), 0);
    EXPECT_EQ(with.touched[0], 1u);
    EXPECT_EQ(with.pushed, without.pushed);
  }
}

TEST(Contact, P16_OverlappingBoxesHoldTheUpperTop) {
  const std::vector<ColliderMotion> boxes{resting(Box{{1.0f, 0.5f, 1.0f}}, at({0.0f, -0.5f, 0.0f})),
                                          resting(Box{{1.0f, 0.5f, 1.0f}}, at({0.3f, -0.55f, 0.0f}))};
  Cloud cloud({{0.1f, 0.4f, 0.0f}});
  for (int i = 0; i < 600; ++i) {
    cloud.substep(boxes, kGravity);
    EXPECT_GE(cloud.position().y, 1e-3f - 1e-6f);
  }
}

/// How far a particle between two boxes that press 5 mm into each other slides down in a second.
float pinchSlip(float friction) {
  const Box box{{0.2f, 0.2f, 0.2f}};
  const std::vector<ColliderMotion> boxes{resting(box, at({-0.195f, 0.0f, 0.0f}), friction),
                                          resting(box, at({0.195f, 0.0f, 0.0f}), friction)};
  Cloud cloud({{0.0f, 0.0f, 0.0f}});
  for (int i = 0; i < 60; ++i) cloud.substep(boxes, kGravity);
  return -cloud.position().y;
}

TEST(Contact, P18_PinchHoldsAndMoreFrictionNeverSlipsMore) {
  float before = std::numeric_limits<float>::max();
  for (const float friction : {0.0f, 0.001f, 0.01f, 0.1f, 0.5f, 1.0f, 64.0f}) {
    const float slip = pinchSlip(friction);
    EXPECT_LE(slip, before + 1e-6f) << friction;
    before = slip;
  }
  EXPECT_NEAR(pinchSlip(0.0f), 0.5f * 9.81f * 0.01f, 2e-3f);  // 0.1 s of free fall
  EXPECT_LT(std::fabs(pinchSlip(1.0f)), 1e-6f);
}

TEST(Contact, PinnedParticlesAreLeftAlone) {
  Cloud cloud({{0.0f, -0.5f, 0.0f}});
  cloud.x[3] = cloud.start[3] = 0.0f;
  const AlignedVector<float> x = cloud.x, start = cloud.start;
  cloud.collideWith({resting(Plane{}), resting(Sphere{1.0f})});
  EXPECT_EQ(cloud.x, x);
  EXPECT_EQ(cloud.start, start);
  EXPECT_EQ(cloud.pushed, 0u);
}

TEST(Contact, NonFiniteParticlesStayAloneWithIt) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = std::numeric_limits<float>::infinity();
  std::vector<Vec3> good, bad;
  Dice dice;
  for (int i = 0; i < 200; ++i) good.push_back(dice.vector() * 0.2f);
  bad = good;
  const std::size_t spoilt[] = {3, 20, 64, 150, 199};
  for (const std::size_t i : spoilt) bad[i] = i % 2 == 0 ? Vec3{kNan, 0.0f, 0.0f} : Vec3{0.0f, -kInf, kNan};
  bad[20] = {0.0f, -kInf, 0.0f};
  const std::vector<ColliderMotion> colliders{moving(Sphere{0.05f}, at({-1.0f, 0.0f, 0.0f}), at({1.0f, 0.0f, 0.0f})),
                                              resting(Box{{0.1f, 0.01f, 0.1f}}),
                                              resting(Plane{}, at({0.0f, -0.1f, 0.0f}))};
  for (const KernelTarget target : availableTargets()) {
    Cloud clean(good), dirty(bad);
    clean.target = dirty.target = target;
    clean.collideWith(colliders), dirty.collideWith(colliders);
    for (std::size_t i = 0; i < good.size(); ++i) {
      if (std::find(std::begin(spoilt), std::end(spoilt), i) != std::end(spoilt)) continue;
      ASSERT_EQ(clean.position(i), dirty.position(i)) << i;
      ASSERT_EQ(Cloud::get(clean.start, i), Cloud::get(dirty.start, i)) << i;
    }
  }
}

TEST(Contact, EditedStartDoesNotMoveTheSideAParticleComesFrom) {
  // It came from +x and was put past the centre; a contact before has already edited its start.
  for (const KernelTarget target : availableTargets()) {
    for (const bool told : {false, true}) {
      Cloud cloud({{0.2f, 0.0f, 0.0f}});
      cloud.target = target;
      const AlignedVector<float> trueStart = cloud.start;
      Cloud::put(cloud.start, 0, {-0.05f, 0.0f, 0.0f});
      Cloud::put(cloud.x, 0, {-0.06f, 0.0f, 0.0f});
      cloud.trueStart = told ? trueStart.data() : nullptr;
      cloud.maxDepenetration = 1.0f;
      cloud.collideWith({resting(Sphere{0.1f})});
      EXPECT_NEAR(cloud.position().x, told ? 0.101f : -0.101f, 1e-6f);
    }
  }
}

TEST(Contact, TrueStartThatIsTheStartChangesNoBit) {
  Dice dice;
  std::vector<Vec3> points;
  for (int i = 0; i < 500; ++i) points.push_back(dice.vector() * 0.3f);
  const std::vector<ColliderMotion> colliders{
      moving(Sphere{0.05f}, at({-1.0f, 0.0f, 0.0f}), at({1.0f, 0.0f, 0.0f}), 0.3f), resting(Box{{0.1f, 0.01f, 0.1f}}),
      resting(Plane{}, at({0.0f, -0.1f, 0.0f}))};
  for (const KernelTarget target : availableTargets()) {
    Cloud plain(points), told(points);
    plain.target = told.target = target;
    const AlignedVector<float> trueStart = told.start;
    told.trueStart = trueStart.data();
    plain.collideWith(colliders), told.collideWith(colliders);
    EXPECT_EQ(plain.x, told.x);
    EXPECT_EQ(plain.start, told.start);
    EXPECT_EQ(plain.touched, told.touched);
    EXPECT_EQ(plain.pushed, told.pushed);
    EXPECT_GT(plain.pushed, 0u);
  }
}

TEST(Contact, NoCollidersChangeNothing) {
  Cloud cloud({{0.0f, -0.5f, 0.0f}});
  const AlignedVector<float> x = cloud.x;
  cloud.collideWith({});
  EXPECT_EQ(cloud.x, x);
  EXPECT_EQ(cloud.pushed, 0u);
}

}  // namespace
}  // namespace toile
