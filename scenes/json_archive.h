// How the values of a scene look in JSON: the two archives that fields() works with.
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>
#include <type_traits>

#include "scenes/motion.h"
#include "scenes/scene_fields.h"

namespace toile {

/// Names of enumerators, in their order.
template <class E>
struct EnumNames;
template <>
struct EnumNames<UpAxis> {
  static constexpr std::array names{"y", "z"};
};
template <>
struct EnumNames<GridCut> {
  static constexpr std::array names{"quads", "one_diagonal", "alternating", "equilateral"};
};
template <>
struct EnumNames<RestState> {
  static constexpr std::array names{"imported", "flat_from_uv"};
};
template <>
struct EnumNames<Easing> {
  static constexpr std::array names{"linear", "smooth"};
};
template <>
struct EnumNames<PinPattern> {
  static constexpr std::array names{"none", "top_row", "flag", "curtain", "cape", "tablecloth", "corners"};
};

/// Member names of the alternatives of a variant, in their order.
template <class V>
struct AlternativeNames;
template <>
struct AlternativeNames<MeshSource> {
  static constexpr std::array names{"grid", "file", "cone", "disc", "folded"};
};
template <>
struct AlternativeNames<VertexRegion> {
  static constexpr std::array names{"pattern", "list", "box", "sphere", "paint", "top"};
};
template <>
struct AlternativeNames<Shape> {
  static constexpr std::array names{"sphere", "capsule", "tapered_capsule", "plane",
                                    "box"};  // others: BodySource, HullSource
};
template <>
struct AlternativeNames<BodySource> {
  static constexpr std::array names{"file", "character", "skin"};
};

template <class Do>
void forEachKind(Do&& each) {
  for (std::size_t k = 0; k < kKindCount; ++k) each(static_cast<Kind>(k));
}

inline constexpr const char* kInextensible = "inextensible";

// ---- reading; the value has passed the schema

class JsonReader {
 public:
  explicit JsonReader(const nlohmann::json& object) : object_(object) {}

  template <class T>
  void operator()(const char* key, T& member) {
    const auto found = object_.find(key);
    if (found != object_.end()) read(*found, member);
  }
  void modulus(const char* key, float& member) {
    const auto found = object_.find(key);
    if (found != object_.end()) member = found->is_string() ? INFINITY : found->get<float>();
  }

 private:
  using Json = nlohmann::json;

  static void read(const Json& j, float& v) { v = j.get<float>(); }
  static void read(const Json& j, double& v) { v = j.get<double>(); }
  static void read(const Json& j, bool& v) { v = j.get<bool>(); }
  static void read(const Json& j, std::uint32_t& v) { v = j.get<std::uint32_t>(); }
  static void read(const Json& j, std::string& v) { v = j.get<std::string>(); }
  static void read(const Json& j, std::filesystem::path& v) { v = j.get<std::string>(); }
  static void read(const Json& j, Vec3& v) { v = {j[0].get<float>(), j[1].get<float>(), j[2].get<float>()}; }
  static void read(const Json& j, Colour& v) { v = {j[0].get<float>(), j[1].get<float>(), j[2].get<float>()}; }
  static void read(const Json& j, Quat& v) {
    if (j.is_object()) {
      Vec3 axis;
      read(j["axis"], axis);
      v = rotationAbout(axis, j["degrees"].get<double>() * (3.14159265358979323846 / 180));
    } else {
      v = {j[0].get<float>(), j[1].get<float>(), j[2].get<float>(), j[3].get<float>()};
    }
  }
  static void read(const Json& j, KindSet& v) {
    v = {};
    forEachKind([&](Kind kind) {
      for (const Json& name : j) {
        if (name.get<std::string>() == kindName(kind)) v.add(kind);
      }
    });
  }
  static void read(const Json& j, SceneFabric& v) {
    v = {};
    if (j.is_string()) v.preset = j.get<std::string>();
    if (j.is_object()) v.preset = j.value("preset", std::string{});
    if (const FabricPreset* preset = findFabricPreset(v.preset)) v.fabric = preset->fabric;
    if (j.is_object()) readObject(j, v.fabric);
  }
  template <class T>
  static void read(const Json& j, std::optional<T>& v) {
    v.emplace();
    read(j, *v);
  }
  template <class T>
  static void read(const Json& j, std::vector<T>& v) {
    v.clear();
    for (const Json& element : j) read(element, v.emplace_back());
  }
  template <class T>
  static void read(const Json& j, PerKind<T>& v) {
    forEachKind([&](Kind kind) {
      const auto found = j.find(std::string(kindName(kind)));
      if (found != j.end()) read(*found, v[kind]);
    });
  }
  template <class... T>
  static void read(const Json& j, std::variant<T...>& v) {
    const auto& names = AlternativeNames<std::variant<T...>>::names;
    const auto member = j.begin();  // the schema lets objects of one member through only
    [&]<std::size_t... i>(std::index_sequence<i...>) {
      const auto tryOne = [&]<std::size_t which>() {
        if (member.key() == names[which]) read(member.value(), v.template emplace<which>());
      };
      (tryOne.template operator()<i>(), ...);
    }
    (std::make_index_sequence<names.size()>{});
  }
  template <class T>
  static void read(const Json& j, T& v) {
    if constexpr (std::is_enum_v<T>) {
      const auto& names = EnumNames<T>::names;
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (j.get<std::string>() == names[i]) v = static_cast<T>(i);
      }
    } else {
      readObject(j, v);
    }
  }
  template <class T>
  static void readObject(const Json& j, T& v) {
    JsonReader reader(j);
    fields(reader, v);
  }

