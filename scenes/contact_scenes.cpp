// Cloth against cloth: the scenes that show and measure it. None of them may ever show a crossing.
#include "scenes/motion.h"
#include "scenes/named.h"

namespace toile {
namespace {

constexpr float kHalfRoot = 0.70710678f;

/// A sheet of a plain fabric, 0.2 kg/m², layers `thickness` apart, all friction 0.3.
SceneGarment plainSheet(const MeshSource& mesh, float thickness) {
  SceneGarment garment;
  garment.name = "sheet";
  garment.mesh = mesh;
  Fabric& fabric = garment.fabric.fabric;
  fabric.arealDensity = 0.2f;
  fabric.bendingRigidity = 2e-5f;
  fabric.thickness = thickness;
  fabric.frictionStatic = fabric.frictionDynamic = 0.3f;
  fabric.stretchDamping = fabric.bendingDamping = 0.002f;
  garment.kinds = KindSet{Kind::stretch, Kind::shear, Kind::quadraticBending};
  return garment;
}

Scene contactScene(const char* name, const char* description, double duration, std::uint32_t substeps) {
  Scene scene;
  scene.name = name;
  scene.description = description;
  scene.framesPerSecond = 60.0;
  scene.duration = duration;
  scene.substeps = substeps;
  return scene;
}

/// levels: with one iteration a substep, pulls and impacts reach across many edges only by coarse levels.
SceneCloth& addSheet(Scene& scene, Vec3 place, Quat rotation = {}, std::uint32_t levels = 0) {
  SceneCloth cloth;
  cloth.name = "sheet" + std::to_string(scene.cloths.size());
  cloth.garment = "sheet";
  cloth.transform = {rotation, place};
  cloth.params.selfCollision.enabled = true;
  cloth.params.coarseLevels = levels;
  scene.cloths.push_back(cloth);
  return scene.cloths.back();
}

void addFloor(Scene& scene) {
  SceneCollider floor;
  floor.def.shape = Plane{};
  scene.colliders.push_back(floor);
  scene.picture.groundHeight = 0.0f;
}

/// From the sheet's own x–y plane into the level one.
Quat lying() { return {-kHalfRoot, 0.0f, 0.0f, kHalfRoot}; }

}  // namespace

Scene self32() {
  Scene scene = sheet32();
  scene.name = "self32";
  scene.description = "The benchmark sheet32 with self-collision.";
  scene.substeps = 20;
  SelfCollision& self = scene.cloths[0].params.selfCollision;
  self.enabled = true;
  self.thickness = 0.005f;
  self.frictionStatic = self.frictionDynamic = 0.3f;
  return scene;
}

Scene fold32() {
  Scene scene = contactScene("fold32", "A sheet folded in a U, with noise, dropped on a plane.", 5.0, 20);
  SceneGarment sheet = plainSheet(FoldedMesh{32, 0.03f, 0.06f, 0.002f}, 0.005f);
  sheet.restState = RestState::flatFromUv;
  scene.garments.push_back(sheet);
  addSheet(scene, {0.0f, 0.25f, 0.0f});
  addFloor(scene);
  scene.picture.elevation = 0.3f;
  return scene;
}

Scene drop32v() {
  Scene scene = contactScene("drop32v", "A sheet dropped edge-on on a plane.", 5.0, 20);
  scene.garments.push_back(plainSheet(GridDef{32, 32, 0.03f, GridCut::quads}, 0.005f));
  // A degree off the vertical, so that it need not balance.
  addSheet(scene, {-0.465f, 1.0f, 0.0f}, rotationAbout({1.0f, 0.0f, 0.3f}, 0.0174533));
  addFloor(scene);
  scene.picture.elevation = 0.25f;
  return scene;
}

Scene plane100() {
  Scene scene = contactScene("plane100", "A sheet dropped flat, crumpled by a moving sphere, then piling up.", 5.0, 20);
  scene.garments.push_back(plainSheet(GridDef{100, 100, 0.01f, GridCut::quads}, 0.003f));
  addSheet(scene, {-0.495f, 0.10f, -0.495f}, lying());
  addFloor(scene);
  SceneNode path;
  path.name = "path";
  path.easing = Easing::smooth;
  const struct {
    double time;
    Vec3 place;
  } stations[] = {{0.0, {-0.9f, 0.02f, 0.05f}},
                  {0.4, {-0.9f, 0.02f, 0.05f}},
                  {2.2, {0.25f, 0.02f, 0.0f}},
                  {2.6, {0.25f, 0.6f, 0.0f}},
                  {2.8, {0.25f, 0.8f, 0.0f}}};
  for (const auto& station : stations) path.keys.push_back({station.time, {{}, station.place}});
  scene.nodes.push_back(path);
  SceneCollider ball;
  ball.node = "path";
  ball.def.shape = Sphere{0.15f};
  scene.colliders.push_back(ball);
  scene.picture.elevation = 0.4f;
  return scene;
}

Scene twist100() {
  Scene scene =
      contactScene("twist100", "A sheet held by the middle third of two sides, each turned 3 full turns.", 8.0, 8);
  scene.gravity = {};
  SceneGarment sheet = plainSheet(GridDef{100, 100, 0.01f, GridCut::quads}, 0.002f);
  scene.garments.push_back(sheet);
  SceneCloth& cloth = addSheet(scene, {-0.495f, 0.495f, 0.0f}, {}, 2);
  // Both grips turn 3 times against each other's sense and come closer, as the cloth between them winds up.
  for (const int side : {0, 1}) {
    const std::string name = side == 0 ? "left" : "right";
    SceneNode grip;
    grip.name = name;
    grip.easing = Easing::linear;
    const double sign = side == 0 ? 1.0 : -1.0;
    for (int k = 0; k <= 120; ++k) {
      const double u = k / 120.0;
      MotionKey key;
      key.time = 7.5 * u;
      const double eased = u * u * (3.0 - 2.0 * u);
      key.transform.translation.x = static_cast<float>(sign * 0.36 * eased);
      key.transform.rotation = rotationAbout({1.0f, 0.0f, 0.0f}, sign * 3.0 * 2.0 * kPi * eased);
      grip.keys.push_back(key);
    }
    scene.nodes.push_back(grip);
    ScenePin pin;
    std::vector<std::uint32_t> vertices;
    for (std::uint32_t row = 35; row < 65; ++row) vertices.push_back(row * 100 + (side == 0 ? 0u : 99u));
    pin.vertices = {vertices};
    pin.node = name;
    cloth.pins.push_back(pin);
  }
  cloth.params.tethers = 2;
  scene.picture.elevation = 0.2f;
  scene.picture.ground = false;
  return scene;
}

Scene layers5() {
  Scene scene =
      contactScene("layers5", "Five sheets fall on a sphere one over the other, then the sphere leaves.", 5.0, 20);
  scene.garments.push_back(plainSheet(GridDef{41, 41, 0.025f, GridCut::quads}, 0.004f));
  const Colour colours[5] = {{0.80f, 0.27f, 0.22f},
                             {0.90f, 0.62f, 0.20f},
                             {0.35f, 0.60f, 0.30f},
                             {0.20f, 0.45f, 0.70f},
                             {0.50f, 0.30f, 0.60f}};
  for (int i = 0; i < 5; ++i) {
    SceneCloth& cloth = addSheet(scene, {-0.5f, 0.62f + 0.006f * static_cast<float>(i), -0.5f}, lying(), 2);
    cloth.front = cloth.back = colours[i];
  }
  addFloor(scene);
  SceneNode path;
  path.name = "path";
  path.keys.push_back({2.5, {{}, {0.0f, 0.305f, 0.0f}}});
  path.keys.push_back({3.0, {{}, {0.0f, -0.7f, 0.0f}}});
  scene.nodes.push_back(path);
  SceneCollider ball;
  ball.node = "path";
  ball.def.shape = Sphere{0.3f};
  scene.colliders.push_back(ball);
  scene.picture.elevation = 0.3f;
  return scene;
}

}  // namespace toile
