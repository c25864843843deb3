// Parameters of fabrics, kinds, cloths and the world.
#include <algorithm>
#include <cmath>

#include "viewer/panels/fields.h"
#include "viewer/panels/panels.h"

namespace toile::view {
namespace {

constexpr std::size_t kLiveParticles = 20000;  // garments up to here are made anew while a slider moves

struct FabricField {
  const char* label;
  const char* unit;
  float Fabric::*value;
  float low, high;
};
constexpr FabricField kFabric[] = {
    {"areal density", "kg/m2", &Fabric::arealDensity, 0.01f, 5.0f},
    {"stretch, warp", "N/m", &Fabric::stretchWarp, 1.0f, 1e6f},
    {"stretch, weft", "N/m", &Fabric::stretchWeft, 1.0f, 1e6f},
    {"shear", "N/m", &Fabric::shear, 0.1f, 1e5f},
    {"area", "N/m", &Fabric::area, 0.1f, 1e6f},
    {"bending rigidity", "N m", &Fabric::bendingRigidity, 1e-7f, 1e-2f},
    {"thickness", "m", &Fabric::thickness, 1e-4f, 0.05f},
    {"static friction", "", &Fabric::frictionStatic, 0.0f, 2.0f},
    {"dynamic friction", "", &Fabric::frictionDynamic, 0.0f, 2.0f},
    {"stretch damping", "s", &Fabric::stretchDamping, 0.0f, 0.05f},
    {"bending damping", "s", &Fabric::bendingDamping, 0.0f, 0.05f},
    {"air drag", "", &Fabric::airDrag, 0.0f, 2.0f},
    {"air lift", "", &Fabric::airLift, 0.0f, 2.0f},
};

/// What one value may be beside the others is kept while it is moved.
void keepOrdered(Fabric& fabric) {
  fabric.frictionDynamic = std::min(fabric.frictionDynamic, fabric.frictionStatic);
  fabric.airLift = std::min(fabric.airLift, fabric.airDrag);
}

std::size_t indexOfGarment(const Scene& scene, const std::string& name) {
  for (std::size_t g = 0; g < scene.garments.size(); ++g) {
    if (scene.garments[g].name == name) return g;
  }
  return scene.garments.size();
}

}  // namespace

void Panels::fabricPanel() {
  Session& session = bench_.session;
  const Scene& scene = session.scene();
  const std::size_t index = indexOfGarment(scene, scene.cloths[cloth_].garment);
  if (index >= scene.garments.size()) return;
  SceneGarment garment = scene.garments[index];
  bool changed = false;
  ImGui::SetNextItemWidth(150.0f);
  if (ImGui::BeginCombo("preset", garment.fabric.preset.empty() ? "none" : garment.fabric.preset.c_str())) {
    for (const FabricPreset& preset : fabricPresets()) {
      const std::string name(preset.name);
      if (ImGui::Selectable(name.c_str())) garment.fabric = {name, preset.fabric}, changed = true;
      if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", std::string(preset.source).c_str());
    }
    ImGui::EndCombo();
  }
  const bool live = session.play().garments()[index].garment->particleCount() <= kLiveParticles;
  // Slow ones keep what is being dragged until it is let go.
  Fabric& fabric = garment.fabric.fabric;
  if (dragged_) fabric = *dragged_;
  bool active = false;
  for (const FabricField& f : kFabric) {
    float& value = fabric.*f.value;
    if (std::isinf(value)) {
      ImGui::Text("%s: inextensible", f.label);
      continue;
    }
    if (field(f.label, f.unit, value, f.low, f.high)) {
      keepOrdered(fabric);
      if (live)
        changed = true;
      else
        dragged_ = fabric;
    }
    active = active || ImGui::IsItemActive();
  }
  if (dragged_ && !active) changed = true, dragged_.reset();
  if (changed) bench_.report(session.setGarment(index, garment));
}

void Panels::kindPanel() {
  Session& session = bench_.session;
  ClothParams params = session.scene().cloths[cloth_].params;
  const std::size_t index = indexOfGarment(session.scene(), session.scene().cloths[cloth_].garment);
  if (index >= session.scene().garments.size()) return;
  bool changed = ImGui::Checkbox("position based (PBD)", &params.pbd);
  for (std::size_t k = 0; k < kKindCount; ++k) {
    const Kind kind = static_cast<Kind>(k);
    if (!session.scene().garments[index].kinds.has(kind)) continue;
    const std::string name(kindName(kind));
    KindParams& own = params.kinds[kind];
    ImGui::PushID(static_cast<int>(k));
    changed |= ImGui::Checkbox(name.c_str(), &own.enabled);
    ImGui::Indent();
    changed |= field("stiffness times", "", own.stiffnessScale, 1e-3f, 1e3f);
    changed |= fieldOrFabric("damping", "s", own.damping, 0.0f, 0.0f, 0.05f);
    if (params.pbd) changed |= fieldOrFabric("part a step", "", own.pbdStiffness, 1.0f, 0.0f, 1.0f);
    ImGui::Unindent();
    ImGui::PopID();
  }
  if (changed) bench_.report(session.setParams(cloth_, params));
}

void Panels::clothPanel() {
  Session& session = bench_.session;
  const Scene& scene = session.scene();
  ImGui::SetNextItemWidth(150.0f);
  if (ImGui::BeginCombo("of", scene.cloths[cloth_].name.c_str())) {
    for (std::size_t c = 0; c < scene.cloths.size(); ++c) {
      ImGui::PushID(static_cast<int>(c));
      if (ImGui::Selectable(scene.cloths[c].name.c_str(), c == cloth_)) cloth_ = c;
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  ClothParams p = scene.cloths[cloth_].params;
  const std::size_t index = indexOfGarment(scene, scene.cloths[cloth_].garment);
  if (index >= scene.garments.size()) return;
  const Fabric& fabric = scene.garments[index].fabric.fabric;
  bool changed = false;
  changed |= field("velocity damping", "1/s", p.velocityDamping, 0.0f, 10.0f);
  changed |= field("internal damping", "1/s", p.internalDamping, 0.0f, 50.0f);
  changed |= field("gravity times", "", p.gravityScale, -2.0f, 2.0f);
  ImGui::SetNextItemWidth(150.0f);
  changed |= ImGui::DragFloat3("acceleration", &p.acceleration.x, 0.1f, -100.0f, 100.0f, "%.1f m/s2");
  changed |= fieldOrFabric("air drag", "", p.airDrag, fabric.airDrag, 0.0f, 2.0f);
  changed |= fieldOrFabric("air lift", "", p.airLift, fabric.airLift, 0.0f, 2.0f);
  changed |= fieldOrFabric("thickness", "m", p.thickness, fabric.thickness, 1e-4f, 0.05f);
  changed |= fieldOrFabric("static friction", "", p.frictionStatic, fabric.frictionStatic, 0.0f, 2.0f);
  changed |= fieldOrFabric("dynamic friction", "", p.frictionDynamic, fabric.frictionDynamic, 0.0f, 2.0f);
  changed |= fieldOrFabric("max distance", "m", p.maxDistance, 1.0f, 0.0f, 2.0f);
  changed |= count("tethers", p.tethers, 0, 8);
  changed |= field("tether slack", "", p.tetherSlack, 0.0f, 0.5f);
  changed |= count("coarse levels", p.coarseLevels, 0, 6);
  changed |= field("coarse slack", "", p.coarseSlack, 0.0f, 0.5f);
  changed |= field("depenetration", "m/s", p.maxDepenetrationSpeed, 0.01f, 100.0f);
  changed |= field("fastest", "m/s", p.maxSpeed, 0.1f, 1e5f);
  changed |= ImGui::Checkbox("self-collision", &p.selfCollision.enabled);
  if (p.selfCollision.enabled) {
    changed |= fieldOrFabric("layer thickness", "m", p.selfCollision.thickness, fabric.thickness, 1e-4f, 0.05f);
    changed |=
        fieldOrFabric("layer friction, static", "", p.selfCollision.frictionStatic, fabric.frictionStatic, 0.0f, 2.0f);
    changed |= fieldOrFabric("layer friction, dynamic", "", p.selfCollision.frictionDynamic, fabric.frictionDynamic,
                             0.0f, 2.0f);
  }
  if (changed) bench_.report(session.setParams(cloth_, p));
}

void Panels::worldPanel() {
  Session& session = bench_.session;
  Vec3 gravity = session.scene().gravity;
  ImGui::SetNextItemWidth(180.0f);
  if (ImGui::DragFloat3("gravity", &gravity.x, 0.05f, -100.0f, 100.0f, "%.2f m/s2"))
    bench_.report(session.setGravity(gravity));
  std::uint32_t substeps = session.scene().substeps, iterations = session.scene().iterations;
  bool steps = count("substeps a 1/60 s", substeps, 1, 120);
  steps |= count("iterations", iterations, 1, 32);
  if (steps) bench_.report(session.setSubsteps(substeps, iterations));
  Wind wind = session.scene().wind;
  ImGui::SetNextItemWidth(180.0f);
  bool blows = ImGui::DragFloat3("wind", &wind.velocity.x, 0.05f, -50.0f, 50.0f, "%.1f m/s");
  blows |= field("gusts", "", wind.gustStrength, 0.0f, 3.0f);
  blows |= field("gust frequency", "Hz", wind.gustFrequency, 0.01f, 10.0f);
  blows |= field("gust length", "m", wind.gustLength, 0.05f, 50.0f);
  blows |= field("air density", "kg/m3", wind.airDensity, 0.0f, 5.0f);
  if (blows) bench_.report(session.setWind(wind));
  ImGui::TextWrapped("%s", session.world().status().c_str());
}

}  // namespace toile::view
