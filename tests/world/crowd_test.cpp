// Cloths that are solved together, one a lane: the same bits as alone, whatever differs between them and whatever the
// program does with some of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/target.h"
#include "toile/toile.h"

namespace toile {
namespace {

constexpr float kCrowdFrame = 1.0f / 60.0f;
constexpr GridDef kSheet{.width = 7, .height = 9, .spacing = 0.1f, .cut = GridCut::equilateral};

/// What a case differs in from the plain one.
struct Case {
  std::string name;
  KindSet kinds{Kind::stretch, Kind::shear, Kind::quadraticBending};
  float damping = 0.0f;  ///< s
  std::uint32_t iterations = 1;
  bool gusts = false, field = false, limits = false;
  std::function<void(ClothParams&, int)> vary = [](ClothParams&, int) {};
};

std::vector<Case> cases() {
  return {
      {.name = "plain"},
      {.name = "all kinds, damped, iterated, in gusts",
       .kinds = {Kind::stretch, Kind::wing, Kind::quadraticBending, Kind::dihedralBending, Kind::area,
                 Kind::triangleShear, Kind::strain},
       .damping = 1e-3f,
       .iterations = 3,
       .gusts = true},
      {.name = "limited, with own parameters",
       .limits = true,
       .vary =
           [](ClothParams& p, int i) {
             p.maxDistance = 0.3f + 0.02f * static_cast<float>(i);
             p.velocityDamping = 0.1f * static_cast<float>(i % 4);
             p.gravityScale = 1.0f - 0.05f * static_cast<float>(i % 3);
             p.acceleration = {0.1f * static_cast<float>(i), 0.0f, -0.2f};
             p.kinds[Kind::stretch].stiffnessScale = 1.0f / static_cast<float>(1 + i);
             p.airDrag = 0.5f + 0.1f * static_cast<float>(i % 5);
             p.airLift = 0.4f;
             p.maxSpeed = i % 3 == 0 ? 2.0f : 100.0f;
             p.tethers = static_cast<std::uint32_t>(i % 3);
             p.thickness = 0.002f * static_cast<float>(1 + i % 4);
           }},
      {.name = "position based, inner damping, field of wind",
       .iterations = 2,
       .field = true,
       .vary =
           [](ClothParams& p, int i) {
             p.pbd = true;
             p.internalDamping = i % 2 == 0 ? 1.0f : 0.0f;
             p.kinds[Kind::stretch].pbdStiffness = 1.0f / static_cast<float>(1 + i % 3);
             p.tethers = 0;
           }},
  };
}

/// Sixteen cloths and more, each with its own pins, place, masses and obstacles.
class Crowd {
 public:
  Crowd(const Case& c, WorldDef def, int count) : case_(c) {
    def.substeps = 3;
    def.iterations = c.iterations;
    def.wind.velocity = {1.0f, 0.2f, 2.0f};
    def.wind.gustStrength = c.gusts ? 0.7f : 0.0f;
    if (c.field) {
      def.wind.field = [](std::span<const Vec3> x, double, std::span<Vec3> v) {
        for (std::size_t i = 0; i < x.size(); ++i) v[i] = {x[i].y, 0.3f * x[i].x, 1.0f};
      };
    }
    world = std::make_unique<World>(World::create(def).value());
    GarmentDef garmentDef;
    garmentDef.kinds = c.kinds;
    garmentDef.fabric.stretchDamping = garmentDef.fabric.bendingDamping = c.damping;
    const SurfaceMesh mesh = makeGrid(kSheet);
    if (c.limits) {
      garmentDef.maxDistanceScale.assign(mesh.vertexCount(), 1.0f);
      garmentDef.maxDistanceScale[40] = 0.2f;
    }
    garment = Garment::build(mesh, garmentDef).value();
    for (int i = 0; i < count; ++i) add(i);
    ColliderDef ball;
    ball.shape = Sphere{0.3f};
    ball.restitution = 0.5f;
    ball.transform.translation = {3.0f, -0.5f, 0.6f};
    ball_ = world->addCollider(ball).value();
    EXPECT_TRUE(world->addCollider(planeCollider({0.0f, -0.6f, 0.0f}, {0.05f, 1.0f, 0.0f})).ok());
  }

