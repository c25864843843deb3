// P29: creating and destroying cloths and worlds must not leak, with contacts with a collider and with each other, and
// pins. (There are no seams to destroy.) Leak checkers see the same test in the sanitizer build.
#include <unistd.h>

#include <fstream>
#include <iostream>

#include "cases/case_helpers.h"
#include "sanitized.h"

namespace toile::test {
namespace {

/// Resident memory of this process, bytes; 0 where the system does not tell.
std::size_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// A sheet of n × n on the sphere.
ClothDef sheetOnSphere(std::uint32_t n, const Vertices& pinned, float height = 0.302f) {
  ClothDef def;
  def.garment = garmentOf(lyingSheet(n, 1.0f, height));
  def.pinned = pinned;
  return def;
}

TEST(Cases, P29_CreatingAndDestroyingClothsKeepsMemory) {
  World world = need(World::create({.substeps = 10}));
  (void)need(world.addCollider(sphereAt({}, 0.3f)));
  const Vertices pinned = {0, 32};
  std::size_t before = 0;
  ClothId last;
  for (int iteration = 1; iteration <= 1000; ++iteration) {
    const ClothId cloth = need(world.createCloth(sheetOnSphere(33, pinned)));
    for (int step = 0; step < 5; ++step) ASSERT_TRUE(world.step(kFrame));
    if (iteration == 1) {
      EXPECT_GT(need(world.stats(cloth)).contacts, 0u);
    }
    ASSERT_TRUE(world.destroyCloth(cloth));
    ASSERT_FALSE(world.isValid(cloth));
    ASSERT_FALSE(world.destroyCloth(cloth)) << "an old handle";
    ASSERT_FALSE(world.stats(last).ok()) << "an old or null handle";
    last = cloth;
    if (iteration == 100) before = residentBytes();
  }
  const std::size_t after = residentBytes();
  std::cout << "resident: " << before / 1024 << " KiB at 100, " << after / 1024 << " KiB at 1000\n";
  if (before == 0 || kSanitized) GTEST_SKIP() << "resident memory is not known here";
  EXPECT_LT(static_cast<double>(after) - static_cast<double>(before), 1024.0 * 1024.0);
}

/// Two layers on the sphere that meet each other, and themselves.
ClothDef layer(const Vertices& pinned, float height) {
  ClothDef def = sheetOnSphere(9, pinned, height);
  def.params.selfCollision = {true, 0.004f, -1.0f, -1.0f};
  return def;
}

// The same with self-collision, on coarser sheets: what is kept of a contact does not depend on how many there are. One
// layer stays, so that each of three hundred is destroyed in contact with it.
TEST(Cases, P29_DestroyingClothsInContactKeepsMemory) {
  World world = need(World::create({.substeps = 2}));
  (void)need(world.addCollider(sphereAt({}, 0.3f)));
  const Vertices pinned = {0, 8};
  (void)need(world.createCloth(layer(pinned, 0.302f)));
  std::size_t before = 0;
  const int iterations = kSanitized ? 30 : 300;
  for (int iteration = 1; iteration <= iterations; ++iteration) {
    const ClothId cloth = need(world.createCloth(layer(pinned, 0.305f)));
    for (int step = 0; step < 5; ++step) ASSERT_TRUE(world.step(kFrame));
    ASSERT_GT(world.stats().contact.touching, 0u);
    ASSERT_TRUE(world.destroyCloth(cloth));
    ASSERT_FALSE(world.destroyCloth(cloth)) << "an old handle";
    if (iteration == 100) before = residentBytes();
  }
  if (before == 0 || kSanitized) GTEST_SKIP() << "resident memory is not known here";
  EXPECT_LT(static_cast<double>(residentBytes()) - static_cast<double>(before), 1024.0 * 1024.0);
}

TEST(Cases, P29_WorldsGoWithAllTheyHold) {
  std::size_t before = 0;
  const Vertices pinned = {0, 32};
  for (int iteration = 1; iteration <= 100; ++iteration) {
    World world = need(World::create({.substeps = 2}));
    (void)need(world.addCollider(sphereAt({}, 0.3f)));
    const ClothId cloth = need(world.createCloth(sheetOnSphere(33, pinned)));
    (void)need(world.createCloth(layer(pinned, 0.302f)));
    (void)need(world.createCloth(layer(pinned, 0.305f)));
    for (int step = 0; step < 5; ++step) ASSERT_TRUE(world.step(kFrame));
    EXPECT_TRUE(world.isValid(cloth));
    EXPECT_GT(world.stats().contact.touching, 0u);
    if (iteration == 10) before = residentBytes();
  }
  if (before == 0 || kSanitized) GTEST_SKIP() << "resident memory is not known here";
  EXPECT_LT(static_cast<double>(residentBytes()) - static_cast<double>(before), 1024.0 * 1024.0);
}

}  // namespace
}  // namespace toile::test
