// Fast colliders hit the cloth as a whole: what counts as fast, how many passes that asks for, and what it is good for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "determinism/targets.h"
#include "impacts.h"
#include "toile/toile.h"

namespace toile {
namespace {

constexpr float kImpactFrame = 1.0f / 60.0f;
constexpr float kSubstep = kImpactFrame / 60.0f;

/// A cloth of edges of 1 cm that a collider can meet in a substep.
struct Watched {
  explicit Watched(const ColliderMotion& motion) {
    cloth.meanEdgeLength = 0.01f;
    cloth.motions.push_back(motion);
  }
  float travel() const { return fastTravel(cloth, kSubstep); }
  Cloth cloth;
};
ColliderMotion moving(const Shape& shape, Vec3 speed) {
  ColliderMotion motion{shape, {}, {}};
  motion.to.translation = speed * kSubstep;
  return motion;
}

TEST(Impact, FastIsWhatGoesFartherThanItIsThickInAFrame) {
  // 0.2 m in 1/60 s are 12 m/s.
  EXPECT_EQ(Watched(moving(Sphere{0.1f}, {11.9f, 0.0f, 0.0f})).travel(), 0.0f);
  EXPECT_NEAR(Watched(moving(Sphere{0.1f}, {12.1f, 0.0f, 0.0f})).travel(), 12.1f * kSubstep, 1e-8f);
  // A board of 2 cm: 1.2 m/s would do, but 3 % of an edge a substep are 1.08 m/s here.
  const Box board{{1.0f, 0.01f, 1.0f}};
  EXPECT_EQ(Watched(moving(board, {0.0f, 1.1f, 0.0f})).travel(), 0.0f);
  EXPECT_GT(Watched(moving(board, {0.0f, 1.3f, 0.0f})).travel(), 0.0f);
  EXPECT_EQ(Watched(moving(Sphere{0.001f}, {1.0f, 0.0f, 0.0f})).travel(), 0.0f) << "less than 3 % of an edge";
  EXPECT_EQ(Watched(moving(Plane{}, {0.0f, 1000.0f, 0.0f})).travel(), 0.0f) << "nothing comes out of a half-space";
  ColliderMotion trigger = moving(Sphere{0.1f}, {100.0f, 0.0f, 0.0f});
  trigger.trigger = true;
  EXPECT_EQ(Watched(trigger).travel(), 0.0f);
}

TEST(Impact, TipOfATurningStickIsFast) {
  // 2 m long and 4 cm thick, turned about its middle: the tip goes at 1.02 m · rate.
  ColliderMotion stick = moving(Capsule{0.02f, 1.0f}, {});
  const float rate = 20.0f;  // rad/s
  stick.to.rotation = fromAxisAngle({0.0f, 0.0f, 1.0f}, rate * kSubstep);
  const float way = Watched(stick).travel();
  // The bound takes the corner of the box round the stick: 1 + (0.02 / 1.02)² of the tip's distance at most.
  EXPECT_GE(way, 1.02f * rate * kSubstep * 0.9999f);
  EXPECT_LE(way, 1.02f * rate * kSubstep * 1.001f);
  // The same turn written as the opposite quaternion is no turn the long way round.
  const Quat q = stick.to.rotation;
  stick.to.rotation = {-q.x, -q.y, -q.z, -q.w};
  EXPECT_EQ(Watched(stick).travel(), way);
}

TEST(Impact, PassesGrowWithTheSquareAndEnd) {
  Watched watched(moving(Sphere{0.1f}, {20.0f, 0.0f, 0.0f}));
  Cloth& cloth = watched.cloth;
  cloth.state.x.assign(8, 0.0f), cloth.state.start.assign(8, 0.0f);
  keepBeforeContacts(cloth);
  EXPECT_EQ(impactPasses(cloth, 1.0f), 0u) << "nothing was hit";
  cloth.state.x[4] = 0.00029f;
  EXPECT_EQ(impactPasses(cloth, 1.0f), 0u) << "under 3 % of an edge";
  cloth.state.x[4] = 0.00031f;
  EXPECT_EQ(impactPasses(cloth, 0.0031f), 106u);  // (0.31 / 0.03)² = 106.8
  EXPECT_EQ(impactPasses(cloth, 0.00155f), 26u);  // a quarter
  EXPECT_EQ(impactPasses(cloth, 1.0f), kMostImpactPasses);
  EXPECT_EQ(impactPasses(cloth, std::numeric_limits<float>::infinity()), kMostImpactPasses);
  EXPECT_EQ(impactPasses(cloth, std::numeric_limits<float>::quiet_NaN()), kMostImpactPasses);
}

/// A sphere of radius 0.1 m that goes from x = −1 m to 0.25 m through a sheet of 1 m in the plane x = 0, pinned on top.
class Push {
 public:
  explicit Push(WorldDef def = {}) : world(std::move(World::create(def)).value()) {
    const GridDef grid{31, 31, 1.0f / 30.0f};
    garment = Garment::build(makeGrid(grid)).value();
    const std::vector<std::uint32_t> pins = pinnedVertices(grid, PinPattern::topRow);
    ClothDef clothDef;
    clothDef.garment = garment;
    clothDef.pinned = pins;
    clothDef.transform = {fromAxisAngle({0.0f, 1.0f, 0.0f}, 1.57079633f), {0.0f, 0.0f, 0.5f}};
    cloth = world.createCloth(clothDef).value();
    ColliderDef sphere;
    sphere.shape = Sphere{kRadius};
    sphere.transform = at(kFrom);
    ball = world.addCollider(sphere).value();
  }
  /// Returns the greatest stretch at the end of any frame.
  float go(float speed) {
    float worst = 1.0f;
    for (float x = kFrom; x < kTo;) {
      x = std::min(kTo, x + speed * kImpactFrame);
      EXPECT_TRUE(world.moveCollider(ball, at(x)).ok());
      worst = std::max(worst, step());
    }
    return worst - 1.0f;
  }
  float step() {
    EXPECT_TRUE(world.step(kImpactFrame).ok());
    return world.stats(cloth)->maxStretch;
  }
  std::vector<Vec3> positions() const {
    std::vector<Vec3> x(garment->vertexCount());
    EXPECT_TRUE(world.readPositions(cloth, x).ok());
    return x;
  }
  float leastDistance() const {
    float least = 1.0f;
    for (const Vec3 p : positions()) least = std::min(least, length(p - at(kTo).translation) - kRadius);
    return least;
  }

