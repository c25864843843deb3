// Every collider, friction, and what is counted, on the device and on the CPU.
#include "tests/collision/hull/hulls.h"
#include "tests/collision/volume/volumes.h"
#include "tests/vulkan/pair.h"

namespace toile::test {
namespace {

GarmentPtr sheet(std::uint32_t width) {
  const GridDef grid{.width = width, .height = width, .spacing = 0.5f / static_cast<float>(width - 1)};
  return *Garment::build(makeGrid(grid), {.fabric = findFabricPreset("cotton")->fabric});
}

/// A level sheet that falls on a collider, which sinks away under it, drifts and turns (`speed`, m and rad a step).
SceneMaker fallOn(ColliderDef collider, float speed) {
  return [=](World& world, std::vector<ClothId>& cloths) {
    ClothDef cloth;
    cloth.garment = sheet(13);
    cloth.transform = {{-0.70710678f, 0.0f, 0.0f, 0.70710678f}, {-0.25f, 0.03f, -0.25f}};
    cloths.push_back(*world.createCloth(cloth));
    const ColliderId id = *world.addCollider(collider);
    EXPECT_TRUE(world.addCollider(planeCollider({0.0f, -0.35f, 0.0f}, {0.05f, 1.0f, 0.0f})).ok());
    return [=](World& w, int step) {
      if (speed == 0.0f) return;
      Transform target = w.collider(id)->transform;
      target.translation += Vec3{speed, -0.3f * speed, 0.5f * speed};
      const float half = 0.5f * speed * static_cast<float>(step + 1);
      target.rotation =
          compose({{0.0f, std::sin(half), 0.0f, std::cos(half)}, {}}, {collider.transform.rotation, {}}).rotation;
      EXPECT_TRUE(w.moveCollider(id, target).ok());
    };
  };
}

ColliderDef shaped(Shape shape) {
  ColliderDef def;
  def.shape = shape;
  def.transform.translation = {0.02f, -0.12f, 0.01f};
  return def;
}

struct Named {
  const char* name;
  ColliderDef def;
};
std::vector<Named> all() {
  ColliderDef lying = shaped(Capsule{0.1f, 0.12f});
  lying.transform.rotation = normalized(Quat{0.0f, 0.0f, 0.7f, 0.7f});
  ColliderDef cone = shaped(TaperedCapsule{0.12f, 0.05f, 0.1f});
  cone.transform.rotation = normalized(Quat{0.6f, 0.1f, 0.2f, 0.7f});
  ColliderDef turned = shaped(Box{{0.15f, 0.08f, 0.1f}});
  turned.transform.rotation = normalized(Quat{0.1f, 0.3f, 0.05f, 0.9f});
  ColliderDef ball = shaped(Sphere{0.1f});
  ball.restitution = 0.5f;
  ColliderDef rounded = shaped(boxHull({0.1f, 0.05f, 0.08f}, 0.02f));
  rounded.transform.rotation = normalized(Quat{0.2f, 0.1f, 0.3f, 0.9f});
  ColliderDef ring = shaped(ringVolume(0.12f, 0.05f, 0.02f));
  ring.transform.rotation = normalized(Quat{0.2f, 0.0f, 0.1f, 0.9f});
  // Rounded by more than the grid's border is away: what rests on it rests outside the grid.
  Volume swollen = ballVolume(0.05f, 0.0125f);
  swollen.radius = swollen.volume->report().band;
  ColliderDef grown = shaped(swollen);
  return {{"sphere", shaped(Sphere{0.1f})},
          {"bouncing sphere", ball},
          {"capsule", lying},
          {"tapered capsule", cone},
          {"box", turned},
          {"plane", planeCollider({0.0f, -0.1f, 0.0f}, {0.2f, 1.0f, 0.1f})},
          {"hull", shaped(gemHull(0.13f))},
          {"rounded hull", rounded},
          {"sampled ring", ring},
          {"sampled ball", grown}};
}

TEST(VulkanContact, EveryColliderAtRestAgrees) {
  TOILE_DEVICE_OR_SKIP(device);
  for (const Named& c : all()) expectParity(device, {.substeps = 2}, fallOn(c.def, 0.0f), {1, 10, 100}, c.name);
}

TEST(VulkanContact, EveryColliderInMotionAgrees) {
  TOILE_DEVICE_OR_SKIP(device);
  for (const Named& c : all())
    expectParity(device, {.substeps = 2}, fallOn(c.def, 0.004f), {1, 10, 40}, std::string("moving ") + c.name);
}

/// Falling 5 m in a step: swept.
SceneMaker throwAt(const Shape& shape) {
  return [=](World& world, std::vector<ClothId>& cloths) {
    auto move = fallOn(shaped(shape), 0.0f)(world, cloths);
    const std::vector<Vec3> v(world.garment(cloths[0])->vertexCount(), Vec3{0.0f, -300.0f, 0.0f});
    EXPECT_TRUE(world.writeVelocities(cloths[0], v).ok());
    return move;
  };
}

TEST(VulkanContact, FastParticlesAreSwept) {
  TOILE_DEVICE_OR_SKIP(device);
  expectParity(device, {.substeps = 4}, throwAt(Sphere{0.1f}), {1}, "swept sphere");
  expectParity(device, {.substeps = 4}, throwAt(gemHull(0.13f)), {1}, "swept hull");
  expectParity(device, {.substeps = 4}, throwAt(ringVolume(0.12f, 0.05f, 0.02f)), {1}, "swept volume");
}

/// Colliders that come, go, and share what they are made of.
TEST(VulkanContact, SolidsMayChange) {
  TOILE_DEVICE_OR_SKIP(device);
  const SceneMaker make = [](World& world, std::vector<ClothId>& cloths) {
    const ConvexHull gem = gemHull(0.13f);
    (void)fallOn(shaped(gem), 0.0f)(world, cloths);
    const Volume ring = ringVolume(0.1f, 0.04f, 0.02f);
    return [=, ids = std::vector<ColliderId>()](World& w, int step) mutable {
      if (step == 6) {
        for (const float side : {-0.15f, 0.15f}) {
          ColliderDef def = shaped(ring);
          def.transform.translation.x = side;
          ids.push_back(*w.addCollider(def));
        }
      }
      if (step == 12) {
        EXPECT_TRUE(w.removeCollider(ids[0]).ok());
      }
      if (step == 16) {
        EXPECT_TRUE(w.addCollider(shaped(boxHull({0.05f, 0.2f, 0.05f}))).ok());
      }
    };
  };
  expectParity(device, {.substeps = 2}, make, {10, 14, 20}, "solids that change");
}

TEST(VulkanContact, CountsAreThoseOfTheCpu) {
  TOILE_DEVICE_OR_SKIP(device);
  Played gpu({.substeps = 4}, fallOn(shaped(Sphere{0.1f}), 0.0f)),
      cpu({.substeps = 4}, fallOn(shaped(Sphere{0.1f}), 0.0f));
  ColliderDef trigger = shaped(Sphere{0.2f});
  trigger.trigger = true;
  const ColliderId a = *gpu.world.addCollider(trigger), b = *cpu.world.addCollider(trigger);
  auto solver = VulkanSolver::create(gpu.world, device);
  ASSERT_TRUE(solver.ok());
  for (int step = 0; step < 12; ++step) {
    ASSERT_TRUE((*solver)->step(1.0f / 60.0f).ok());
    ASSERT_TRUE(cpu.world.step(1.0f / 60.0f).ok());
  }
  ASSERT_TRUE((*solver)->wait().ok());
  EXPECT_GT(*cpu.world.colliderContacts(b), 20u);
  // A particle on the border of touching may be counted by one and not by the other.
  EXPECT_NEAR(static_cast<double>(*gpu.world.colliderContacts(a)), static_cast<double>(*cpu.world.colliderContacts(b)),
              1.0);
  EXPECT_NEAR(static_cast<double>(gpu.world.stats(gpu.cloths[0])->contacts),
              static_cast<double>(cpu.world.stats(cpu.cloths[0])->contacts), 1.0);
}

TEST(VulkanContact, MasksAreKept) {
  TOILE_DEVICE_OR_SKIP(device);
  const SceneMaker make = [](World& world, std::vector<ClothId>& cloths) {
    auto move = fallOn(shaped(Sphere{0.1f}), 0.0f)(world, cloths);
    EXPECT_TRUE(world.setCollisionMask(cloths[0], 2u).ok());
    return move;
  };
  expectParity(device, {.substeps = 2}, make, {20}, "masked");
}

}  // namespace
}  // namespace toile::test
