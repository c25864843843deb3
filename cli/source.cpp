#include "cli/source.h"

#include "cli/outputs.h"
#include "scenes/named.h"
#include "scenes/scene_json.h"

namespace toile::cli {

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

void printError(const std::string& message) { std::fprintf(stderr, "toile: %s\n", message.c_str()); }
void printWarning(const std::string& message) { std::fprintf(stderr, "toile: warning: %s\n", message.c_str()); }

}  // namespace toile::cli
