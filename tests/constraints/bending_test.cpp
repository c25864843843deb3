// What a sheet's bending constraints add up to: the energy of cylinders against ½ B κ² per area.
#include <gtest/gtest.h>

#include <cmath>

#include "constraints/energy.h"

namespace toile::test {
namespace {

constexpr float kRigidity = 2e-5f;  // N·m
constexpr float kSpacing = 0.01f;   // m

GarmentPtr build(const SurfaceMesh& mesh, Kind kind) {
  GarmentDef def;
  def.kinds = kind;
  def.fabric.bendingRigidity = kRigidity;
  auto garment = Garment::build(mesh, def);
  EXPECT_TRUE(garment.ok());
  return garment.ok() ? *garment : nullptr;
}

/// A flat sheet rolled by the curvature κ along the direction `angle` in its plane: lengths stay.
Points rolled(const Points& flat, double curvature, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Points out;
  for (const Point& p : flat) {
    const double along = p.x * c + p.y * s, across = -p.x * s + p.y * c;
    const double bent = std::sin(curvature * along) / curvature;
    out.push_back({bent * c - across * s, bent * s + across * c, (1.0 - std::cos(curvature * along)) / curvature});
  }
  return out;
}

/// Energy over ½ B κ² · area of the hinges in the middle of the sheet: those whose edges have their middle in a
/// window of whole cells, so that it holds as many of each sort as the endless sheet has on that area.
double windowRatio(const Garment& garment, Kind kind, const Points& flat, const Points& bent, double curvature,
                   double column, double row = kSpacing) {
  const double left = 4.1 * column, right = 12.1 * column, top = -4.1 * row, bottom = -12.1 * row;
  double sum = 0.0;
  forEachConstraint(garment, kind, bent, [&](auto particles, const auto&, double energy) {
    const Point middle = (flat[particles[0]] + flat[particles[1]]) * 0.5;
    if (middle.x >= left && middle.x < right && middle.y < top && middle.y >= bottom) sum += energy;
  });
  return sum / (0.5 * kRigidity * curvature * curvature * (right - left) * (top - bottom));
}

/// The same of a sheet on a cylinder; `wide` times longer cells along x.
double cylinderRatio(GridCut cut, Kind kind, double degrees, float wide = 1.0f) {
  SurfaceMesh mesh = makeGrid({.width = 17, .height = 17, .spacing = kSpacing, .cut = cut});
  for (Vec3& p : mesh.positions) p.x *= wide;
  const GarmentPtr garment = build(mesh, kind);
  const Points flat = restPoints(*garment);
  const double curvature = 2.0 / wide;  // κ · cell = 0.02: angles' squares are 4e-4
  const double row = cut == GridCut::equilateral ? std::sqrt(0.75) * kSpacing : kSpacing;
  return windowRatio(*garment, kind, flat, rolled(flat, curvature, degrees * M_PI / 180.0), curvature, kSpacing * wide,
                     row);
}

// θ²/12 of the quadratic form's chord and of the arc's discretisation stay below 1e-4; positions and weights are
// rounded to 1e-7 against angles of 0.02.
constexpr double kExactBending = 1e-3;

class Cylinder : public testing::TestWithParam<Kind> {};

TEST_P(Cylinder, EquilateralMeshHasTheRigidityInEveryDirection) {
  for (const double degrees : {0.0, 17.0, 30.0, 45.0, 90.0, 120.0}) {
    EXPECT_NEAR(cylinderRatio(GridCut::equilateral, GetParam(), degrees), 1.0, kExactBending) << degrees;
  }
}

TEST_P(Cylinder, GridsHaveItInEveryDirectionHoweverTheyAreCut) {
  for (const GridCut cut : {GridCut::quads, GridCut::oneDiagonal, GridCut::alternating}) {
    for (const double degrees : {0.0, 17.0, 30.0, 45.0, 90.0, -45.0, -60.0}) {
      EXPECT_NEAR(cylinderRatio(cut, GetParam(), degrees), 1.0, kExactBending) << degrees;
    }
  }
}

TEST_P(Cylinder, GridsOfLongCellsHaveItInEveryDirection) {
  for (const double degrees : {0.0, 20.0, 45.0, 90.0, -70.0}) {
    EXPECT_NEAR(cylinderRatio(GridCut::oneDiagonal, GetParam(), degrees, 2.5f), 1.0, kExactBending) << degrees;
  }
}

/// A saddle z = κ x y and a bowl tell the shares of twist and of Poisson's ratio apart, which cylinders cannot.
TEST_P(Cylinder, GridsBendAsAPlateOfPoissonRatioZero) {
  const SurfaceMesh mesh = makeGrid({.width = 17, .height = 17, .spacing = kSpacing});
  const GarmentPtr garment = build(mesh, GetParam());
  struct Shape {
    double xx, yy, xy, expected;  // curvatures in units of κ, energy in units of ½ B κ² · area
  };
  for (const Shape& shape : {Shape{1, 1, 0, 2}, Shape{1, -1, 0, 2}, Shape{0, 0, 1, 2}, Shape{1, 0, 1, 3}}) {
    const double curvature = 0.1;  // slopes up to 0.02: their squares are 4e-4
    const Points flat = restPoints(*garment);
    Points bent = flat;
    for (Point& p : bent) {
      const double x = p.x - 8 * kSpacing, y = p.y + 8 * kSpacing;
      p.z = curvature * (0.5 * shape.xx * x * x + 0.5 * shape.yy * y * y + shape.xy * x * y);
    }
    EXPECT_NEAR(windowRatio(*garment, GetParam(), flat, bent, curvature, kSpacing), shape.expected, 2 * kExactBending)
        << shape.xx << " " << shape.yy << " " << shape.xy;
  }
}

INSTANTIATE_TEST_SUITE_P(Bending, Cylinder, testing::Values(Kind::quadraticBending, Kind::dihedralBending),
                         [](const auto& info) { return std::string(kindName(info.param)); });

/// Skip-one springs equal the rigidity at their reference curvature, 50 /m, for every spacing that resolves it.
TEST(SkipOne, HasTheRigidityAtTheReferenceCurvature) {
  for (const float spacing : {0.002f, 0.005f, 0.01f}) {
    const GridDef grid{.width = 12, .height = 7, .spacing = spacing};
    const GarmentPtr garment = build(makeGrid(grid), Kind::skipOne);
    // Edges stay straight and as long as they are; columns stand on a circle of radius 2 cm.
    const double turn = 2.0 * std::asin(0.5 * 50.0 * spacing);
    Points x = restPoints(*garment);
    for (Point& p : x) {
      const double angle = turn * std::round(p.x / spacing);
      p = {std::sin(angle) / 50.0, p.y, (1.0 - std::cos(angle)) / 50.0};
    }
    const double area = (grid.width - 2) * spacing * (grid.height - 1) * spacing;  // of the runs along x
    // Spans are floats: 1e-7 of them against a shortening of κ²L²/8 = 1e-3 of them at least.
    EXPECT_NEAR(energy(*garment, Kind::skipOne, x) / (0.5 * kRigidity * 50.0 * 50.0 * area), 1.0, 1e-3) << spacing;
  }
}

SurfaceMesh halfTube() {
  SurfaceMesh mesh = makeGrid({.width = 21, .height = 11, .spacing = kSpacing, .cut = GridCut::oneDiagonal});
  const double radius = 0.05;
  for (Vec3& p : mesh.positions) {
    const double angle = p.x / radius;
    p.x = static_cast<float>(radius * std::sin(angle));
    p.z = static_cast<float>(radius * std::cos(angle));
  }
  return mesh;
}

TEST(CurvedRest, BendingIsFreeOfStressInTheImportedPose) {
  for (const Kind kind : {Kind::quadraticBending, Kind::dihedralBending}) {
    const GarmentPtr garment = build(halfTube(), kind);
    double largestRest = 0.0;
    const ConstraintList list = garment->constraints(kind);
    for (std::size_t i = 0; i < list.count(); ++i) {
      largestRest = std::max<double>(largestRest, std::fabs(list.parameters[(i + 1) * list.parameterCount - 1]));
    }
    // Bent by 0.2 rad over columns 0.01 m wide.
    EXPECT_NEAR(largestRest, kind == Kind::quadraticBending ? 0.002 : 0.2,
                kind == Kind::quadraticBending ? 1e-4 : 0.01);
    // Weights and angles are floats: 1e-7 of sums of terms the size of the coordinates, 0.1 m, times K ≤ 2.
    const double tolerance = kind == Kind::quadraticBending ? 1e-7 : 1e-6;
    forEachConstraint(*garment, kind, restPoints(*garment), [&](auto, const auto& constraints, double) {
      for (const double c : constraints) EXPECT_NEAR(c, 0.0, tolerance) << kindName(kind);
    });
  }
}

TEST(CurvedRest, FlatPosesInAnyPlaneHaveNoRestAngle) {
  SurfaceMesh mesh = makeGrid({.width = 15, .height = 15, .spacing = kSpacing, .cut = GridCut::equilateral});
  for (Vec3& p : mesh.positions) {
    p = rotate(fromAxisAngle(normalizedOr({1, 2, 3}, {}), 0.7f), p) + Vec3{3.0f, 1.0f, -2.0f};
  }
  const GarmentPtr garment = build(mesh, Kind::quadraticBending);
  const ConstraintList list = garment->constraints(Kind::quadraticBending);
  for (std::size_t i = 0; i < list.count(); ++i) EXPECT_EQ(list.parameters[4 * i + 3], 0.0f);
}

TEST(CurvedRest, RestFromUvsIsFlat) {
  SurfaceMesh mesh = halfTube();
  GarmentDef def;
  def.kinds = {Kind::quadraticBending, Kind::dihedralBending};
  def.restState = RestState::flatFromUv;
  const auto garment = Garment::build(mesh, def);
  ASSERT_TRUE(garment.ok());
  for (const Kind kind : {Kind::quadraticBending, Kind::dihedralBending}) {
    const ConstraintList list = (*garment)->constraints(kind);
    ASSERT_GT(list.count(), 0u);
    for (std::size_t i = 0; i < list.count(); ++i) EXPECT_EQ(list.parameters[(i + 1) * list.parameterCount - 1], 0.0f);
  }
}

}  // namespace
}  // namespace toile::test
