#include "scenes/find.h"

#include "io/file_name.h"
#include "scenes/named.h"
#include "scenes/scene_json.h"

namespace toile {

bool isMeshFile(const std::string& source) {
  const std::string ending = lowerExtension(source);
  return findNamedScene(source) == nullptr && (ending == ".obj" || ending == ".gltf" || ending == ".glb");
}

namespace {

/// Of a scene whose meshes are no part of Toile.
Status checkFiles(const Scene& scene) {
  const auto check = [&](const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return Status{};
    return Status{
        Error{scene.name + ": " + path.string() +
              " is not there. Its meshes are no part of Toile: TOILE_DATA has to name the folder that has them "
              "(docs/scenes.md)"}};
  };
  for (const SceneGarment& garment : scene.garments) {
    const auto* file = std::get_if<MeshFile>(&garment.mesh);
    if (const Status status = file != nullptr ? check(file->path) : Status{}; !status) return status;
  }
  for (const SceneCollider& collider : scene.colliders) {
    const auto* file = collider.body ? std::get_if<MeshFile>(&*collider.body) : nullptr;
    if (const Status status = file != nullptr ? check(file->path) : Status{}; !status) return status;
  }
  return {};
}

}  // namespace

Result<Scene> findScene(const std::string& source, const FileSpace& meshSpace) {
  if (const NamedScene* named = findNamedScene(source)) {
    Scene scene = named->make();
    if (named->needsFiles) {
      if (const Status status = checkFiles(scene); !status) return Error{status.error()};
    }
    return scene;
  }
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
