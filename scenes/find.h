// What the name of a scene stands for, wherever people may give one.
#pragma once

#include <string>

#include "io/axes.h"
#include "scenes/scene.h"

namespace toile {

/// A named scene, else a scene file (.json), else a mesh (.obj, .gltf, .glb) hung from its highest vertices.
Result<Scene> findScene(const std::string& source, const FileSpace& meshSpace = {});

/// What findScene takes for a mesh: no named scene, and ends in .obj, .gltf or .glb.
bool isMeshFile(const std::string& source);

}  // namespace toile
