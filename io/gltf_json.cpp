#include "io/gltf_json.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include "io/gltf_check.h"
#include "io/import_text.h"

namespace toile {

namespace {

using nlohmann::json;

/// Parsers and writers of JSON recurse; real files nest about ten deep.
constexpr int kDeepest = 128;

bool tooDeep(std::string_view text) {
  int depth = 0;
  bool inString = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inString) {
      if (c == '\\') ++i;
      inString = c != '"' || text[i] != '"';
    } else if (c == '"') {
      inString = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kDeepest) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

/// Copies members of one kind of object; remembers the first thing that is wrong.
class Stripper {
 public:
  explicit Stripper(std::string where) : where_(std::move(where)) {}

  const std::string& error() const { return error_; }

  json pick(const json& object, std::initializer_list<const char*> keys, const std::string& what) {
    json result = json::object();
    if (!object.is_object()) {
      fail(what + " is not an object");
      return result;
    }
    for (const char* key : keys) {
      const auto found = object.find(key);
      if (found == object.end()) continue;
      result[key] = *found;
      makeWhole(result[key]);
      checkIntegers(result[key], what + "." + key, isSize(key));
    }
    if (marksSimulated(object)) result["extras"] = {{"toile_simulated", true}};
    return result;
  }

  /// The array `key` of `parent` with every element replaced by `each(element, "key 7")`; empty where absent.
  template <class Each>
  json list(const json& parent, const char* key, const std::string& what, const Each& each) {
    json result = json::array();
    const auto found = parent.find(key);
    if (found == parent.end()) return result;
    const std::string full = what.empty() ? std::string(key) : what + "." + key;
    if (!found->is_array()) {
      fail(full + " is not an array");
      return result;
    }
    for (std::size_t i = 0; i < found->size(); ++i) {
      const std::string element = full + "[" + std::to_string(i) + "]";
      if (!(*found)[i].is_object()) {
        fail(element + " is not an object");
        return result;
      }
      json value = each((*found)[i], element);
      if (!value.is_null()) result.push_back(std::move(value));
    }
    return result;
  }

  void fail(const std::string& reason) {
    if (error_.empty()) error_ = where_ + reason;
  }

 private:
  /// The one thing of our own that a file may say in its extras (ImportOptions::simulatedName).
  static bool marksSimulated(const json& object) {
    const auto extras = object.find("extras");
    if (extras == object.end() || !extras->is_object()) return false;
    const auto mark = extras->find("toile_simulated");
    return mark != extras->end() && mark->is_boolean() && mark->get<bool>();
  }
  static bool isSize(std::string_view key) {
    return key == "byteLength" || key == "byteOffset" || key == "count" || key == "sparse";
  }

  /// 3.0 is the integer 3 in JSON. Later code would pass over an index that is written so, without a word.
  static void makeWhole(json& value) {
    if (value.is_structured()) {
      for (json& element : value) makeWhole(element);
    } else if (value.is_number_float()) {
      const double number = value.get<double>();
      if (std::floor(number) != number || std::fabs(number) > 9007199254740992.0) return;  // 2^53
      if (number < 0.0) {
        value = static_cast<std::int64_t>(number);
      } else {
        value = static_cast<std::uint64_t>(number);
      }
    }
  }

  /// Later code keeps indices in 32 bits and would silently drop the upper half.
  void checkIntegers(const json& value, const std::string& what, bool size) {
    if (value.is_structured()) {
      for (const auto& [key, element] : value.items()) {
        checkIntegers(element, value.is_object() ? what + "." + shown(key) : what, size || isSize(key));
      }
    } else if (value.is_number_integer() || value.is_number_unsigned()) {
      const std::int64_t limit = size ? std::int64_t{1} << 53 : std::numeric_limits<std::int32_t>::max();
      const bool huge = value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(limit);
      if (huge || value.get<std::int64_t>() < -limit) fail(what + ": integer out of range");
    } else if (value.is_number_float() && size) {
      fail(what + " is not an integer in range");
    }
  }

