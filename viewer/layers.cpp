#include "viewer/layers.h"

namespace toile::view {
namespace {

struct Named {
  std::string_view name;
  bool Layers::*shown;
};
constexpr Named kLayers[] = {{"wireframe", &Layers::wireframe}};

}  // namespace

std::string layerNames() {
  std::string names;
  for (const Named& layer : kLayers) names.append(names.empty() ? "" : ", ").append(layer.name);
  return names;
}

bool setLayer(Layers& layers, std::string_view name, bool shown) {
  for (const Named& layer : kLayers) {
    if (layer.name == name) return layers.*layer.shown = shown, true;
  }
  return false;
}

void addLayers(const World& world, const ScenePlay& play, const Layers& layers, Stage& stage) {
  (void)world, (void)play;
  if (layers.wireframe) addWireframe(stage, 1.0f, rgba(0.08f, 0.08f, 0.10f, 0.55f));
}

}  // namespace toile::view
