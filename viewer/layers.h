// What can be shown beside the surfaces.
#pragma once

#include <string>
#include <string_view>

#include "scenes/play.h"
#include "viewer/stage.h"

namespace toile::view {

struct Layers {
  bool wireframe = false;
};

/// Names of all layers, as "wireframe, pins".
std::string layerNames();
/// False where there is no layer of that name.
bool setLayer(Layers& layers, std::string_view name, bool shown);

/// Adds marks and tints to a filled stage.
void addLayers(const World& world, const ScenePlay& play, const Layers& layers, Stage& stage);

}  // namespace toile::view
