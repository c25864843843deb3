// The standard benchmark scenes. Every number is part of their definition: others are measured on the same.
#include "scenes/named.h"

namespace toile {
namespace {

constexpr float kSqrtHalf = 0.70710678f;

/// A sheet hung by row 0: 1 kg/m² spread evenly over the particles, structural and shear compliance 0, nothing
/// in the way of its motion but 0.1 1/s of velocity damping. No air, no friction, no thickness, no tethers.
Scene hungSheet(const char* name, std::uint32_t size, float spacing, Kind bending) {
  Scene scene;
  scene.name = name;
  scene.framesPerSecond = 60.0;
  scene.duration = 4.0;
  scene.substeps = 2;
  scene.iterations = 1;
  scene.wind.airDensity = 0.0f;

  SceneGarment garment;
  garment.name = "sheet";
  garment.mesh = GridDef{size, size, spacing, GridCut::quads};
  garment.fabric.fabric.arealDensity = 1.0f;
  garment.fabric.fabric.thickness = 0.0f;
  garment.fabric.fabric.frictionStatic = garment.fabric.fabric.frictionDynamic = 0.0f;
  garment.fabric.fabric.airDrag = garment.fabric.fabric.airLift = 0.0f;
  garment.evenMass = true;
  garment.kinds = KindSet{Kind::stretch, Kind::shear, bending};
  garment.compliance[Kind::stretch] = 0.0f;
  garment.compliance[Kind::shear] = 0.0f;
  if (bending == Kind::skipOne) garment.compliance[Kind::skipOne] = 1.0f;
  garment.fixed = {PinPattern::topRow};
  scene.garments.push_back(garment);

  SceneCloth cloth;
  cloth.name = "sheet";
  cloth.garment = "sheet";
  cloth.params.velocityDamping = 0.1f;
  cloth.params.tethers = 0;
  cloth.params.selfCollision.enabled = false;  // no part of what these scenes measure, whatever the default
  scene.cloths.push_back(cloth);
  scene.picture.azimuth = 0.9f;
  return scene;
}

/// A capsule along x in the middle of the sheet: radius 0.1 m, z(t) = 0.3 · cos(πt) m.
void addSwingingCapsule(Scene& scene, float halfLength) {
  const GridDef& grid = std::get<GridDef>(scene.garments[0].mesh);
  SceneNode path;
  path.name = "path";
  path.transform.translation = {0.5f * static_cast<float>(grid.width - 1) * grid.spacing,
                                -0.5f * static_cast<float>(grid.height - 1) * grid.spacing, 0.0f};
  path.oscillations.push_back({false, {0.0f, 0.0f, 1.0f}, 0.3f, 0.5f, 0.0f, 0.0f});
  scene.nodes.push_back(path);
  SceneCollider capsule;
  capsule.node = "path";
  capsule.def.shape = Capsule{0.1f, halfLength};
  capsule.def.transform.rotation = {0.0f, 0.0f, kSqrtHalf, kSqrtHalf};  // from local y to x
  scene.colliders.push_back(capsule);
}

}  // namespace

Scene sheet100() {
  Scene scene = hungSheet("sheet100", 100, 0.01f, Kind::skipOne);
  addSwingingCapsule(scene, 0.25f);
  return scene;
}

Scene sheet100b() {
  Scene scene = hungSheet("sheet100b", 100, 0.01f, Kind::quadraticBending);
  addSwingingCapsule(scene, 0.25f);
  return scene;
}

Scene render10k() {
  Scene scene = sheet100b();
  scene.name = "render10k";
  scene.garments[0].simulateVertices = 2000;
  return scene;
}

Scene sheet251() {
  Scene scene = hungSheet("sheet251", 251, 0.01f, Kind::skipOne);
  addSwingingCapsule(scene, 0.6f);
  scene.substeps = 10;
  scene.iterations = 4;
  scene.duration = 1.0;
  return scene;
}

Scene article251() {
  Scene scene = sheet251();
  scene.name = "article251";
  scene.garments[0].kinds = {Kind::stretch, Kind::shear, Kind::skipOne, Kind::quadraticBending, Kind::area};
  scene.cloths[0].params.tethers = 1;
  return scene;
}

Scene sheet32() {
  Scene scene = hungSheet("sheet32", 32, 0.03f, Kind::skipOne);
  addSwingingCapsule(scene, 0.25f);
  return scene;
}

// Growth: the sheet of sheet100 alone at four sizes, two seconds each; short ones for the largest.
namespace {
Scene growing(const char* name, std::uint32_t size, double duration) {
  Scene scene = hungSheet(name, size, 0.01f, Kind::skipOne);
  scene.duration = duration;
  return scene;
}
}  // namespace

Scene grow1k() { return growing("grow1k", 32, 2.0); }
Scene grow10k() { return growing("grow10k", 100, 2.0); }
Scene grow100k() { return growing("grow100k", 316, 0.5); }
Scene grow1m() { return growing("grow1m", 1000, 0.25); }

Scene crowd256() {
  Scene scene = hungSheet("crowd256", 20, 0.03f, Kind::skipOne);
  scene.substeps = 4;
  scene.cloths[0].repeat = {16, 16, 0.8f, 0.8f};
  return scene;
}

}  // namespace toile
