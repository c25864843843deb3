// Scenes to look at. All is made by code; nothing here is copied from anywhere.
#include "scenes/figure.h"
#include "scenes/motion.h"
#include "scenes/named.h"

namespace toile {
namespace {

// A third of the default: scenes to look at may take a step of real time, not to be measured.
constexpr std::uint32_t kSubsteps = 20;

SceneFabric preset(const char* name) {
  SceneFabric fabric;
  fabric.preset = name;
  if (const FabricPreset* found = findFabricPreset(name)) fabric.fabric = found->fabric;
  return fabric;
}

void addGround(Scene& scene, float height) {
  SceneCollider ground;
  ground.def.shape = Plane{};
  ground.def.transform.translation.y = height;
  scene.colliders.push_back(ground);
}

/// Walks round a circle, speeding up over `start` seconds; one key each 1/30 s.
SceneNode circularWalk(float radius, float speed, double start, double duration) {
  SceneNode root;
  root.name = "root";
  root.easing = Easing::linear;
  for (int k = 0; k <= static_cast<int>(duration * 30 + 0.5); ++k) {
    const double t = k / 30.0;
    // speed · (3u² − 2u³) while starting, then even: integrated once.
    const double u = t < start ? t / start : 1.0;
    const double path = speed * (start * u * u * u * (1.0 - 0.5 * u) + (t > start ? t - start : 0.0));
    const double angle = path / radius;
    MotionKey key;
    key.time = t;
    key.transform.translation = {static_cast<float>(radius * cosineOf(angle)), 0.0f,
                                 static_cast<float>(-radius * sineOf(angle))};
    key.transform.rotation = rotationAbout({0.0f, 1.0f, 0.0f}, kPi + angle);  // +z forward, along the path
    root.keys.push_back(key);
  }
  return root;
}

}  // namespace

Scene capeScene() {
  Scene scene;
  scene.name = "cape";
  scene.description = "A wool cape on a figure that walks in a circle, in light wind.";
  scene.duration = 5.0;
  scene.substeps = kSubsteps;
  scene.wind.velocity = {0.9f, 0.0f, 0.5f};
  scene.wind.gustStrength = 0.8f;
  scene.wind.gustFrequency = 0.4f;

  scene.nodes.push_back(circularWalk(0.55f, 0.95f, 1.5, scene.duration));
  addFigure(scene, "root", Gait{}, 0.6f);
  addGround(scene, 0.0f);

  SceneGarment cape;
  cape.name = "cape";
  ConeMesh cone;
  cone.radiusTop = 0.205f, cone.radiusBottom = 0.72f, cone.height = 0.86f;
  cone.arc = 2.62f;
  cone.around = 48, cone.down = 28;
  cape.mesh = cone;
  cape.fabric = preset("wool");
  // The collar: the rim, which lies at y = 0.
  cape.fixed = {BoxRegion{{-1.0f, -1e-4f, -1.0f}, {1.0f, 1e-4f, 1.0f}}};
  scene.garments.push_back(cape);

  SceneCloth cloth;
  cloth.name = "cape";
  cloth.garment = "cape";
  // Worn by the figure as it stands at t = 0; the collar lies on its shoulders.
  const Transform standing{rotationAbout({0.0f, 1.0f, 0.0f}, kPi), {0.55f, 0.0f, 0.0f}};
  cloth.transform = compose(standing, Transform{{}, {0.0f, 1.452f, 0.075f}});
  ScenePin collar;
  collar.vertices = cape.fixed;
  collar.node = "chest";
  cloth.pins.push_back(collar);
  cloth.params.thickness = 0.006f;  // lined
  cloth.front = {0.62f, 0.10f, 0.14f}, cloth.back = {0.42f, 0.10f, 0.13f};
  cloth.params.selfCollision.enabled = true;
  scene.cloths.push_back(cloth);
  scene.picture.frames = 8, scene.picture.columns = 4;
  scene.picture.width = 1600, scene.picture.height = 900;
  scene.picture.camera = Camera{{2.4f, 1.7f, 4.4f}, {0.0f, 0.86f, 0.0f}, 0.52f};
  scene.picture.groundHeight = 0.0f;
  return scene;
}

// The cape on a figure that is one surface: its capsules only carry it.
Scene cape10k() {
  Scene scene = capeScene();
  scene.name = "cape10k";
  scene.description = "A cape of 1,000 particles on an animated body of 10,000 triangles.";
  scene.framesPerSecond = 60.0;
  scene.substeps = 4;
  scene.colliders.clear();
  scene.nodes.resize(1);
  Gait gait;
  gait.armAngle = 0.35f;
  addFigure(scene, "root", gait, 0.6f);
  for (SceneCollider& bone : scene.colliders) bone.def.enabled = false;
  SceneCollider skin;
  skin.body = SkinBody{0.0218f, 0.03f};
  skin.def.frictionStatic = skin.def.frictionDynamic = 0.6f;
  scene.colliders.push_back(skin);
  addGround(scene, 0.0f);
  ConeMesh& cone = std::get<ConeMesh>(scene.garments[0].mesh);
  cone.around = 39, cone.down = 24;
  scene.cloths[0].params.tethers = 1;
  return scene;
}

Scene flagScene() {
  Scene scene;
  scene.name = "flag";
  scene.description = "A flag of 1.8 m by 1.2 m in gusts.";
  scene.duration = 5.0;
  scene.substeps = kSubsteps;
  scene.wind.velocity = {6.0f, 0.0f, 1.5f};
  scene.wind.gustStrength = 0.6f;
  scene.wind.gustFrequency = 0.7f;
  scene.wind.gustLength = 1.5f;
  SceneGarment flag;
  flag.name = "flag";
  flag.mesh = GridDef{46, 31, 0.04f, GridCut::quads};
  flag.fabric = preset("flag");
  flag.fixed = {PinPattern::flag};
  scene.garments.push_back(flag);
  SceneCloth cloth;
  cloth.name = "flag";
  cloth.garment = "flag";
  cloth.transform.translation = {0.03f, 3.2f, 0.0f};
  cloth.front = {0.12f, 0.30f, 0.62f}, cloth.back = {0.85f, 0.85f, 0.80f};
  cloth.params.selfCollision.enabled = true;
  scene.cloths.push_back(cloth);
  SceneCollider pole;
  pole.def.shape = Capsule{0.02f, 1.62f};
  pole.def.transform.translation = {0.0f, 1.62f, 0.0f};
  scene.colliders.push_back(pole);
  scene.picture.azimuth = 0.4f, scene.picture.elevation = 0.1f;
  return scene;
}

Scene curtainScene() {
  Scene scene;
  scene.name = "curtain";
  scene.description = "A cotton curtain on hooks that a ball swings through.";
  scene.duration = 5.0;
  scene.substeps = kSubsteps;
  scene.wind.velocity = {0.0f, 0.0f, 0.8f};
  scene.wind.gustStrength = 1.0f;
  scene.wind.gustFrequency = 0.3f;
  SceneGarment curtain;
  curtain.name = "curtain";
  curtain.mesh = GridDef{49, 49, 0.04f, GridCut::quads};
  curtain.fabric = preset("cotton");
  curtain.fixed = {PinPattern::curtain};
  scene.garments.push_back(curtain);
  SceneCloth cloth;
  cloth.name = "curtain";
  cloth.garment = "curtain";
  cloth.transform.translation = {-0.96f, 2.1f, 0.0f};
  cloth.front = {0.20f, 0.45f, 0.42f}, cloth.back = {0.75f, 0.80f, 0.72f};
  cloth.params.selfCollision.enabled = true;
  scene.cloths.push_back(cloth);
  SceneNode swing;
  swing.name = "swing";
  swing.transform.translation = {0.0f, 1.0f, 0.0f};
  swing.oscillations.push_back({false, {0.0f, 0.0f, 1.0f}, 0.65f, 0.35f, 0.0f, 0.0f});
  scene.nodes.push_back(swing);
  SceneCollider ball;
  ball.node = "swing";
  ball.def.shape = Sphere{0.22f};
  ball.def.frictionStatic = ball.def.frictionDynamic = 0.5f;
  scene.colliders.push_back(ball);
  addGround(scene, 0.0f);
  scene.picture.azimuth = 0.8f;
  return scene;
}

Scene tableclothScene() {
  Scene scene;
  scene.name = "tablecloth";
  scene.description = "A round tablecloth of 1.5 m falls on a table of 0.8 m.";
  scene.duration = 3.0;
  scene.substeps = kSubsteps;
  SceneGarment linen;
  linen.name = "cloth";
  linen.mesh = DiscMesh{0.75f, 32};
  linen.fabric = preset("cotton");
  linen.kinds = KindSet{Kind::stretch, Kind::wing, Kind::quadraticBending};
  scene.garments.push_back(linen);
  SceneCloth cloth;
  cloth.name = "cloth";
  cloth.garment = "cloth";
  cloth.transform.translation = {0.0f, 0.95f, 0.0f};
  // Sharp edges: triangles of 23 mm keep clear of the corner between their vertices from 0.35 of that on.
  cloth.params.thickness = 0.009f;
  cloth.front = {0.80f, 0.78f, 0.70f}, cloth.back = {0.55f, 0.60f, 0.70f};
  cloth.params.selfCollision.enabled = true;
  scene.cloths.push_back(cloth);
  SceneCollider top;
  top.def.shape = Box{{0.4f, 0.02f, 0.4f}};
  top.def.transform.translation = {0.0f, 0.72f, 0.0f};
  scene.colliders.push_back(top);
  SceneCollider leg;
  leg.def.shape = Capsule{0.05f, 0.33f};
  leg.def.transform.translation = {0.0f, 0.36f, 0.0f};
  scene.colliders.push_back(leg);
  addGround(scene, 0.0f);
  scene.picture.elevation = 0.35f;
  return scene;
}

Scene skirtScene() {
  Scene scene;
  scene.name = "skirt";
  scene.description = "A flared skirt of silk on hips that twist.";
  scene.duration = 5.0;
  scene.substeps = kSubsteps;
  SceneNode root;
  root.name = "root";
  root.oscillations.push_back({true, {0.0f, 1.0f, 0.0f}, 2.2f, 0.33f, static_cast<float>(0.5 * kPi), 1.0f});
  scene.nodes.push_back(root);
  Gait gait;
  gait.thigh = 0.12f, gait.knee = 0.12f, gait.arm = 0.1f, gait.armAngle = 1.2f;
  addFigure(scene, "root", gait, 0.5f);
  addGround(scene, 0.0f);

  SceneGarment skirt;
  skirt.name = "skirt";
  ConeMesh cone;
  cone.radiusTop = 0.16f, cone.radiusBottom = 0.62f, cone.height = 0.42f;
  cone.around = 72, cone.down = 20;
  skirt.mesh = cone;
  skirt.fabric = preset("silk");
  skirt.fixed = {BoxRegion{{-1.0f, -1e-4f, -1.0f}, {1.0f, 1e-4f, 1.0f}}};
  scene.garments.push_back(skirt);
  SceneCloth cloth;
  cloth.name = "skirt";
  cloth.garment = "skirt";
  cloth.transform.translation = {0.0f, 1.05f, 0.0f};
  ScenePin waist;
  waist.vertices = skirt.fixed;
  waist.node = "body";
  cloth.pins.push_back(waist);
  cloth.params.thickness = 0.008f;  // edges of 28 mm stay clear of the hips between their vertices
  cloth.front = {0.45f, 0.18f, 0.50f}, cloth.back = {0.60f, 0.32f, 0.60f};
  cloth.params.selfCollision.enabled = true;
  scene.cloths.push_back(cloth);
  return scene;
}

}  // namespace toile