  void add(int i) {
    ClothDef def;
    def.garment = garment;
    const std::uint32_t pins[3] = {0, 6, static_cast<std::uint32_t>(i % 5)};
    def.pinned = {pins, i % 3 == 0 ? std::size_t{2} : std::size_t{3}};
    def.transform.translation = {1.5f * static_cast<float>(i), 0.0f, 0.01f * static_cast<float>(i)};
    case_.vary(def.params, i);
    cloths.push_back(world->createCloth(def).value());
    EXPECT_TRUE(world->setTotalMass(cloths.back(), 0.2f + 0.01f * static_cast<float>(i)).ok());
  }

  void step(int frame) {
    const float way = 0.02f * static_cast<float>(frame);
    EXPECT_TRUE(world->moveCollider(ball_, {{}, {3.0f + 20.0f * way, -0.5f, 0.6f - way}}).ok());
    for (std::size_t i = 0; i < cloths.size(); i += 2) {
      if (!world->isValid(cloths[i])) continue;
      const std::uint32_t moved[] = {0};
      const Vec3 to[] = {{1.5f * static_cast<float>(i), way, 0.5f * way}};
      EXPECT_TRUE(world->setTargets(cloths[i], moved, to).ok());
    }
    EXPECT_TRUE(world->step(kCrowdFrame).ok());
    crowded = std::max(crowded, world->stats().crowdedLastStep);
  }

  std::unique_ptr<World> world;
  GarmentPtr garment;
  std::vector<ClothId> cloths;
  std::size_t crowded = 0;

