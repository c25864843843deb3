// The solver among the world's other calls, what it refuses, and what happens when the device goes.
#include "tests/vulkan/pair.h"

namespace toile::test {
namespace {

struct Sheet {
  World world = World::create({.substeps = 4}).value();
  GridDef grid{.width = 9, .height = 9, .spacing = 0.06f};
  ClothId cloth;

  explicit Sheet(const ClothParams& params = {}) {
    const std::vector<std::uint32_t> pins = pinnedVertices(grid, PinPattern::topRow);
    ClothDef def;
    def.garment = *Garment::build(makeGrid(grid), {});
    def.pinned = pins;
    def.params = params;
    cloth = *world.createCloth(def);
  }
  std::vector<Vec3> positions() const {
    std::vector<Vec3> x(world.garment(cloth)->vertexCount());
    EXPECT_TRUE(world.readPositions(cloth, x).ok());
    return x;
  }
};

TEST(VulkanSolver, WritesBetweenStepsArrive) {
  TOILE_DEVICE_OR_SKIP(device);
  Sheet gpu, cpu;
  auto solver = VulkanSolver::create(gpu.world, device);
  ASSERT_TRUE(solver.ok());
  const std::uint32_t corner[] = {80};
  const auto edit = [&](Sheet& sheet, int step) {
    World& world = sheet.world;
    if (step == 5) {
      EXPECT_TRUE(world.pin(sheet.cloth, corner).ok());
    }
    if (step == 8) {
      EXPECT_TRUE(world.teleport(sheet.cloth, {{}, {1.0f, 2.0f, 3.0f}}, TeleportMode::keep).ok());
    }
    if (step == 11) {
      EXPECT_TRUE(world.unpin(sheet.cloth, corner).ok());
    }
    if (step == 14) {
      EXPECT_TRUE(world.setTotalMass(sheet.cloth, 0.5f).ok());
    }
    if (step == 17) {
      EXPECT_TRUE(world.setEnabled(sheet.cloth, false).ok());
    }
    if (step == 19) {
      EXPECT_TRUE(world.setEnabled(sheet.cloth, true).ok());
    }
    if (step == 22) {
      ClothParams params = *world.params(sheet.cloth);
      params.tethers = 2, params.kinds[Kind::shear].enabled = false;
      EXPECT_TRUE(world.setParams(sheet.cloth, params).ok());
    }
    if (step == 25) {
      EXPECT_TRUE(world.setSubsteps(6, 2).ok());
    }
  };
  for (int step = 0; step < 30; ++step) {
    edit(gpu, step), edit(cpu, step);
    const Status status = (*solver)->step(1.0f / 60.0f);
    ASSERT_TRUE(status.ok()) << status.error();
    ASSERT_TRUE(cpu.world.step(1.0f / 60.0f).ok());
    // Rounding of a few µm grows a little in thirty steps; an edit that is lost shows as centimetres.
    ASSERT_LT(farthest(gpu.positions(), cpu.positions()), 3e-4f) << step;
  }
  EXPECT_DOUBLE_EQ(gpu.world.stats().time, cpu.world.stats().time);
}

TEST(VulkanSolver, TheCpuGoesOnWhereTheDeviceWas) {
  TOILE_DEVICE_OR_SKIP(device);
  Sheet gpu, cpu;
  auto solver = VulkanSolver::create(gpu.world, device);
  ASSERT_TRUE(solver.ok());
  for (int step = 0; step < 20; ++step) {
    ASSERT_TRUE(step % 4 < 2 ? (*solver)->step(1.0f / 60.0f).ok() : gpu.world.step(1.0f / 60.0f).ok());
    ASSERT_TRUE(cpu.world.step(1.0f / 60.0f).ok());
  }
  EXPECT_LT(farthest(gpu.positions(), cpu.positions()), 1e-4f);
  solver->reset();  // reads back
  ASSERT_TRUE(gpu.world.step(1.0f / 60.0f).ok() && cpu.world.step(1.0f / 60.0f).ok());
  EXPECT_LT(farthest(gpu.positions(), cpu.positions()), 1e-4f);
}

TEST(VulkanSolver, ClothsMayComeAndGo) {
  TOILE_DEVICE_OR_SKIP(device);
  Sheet gpu, cpu;
  auto solver = VulkanSolver::create(gpu.world, device);
  ASSERT_TRUE(solver.ok());
  std::vector<ClothId> others[2];
  for (int step = 0; step < 20; ++step) {
    int k = 0;
    for (Sheet* sheet : {&gpu, &cpu}) {
      ClothDef def;
      def.garment = sheet->world.garment(sheet->cloth);
      if (step == 4 || step == 6) others[k].push_back(*sheet->world.createCloth(def));
      if (step == 10) {
        EXPECT_TRUE(sheet->world.destroyCloth(others[k][0]).ok());
      }
      ++k;
    }
    ASSERT_TRUE((*solver)->step(1.0f / 60.0f).ok());
    ASSERT_TRUE(cpu.world.step(1.0f / 60.0f).ok());
  }
  EXPECT_LT(farthest(gpu.positions(), cpu.positions()), 1e-4f);
  const auto particles = (*solver)->particles(others[0][1]);
  ASSERT_TRUE(particles.ok());
  EXPECT_GT(particles->offset, 0u);
  EXPECT_EQ(particles->count, 81u);
  EXPECT_FALSE((*solver)->particles(others[0][0]).ok());
}

void expectRefused(const VulkanDevicePtr& device, Sheet& sheet, const std::string& part) {
  auto solver = VulkanSolver::create(sheet.world, device);
  ASSERT_TRUE(solver.ok());
  const std::uint64_t before = sheet.world.stateHash();
  const Status status = (*solver)->step(1.0f / 60.0f);
  ASSERT_FALSE(status.ok()) << part;
  EXPECT_NE(status.error().find(part), std::string::npos) << status.error();
  EXPECT_NE(status.error().find("cloth id 1.1"), std::string::npos) << status.error();
  EXPECT_EQ((*solver)->supports(1.0f / 60.0f).error(), status.error());
  EXPECT_EQ(sheet.world.stateHash(), before);
  EXPECT_EQ(sheet.world.stats().time, 0.0);
  EXPECT_TRUE(sheet.world.step(1.0f / 60.0f).ok());
}

TEST(VulkanSolver, WhatItDoesNotSolveIsRefusedByName) {
  TOILE_DEVICE_OR_SKIP(device);
  ClothParams levels;
  levels.coarseLevels = 2;
  Sheet b(levels), e, f;
  expectRefused(device, b, "coarseLevels");
  MeshBody body;
  body.mesh = *BodyMesh::build(makeGrid({.width = 3, .height = 3, .spacing = 0.1f}));
  ASSERT_TRUE(e.world.addCollider({.shape = body}).ok());
  expectRefused(device, e, "mesh body");
  const ColliderId ball = *f.world.addCollider({.shape = Sphere{0.02f}});
  ASSERT_TRUE(f.world.moveCollider(ball, {{}, {0.0f, 0.0f, 2.0f}}).ok());
  expectRefused(device, f, "farther than it is thick");
}

TEST(VulkanSolver, BadStepsAreRefusedAndShortOnesSavedUp) {
  TOILE_DEVICE_OR_SKIP(device);
  Sheet sheet;
  auto solver = VulkanSolver::create(sheet.world, device);
  ASSERT_TRUE(solver.ok());
  EXPECT_FALSE((*solver)->step(-1.0f).ok());
  EXPECT_FALSE((*solver)->step(std::nanf("")).ok());
  EXPECT_TRUE((*solver)->step(0.0f).ok());
  EXPECT_TRUE((*solver)->step(4e-6f).ok());
  EXPECT_EQ(sheet.world.stats().time, 0.0);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE((*solver)->step(4e-6f).ok());
  EXPECT_GT(sheet.world.stats().time, 1e-5);
}

/// Too fast for a float: the cloth is stopped where it was last good, as on the CPU.
TEST(VulkanSolver, WhatExplodesIsFrozen) {
  TOILE_DEVICE_OR_SKIP(device);
  Sheet sheet;
  ASSERT_TRUE(sheet.world.addCollider(planeCollider({0.0f, -2.0f, 0.0f}, {0.0f, 1.0f, 0.0f})).ok());
  auto solver = VulkanSolver::create(sheet.world, device);
  ASSERT_TRUE(solver.ok());
  ASSERT_TRUE((*solver)->step(1.0f / 60.0f).ok());
  ASSERT_TRUE(sheet.world.setGravity({0.0f, -1e25f, 0.0f}).ok());
  for (int step = 0; step < 3; ++step) ASSERT_TRUE((*solver)->step(1.0f / 60.0f).ok());
  ASSERT_TRUE((*solver)->wait().ok());
  EXPECT_TRUE(sheet.world.stats(sheet.cloth)->frozen);
  for (const Vec3 p : sheet.positions()) EXPECT_TRUE(isFinite(p) && length(p) < 10.0f);
  ASSERT_TRUE(sheet.world.setGravity({0.0f, -9.81f, 0.0f}).ok());
  ASSERT_TRUE(sheet.world.reset(sheet.cloth).ok());
  const std::vector<Vec3> rest = sheet.positions();
  ASSERT_TRUE((*solver)->step(1.0f / 60.0f).ok());
  EXPECT_FALSE(sheet.world.stats(sheet.cloth)->frozen);
  EXPECT_GT(farthest(sheet.positions(), rest), 0.0f);
}

TEST(VulkanSolver, StatsTellTheWork) {
  TOILE_DEVICE_OR_SKIP(device);
  Sheet sheet;
  auto solver = VulkanSolver::create(sheet.world, device);
  ASSERT_TRUE(solver.ok() && (*solver)->step(1.0f / 60.0f).ok() && (*solver)->wait().ok());
  const VulkanStats stats = (*solver)->stats();
  EXPECT_EQ(stats.constraints, 4 * sheet.world.garment(sheet.cloth)->constraintCount());
  // All colours are small: one dispatch a kind, and air, motion and contacts; a gust and the last settling.
  EXPECT_EQ(stats.dispatches, 4u * (1 + 1 + 3 + 1 + 1) + 1);
  EXPECT_EQ(stats.barriers, stats.dispatches - 1);
  // A distance at least reads and writes two particles.
  EXPECT_GT(stats.bytes, stats.constraints * 64);
}

// ---- devices

TEST(VulkanDevice, WhatIsNotThereIsAClearError) {
  TOILE_DEVICE_OR_SKIP(device);
  const auto none = VulkanDevice::create({.name = "no such device"});
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().find("no such device"), std::string::npos) << none.error();
  EXPECT_NE(none.error().find(device->name()), std::string::npos) << "tells which there are: " << none.error();
  EXPECT_FALSE(VulkanDevice::adopt({}).ok());
  Sheet sheet;
  EXPECT_FALSE(VulkanSolver::create(sheet.world, nullptr).ok());
  EXPECT_FALSE(VulkanDevice::list().empty());
}

int submitsLeft = 0;
PFN_vkQueueSubmit realSubmit = nullptr;
VKAPI_ATTR VkResult VKAPI_CALL failingSubmit(VkQueue queue, std::uint32_t count, const VkSubmitInfo* infos,
                                             VkFence fence) {
  return submitsLeft-- > 0 ? realSubmit(queue, count, infos, fence) : VK_ERROR_DEVICE_LOST;
}
PFN_vkGetDeviceProcAddr realDeviceProc = nullptr;
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceProc(VkDevice device, const char* name) {
  const PFN_vkVoidFunction found = realDeviceProc(device, name);
  if (std::string_view(name) != "vkQueueSubmit") return found;
  realSubmit = reinterpret_cast<PFN_vkQueueSubmit>(found);
  return reinterpret_cast<PFN_vkVoidFunction>(failingSubmit);
}
PFN_vkGetInstanceProcAddr realInstanceProc = nullptr;
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instanceProc(VkInstance instance, const char* name) {
  const PFN_vkVoidFunction found = realInstanceProc(instance, name);
  if (std::string_view(name) != "vkGetDeviceProcAddr") return found;
  realDeviceProc = reinterpret_cast<PFN_vkGetDeviceProcAddr>(found);
  return reinterpret_cast<PFN_vkVoidFunction>(deviceProc);
}

/// The caller's own device, which is lost after `submitsLeft` submissions.
Result<VulkanDevicePtr> failing(const VulkanDevicePtr& owner) {
  VulkanHandles handles = owner->handles();
  realInstanceProc = handles.getInstanceProcAddr;
  handles.getInstanceProcAddr = instanceProc;
  return VulkanDevice::adopt(handles);
}

TEST(VulkanDevice, ALostDeviceIsReportedAndTheCpuGoesOn) {
  TOILE_DEVICE_OR_SKIP(owner);
  const auto device = failing(owner);
  ASSERT_TRUE(device.ok()) << device.error();
  Sheet sheet;
  auto solver = VulkanSolver::create(sheet.world, *device);
  ASSERT_TRUE(solver.ok());
  submitsLeft = 4;  // two steps, reading back, one step
  ASSERT_TRUE((*solver)->step(1.0f / 60.0f).ok() && (*solver)->step(1.0f / 60.0f).ok());
  const std::vector<Vec3> kept = sheet.positions();
  ASSERT_TRUE((*solver)->step(1.0f / 60.0f).ok());
  const Status status = (*solver)->step(1.0f / 60.0f);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().find("lost"), std::string::npos) << status.error();
  EXPECT_TRUE((*solver)->lost());
  EXPECT_EQ(farthest(sheet.positions(), kept), 0.0f) << "as read back last";
  EXPECT_FALSE((*solver)->step(1.0f / 60.0f).ok());
  EXPECT_TRUE(sheet.world.step(1.0f / 60.0f).ok());
  EXPECT_GT(farthest(sheet.positions(), kept), 0.0f);
}