  const Json& object_;
};

// ---- writing

class JsonWriter {
 public:
  using Json = nlohmann::ordered_json;

  template <class T>
  void operator()(const char* key, const T& member) {
    object_[key] = write(member);
  }
  void modulus(const char* key, float member) {
    object_[key] = std::isinf(member) ? Json(kInextensible) : write(member);
  }

  /// Members of `value` that differ from those of `standard`.
  template <class T>
  static Json difference(T value, T standard) {
    Json all = members(value), usual = members(standard), changed = Json::object();
    for (const auto& [key, member] : all.items()) {
      if (kWrittenInFull<T> || member != usual[key]) changed[key] = member;
    }
    return changed;
  }

 private:
  template <class T>
  static Json members(T& value) {
    JsonWriter writer;
    fields(writer, value);
    return std::move(writer.object_);
  }

  /// The shortest decimal number that gives this float back.
  static Json write(float v) {
    for (int digits = 1; digits <= 9; ++digits) {
      char text[40];
      std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(v));
      const double shortest = std::strtod(text, nullptr);
      if (static_cast<float>(shortest) == v) return shortest;
    }
    return v;
  }
  static Json write(double v) { return v; }
  static Json write(bool v) { return v; }
  static Json write(std::uint32_t v) { return v; }
  static Json write(const std::string& v) { return v; }
  static Json write(const std::filesystem::path& v) { return v.generic_string(); }
  static Json write(const Vec3& v) { return Json::array({write(v.x), write(v.y), write(v.z)}); }
  static Json write(const Colour& v) { return Json::array({write(v.red), write(v.green), write(v.blue)}); }
  static Json write(const Quat& v) { return Json::array({write(v.x), write(v.y), write(v.z), write(v.w)}); }
  static Json write(const KindSet& v) {
    Json names = Json::array();
    forEachKind([&](Kind kind) {
      if (v.has(kind)) names.push_back(std::string(kindName(kind)));
    });
    return names;
  }
  static Json write(const SceneFabric& v) {
    const FabricPreset* preset = findFabricPreset(v.preset);
    Json changed = difference(v.fabric, preset != nullptr ? preset->fabric : Fabric{});
    if (preset == nullptr) return changed;
    if (changed.empty()) return v.preset;
    Json object = Json::object();
    object["preset"] = v.preset;
    object.update(changed);
    return object;
  }
  template <class T>
  static Json write(const std::optional<T>& v) {
    return v ? write(*v) : Json();
  }
  template <class T>
  static Json write(const std::vector<T>& v) {
    Json list = Json::array();
    for (const T& element : v) list.push_back(write(element));
    return list;
  }
  template <class T>
  static Json write(const PerKind<T>& v) {
    Json object = Json::object();
    const Json usual = write(T{});
    forEachKind([&](Kind kind) {
      Json value = write(v[kind]);
      if (value != usual) object[std::string(kindName(kind))] = std::move(value);
    });
    return object;
  }
  template <class... T>
  static Json write(const std::variant<T...>& v) {
    Json object = Json::object();
    const auto& names = AlternativeNames<std::variant<T...>>::names;
    const char* name =
        v.index() < names.size() ? names[v.index()] : "mesh";  // an asset made by code: no file can say it
    std::visit([&](const auto& value) { object[name] = write(value); }, v);
    return object;
  }
  template <class T>
  static Json write(const T& v) {
    if constexpr (std::is_enum_v<T>) {
      return EnumNames<T>::names[static_cast<std::size_t>(v)];
    } else {
      return difference(v, T{});
    }
  }

  Json object_ = Json::object();
};

}  // namespace toile
