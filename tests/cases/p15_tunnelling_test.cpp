// P15: a fast collider must not jump through the cloth between two frames, nor fast cloth through a thin box.
#include <iostream>

#include "cases/case_helpers.h"

namespace toile::test {
namespace {

TEST(Cases, P15_FastSheetStopsAtThinBox) {
  OneClothDef def;
  def.world.gravity = {};
  OneCloth one = oneCloth(lyingSheet(31, 1.0f, 1.0f), def);
  // 2 cm thick, its top at y = 0; the sheet moves 33 cm a frame.
  one.add(boxAt({0.0f, -0.01f, 0.0f}, {1.0f, 0.01f, 1.0f}));
  ASSERT_TRUE(one.world.writeVelocities(one.cloth, Points(one.mesh.vertexCount(), Vec3{0.0f, -20.0f, 0.0f})));
  for (int frame = 0; frame < 60; ++frame) {
    one.run(1);
    ASSERT_GE(lowest(one.positions()), 0.0f) << "frame " << frame;
  }
  EXPECT_LT(lowest(one.positions()), 0.5f) << "it has to arrive";
}

}  // namespace
}  // namespace toile::test
