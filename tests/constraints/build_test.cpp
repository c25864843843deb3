// What the builders leave in and out, and the compliance they store.
#include <gtest/gtest.h>

#include <set>

#include "constraints/constraint.h"
#include "constraints/energy.h"

namespace toile::test {
namespace {

GarmentPtr build(const SurfaceMesh& mesh, const GarmentDef& def) {
  auto garment = Garment::build(mesh, def);
  EXPECT_TRUE(garment.ok());
  return garment.ok() ? *garment : nullptr;
}

TEST(Kinds, AreListedInOrderWithTheirNames) {
  ASSERT_EQ(kinds().size(), kKindCount);
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kKindCount; ++i) {
    EXPECT_EQ(static_cast<std::size_t>(kinds()[i].kind), i);
    EXPECT_EQ(kindName(kinds()[i].kind), kinds()[i].name);
    names.insert(kinds()[i].name);
  }
  const std::set<std::string_view> expected{
      "stretch",          "shear", "wing",           "skip_one", "quadratic_bending",
      "dihedral_bending", "area",  "triangle_shear", "strain"};
  EXPECT_EQ(names, expected);
}

TEST(Counts, OfTheStandardSheetOfOneHundred) {
  const GridDef grid{.width = 100, .height = 100, .spacing = 0.01f};
  GarmentDef def;
  def.kinds = {Kind::stretch, Kind::shear, Kind::skipOne};
  def.fixedVertices = pinnedVertices(grid, PinPattern::topRow);
  const GarmentPtr garment = build(makeGrid(grid), def);
  EXPECT_EQ(garment->constraints(Kind::stretch).count(), 19701u);  // 2·100·99 − 99 between pinned ones
  EXPECT_EQ(garment->constraints(Kind::shear).count(), 19602u);    // 2·99²
  EXPECT_EQ(garment->constraints(Kind::skipOne).count(), 19502u);  // 2·100·98 − 98
  EXPECT_EQ(garment->constraintCount(), 58805u);
}

TEST(Counts, OfHingesAndTriangles) {
  const GridDef grid{.width = 10, .height = 8, .spacing = 0.01f};
  GarmentDef def;
  def.kinds = {Kind::quadraticBending, Kind::dihedralBending, Kind::area, Kind::triangleShear, Kind::strain};
  const GarmentPtr garment = build(makeGrid(grid), def);
  const std::size_t hinges = 63 + 8 * 7 + 9 * 6;  // diagonals, inner columns' and inner rows' edges
  EXPECT_EQ(garment->constraints(Kind::quadraticBending).count(), hinges);
  EXPECT_EQ(garment->constraints(Kind::dihedralBending).count(), hinges);
  for (const Kind kind : {Kind::area, Kind::triangleShear, Kind::strain}) {
    EXPECT_EQ(garment->constraints(kind).count(), 126u);
  }
}

TEST(Counts, NothingIsLeftWhereAllIsFixed) {
  const GridDef grid{.width = 5, .height = 5, .spacing = 0.01f};
  GarmentDef def;
  for (const KindInfo& kind : kinds()) def.kinds.add(kind.kind);
  for (std::uint32_t v = 0; v < 25; ++v) def.fixedVertices.push_back(v);
  EXPECT_EQ(build(makeGrid(grid), def)->constraintCount(), 0u);
}

TEST(Wings, StandOnHingesOfTrianglesThatAreInNoQuad) {
  GarmentDef def;
  def.kinds = {Kind::wing, Kind::stretch, Kind::shear};
  const SurfaceMesh triangles = makeGrid({.width = 6, .height = 6, .spacing = 0.1f, .cut = GridCut::equilateral});
  const GarmentPtr lattice = build(triangles, def);
  EXPECT_EQ(lattice->constraints(Kind::wing).count(), lattice->report().hinges);
  EXPECT_EQ(lattice->constraints(Kind::shear).count(), 0u);
  EXPECT_EQ(lattice->constraints(Kind::stretch).count(), lattice->report().edges);

  EXPECT_EQ(build(makeGrid({.width = 6, .height = 6, .spacing = 0.1f}), def)->constraints(Kind::wing).count(), 0u);

  // A quad with two triangles on its right that share an edge: one wing, from 1 to 5, and none across 1–2.
  //   3 — 2
  //   |   | \      .
  //   0 — 1 — 4
  //        \ |
  //          5
  SurfaceMesh mixed;
  mixed.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}, {2, -1, 0}};
  mixed.faceSizes = {4, 3, 3};
  mixed.faceVertices = {0, 1, 2, 3, 1, 4, 2, 1, 5, 4};
  const ConstraintList wings = build(mixed, def)->constraints(Kind::wing);
  ASSERT_EQ(wings.count(), 1u);
  EXPECT_NEAR(wings.parameters[0], std::sqrt(5.0), 1e-6);  // 2 to 5
}

