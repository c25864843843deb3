// A world with one small sheet, and what "nothing has changed" means.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "frame.h"
#include "toile/toile.h"

namespace toile::test {

inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInfinite = std::numeric_limits<float>::infinity();
inline constexpr GridDef kSheet{.width = 6, .height = 5, .spacing = 0.1f};

inline GarmentPtr sheetGarment(const GarmentDef& def = {}) { return *Garment::build(makeGrid(kSheet), def); }

class WorldTest : public testing::Test {
 protected:
  WorldTest() : world(World::create(worldDef()).value()), garment(sheetGarment()) {
    cloth = *world.createCloth(clothDef());
  }

  static WorldDef worldDef() {
    WorldDef def;
    def.substeps = 10;
    return def;
  }
  ClothDef clothDef() const {
    ClothDef def;
    def.garment = garment;
    return def;
  }
  std::vector<Vec3> positions(ClothId id) const {
    std::vector<Vec3> out(world.garment(id)->vertexCount());
    EXPECT_TRUE(world.readPositions(id, out).ok());
    return out;
  }
  std::vector<Vec3> positions() const { return positions(cloth); }
  std::vector<Vec3> velocities() const {
    std::vector<Vec3> out(garment->vertexCount());
    EXPECT_TRUE(world.readVelocities(cloth, out).ok());
    return out;
  }
  std::vector<float> masses() const {
    std::vector<float> out(garment->vertexCount());
    EXPECT_TRUE(world.readMasses(cloth, out).ok());
    return out;
  }
  void step(int count = 1) {
    for (int i = 0; i < count; ++i) ASSERT_TRUE(world.step(kFrame).ok());
  }
  /// The call was refused, its error has all of `words`, and neither state, masses nor pins have changed.
  template <class Answer>
  void expectRefused(const Answer& answer, const std::vector<const char*>& words) {
    ASSERT_FALSE(answer.ok());
    for (const char* word : words) EXPECT_THAT(answer.error(), testing::HasSubstr(word));
    EXPECT_EQ(world.stateHash(), hashBefore_);
    EXPECT_EQ(masses(), massesBefore_);
    EXPECT_EQ(world.stats(cloth)->pinned, pinnedBefore_);
  }
  void remember() {
    hashBefore_ = world.stateHash();
    massesBefore_ = masses();
    pinnedBefore_ = world.stats(cloth)->pinned;
  }

  World world;
  GarmentPtr garment;
  ClothId cloth;

 private:
  std::uint64_t hashBefore_ = 0;
  std::vector<float> massesBefore_;
  std::size_t pinnedBefore_ = 0;
};

}  // namespace toile::test