/// Wherever a step reads back: to look for crossings where contact begins, for a new arrangement, for a field of wind.
TEST(VulkanDevice, OneThatIsLostWithinAStepIsReportedToo) {
  TOILE_DEVICE_OR_SKIP(owner);
  const auto device = failing(owner);
  ASSERT_TRUE(device.ok()) << device.error();
  int survived = 0;
  for (int submits = 0; submits <= 9; ++submits) {
    Sheet sheet;
    auto solver = VulkanSolver::create(sheet.world, *device);
    ASSERT_TRUE(solver.ok());
    submitsLeft = submits;
    Status status;
    for (int step = 0; step < 4 && status; ++step) {
      if (step == 1) {
        ClothParams params = *sheet.world.params(sheet.cloth);
        params.selfCollision.enabled = true;
        ASSERT_TRUE(sheet.world.setParams(sheet.cloth, params).ok());
      } else if (step == 2) {
        ClothDef other;
        other.garment = sheet.world.garment(sheet.cloth), other.collisionMask = 0;
        ASSERT_TRUE(sheet.world.createCloth(other).ok());
      } else if (step == 3) {
        const WindField still = [](std::span<const Vec3>, double, std::span<Vec3> out) {
          std::fill(out.begin(), out.end(), Vec3{});
        };
        ASSERT_TRUE(sheet.world.setWind({.field = still}).ok());
      }
      status = (*solver)->step(1.0f / 60.0f);
    }
    survived += status ? 1 : 0;
    if (status) continue;
    EXPECT_NE(status.error().find("the device is lost"), std::string::npos) << submits << ": " << status.error();
    EXPECT_TRUE((*solver)->lost());
    EXPECT_FALSE((*solver)->supports(1.0f / 60.0f).ok());
    for (const Vec3 p : sheet.positions()) ASSERT_TRUE(isFinite(p));
    const Status onward = sheet.world.step(1.0f / 60.0f);
    EXPECT_TRUE(onward.ok()) << onward.error();
    EXPECT_FALSE((*solver)->step(1.0f / 60.0f).ok());
  }
  EXPECT_GT(survived, 0) << "enough for all four steps";
  EXPECT_LT(survived, 6);
}

