// Every constraint kind alone, on the device and on the CPU, after 1, 10 and 100 steps.
#include "tests/vulkan/pair.h"

namespace toile::test {
namespace {

/// A sheet held by two corners, of one kind and of stretch, which all other kinds need beside them.
SceneMaker sheetOf(Kind kind, std::uint32_t width, float damping) {
  return [=](World& world, std::vector<ClothId>& cloths) {
    const bool grid = kind == Kind::skipOne || kind == Kind::shear;
    const GridDef def{.width = width,
                      .height = width + 2,
                      .spacing = 0.5f / static_cast<float>(width),
                      .cut = grid ? GridCut::quads : GridCut::equilateral};
    GarmentDef garment;
    garment.kinds = {Kind::stretch, kind};
    garment.fabric.stretchDamping = damping, garment.fabric.bendingDamping = damping;
    garment.fabric.bendingRigidity = 1e-4f;
    const std::vector<std::uint32_t> pins = pinnedVertices(def, PinPattern::corners);
    ClothDef cloth;
    cloth.garment = *Garment::build(makeGrid(def), garment);
    EXPECT_GT(cloth.garment->constraints(kind).count(), 0u);
    cloth.pinned = pins;
    // Not in the plane of its own weight: a sheet there waits for the first rounding to tell it where to buckle.
    cloth.transform.rotation = normalized(Quat{-0.5f, 0.1f, 0.05f, 0.8f});
    cloths.push_back(*world.createCloth(cloth));
    return std::function<void(World&, int)>();
  };
}

constexpr Kind kAll[] = {Kind::stretch,         Kind::shear, Kind::wing,          Kind::skipOne, Kind::quadraticBending,
                         Kind::dihedralBending, Kind::area,  Kind::triangleShear, Kind::strain};

TEST(VulkanKinds, OnePassAgreesWithTheCpu) {
  TOILE_DEVICE_OR_SKIP(device);
  for (const Kind kind : kAll) {
    expectParity(device, {.substeps = 2}, sheetOf(kind, 9, 0.0f), {1, 10, 100}, std::string(kindName(kind)));
  }
}

TEST(VulkanKinds, SeveralPassesWithDampingAgree) {
  TOILE_DEVICE_OR_SKIP(device);
  for (const Kind kind : kAll) {
    expectParity(device, {.substeps = 2, .iterations = 3}, sheetOf(kind, 9, 1e-3f), {1, 10, 40},
                 std::string(kindName(kind)));
  }
}

/// Colours of more than kGpuSmallColour are dispatches of their own.
TEST(VulkanKinds, LargeColoursAgree) {
  TOILE_DEVICE_OR_SKIP(device);
  for (const Kind kind : {Kind::shear, Kind::quadraticBending, Kind::strain}) {
    expectParity(device, {.substeps = 2, .iterations = 2}, sheetOf(kind, 100, 0.0f), {1, 3},
                 "large " + std::string(kindName(kind)));
  }
}

TEST(VulkanKinds, PositionBasedAgrees) {
  TOILE_DEVICE_OR_SKIP(device);
  const SceneMaker make = [](World& world, std::vector<ClothId>& cloths) {
    auto move = sheetOf(Kind::quadraticBending, 9, 0.0f)(world, cloths);
    ClothParams params = *world.params(cloths[0]);
    params.pbd = true;
    EXPECT_TRUE(world.setParams(cloths[0], params).ok());
    return move;
  };
  expectParity(device, {.substeps = 4, .iterations = 2}, make, {1, 10, 100}, "pbd");
}

}  // namespace
}  // namespace toile::test
