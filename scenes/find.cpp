#include "scenes/find.h"

#include <algorithm>
#include <filesystem>

#include "scenes/named.h"
#include "scenes/scene_json.h"

namespace toile {
namespace {

/// ".glb" of "A.GLB".
std::string endingOf(const std::string& source) {
  std::string ending = std::filesystem::path(source).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return ending;
}

}  // namespace

bool isMeshFile(const std::string& source) {
  const std::string ending = endingOf(source);
  return findNamedScene(source) == nullptr && (ending == ".obj" || ending == ".gltf" || ending == ".glb");
}

Result<Scene> findScene(const std::string& source, const FileSpace& meshSpace) {
  if (const NamedScene* named = findNamedScene(source)) return named->make();
  if (endingOf(source) == ".json") return loadScene(source);
  if (isMeshFile(source)) {
    MeshFile file;
    file.path = source;
    file.space = meshSpace;
    return meshScene(file);
  }
  return Error{source + ": neither a scene of that name (see `toile scenes`) nor a .json, .obj, .gltf or .glb file"};
}

}  // namespace toile
