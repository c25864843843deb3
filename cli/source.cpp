#include "cli/source.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "scenes/named.h"
#include "scenes/scene_json.h"

namespace toile::cli {

Result<Scene> findScene(const std::string& source, const FileSpace& meshSpace) {
  if (const NamedScene* named = findNamedScene(source)) return named->make();
  const std::filesystem::path path = source;
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".json") return loadScene(path);
  if (ending == ".obj" || ending == ".gltf" || ending == ".glb") {
    MeshFile file;
    file.path = path;
    file.space = meshSpace;
    return meshScene(file);
  }
  return Error{source + ": neither a scene of that name (see `toile scenes`) nor a .json, .obj, .gltf or .glb file"};
}

void printError(const std::string& message) { std::fprintf(stderr, "toile: %s\n", message.c_str()); }
void printWarning(const std::string& message) { std::fprintf(stderr, "toile: warning: %s\n", message.c_str()); }

}  // namespace toile::cli