  static constexpr float kRadius = 0.1f, kFrom = -1.0f, kTo = 0.25f;
  static Transform at(float x) { return {Quat{}, {x, -0.5f, 0.0f}}; }
  World world;
  GarmentPtr garment;
  ClothId cloth;
  ColliderId ball;
};

TEST(Impact, FastSphereTakesTheSheetAlong) {
  // Without impact passes: 41 % and 230 %, the latter with the sphere through a hole in the sheet. Fabrics tear at
  // some 15 %; a sphere at 75 m/s (1.25 m in a frame) takes all the passes it may.
  for (const float speed : {20.0f, 100.0f}) {
    Push push;
    for (int i = 0; i < 30; ++i) push.step();
    EXPECT_LT(push.go(speed), 0.15f) << speed << " m/s";
    EXPECT_GE(push.leastDistance(), 0.0f) << speed << " m/s";
    // The sheet is in front of the sphere: what lies within its radius of the axis has been taken along.
    int before = 0;
    for (const Vec3 p : push.positions()) {
      const float aside = std::sqrt((p.y + 0.5f) * (p.y + 0.5f) + p.z * p.z);
      if (aside > 0.5f * Push::kRadius) continue;
      EXPECT_GT(p.x, Push::kTo) << speed << " m/s";
      ++before;
    }
    EXPECT_GT(before, 0) << speed << " m/s";
    for (int i = 0; i < 60; ++i) {
      push.step();
      EXPECT_GE(push.leastDistance(), 0.0f) << speed << " m/s, held";
    }
  }
}

TEST(Impact, FewSubstepsHoldTheSphereToo) {
  WorldDef def;
  def.substeps = 10;
  Push push(def);
  // 20 m/s are a whole edge a substep: far from the 0.15 above, but no hole (an opening for the sphere would need the
  // edges round it to be three times as long).
  EXPECT_LT(push.go(20.0f), 0.5f);
  for (const Vec3 p : push.positions()) {
    const bool before = std::fabs(p.y + 0.5f) < 0.05f && std::fabs(p.z) < 0.05f;
    EXPECT_TRUE(!before || p.x > Push::kTo) << p.x;
  }
}

TEST(Impact, SameBitsOnEveryMachine) {
  std::uint64_t hash = 0;
  test::forEachTarget([&](WorldDef def, const std::string& name) {
    for (const std::uint32_t threads : {1u, 2u}) {
      def.threads = threads, def.substeps = 20;
      Push push(def);
      push.go(20.0f);
      if (hash == 0) hash = push.world.stateHash();
      EXPECT_EQ(push.world.stateHash(), hash) << name << ", " << threads << " threads";
    }
  });
}

}  // namespace
}  // namespace toile
