#include "io/gltf_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "io/import_text.h"

namespace toile {

namespace {

using nlohmann::json;

enum class Need : std::uint8_t { optional, required };

std::string valueText(const json& value) {
  return shown(value.dump(-1, ' ', false, json::error_handler_t::replace), 40);
}

bool isWhole(const json& value) {
  if (value.is_number_integer()) return true;
  return value.is_number_float() && std::floor(value.get<double>()) == value.get<double>();
}

/// Remembers the first fault; `at` is the place of the object: "accessors[3]".
class GltfChecker {
 public:
  const std::string& fault() const { return fault_; }

  void fail(const std::string& where, const std::string& reason) {
    if (fault_.empty()) fault_ = where + " " + reason;
  }

  const json* member(const json& object, const std::string& at, const char* key, Need need) {
    const auto found = object.find(key);
    if (found != object.end()) return &*found;
    if (need == Need::required) fail(at + "." + key, "is missing");
    return nullptr;
  }

  void integer(const json& object, const std::string& at, const char* key, Need need, double least = 0.0) {
    if (const json* value = member(object, at, key, need)) oneInteger(*value, at + "." + key, least);
  }
  void oneOf(const json& object, const std::string& at, const char* key, std::initializer_list<json> allowed) {
    const json* value = member(object, at, key, Need::required);
    if (value == nullptr || std::find(allowed.begin(), allowed.end(), *value) != allowed.end()) return;
    std::string names;
    for (const json& one : allowed) names += (names.empty() ? "" : ", ") + one.dump();
    fail(at + "." + key, "is " + valueText(*value) + ", must be one of " + names);
  }
  void text(const json& object, const std::string& at, const char* key, Need need = Need::optional) {
    const json* value = member(object, at, key, need);
    if (value != nullptr && !value->is_string()) fail(at + "." + key, "is " + valueText(*value) + ", must be a string");
  }
  void boolean(const json& object, const std::string& at, const char* key) {
    const json* value = member(object, at, key, Need::optional);
    if (value != nullptr && !value->is_boolean())
      fail(at + "." + key, "is " + valueText(*value) + ", must be true or false");
  }
  void indices(const json& object, const std::string& at, const char* key, Need need = Need::optional) {
    eachOf(object, at, key, need,
           [this](const json& value, const std::string& where) { oneInteger(value, where, 0.0); });
  }
  void numbers(const json& object, const std::string& at, const char* key) {
    eachOf(object, at, key, Need::optional, [this](const json& value, const std::string& where) {
      if (!value.is_number()) fail(where, "is " + valueText(value) + ", must be a number");
    });
  }
  /// A checked index into one of the file's lists.
  bool reference(const json& kept, const json& index, const char* list, const std::string& at) {
    const std::size_t count = kept.at(list).size();
    if (!fault_.empty() || index.get<double>() < static_cast<double>(count)) return fault_.empty();
    fail(at, "is " + valueText(index) + ", but there are only " + std::to_string(count) + " " + list);
    return false;
  }
  void optionalReference(const json& kept, const json& object, const std::string& at, const char* key,
                         const char* list) {
    integer(object, at, key, Need::optional);
    if (object.contains(key) && fault_.empty()) reference(kept, object[key], list, at + "." + key);
  }
  /// An object of accessor numbers by name.
  void attributes(const json& value, const std::string& at) {
    if (!value.is_object()) return fail(at, "is " + valueText(value) + ", must be an object");
    for (const auto& [name, accessor] : value.items()) oneInteger(accessor, at + "." + shown(name), 0.0);
  }

 private:
  void oneInteger(const json& value, const std::string& where, double least) {
    if (isWhole(value) && value.get<double>() >= least) return;
    fail(where,
         "is " + valueText(value) + ", must be an integer, " + std::to_string(static_cast<int>(least)) + " or more");
  }
  template <class Each>
  void eachOf(const json& object, const std::string& at, const char* key, Need need, const Each& each) {
    const json* list = member(object, at, key, need);
    if (list == nullptr) return;
    if (!list->is_array()) return fail(at + "." + key, "is " + valueText(*list) + ", must be an array");
    for (std::size_t i = 0; i < list->size() && fault_.empty(); ++i) {
      each((*list)[i], at + "." + key + "[" + std::to_string(i) + "]");
    }
  }

