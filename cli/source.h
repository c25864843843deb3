// What a command's SCENE argument stands for.
#pragma once

#include <cstdio>
#include <string>

#include "io/axes.h"
#include "scenes/scene.h"

namespace toile::cli {

/// A named scene, else a scene file (.json), else a mesh (.obj, .gltf, .glb) hung from its highest vertices.
Result<Scene> findScene(const std::string& source, const FileSpace& meshSpace);

/// What findScene takes for a mesh: no named scene, and ends in .obj, .gltf or .glb.
bool isMeshFile(const std::string& source);

/// Prints "toile: MESSAGE" on stderr.
void printError(const std::string& message);
void printWarning(const std::string& message);

}  // namespace toile::cli
