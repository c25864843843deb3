#include "scenes/scene_json.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>

#include "scenes/json_archive.h"
#include "scenes/json_check.h"

namespace toile {
namespace {

using Json = nlohmann::json;

std::string listOfPresets() {
  std::string names;
  for (const FabricPreset& preset : fabricPresets()) {
    names += (names.empty() ? "" : ", ") + std::string(preset.name);
  }
  return names;
}

/// What a schema cannot say: names are unique and lead somewhere, keys ascend. Empty when all is well.
class MeaningCheck {
 public:
  explicit MeaningCheck(const Json& scene) : scene_(scene) {}

  std::string run() {
    const auto characters = collectNames("characters"), garments = collectNames("garments");
    collectNames("cloths");
    std::set<std::string> nodes;
    forEach("nodes", [&](const Json& node, const std::string& at) {
      reference(node, "parent", nodes, "earlier node", at);
      reference(node, "character", characters, "character", at);
      if (node.contains("parent") && node.contains("character")) fail(at, "follows a parent and a character's joint");
      checkKeys(node, at);
      if (!nodes.insert(node["name"].get<std::string>()).second) fail(at + "/name", "used twice");
    });
    forEach("garments", [&](const Json& garment, const std::string& at) { checkFabric(garment, at); });
    forEach("cloths", [&](const Json& cloth, const std::string& at) {
      reference(cloth, "garment", garments, "garment", at);
      if (!cloth.contains("pins")) return;
      for (std::size_t i = 0; i < cloth["pins"].size(); ++i) {
        const Json& pin = cloth["pins"][i];
        const std::string pinAt = at + "/pins/" + std::to_string(i);
        reference(pin, "node", nodes, "node", pinAt);
        reference(pin, "skinned_to", characters, "character", pinAt);
        if (pin.contains("node") && pin.contains("skinned_to")) fail(pinAt, "follows a node and a character");
      }
    });
    forEach("colliders", [&](const Json& collider, const std::string& at) {
      reference(collider, "node", nodes, "node", at);
      checkSolid(collider, at);
      if (collider.contains("body") && collider["body"].contains("character"))
        reference(collider["body"]["character"], "name", characters, "character", at + "/body/character");
    });
    forEach("garments", [&](const Json& garment, const std::string& at) {
      if (garment.contains("fixed")) checkPatterns(garment["fixed"], garment, at + "/fixed");
    });
    forEach("cloths", [&](const Json& cloth, const std::string& at) {
      const Json* garment = named("garments", cloth["garment"]);
      for (std::size_t i = 0; garment != nullptr && cloth.contains("pins") && i < cloth["pins"].size(); ++i)
        checkPatterns(cloth["pins"][i]["vertices"], *garment, at + "/pins/" + std::to_string(i) + "/vertices");
    });
    checkDirections(scene_, "");
    return first_;
  }

 private:
  void fail(const std::string& at, const std::string& reason) {
    if (first_.empty()) first_ = at + ": " + reason;
  }

  template <class Do>
  void forEach(const char* list, Do each) {
    const auto found = scene_.find(list);
    if (found == scene_.end()) return;
    std::string at("/");
    at.append(list).append("/");
    for (std::size_t i = 0; i < found->size(); ++i) each((*found)[i], at + std::to_string(i));
  }

  std::set<std::string> collectNames(const char* list) {
    std::set<std::string> names;
    forEach(list, [&](const Json& element, const std::string& at) {
      if (!names.insert(element["name"].get<std::string>()).second) fail(at + "/name", "used twice");
    });
    return names;
  }

  void reference(const Json& object, const char* key, const std::set<std::string>& names, const char* what,
                 const std::string& at) {
    const auto found = object.find(key);
    if (found == object.end() || names.count(found->get<std::string>()) > 0) return;
    fail(at + "/" + key, "there is no " + std::string(what) + " \"" + found->get<std::string>() + "\"");
  }