  std::string fault_;
};

template <class Each>
void forAll(const json& parent, const char* list, const std::string& at, const Each& each) {
  const json& elements = parent.at(list);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    each(elements[i], (at.empty() ? "" : at + ".") + list + "[" + std::to_string(i) + "]");
  }
}

void checkSparse(GltfChecker& check, const json& sparse, const std::string& at) {
  if (!sparse.is_object()) return check.fail(at, "is " + valueText(sparse) + ", must be an object");
  check.integer(sparse, at, "count", Need::required, 1.0);
  for (const char* part : {"indices", "values"}) {
    const json* value = check.member(sparse, at, part, Need::required);
    if (value == nullptr) return;
    const std::string where = at + "." + part;
    if (!value->is_object()) return check.fail(where, "is " + valueText(*value) + ", must be an object");
    check.integer(*value, where, "bufferView", Need::required);
    check.integer(*value, where, "byteOffset", Need::optional);
    if (part[0] == 'i') check.oneOf(*value, where, "componentType", {5121, 5123, 5125});
  }
}

void checkData(GltfChecker& check, const json& kept) {
  forAll(kept, "accessors", "", [&](const json& accessor, const std::string& at) {
    check.optionalReference(kept, accessor, at, "bufferView", "bufferViews");
    check.integer(accessor, at, "byteOffset", Need::optional);
    check.oneOf(accessor, at, "componentType", {5120, 5121, 5122, 5123, 5125, 5126});
    check.integer(accessor, at, "count", Need::required, 1.0);
    check.boolean(accessor, at, "normalized");
    check.oneOf(accessor, at, "type", {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"});
    if (const auto sparse = accessor.find("sparse"); sparse != accessor.end())
      checkSparse(check, *sparse, at + ".sparse");
  });
  forAll(kept, "bufferViews", "", [&](const json& view, const std::string& at) {
    check.integer(view, at, "buffer", Need::required);
    check.integer(view, at, "byteOffset", Need::optional);
    check.integer(view, at, "byteLength", Need::required);
    check.integer(view, at, "byteStride", Need::optional);
    const auto stride = view.find("byteStride");
    if (stride == view.end() || !isWhole(*stride)) return;
    const double bytes = stride->get<double>();
    if (bytes > 252.0 || std::fmod(bytes, 4.0) != 0.0)
      check.fail(at + ".byteStride", "is " + valueText(*stride) + ", must be a multiple of 4, at most 252");
  });
}

void checkShapes(GltfChecker& check, const json& kept) {
  check.integer(kept, "the file", "scene", Need::optional);
  forAll(kept, "scenes", "", [&](const json& scene, const std::string& at) { check.indices(scene, at, "nodes"); });
  forAll(kept, "materials", "", [&](const json& material, const std::string& at) { check.text(material, at, "name"); });
  forAll(kept, "nodes", "", [&](const json& node, const std::string& at) {
    check.text(node, at, "name");
    check.integer(node, at, "mesh", Need::optional);
    check.integer(node, at, "skin", Need::optional);
    check.indices(node, at, "children");
    for (const char* key : {"matrix", "rotation", "scale", "translation", "weights"}) check.numbers(node, at, key);
  });
  forAll(kept, "meshes", "", [&](const json& mesh, const std::string& at) {
    check.text(mesh, at, "name");
    check.numbers(mesh, at, "weights");
    forAll(mesh, "primitives", at, [&](const json& primitive, const std::string& where) {
      check.optionalReference(kept, primitive, where, "indices", "accessors");
      for (const char* key : {"material", "mode"}) check.integer(primitive, where, key, Need::optional);
      check.attributes(primitive.at("attributes"), where + ".attributes");
      const auto targets = primitive.find("targets");
      if (targets == primitive.end()) return;
      if (!targets->is_array()) return check.fail(where + ".targets", "is not an array");
      for (std::size_t t = 0; t < targets->size(); ++t)
        check.attributes((*targets)[t], where + ".targets[" + std::to_string(t) + "]");
    });
  });
}

/// Skins that no mesh uses, too: a scene may name their joints.
void checkSkins(GltfChecker& check, const json& kept) {
  forAll(kept, "skins", "", [&](const json& skin, const std::string& at) {
    check.text(skin, at, "name");
    check.indices(skin, at, "joints", Need::required);
    check.optionalReference(kept, skin, at, "skeleton", "nodes");
    check.optionalReference(kept, skin, at, "inverseBindMatrices", "accessors");
    if (!check.fault().empty()) return;
    const json& joints = skin.at("joints");
    if (joints.empty()) return check.fail(at + ".joints", "is empty");
    for (std::size_t j = 0; j < joints.size(); ++j)
      check.reference(kept, joints[j], "nodes", at + ".joints[" + std::to_string(j) + "]");
    const auto matrices = skin.find("inverseBindMatrices");
    if (matrices == skin.end() || !check.fault().empty()) return;
    const json& count = kept.at("accessors")[matrices->get<std::size_t>()].at("count");
    if (count.get<double>() < static_cast<double>(joints.size()))
      check.fail(at + ".inverseBindMatrices", "has " + valueText(count) + " for " + counted(joints.size(), "joint"));
  });
}

void checkAnimations(GltfChecker& check, const json& kept) {
  forAll(kept, "animations", "", [&](const json& animation, const std::string& at) {
    check.text(animation, at, "name");
    forAll(animation, "samplers", at, [&](const json& sampler, const std::string& where) {
      check.integer(sampler, where, "input", Need::required);
      check.integer(sampler, where, "output", Need::required);
      check.text(sampler, where, "interpolation");
    });
    forAll(animation, "channels", at, [&](const json& channel, const std::string& where) {
      check.integer(channel, where, "sampler", Need::required);
      check.integer(channel.at("target"), where + ".target", "node", Need::required);
      check.text(channel.at("target"), where + ".target", "path", Need::required);
    });
  });
}

}  // namespace

Status checkGltf(const json& kept, const std::string& prefix) {
  GltfChecker check;
  checkData(check, kept);
  checkShapes(check, kept);
  if (check.fault().empty()) checkSkins(check, kept);
  checkAnimations(check, kept);
  if (check.fault().empty()) return {};
  return Error{prefix + check.fault()};
}

}  // namespace toile
