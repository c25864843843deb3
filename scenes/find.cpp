#include "scenes/find.h"

#include "io/file_name.h"
#include "scenes/named.h"
#include "scenes/scene_json.h"

namespace toile {

bool isMeshFile(const std::string& source) {
  const std::string ending = lowerExtension(source);
  return findNamedScene(source) == nullptr && (ending == ".obj" || ending == ".gltf" || ending == ".glb");
}

Result<Scene> findScene(const std::string& source, const FileSpace& meshSpace) {
  if (const NamedScene* named = findNamedScene(source)) return named->make();
  if (lowerExtension(source) == ".json") return loadScene(source);
  if (isMeshFile(source)) {
    MeshFile file;
    file.path = source;
    file.space = meshSpace;
    return meshScene(file);
  }
  return Error{source + ": neither a scene of that name (see `toile scenes`) nor a .json, .obj, .gltf or .glb file"};
}

}  // namespace toile