 private:
  const Case& case_;
  ColliderId ball_;
};

std::vector<WorldDef> targets() {
  std::vector<WorldDef> defs;
  for (const Simd simd : {Simd::sse4, Simd::avx2, Simd::avx512, Simd::neon, Simd::wasm}) {
    WorldDef def;
    def.simd = simd;
    if (World::create(def).ok()) defs.push_back(def);
  }
  return defs;
}

constexpr int kFrames = 12;

std::vector<std::uint64_t> play(const Case& c, const WorldDef& def, bool expectCrowd) {
  Crowd crowd(c, def, 17);
  std::vector<std::uint64_t> hashes;
  std::size_t contacts = 0;
  for (int frame = 0; frame < kFrames; ++frame) {
    crowd.step(frame);
    hashes.push_back(crowd.world->stateHash());
    for (const ClothId cloth : crowd.cloths) contacts += crowd.world->stats(cloth)->contacts;
  }
  hashes.push_back(contacts);
  EXPECT_GT(contacts, 0u) << c.name;
  EXPECT_EQ(crowd.crowded != 0, expectCrowd) << c.name;
  return hashes;
}

TEST(Crowd, TheSameBitsAsAlone) {
  for (const Case& c : cases()) {
    WorldDef scalar;
    scalar.simd = Simd::scalar;
    const std::vector<std::uint64_t> alone = play(c, scalar, false);
    for (const WorldDef& def : targets())
      EXPECT_EQ(play(c, def, true), alone) << c.name << ", set " << static_cast<int>(def.simd);
    WorldDef off;
    off.crowds = false;
    EXPECT_EQ(play(c, off, false), alone) << c.name;
  }
}

TEST(Crowd, TheSameBitsOnAnyNumberOfThreads) {
  const Case c = cases()[1];
  const std::vector<std::uint64_t> one = play(c, WorldDef{}, true);
  for (const std::uint32_t threads : {2u, 3u, 8u}) {
    WorldDef def;
    def.threads = threads;
    EXPECT_EQ(play(c, def, true), one) << threads;
  }
}

/// Everything that a program may do to single members between steps.
void disturb(Crowd& crowd, int frame) {
  World& world = *crowd.world;
  const std::vector<ClothId>& cloth = crowd.cloths;
  const std::size_t n = crowd.garment->vertexCount();
  std::vector<Vec3> values(n);
  const std::uint32_t vertex[] = {30};
  switch (frame) {
    case 1:
      EXPECT_TRUE(world.pin(cloth[3], vertex).ok());
      EXPECT_TRUE(world.teleport(cloth[5], {{}, {0.0f, 1.0f, 0.0f}}, TeleportMode::keep).ok());
      break;
    case 2:
      EXPECT_TRUE(world.setEnabled(cloth[4], false).ok());
      EXPECT_TRUE(world.readPositions(cloth[6], values).ok());
      for (Vec3& p : values) p.z += 0.05f;
      EXPECT_TRUE(world.writePositions(cloth[6], values).ok());
      break;
    case 3:
      EXPECT_TRUE(world.destroyCloth(cloth[7]).ok());
      EXPECT_TRUE(world.readVelocities(cloth[8], values).ok());
      for (Vec3& v : values) v.x += 1.0f;
      EXPECT_TRUE(world.writeVelocities(cloth[8], values).ok());
      break;
    case 4:
      crowd.add(20);
      EXPECT_TRUE(world.unpin(cloth[3], vertex).ok());
      EXPECT_TRUE(world.setEnabled(cloth[4], true).ok());
      break;
    case 5: {
      ClothParams params = *world.params(cloth[9]);
      params.tetherSlack = 0.1f;
      EXPECT_TRUE(world.setParams(cloth[9], params).ok());
      params = *world.params(cloth[10]);
      params.kinds[Kind::shear].enabled = false;  // it fits in no crowd any more
      EXPECT_TRUE(world.setParams(cloth[10], params).ok());
      break;
    }
    case 6:
      EXPECT_TRUE(world.reset(cloth[11]).ok());
      EXPECT_TRUE(world.setVertexMasses(cloth[12], std::vector<float>(n, 0.003f)).ok());
      break;
    case 7: {
      // Forces whose sum no float holds: the cloth is stopped and flagged within the step.
      ClothParams params = *world.params(cloth[13]);
      params.acceleration.y = 3e38f, params.gravityScale = -3e37f;
      EXPECT_TRUE(world.setParams(cloth[13], params).ok());
      break;
    }
    case 8:
      EXPECT_TRUE(world.setAccelerations(cloth[14], std::vector<Vec3>(n, Vec3{0.0f, 2.0f, 0.0f})).ok());
      EXPECT_TRUE(world.setSubsteps(4, 1).ok());
      break;
    case 9:
      EXPECT_TRUE(world.reset(cloth[13]).ok());
      EXPECT_TRUE(world.setCollisionMask(cloth[2], 0).ok());
      break;
    default:
      break;
  }
}

struct Disturbed {
  std::vector<std::uint64_t> hashes;
  bool froze = false;
};

Disturbed playDisturbed(const WorldDef& def, bool lookEachStep) {
  Case c{.name = "disturbed"};
  c.vary = [](ClothParams& p, int i) { p.maxSpeed = i == 13 ? 1e37f : 1000.0f; };
  Crowd crowd(c, def, 17);
  Disturbed result;
  for (int frame = 0; frame < kFrames; ++frame) {
    disturb(crowd, frame);
    crowd.step(frame);
    if (lookEachStep || frame + 1 == kFrames) result.hashes.push_back(crowd.world->stateHash());
    if (frame == 7) result.froze = crowd.world->stats(crowd.cloths[13])->frozen;
  }
  return result;
}

TEST(Crowd, MembersMayBeMovedChangedDisabledDestroyedAndFrozen) {
  WorldDef off;
  off.crowds = false;
  const Disturbed alone = playDisturbed(off, true);
  EXPECT_TRUE(alone.froze);
  const Disturbed last = playDisturbed(off, false);
  for (const WorldDef& def : targets()) {
    const Disturbed together = playDisturbed(def, true);
    EXPECT_EQ(together.hashes, alone.hashes) << static_cast<int>(def.simd);
    EXPECT_TRUE(together.froze);
    // Reading between steps changes nothing.
    EXPECT_EQ(playDisturbed(def, false).hashes, last.hashes) << static_cast<int>(def.simd);
  }
}

TEST(Crowd, TakesWhatFitsAndLeavesTheRestAlone) {
  const Case c = cases()[0];
  for (const WorldDef& def : targets()) {
    const std::uint32_t lanes = chooseTarget(def.simd)->lanes;
    Crowd few(c, def, 1), some(c, def, lanes + lanes / 2), many(c, def, 4 * lanes + 1);
    for (Crowd* crowd : {&few, &some, &many}) crowd->step(0);
    EXPECT_EQ(few.crowded, 0u);          // one cloth is no crowd
    EXPECT_EQ(some.crowded, lanes);      // half as many more are too few for a second crowd
    EXPECT_EQ(many.crowded, 4 * lanes);  // the last one is alone
  }
}

}  // namespace
}  // namespace toile
