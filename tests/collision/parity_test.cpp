// The same bits from every instruction set, and however particles are split into calls.
#include <gtest/gtest.h>

#include <algorithm>

#include "cloud.h"
#include "hull/hulls.h"
#include "volume/volumes.h"

namespace toile {
namespace {

std::vector<ColliderMotion> allKinds(Dice& dice) {
  const Shape shapes[] = {Sphere{0.2f},
                          Capsule{0.1f, 0.3f},
                          TaperedCapsule{0.2f, 0.05f, 0.2f},
                          Plane{},
                          Box{{0.3f, 0.02f, 0.2f}},
                          Box{{0.2f, 0.2f, 0.2f}},
                          Sphere{0.0f},
                          TaperedCapsule{0.1f, 0.3f, 0.1f},
                          Capsule{0.02f, 0.5f},
                          gemHull(0.2f),
                          gemHull(0.1f, 0.1f),
                          boxHull({0.3f, 0.02f, 0.2f}, 0.01f),
                          ringVolume(0.2f, 0.07f, 0.03f),
                          ballVolume(0.2f, 0.05f)};
  std::vector<ColliderMotion> colliders;
  for (const Shape& shape : shapes) {
    Transform from{dice.rotation(), dice.vector()}, to = from;
    if (std::holds_alternative<Plane>(shape)) from = to = at({0.0f, -0.8f, 0.0f});
    if (dice.next() > -0.3f) {
      to.translation += dice.vector() * 0.1f;
      to.rotation = fromAxisAngle(dice.direction(), 0.3f * dice.next()) * to.rotation;
    }
    ColliderMotion c = moving(shape, from, to);
    c.frictionStatic = 0.6f, c.frictionDynamic = 0.3f + 0.3f * dice.next();
    c.restitution = std::max(0.0f, dice.next());
    c.trigger = dice.next() > 0.8f;
    colliders.push_back(c);
  }
  return colliders;
}

Cloud storm(Dice& dice, std::size_t count) {
  std::vector<Vec3> points(count);
  for (Vec3& p : points) p = dice.vector();
  Cloud cloud(points);
  for (std::size_t i = 0; i < count; ++i) {
    // A tenth moves fast enough to be swept by everything.
    const float reach = i % 10 == 0 ? 0.5f : 0.004f;
    Cloud::put(cloud.start, i, points[i] - dice.vector() * reach);
    cloud.setSpeed(dice.vector() * (reach / cloud.h), i);
    if (i % 17 == 0) cloud.x[4 * i + 3] = cloud.start[4 * i + 3] = 0.0f;
  }
  return cloud;
}

bool sameBits(const AlignedVector<float>& a, const AlignedVector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

TEST(Parity, EveryTargetGivesTheSameBits) {
  Dice dice;
  std::size_t pushed = 0;
  for (int round = 0; round < 20; ++round) {
    const std::vector<ColliderMotion> colliders = allKinds(dice);
    const Cloud begin = storm(dice, 16 * 77);  // not a multiple of a run
    Cloud reference = begin;
    reference.collideWith(colliders);
    pushed += reference.pushed;
    for (const KernelTarget target : availableTargets()) {
      Cloud cloud = begin;
      cloud.target = target;
      cloud.collideWith(colliders);
      ASSERT_TRUE(sameBits(cloud.x, reference.x)) << int(target.simd) << " " << target.lanes;
      ASSERT_TRUE(sameBits(cloud.start, reference.start)) << int(target.simd) << " " << target.lanes;
      ASSERT_EQ(cloud.touched, reference.touched);
      ASSERT_EQ(cloud.pushed, reference.pushed);
    }
  }
  EXPECT_GT(pushed, 2000u);  // the storm is no calm
}

TEST(Parity, SplittingTheParticlesChangesNothing) {
  Dice dice;
  for (int round = 0; round < 20; ++round) {
    const std::vector<ColliderMotion> colliders = allKinds(dice);
    const Cloud begin = storm(dice, 1600);
    Cloud whole = begin, parts = begin;
    whole.target = parts.target = availableTargets().back();
    whole.collideWith(colliders);
    std::vector<std::size_t> sum(colliders.size()), touched(colliders.size());
    for (std::uint32_t first = 0; first < begin.size();) {
      const auto count = std::min(static_cast<std::uint32_t>(begin.size()) - first, 48u + 16u * (first % 7));
      CollideArguments a;
      a.x = parts.x.data() + 4 * first, a.start = parts.start.data() + 4 * first;
      a.velocity = parts.velocity.data() + 4 * first, a.end = count;
      a.h = parts.h, a.thickness = parts.thickness, a.maxDepenetration = parts.maxDepenetration;
      a.target = parts.target;
      parts.pushed += collide(a, colliders, touched);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += touched[i];
      first += count;
    }
    ASSERT_TRUE(sameBits(whole.x, parts.x));
    ASSERT_TRUE(sameBits(whole.start, parts.start));
    ASSERT_EQ(whole.touched, sum);
    ASSERT_EQ(whole.pushed, parts.pushed);
  }
}

TEST(Parity, TheBroadPhaseLeavesOutNothing) {
  // Each particle alone in a call of its own block has the tightest bounds there are; a world far from the
  // origin the coarsest numbers.
  Dice dice;
  for (const float away : {0.0f, 50.0f, 3000.0f}) {
    std::vector<ColliderMotion> colliders = allKinds(dice);
    Cloud all = storm(dice, 800);
    const Vec3 offset{away, -0.3f * away, 0.7f * away};
    for (ColliderMotion& c : colliders) c.from.translation += offset, c.to.translation += offset;
    for (std::size_t i = 0; i < all.size(); ++i) {
      Cloud::put(all.x, i, all.position(i) + offset);
      Cloud::put(all.start, i, Cloud::get(all.start, i) + offset);
    }
    const Cloud begin = all;
    all.collideWith(colliders);
    for (std::size_t i = 0; i < begin.size(); ++i) {
      Cloud one(std::vector<Vec3>(16, begin.position(i)));
      for (std::size_t k = 0; k < 16; ++k) {
        std::copy_n(begin.x.data() + 4 * i, 4, one.x.data() + 4 * k);
        std::copy_n(begin.start.data() + 4 * i, 4, one.start.data() + 4 * k);
        std::copy_n(begin.velocity.data() + 4 * i, 4, one.velocity.data() + 4 * k);
      }
      one.collideWith(colliders);
      ASSERT_EQ(std::memcmp(one.x.data(), all.x.data() + 4 * i, 16), 0) << i;
      ASSERT_EQ(std::memcmp(one.start.data(), all.start.data() + 4 * i, 16), 0) << i;
    }
  }
}

}  // namespace
}  // namespace toile