TEST(Compliance, PaintScalesEveryKind) {
  const GridDef grid{.width = 5, .height = 5, .spacing = 0.01f};
  GarmentDef def;
  for (const KindInfo& kind : kinds()) def.kinds.add(kind.kind);
  const GarmentPtr plain = build(makeGrid(grid), def);
  def.stiffnessScale.assign(25, 0.25f);
  const GarmentPtr soft = build(makeGrid(grid), def);
  def.stiffnessScale.assign(25, 0.0f);
  const GarmentPtr slack = build(makeGrid(grid), def);
  for (const KindInfo& kind : kinds()) {
    const ConstraintList a = plain->constraints(kind.kind), b = soft->constraints(kind.kind);
    const ConstraintList c = slack->constraints(kind.kind);
    ASSERT_EQ(a.count(), b.count());
    ASSERT_EQ(a.count(), c.count());
    for (std::size_t i = 0; i < a.count(); ++i) {
      EXPECT_FLOAT_EQ(b.compliance[i], 4.0f * a.compliance[i]) << kind.name;
      EXPECT_EQ(c.compliance[i], kSlack) << kind.name;
    }
  }
}

TEST(Compliance, GivenByHandReplacesTheFabrics) {
  const GridDef grid{.width = 5, .height = 5, .spacing = 0.01f};
  GarmentDef def;
  for (const KindInfo& kind : kinds()) {
    def.kinds.add(kind.kind);
    def.compliance[kind.kind] = 0.5f;
  }
  const GarmentPtr garment = build(makeGrid(grid), def);
  for (const KindInfo& kind : kinds()) {
    const ConstraintList list = garment->constraints(kind.kind);
    for (const float compliance : list.compliance) EXPECT_EQ(compliance, 0.5f) << kind.name;
    if (kind.kind != Kind::strain) continue;
    for (std::size_t i = 0; i < list.count(); ++i) {
      for (std::size_t k = 4; k < 7; ++k) EXPECT_EQ(list.parameters[7 * i + k], 1.0f);
    }
  }
}

TEST(Compliance, InfiniteStiffnessIsNoneAndNoStiffnessIsSlack) {
  const GridDef grid{.width = 5, .height = 5, .spacing = 0.01f};
  GarmentDef def;
  for (const KindInfo& kind : kinds()) def.kinds.add(kind.kind);
  const float infinity = std::numeric_limits<float>::infinity();
  Fabric& fabric = def.fabric;
  fabric.stretchWarp = fabric.stretchWeft = fabric.area = fabric.bendingRigidity = infinity;
  fabric.shear = 0.0f;
  const GarmentPtr garment = build(makeGrid(grid), def);
  fabric.bendingRigidity = 1e6f;
  const GarmentPtr plate = build(makeGrid(grid), def);
  for (const KindInfo& kind : kinds()) {
    if (kind.kind == Kind::strain) continue;
    const bool shear = kind.kind == Kind::shear || kind.kind == Kind::triangleShear;
    const std::vector<float> compliance = garment->constraints(kind.kind).compliance;
    if (kind.bending) {  // at most 1e6 N·m
      EXPECT_EQ(compliance, plate->constraints(kind.kind).compliance) << kind.name;
    } else {
      for (const float one : compliance) EXPECT_EQ(one, shear ? kSlack : 0.0f) << kind.name;
    }
  }
  const ConstraintList strain = garment->constraints(Kind::strain);
  for (std::size_t i = 0; i < strain.count(); ++i) {
    EXPECT_EQ(strain.parameters[7 * i + 4], 0.0f);
    EXPECT_EQ(strain.parameters[7 * i + 5], 0.0f);
    EXPECT_FLOAT_EQ(strain.parameters[7 * i + 6] * strain.compliance[i], kSlack);
  }
}

TEST(Compliance, OneInextensibleDirectionLeavesTheOtherAsItIs) {
  GarmentDef def;
  def.kinds = Kind::stretch;
  def.fabric.stretchWarp = std::numeric_limits<float>::infinity();
  def.fabric.stretchWeft = 500.0f;
  const GarmentPtr garment = build(makeGrid({.width = 5, .height = 5, .spacing = 0.01f}), def);
  const ConstraintList list = garment->constraints(Kind::stretch);
  const Points x = restPoints(*garment);
  for (std::size_t i = 0; i < list.count(); ++i) {
    const Point along = x[list.particles[2 * i]] - x[list.particles[2 * i + 1]];
    const bool warp = std::fabs(along.x) > std::fabs(along.y);
    if (warp) {
      EXPECT_EQ(list.compliance[i], 0.0f);
    } else {
      EXPECT_GE(list.compliance[i], 1.0f / 500.0f * (1.0f - 1e-5f));
    }
  }
}

/// Thin triangles, a folded pair, a triangle on two others' edge: everything stored is a number.
TEST(Compliance, OddMeshesGiveNumbersOnly) {
  SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0.5f, 1e-6f, 0}, {0.5f, -1, 0}, {0.5f, -1, 1e-6f}, {0.3f, 0, 2}};
  mesh.faceVertices = {0, 1, 2, 1, 0, 3, 1, 0, 4, 0, 1, 5};
  GarmentDef def;
  for (const KindInfo& kind : kinds()) def.kinds.add(kind.kind);
  const GarmentPtr garment = build(mesh, def);
  std::size_t count = 0;
  for (const KindInfo& kind : kinds()) {
    const ConstraintList list = garment->constraints(kind.kind);
    count += list.count();
    for (const float value : list.parameters) EXPECT_TRUE(std::isfinite(value)) << kind.name;
    for (const float value : list.compliance) {
      EXPECT_TRUE(value >= 0.0f && value <= kSlack) << kind.name << " " << value;
    }
  }
  EXPECT_GT(count, 0u);
}

}  // namespace
}  // namespace toile::test
