// The presets: there, within what is known of such cloths, and usable.
#include "toile/fabric.h"

#include <gtest/gtest.h>

#include <cmath>

#include "toile/garment.h"
#include "toile/grid.h"

namespace toile {
namespace {

TEST(FabricPresets, AreThereWithTheirSources) {
  for (const char* name : {"silk", "cotton", "wool", "denim", "leather", "flag"}) {
    const FabricPreset* preset = findFabricPreset(name);
    ASSERT_NE(preset, nullptr) << name;
    EXPECT_EQ(preset->name, name);
    EXPECT_GT(preset->source.size(), 50u) << name;
  }
  EXPECT_EQ(fabricPresets().size(), 6u);
  EXPECT_EQ(findFabricPreset("Silk"), nullptr);
  EXPECT_EQ(findFabricPreset(""), nullptr);
}

TEST(FabricPresets, LieWhereClothsDo) {
  for (const FabricPreset& preset : fabricPresets()) {
    const Fabric& f = preset.fabric;
    EXPECT_TRUE(f.arealDensity >= 0.05f && f.arealDensity <= 1.0f) << preset.name;
    EXPECT_TRUE(f.bendingRigidity >= 1e-7f && f.bendingRigidity <= 1e-4f) << preset.name;  // KES, apparel
    EXPECT_GT(f.stretchWarp, f.shear) << preset.name;
    EXPECT_TRUE(f.frictionDynamic > 0.0f && f.frictionDynamic < f.frictionStatic) << preset.name;
    EXPECT_TRUE(f.airLift <= f.airDrag) << preset.name;
    // Bending length (B/w)^(1/3): 0.5 to 3 cm between the limpest silk and the stiffest denim.
    const double bendingLength = std::cbrt(f.bendingRigidity / (f.arealDensity * 9.80665));
    EXPECT_TRUE(bendingLength > 0.005 && bendingLength < 0.03) << preset.name << " " << bendingLength;
  }
}

/// Measured Cusick drape: denim is stiffest, silk and flag limpest.
TEST(FabricPresets, DrapeInTheMeasuredOrder) {
  const auto stiffness = [](const char* name) {
    const Fabric& f = findFabricPreset(name)->fabric;
    return f.bendingRigidity / f.arealDensity;
  };
  EXPECT_GT(stiffness("denim"), stiffness("cotton"));
  EXPECT_GT(stiffness("cotton"), stiffness("wool"));
  EXPECT_GT(stiffness("wool"), stiffness("silk"));
  EXPECT_GT(stiffness("silk"), stiffness("flag"));
}

TEST(FabricPresets, BuildGarments) {
  for (const FabricPreset& preset : fabricPresets()) {
    GarmentDef def;
    def.fabric = preset.fabric;
    EXPECT_TRUE(Garment::build(makeGrid({.width = 4, .height = 4, .spacing = 0.02f}), def).ok()) << preset.name;
  }
}

}  // namespace
}  // namespace toile
