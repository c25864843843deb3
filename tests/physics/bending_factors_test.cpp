// Meshes that are no grids: bending is off by factors that come from their layout and not from their fineness.
// docs/bending.md has the table.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "constraints/energy.h"

namespace toile::test {
namespace {

struct Layout {
  bool randomCut = false;  ///< else every cell is cut the same way
  double jitter = 0.0;     ///< of the spacing, in both directions
  double skew = 0.0;       ///< rows are moved by this part of the spacing, one after the other
};

constexpr double kSide = 1.0;  // m

/// n × n cells; the border stays where it is.
SurfaceMesh sheet(const Layout& layout, std::uint32_t n) {
  const double spacing = kSide / n;
  SurfaceMesh mesh = makeGrid({.width = n + 1, .height = n + 1, .spacing = static_cast<float>(spacing)});
  mesh.uvs.clear();
  mesh.faceSizes.clear();
  mesh.faceVertices.clear();
  std::mt19937 random(7);
  const auto uniform = [&] { return random() / 4294967296.0 * 2.0 - 1.0; };
  for (std::uint32_t y = 0; y <= n; ++y) {
    for (std::uint32_t x = 0; x <= n; ++x) {
      Vec3& p = mesh.positions[y * (n + 1) + x];
      p.x += static_cast<float>(layout.skew * spacing * y);
      if (x == 0 || y == 0 || x == n || y == n) continue;
      p.x += static_cast<float>(layout.jitter * spacing * uniform());
      p.y += static_cast<float>(layout.jitter * spacing * uniform());
    }
  }
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      const std::uint32_t a = y * (n + 1) + x, b = a + n + 1, c = b + 1, d = a + 1;
      auto& out = mesh.faceVertices;
      if (layout.randomCut && random() % 2 == 0) {
        out.insert(out.end(), {a, b, d, d, b, c});
      } else {
        out.insert(out.end(), {a, b, c, a, c, d});
      }
    }
  }
  return mesh;
}

/// Energy of the sheet on a cylinder over ½ B κ² · area, curvature along `degrees` from x.
double factor(const Layout& layout, Kind kind, std::uint32_t n, double degrees) {
  GarmentDef def;
  def.kinds = kind;
  def.fabric.bendingRigidity = 1e-5f;
  const GarmentPtr garment = Garment::build(sheet(layout, n), def).value();
  const double curvature = 0.02 * n / kSide, angle = degrees * 3.14159265358979 / 180.0;
  const double c = std::cos(angle), s = std::sin(angle);
  Points bent;
  for (const Point& p : restPoints(*garment)) {
    const double along = p.x * c + p.y * s, across = -p.x * s + p.y * c;
    const double out = std::sin(curvature * along) / curvature;
    bent.push_back({out * c - across * s, out * s + across * c, (1.0 - std::cos(curvature * along)) / curvature});
  }
  return energy(*garment, kind, bent) / (0.5 * 1e-5 * curvature * curvature * garment->report().area);
}

struct Row {
  const char* name;
  Layout layout;
  double least, most;  ///< over all directions
};

// As printed in docs/bending.md; n = 40.
constexpr Row kTable[] = {{"grid, random cuts", {true, 0.0, 0.0}, 0.96, 1.0},
                          {"30 % jitter, one cut", {false, 0.3, 0.0}, 0.95, 4.79},
                          {"30 % jitter, random cuts", {true, 0.3, 0.0}, 1.43, 2.49},
                          {"cells skewed by half, one cut", {false, 0.0, 0.5}, 0.77, 13.34}};

TEST(BendingFactors, AreTheDocumentedOnes) {
  for (const Row& row : kTable) {
    for (const Kind kind : {Kind::quadraticBending, Kind::dihedralBending}) {
      double least = 1e9, most = 0.0;
      for (const double degrees : {0.0, 30.0, 45.0, 60.0, 90.0, 120.0, 135.0, 150.0}) {
        const double f = factor(row.layout, kind, 40, degrees);
        least = std::min(least, f), most = std::max(most, f);
      }
      // The table has two to three digits.
      EXPECT_NEAR(least, row.least, 0.03 * row.least) << row.name;
      EXPECT_NEAR(most, row.most, 0.03 * row.most) << row.name;
    }
  }
}

TEST(BendingFactors, DoNotDependOnTheFineness) {
  for (const Row& row : kTable) {
    const double coarse = factor(row.layout, Kind::quadraticBending, 20, 45.0);
    const double fine = factor(row.layout, Kind::quadraticBending, 40, 45.0);
    // A border loses about 1/n of the energy, and jitter is another draw.
    EXPECT_NEAR(fine / coarse, 1.0, 0.08) << row.name;
  }
}

}  // namespace
}  // namespace toile::test
