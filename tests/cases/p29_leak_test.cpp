// P29: creating and destroying cloths and worlds must not leak. Self-collision and seams do not exist yet: here
// there are contacts with a collider and pins. Leak checkers see the same test in the sanitizer build.
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

ClothDef sheetOnSphere(const Vertices& pinned) {
  ClothDef def;
  def.garment = garmentOf(lyingSheet(33, 1.0f, 0.302f));
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
    const ClothId cloth = need(world.createCloth(sheetOnSphere(pinned)));
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

TEST(Cases, P29_WorldsGoWithAllTheyHold) {
  std::size_t before = 0;
  const Vertices pinned = {0, 32};
  for (int iteration = 1; iteration <= 100; ++iteration) {
    World world = need(World::create({.substeps = 10}));
    (void)need(world.addCollider(sphereAt({}, 0.3f)));
    const ClothId cloth = need(world.createCloth(sheetOnSphere(pinned)));
    for (int step = 0; step < 5; ++step) ASSERT_TRUE(world.step(kFrame));
    EXPECT_TRUE(world.isValid(cloth));
    if (iteration == 10) before = residentBytes();
  }
  if (before == 0 || kSanitized) GTEST_SKIP() << "resident memory is not known here";
  EXPECT_LT(static_cast<double>(residentBytes()) - static_cast<double>(before), 1024.0 * 1024.0);
}

}  // namespace
}  // namespace toile::test
