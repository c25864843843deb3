// A strip held at one end, bent by its own weight: the elastica.
//
//   ▓▓▓┬──┬──┬──    rows 0 and 1 are held, so that the tangent is. A hinge stands for the curvature of half a cell on
//   ▓▓▓┴──┴──┴──    either side of it: the first one lies on row 1, so the clamp is half a row before it, and the free
//      ↑            length is the cells that stick out and one half.
//      clamp
#pragma once

#include "physics/lab.h"

namespace toile::test {

struct Cantilever {
  SurfaceMesh mesh;                      ///< rows stacked along +x, the clamp at x = 0, across along z
  std::vector<std::uint32_t> held, tip;  ///< vertices
  double length = 1.0;                   ///< m, free
  bool quads = false;                    ///< braced by diagonals
};

struct Settings {
  Kind kind = Kind::quadraticBending;
  double gamma = 1.0;  ///< σ g L³ / B
  std::uint32_t substeps = 20, iterations = 20;
};

/// Place of the tip over the length: how far down and how far out.
struct TipPlace {
  double drop = 0.0, reach = 0.0;
};

/// `cells` rows stick out, `across` cells side by side.
inline Cantilever gridCantilever(GridCut cut, std::uint32_t cells, std::uint32_t across) {
  const double row = cut == GridCut::equilateral ? std::sqrt(0.75) : 1.0;
  const double spacing = 1.0 / ((cells + 0.5) * row);
  const GridDef grid{.width = across + 1, .height = cells + 2, .spacing = static_cast<float>(spacing), .cut = cut};
  Cantilever strip;
  strip.mesh = makeGrid(grid);
  strip.quads = cut != GridCut::equilateral;
  for (Vec3& p : strip.mesh.positions) p = {static_cast<float>(-p.y - 0.5 * row * spacing), 0.0f, p.x};
  for (std::uint32_t i = 0; i < 2 * grid.width; ++i) strip.held.push_back(i);
  for (std::uint32_t i = 0; i < grid.width; ++i) strip.tip.push_back((cells + 1) * grid.width + i);
  return strip;
}

inline TipPlace settle(const Cantilever& strip, const Settings& settings) {
  GarmentDef def;
  def.kinds = {Kind::stretch, settings.kind};
  if (strip.quads) def.kinds.add(Kind::shear);
  def.compliance[Kind::stretch] = 0.0f;
  def.compliance[Kind::shear] = 0.0f;
  def.fixedVertices = strip.held;
  def.fabric.arealDensity = 1.0f;
  // The slowest mode, 3.5 √(B/(σ L⁴)) = 11/√Γ per second, is damped critically; waves are gone to 14 e^−13 at the end.
  ClothParams params = bareParams();
  params.velocityDamping = static_cast<float>(20.0 / std::sqrt(settings.gamma));
  const WorldDef world = worldOf(settings.substeps, settings.iterations);
  // Damping takes its part of the velocity that gravity adds in the same substep: loads are 1/(1 + h d) of what they
  // would be.
  const double load = 1.0 / (1.0 + static_cast<double>(kFrame) / world.substeps * params.velocityDamping);
  def.fabric.bendingRigidity = static_cast<float>(load * kGravity / settings.gamma);
  Lab lab(strip.mesh, def, params, {}, world);
  lab.step(static_cast<int>(60 * 13 / params.velocityDamping));
  // Still: over √Γ/11 s, the slowest time there is, this moves nothing by 1 % of the length, a fifth of what is
  // allowed.
  EXPECT_LT(static_cast<double>(lab.stats().maxSpeed), 0.01 * strip.length * 11.0 / std::sqrt(settings.gamma));
  EXPECT_LT(lab.stats().maxStretch, 1.005f);
  const std::vector<Vec3> x = lab.positions();
  TipPlace tip;
  for (const std::uint32_t v : strip.tip) {
    tip.drop -= x[v].y / static_cast<double>(strip.tip.size());
    tip.reach += x[v].x / static_cast<double>(strip.tip.size());
  }
  return tip;
}

struct ElasticaRow {
  double gamma, drop, reach;
};
/// B θ'' = −w (L − s) cos θ, θ(0) = 0, θ'(L) = 0, solved to five digits.
inline constexpr ElasticaRow kElastica[] = {{1, 0.12347, 0.99125}, {5, 0.49591, 0.84666}, {10, 0.70020, 0.65635}};

}  // namespace toile::test
