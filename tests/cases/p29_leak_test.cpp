// P29: creating and destroying cloths and worlds must not leak, with contacts with a collider and with each other, and
// pins. (There are no seams to destroy.) Leak checkers see the same test in the sanitizer build.
#include <malloc.h>
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
  const int count = kSanitized ? 50 : 1000;  // a leak checker sees the first one
  for (int iteration = 1; iteration <= count; ++iteration) {
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
  if (before == 0) GTEST_SKIP() << "resident memory is not known here";
  std::cout << "resident: " << before / 1024 << " KiB at 100, " << after / 1024 << " KiB at 1000\n";
  EXPECT_LT(static_cast<double>(after) - static_cast<double>(before), 1024.0 * 1024.0);
}

/// Two layers on the sphere that meet each other, and themselves.
ClothDef layer(std::uint32_t n, const Vertices& pinned, float height) {
  ClothDef def = sheetOnSphere(n, pinned, height);
  def.params.selfCollision = {true, 0.004f, -1.0f, -1.0f};
  return def;
}

/// What is allocated and not freed; 0 where that is not known. Pages stay with a process for other reasons as well.
std::size_t allocatedBytes() {
#if defined(__GLIBC__)
  return kSanitized ? 0 : mallinfo2().uordblks;
#else
  return 0;
#endif
}

// The same with self-collision, on coarser sheets: what is kept of a contact does not depend on how many there are. One
// layer stays for a while, so that others are destroyed in contact with it.
TEST(Cases, P29_DestroyingClothsInContactKeepsMemory) {
  World world = need(World::create({.substeps = 2}));
  (void)need(world.addCollider(sphereAt({}, 0.3f)));
  const Vertices pinned = {0, 8};
  std::size_t before = 0;
  const int rounds = kSanitized ? 2 : 8;
  for (int round = 1; round <= rounds; ++round) {
    const ClothId stays = need(world.createCloth(layer(9, pinned, 0.302f)));
    for (int iteration = 0; iteration < 5; ++iteration) {
      const ClothId cloth = need(world.createCloth(layer(9, pinned, 0.305f)));
      for (int step = 0; step < 5; ++step) ASSERT_TRUE(world.step(kFrame));
      ASSERT_GT(world.stats().contact.touching, 0u);
      ASSERT_TRUE(world.destroyCloth(cloth));
      ASSERT_FALSE(world.destroyCloth(cloth)) << "an old handle";
    }
    ASSERT_TRUE(world.destroyCloth(stays));
    ASSERT_TRUE(world.step(kFrame));
    if (round == 2) before = allocatedBytes();
  }
  if (before == 0) GTEST_SKIP() << "allocated memory is not known here";
  std::cout << "allocated: " << before / 1024 << " KiB, then " << allocatedBytes() / 1024 << " KiB\n";
  EXPECT_LT(static_cast<double>(allocatedBytes()) - static_cast<double>(before), 64.0 * 1024.0);
}

TEST(Cases, P29_WorldsGoWithAllTheyHold) {
  std::size_t before = 0;
  const Vertices pinned = {0, 32}, corners = {0, 4};
  const int count = kSanitized ? 5 : 100;
  for (int iteration = 1; iteration <= count; ++iteration) {
    World world = need(World::create({.substeps = 2}));
    (void)need(world.addCollider(sphereAt({}, 0.3f)));
    const ClothId cloth = need(world.createCloth(sheetOnSphere(33, pinned)));
    (void)need(world.createCloth(layer(5, corners, 0.302f)));
    (void)need(world.createCloth(layer(5, corners, 0.305f)));
    for (int step = 0; step < 5; ++step) ASSERT_TRUE(world.step(kFrame));
    EXPECT_TRUE(world.isValid(cloth));
    EXPECT_GT(world.stats().contact.touching, 0u);
    if (iteration == 10) before = residentBytes();
  }
  if (before == 0) GTEST_SKIP() << "resident memory is not known here";
  EXPECT_LT(static_cast<double>(residentBytes()) - static_cast<double>(before), 1024.0 * 1024.0);
}

}  // namespace
}  // namespace toile::test