/// Every kind, every part of a step and both ways to draw, some steps under the layer's checks of synchronization.
TEST(VulkanDevice, ValidationIsSilent) {
  TOILE_DEVICE_OR_SKIP(any);
  const auto device = VulkanDevice::create({.name = any->name(), .validate = true});
  if (!device.ok()) GTEST_SKIP() << device.error();
  World world =
      World::create({.wind = {.velocity = {0.0f, 0.0f, 3.0f}, .gustStrength = 0.5f}, .substeps = 2, .iterations = 2})
          .value();
  const GridDef grid{.width = 40, .height = 40, .spacing = 0.02f};
  GarmentDef all;
  all.kinds = {Kind::stretch,         Kind::shear, Kind::skipOne,       Kind::quadraticBending,
               Kind::dihedralBending, Kind::area,  Kind::triangleShear, Kind::strain};
  all.fabric.stretchDamping = 1e-3f;
  const auto drawn = DrawnGarment::build(makeGrid(grid), {}, {.vertices = 200});
  ASSERT_TRUE(drawn.ok());
  const std::uint32_t pins[] = {0, 20};
  ClothDef def;
  def.pinned = pins;
  def.params.maxDistance = 0.5f, def.params.internalDamping = 1.0f, def.params.tethers = 2;
  // Cloths that do not see each other, each of them kept from itself, with pairs all over.
  def.params.selfCollision = {true, 0.012f, 0.3f, 0.3f};
  def.collisionGroup = 2, def.collisionMask = 1;
  std::vector<ClothId> cloths;
  for (const GarmentPtr& garment : {*Garment::build(makeGrid(grid), all), (*drawn)->simulated()}) {
    def.garment = garment;
    for (int i = 0; i < 2; ++i) cloths.push_back(*world.createCloth(def));
  }
  ASSERT_TRUE(world.addCollider({.shape = Sphere{0.1f}}).ok());
  ASSERT_TRUE(world.addCollider(planeCollider({0.0f, -0.4f, 0.0f}, {0.0f, 1.0f, 0.0f})).ok());
  auto solver = VulkanSolver::create(world, *device);
  ASSERT_TRUE(solver.ok() && (*solver)->draw(world.garment(cloths[0])).ok() && (*solver)->draw(*drawn).ok());
  for (int step = 0; step < 3; ++step) {
    const Status status = (*solver)->step(1.0f / 60.0f);
    ASSERT_TRUE(status.ok()) << status.error();
    std::vector<Vec3> normals(1600);
    EXPECT_TRUE((*solver)->readDrawn(cloths[3], {.normals = normals}).ok());
    EXPECT_FALSE(world.stats(cloths[0])->frozen);
  }
  for (const std::string& message : (*device)->validationMessages()) ADD_FAILURE() << message;
}

}  // namespace
}  // namespace toile::test
