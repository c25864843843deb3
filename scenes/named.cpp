#include "scenes/named.h"

namespace toile {
namespace {

constexpr NamedScene kScenes[] = {
    {"cape", "a wool cape on a figure that walks in a circle, in light wind", false, capeScene},
    {"flag", "a flag in gusts", false, flagScene},
    {"curtain", "a curtain on hooks that a ball swings through", false, curtainScene},
    {"tablecloth", "a round tablecloth falls on a table", false, tableclothScene},
    {"skirt", "a flared skirt on hips that twist", false, skirtScene},
    {"sheet100", "benchmark: 100×100 sheet, capsule, skip-one bending", true, sheet100},
    {"sheet100b", "benchmark: 100×100 sheet, capsule, quadratic bending", true, sheet100b},
    {"render10k", "benchmark: sheet100b drawn whole, simplified to 2,000 simulated", true, render10k},
    {"sheet251", "benchmark: 251×251 sheet, capsule", true, sheet251},
    {"article251", "benchmark: sheet251 with every kind of constraint a GPU solver is shown with", false, article251},
    {"sheet32", "benchmark: 32×32 sheet, capsule", true, sheet32},
    {"crowd256", "benchmark: 256 sheets of 20×20, no collider", true, crowd256},
    {"grow1k", "benchmark: 32×32 sheet alone", true, grow1k},
    {"grow10k", "benchmark: 100×100 sheet alone", true, grow10k},
    {"grow100k", "benchmark: 316×316 sheet alone", true, grow100k},
    {"grow1m", "benchmark: 1000×1000 sheet alone", true, grow1m},
    {"self32", "benchmark: sheet32 with self-collision", true, self32},
    {"fold32", "benchmark: a folded 32×32 sheet dropped on a plane", true, fold32},
    {"drop32v", "benchmark: a 32×32 sheet dropped edge-on", true, drop32v},
    {"plane100", "benchmark: a 100×100 sheet crumpled on a plane by a sphere", true, plane100},
    {"twist100", "benchmark: a 100×100 sheet twisted at both ends", true, twist100},
    {"cape10k", "benchmark: a cape of 1,000 particles on an animated body of 10,000 triangles", true, cape10k},
    {"layers5", "benchmark: five sheets on a sphere that leaves", true, layers5},
    {"dress", "benchmark: panels of a pleated dress round a mannequin (files in $TOILE_DATA)", true, dressScene, true},
};

}  // namespace

std::span<const NamedScene> namedScenes() { return kScenes; }

const NamedScene* findNamedScene(std::string_view name) {
  for (const NamedScene& scene : kScenes) {
    if (scene.name == name) return &scene;
  }
  return nullptr;
}

Scene meshScene(const MeshFile& file) {
  Scene scene;
  scene.name = file.path.stem().string();
  if (scene.name.empty()) scene.name = "mesh";
  scene.description = "A mesh hung from its highest vertices.";
  SceneGarment garment;
  garment.name = scene.name;
  garment.mesh = file;
  garment.fabric.preset = "cotton";
  if (const FabricPreset* cotton = findFabricPreset("cotton")) garment.fabric.fabric = cotton->fabric;
  scene.garments.push_back(garment);
  SceneCloth cloth;
  cloth.name = scene.name;
  cloth.garment = garment.name;
  cloth.pins.push_back({{TopRegion{}}, {}, {}, true, std::numeric_limits<double>::infinity()});
  scene.cloths.push_back(cloth);
  return scene;
}

}  // namespace toile