  void checkSolid(const Json& collider, const std::string& at) {
    int solids = 0;
    for (const char* kind : {"shape", "body", "hull", "volume"}) solids += collider.contains(kind) ? 1 : 0;
    if (solids != 1) fail(at, "has to have one of shape, body, hull and volume, has " + std::to_string(solids));
    if (collider.contains("hull") && collider["hull"].contains("points") == collider["hull"].contains("file"))
      fail(at + "/hull", "has to have either points or a file");
    if (collider.contains("volume") && collider["volume"].contains("path") == collider["volume"].contains("mesh"))
      fail(at + "/volume", "has to have either a path or a mesh");
  }

  void checkKeys(const Json& node, const std::string& at) {
    if (!node.contains("keys")) return;
    for (std::size_t k = 1; k < node["keys"].size(); ++k) {
      if (!(node["keys"][k - 1]["time"].get<double>() < node["keys"][k]["time"].get<double>()))
        fail(at + "/keys/" + std::to_string(k) + "/time", "keys must ascend in time");
    }
  }

  void checkFabric(const Json& garment, const std::string& at) {
    const auto fabric = garment.find("fabric");
    if (fabric == garment.end()) return;
    const bool word = fabric->is_string();
    if (!word && !fabric->contains("preset")) return;
    const std::string preset = (word ? *fabric : (*fabric)["preset"]).get<std::string>();
    if (findFabricPreset(preset) == nullptr)
      fail(at + (word ? "/fabric" : "/fabric/preset"), "no fabric \"" + preset + "\"; there are " + listOfPresets());
  }

  const Json* named(const char* list, const Json& name) const {
    for (const Json& element : scene_[list]) {
      if (element["name"] == name) return &element;
    }
    return nullptr;
  }

  void checkPatterns(const Json& regions, const Json& garment, const std::string& at) {
    if (garment["mesh"].contains("grid")) return;
    for (std::size_t i = 0; i < regions.size(); ++i) {
      const auto pattern = regions[i].find("pattern");
      if (pattern == regions[i].end() || *pattern == "none") continue;
      fail(at + "/" + std::to_string(i) + "/pattern", "patterns are for grids, and the mesh of garment " +
                                                          garment["name"].dump() + " is a " +
                                                          garment["mesh"].begin().key());
    }
  }

  static bool allZero(const Json& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](const Json& n) { return n.get<float>() == 0.0f; });
  }

  /// Every rotation and axis, wherever it is.
  void checkDirections(const Json& value, const std::string& at) {
    if (!value.is_structured()) return;
    for (const auto& [key, element] : value.items()) {
      const std::string here = at + "/" + key;
      if (value.is_object() && key == "axis" && element.is_array() && allZero(element))
        fail(here, "[0, 0, 0] has no direction");
      if (value.is_object() && key == "rotation" && element.is_array() && allZero(element))
        fail(here, "[0, 0, 0, 0] is no rotation; none at all is [0, 0, 0, 1]");
      checkDirections(element, here);
    }
  }

  const Json& scene_;
  std::string first_;
};

}  // namespace

Result<Scene> parseScene(std::string_view text, std::string_view name, const std::filesystem::path& folder) {
  const std::string who = std::string(name) + ": ";
  auto json = parseJson(text);
  if (!json) return Error{who + json.error()};
  const Status valid = validateJson(*json, sceneSchema());
  if (!valid.ok()) return Error{who + valid.error()};
  const std::string meaning = MeaningCheck(*json).run();
  if (!meaning.empty()) return Error{who + meaning};
  Scene scene;
  JsonReader reader(*json);
  fields(reader, scene);
  scene.folder = folder;
  return scene;
}

Result<Scene> loadScene(const std::filesystem::path& path) {
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed)) return Error{path.string() + ": is a folder"};
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{path.string() + ": cannot be opened: " + (errno != 0 ? std::strerror(errno) : "no reason")};
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) return Error{path.string() + ": cannot be read"};
  return parseScene(text.str(), path.string(), path.parent_path());
}

std::string sceneToJson(const Scene& scene) {
  JsonWriter::Json file = JsonWriter::Json::object();
  file["toile"] = 1;
  Scene standard;
  file.update(JsonWriter::difference(scene, standard));
  return file.dump(2) + "\n";
}

}  // namespace toile