  std::string where_, error_;
};

bool affectsOnlyLooks(std::string_view extension) {
  return extension.substr(0, 14) == "KHR_materials_" || extension == "KHR_lights_punctual" ||
         extension == "KHR_texture_basisu" || extension == "EXT_texture_webp";
}

Status checkExtensions(const json& root, const std::string& prefix, std::map<std::string, std::size_t>& ignored) {
  for (const char* list : {"extensionsRequired", "extensionsUsed"}) {
    const auto found = root.find(list);
    if (found == root.end()) continue;
    if (!found->is_array()) return Error{prefix + list + " is not an array"};
    for (const json& entry : *found) {
      if (!entry.is_string()) return Error{prefix + list + " holds something else than names"};
      const std::string extension = entry.get<std::string>();
      if (extension == "KHR_mesh_quantization" || affectsOnlyLooks(extension)) continue;
      if (std::string_view(list) == "extensionsRequired") {
        return Error{prefix + "required extension \"" + shown(extension) + "\" is not supported"};
      }
      if (extension == "EXT_mesh_gpu_instancing" || extension == "KHR_animation_pointer") ++ignored[extension];
    }
  }
  return {};
}

bool declares(const json& root, const char* extension) {
  const auto used = root.find("extensionsUsed");
  return used != root.end() && std::find(used->begin(), used->end(), extension) != used->end();
}

json stripAnimations(Stripper& strip, const json& root, std::map<std::string, std::size_t>& ignored) {
  return strip.list(root, "animations", "", [&](const json& animation, const std::string& what) {
    json result = strip.pick(animation, {"name"}, what);
    result["samplers"] = strip.list(animation, "samplers", what, [&](const json& sampler, const std::string& name) {
      return strip.pick(sampler, {"input", "output", "interpolation"}, name);
    });
    result["channels"] = strip.list(animation, "channels", what, [&](const json& channel, const std::string& name) {
      const auto target = channel.find("target");
      const bool movesNode = target != channel.end() && target->is_object() && target->contains("node");
      if (!movesNode) {  // an extension's own target: nothing that moves a node
        ++ignored["animation channels without a node"];
        return json();
      }
      json kept = strip.pick(channel, {"sampler"}, name);
      kept["target"] = strip.pick(*target, {"node", "path"}, name + ".target");
      return kept;
    });
    return result;
  });
}

json stripMeshes(Stripper& strip, const json& root) {
  return strip.list(root, "meshes", "", [&](const json& mesh, const std::string& what) {
    json result = strip.pick(mesh, {"name", "weights"}, what);
    result["primitives"] = strip.list(mesh, "primitives", what, [&](const json& primitive, const std::string& name) {
      json kept = strip.pick(primitive, {"attributes", "indices", "material", "mode", "targets"}, name);
      const auto attributes = kept.find("attributes");
      if (attributes == kept.end() || !attributes->is_object()) strip.fail(name + ".attributes is not an object");
      return kept;
    });
    return result;
  });
}

}  // namespace

Result<GltfJson> readGltfJson(std::string_view text, const std::string& prefix) {
  if (tooDeep(text)) return Error{prefix + "JSON nested deeper than " + std::to_string(kDeepest)};
  const json root = json::parse(text.begin(), text.end(), nullptr, false);
  if (root.is_discarded()) return Error{prefix + "not valid JSON"};
  if (!root.is_object()) return Error{prefix + "the JSON is not an object"};
  const auto asset = root.find("asset");
  const bool hasVersion =
      asset != root.end() && asset->is_object() && asset->contains("version") && (*asset)["version"].is_string();
  if (!hasVersion) return Error{prefix + "asset.version is missing"};
  const std::string version = (*asset)["version"].get<std::string>();
  if (version.substr(0, 2) != "2.") return Error{prefix + "glTF version " + shown(version) + ", only 2.x is known"};

  GltfJson result;
  if (Status good = checkExtensions(root, prefix, result.ignored); !good) return Error{good.error()};

  Stripper strip(prefix);
  const auto each = [&](std::initializer_list<const char*> keys) {
    return [&strip, keys](const json& object, const std::string& what) { return strip.pick(object, keys, what); };
  };
  json& kept = result.kept;
  kept = strip.pick(root, {"scene"}, "the file");
  kept["asset"] = {{"version", "2.0"}};
  kept["scenes"] = strip.list(root, "scenes", "", each({"name", "nodes"}));
  kept["nodes"] =
      strip.list(root, "nodes", "",
                 each({"name", "mesh", "skin", "children", "matrix", "rotation", "scale", "translation", "weights"}));
  kept["meshes"] = stripMeshes(strip, root);
  kept["accessors"] =
      strip.list(root, "accessors", "",
                 each({"bufferView", "byteOffset", "componentType", "count", "normalized", "sparse", "type"}));
  kept["bufferViews"] = strip.list(root, "bufferViews", "", each({"buffer", "byteOffset", "byteLength", "byteStride"}));
  kept["materials"] = strip.list(root, "materials", "", each({"name"}));
  kept["skins"] = strip.list(root, "skins", "", each({"name", "joints", "skeleton", "inverseBindMatrices"}));
  kept["animations"] = stripAnimations(strip, root, result.ignored);
  result.buffers = strip.list(root, "buffers", "", each({"uri", "byteLength"}));
  if (!strip.error().empty()) return Error{strip.error()};
  if (Status good = checkGltf(kept, prefix); !good) return Error{good.error()};
  result.quantized = declares(root, "KHR_mesh_quantization");
  return result;
}

}  // namespace toile
