// The pleated dress of Codim-IPC (Li et al. 2021; OGC, Chen et al. 2025, fig. 13) round its mannequin. Its files are no
// part of Toile. It is a sewing pattern: fourteen flat panels round the body. Nothing sews here, so each panel hangs
// from its upper border.
#include <cstdlib>
#include <iterator>
#include <string>

#include "scenes/motion.h"
#include "scenes/named.h"

namespace toile {
namespace {

/// How much of its height each panel is pinned by. A tenth, but more of the sleeves and the front of the waist, whose
/// highest point is a corner.
constexpr float kHeld[] = {0.1f, 0.1f, 0.6f, 0.1f, 0.1f, 0.1f, 0.35f, 0.1f, 0.1f, 0.6f, 0.1f, 0.1f, 0.1f, 0.35f};

/// In $TOILE_DATA. Where that is not set findScene says so.
MeshFile sharedMesh(const char* path, const std::string& group) {
  const char* folder = std::getenv("TOILE_DATA");
  return {std::filesystem::path(folder != nullptr ? folder : "") / path, group, {UpAxis::z, 1.0}};
}

/// Turns to and fro about the vertical, and the pins with it.
SceneNode turntable() {
  SceneNode node;
  node.name = "turntable";
  Oscillation turn;
  turn.rotates = true, turn.axis = {0.0f, 1.0f, 0.0f};
  turn.amplitude = 0.6f, turn.frequency = 0.5f, turn.phase = -1.57079633f, turn.fadeIn = 1.0f;
  node.oscillations.push_back(turn);
  return node;
}

void addPanel(Scene& scene, std::size_t index) {
  const std::string name = "panel" + std::to_string(index);
  SceneGarment panel;
  panel.name = name;
  panel.mesh = sharedMesh("garments/cipc_dress_knife_stage.obj", name);
  panel.fabric.preset = "cotton";
  panel.fabric.fabric = findFabricPreset("cotton")->fabric;
  scene.garments.push_back(panel);

  SceneCloth cloth;
  cloth.name = cloth.garment = name;
  ScenePin pin;
  pin.vertices = {TopRegion{kHeld[index]}};
  pin.node = "turntable";
  cloth.pins.push_back(pin);
  cloth.params.selfCollision.enabled = true;
  // Edges are 7 mm long on average, 3 at least.
  cloth.params.selfCollision.thickness = 0.002f;
  cloth.front = index % 2 == 0 ? Colour{0.20f, 0.36f, 0.58f} : Colour{0.72f, 0.30f, 0.34f};
  cloth.back = {0.86f, 0.82f, 0.74f};
  scene.cloths.push_back(cloth);
}

}  // namespace

Scene dressScene() {
  Scene scene;
  scene.name = "dress";
  scene.description = "The panels of a pleated dress, hung round a mannequin that turns to and fro.";
  scene.framesPerSecond = 60.0;
  scene.duration = 4.0;
  scene.substeps = 40;  // at 20 it is stretched by 11 %
  scene.nodes.push_back(turntable());
  for (std::size_t i = 0; i < std::size(kHeld); ++i) addPanel(scene, i);
  SceneCollider mannequin;
  mannequin.node = "turntable";
  mannequin.body = sharedMesh("bodies/cipc_wm2_15k_mannequin.obj", "");
  mannequin.def.frictionStatic = mannequin.def.frictionDynamic = 0.6f;
  scene.colliders.push_back(mannequin);
  scene.picture.frames = 8, scene.picture.columns = 4;
  scene.picture.width = 1600, scene.picture.height = 1100;
  scene.picture.camera = Camera{{0.9f, 0.45f, 2.1f}, {0.0f, 0.12f, 0.0f}, 0.52f};
  scene.picture.groundHeight = -0.75f;
  return scene;
}

}  // namespace toile
