// JavaScript objects into definitions: the members are those of scene files (scenes/scene_fields.h), in camel case.
// What is missing keeps its default; what is unknown, or of another type than it should be, is an error that names it.
#pragma once

#include <emscripten/val.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenes/json_archive.h"
#include "web/core/script_error.h"

namespace toile::script {

using emscripten::val;

/// "areal_density" → "arealDensity"
inline std::string camelCase(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool upper = i > 0 && name[i - 1] == '_' && name[i] >= 'a' && name[i] <= 'z';
    if (name[i] != '_') result += upper ? static_cast<char>(name[i] - 'a' + 'A') : name[i];
  }
  return result;
}

inline bool isMissing(const val& value) { return value.isUndefined() || value.isNull(); }

class ScriptReader {
 public:
  /// `path` names the object in errors: "params", "fabric".
  ScriptReader(val object, std::string path) : object_(std::move(object)), path_(std::move(path)) {
    if (object_.typeOf().as<std::string>() != "object" || object_.isNull()) refuse(path_, "an object", object_);
  }

  template <class T>
  void operator()(const char* key, T& member) {
    const std::string name = camelCase(key);
    known_.push_back(name);
    const val value = object_[name];
    if (!isMissing(value)) read(value, path_ + "." + name, member);
  }
  void modulus(const char* key, float& member) { (*this)(key, member); }  // JavaScript has its own Infinity

  /// A member that the caller reads by itself.
  val other(const char* name) {
    known_.push_back(name);
    return object_[name];
  }

  /// Refuses members nobody has asked for.
  void finish() const {
    const val keys = val::global("Object").call<val>("keys", object_);
    const auto count = keys["length"].as<unsigned>();
    for (unsigned i = 0; i < count; ++i) {
      const auto key = keys[i].as<std::string>();
      bool found = false;
      for (const std::string& name : known_) found = found || name == key;
      if (found) continue;
      std::string message = path_ + ": there is no \"" + key + "\"; known are";
      for (std::size_t k = 0; k < known_.size(); ++k) message += (k == 0 ? " " : ", ") + known_[k];
      fail(message);
    }
  }

  template <class T>
  static void readWhole(const val& object, const std::string& path, T& value) {
    ScriptReader reader(object, path);
    fields(reader, value);
    reader.finish();
  }

  [[noreturn]] static void refuse(const std::string& path, const std::string& wanted, const val& found) {
    fail(path + ": " + wanted + " is wanted, " + (found.isArray() ? "an array" : found.typeOf().as<std::string>()) +
         " is there");
  }

  // ---- one value each
  static void read(const val& v, const std::string& path, double& out) {
    if (!v.isNumber()) refuse(path, "a number", v);
    out = v.as<double>();
  }
  static void read(const val& v, const std::string& path, float& out) {
    double number = 0.0;
    read(v, path, number);
    out = static_cast<float>(number);
  }
  static void read(const val& v, const std::string& path, std::uint32_t& out) {
    double number = 0.0;
    read(v, path, number);
    if (!(number >= 0.0 && number <= 4294967295.0) || number != std::floor(number)) {
      fail(path + ": a whole number from 0 to 4294967295 is wanted, " + v.call<std::string>("toString") + " is there");
    }
    out = static_cast<std::uint32_t>(number);
  }
  static void read(const val& v, const std::string& path, bool& out) {
    if (!v.isTrue() && !v.isFalse()) refuse(path, "true or false", v);
    out = v.isTrue();
  }
  static void read(const val& v, const std::string& path, std::string& out) {
    if (!v.isString()) refuse(path, "a string", v);
    out = v.as<std::string>();
  }
  static void read(const val& v, const std::string& path, Vec3& out) {
    float* const numbers[]{&out.x, &out.y, &out.z};
    readNumbers(v, path, numbers);
  }
  static void read(const val& v, const std::string& path, Quat& out) {
    float* const numbers[]{&out.x, &out.y, &out.z, &out.w};
    readNumbers(v, path, numbers);
  }
  static void read(const val& v, const std::string& path, Transform& out) {
    ScriptReader reader(v, path);
    placing(reader, out);
    reader.finish();
  }
  static void read(const val& v, const std::string& path, KindSet& out) {
    if (!v.isArray()) refuse(path, "an array of kinds", v);
    out = {};
    const auto count = v["length"].as<unsigned>();
    for (unsigned i = 0; i < count; ++i) out.add(readKind(v[i], path + "[" + std::to_string(i) + "]"));
  }
  template <class T>
  static void read(const val& v, const std::string& path, std::optional<T>& out) {
    read(v, path, out.emplace());
  }
  template <class T>
  static void read(const val& v, const std::string& path, PerKind<T>& out) {
    ScriptReader reader(v, path);
    forEachKind([&](Kind kind) { reader(std::string(kindName(kind)).c_str(), out[kind]); });
    reader.finish();
  }
  template <class... T>
  static void read(const val& v, const std::string& path, std::variant<T...>& out) {
    ScriptReader reader(v, path);
    const auto& names = AlternativeNames<std::variant<T...>>::names;
    std::size_t found = 0;
    [&]<std::size_t... i>(std::index_sequence<i...>) {
      const auto tryOne = [&]<std::size_t which>() {
        if (isMissing(reader.other(camelCase(names[which]).c_str()))) return;
        ++found;
        reader(names[which], out.template emplace<which>());
      };
      (tryOne.template operator()<i>(), ...);
    }
    (std::make_index_sequence<names.size()>{});
    reader.finish();
    if (found != 1) fail(path + ": one member is wanted, " + std::to_string(found) + " are there");
  }
  template <class T>
  static void read(const val& v, const std::string& path, T& out) {
    if constexpr (std::is_enum_v<T>) {
      std::string name, known;
      read(v, path, name);
      for (std::size_t i = 0; i < EnumNames<T>::names.size(); ++i) {
        const std::string candidate = camelCase(EnumNames<T>::names[i]);
        if (name == candidate) {
          out = static_cast<T>(i);
          return;
        }
        known += " " + candidate;
      }
      fail(path + ": there is no \"" + name + "\"; known are" + known);
    } else {
      readWhole(v, path, out);
    }
  }

  static Kind readKind(const val& v, const std::string& path) {
    std::string name, known;
    read(v, path, name);
    std::optional<Kind> found;
    forEachKind([&](Kind kind) {
      const std::string candidate = camelCase(kindName(kind));
      if (name == candidate) found = kind;
      known += " " + candidate;
    });
    if (!found) fail(path + ": there is no kind \"" + name + "\"; known are" + known);
    return *found;
  }

 private:
  template <std::size_t count>
  static void readNumbers(const val& v, const std::string& path, float* const (&out)[count]) {
    const val length = v["length"];
    if (!length.isNumber() || length.as<double>() != double(count)) {
      fail(path + ": an array of " + std::to_string(count) + " numbers is wanted");
    }
    for (unsigned i = 0; i < count; ++i) read(v[i], path + "[" + std::to_string(i) + "]", *out[i]);
  }

  val object_;
  std::string path_;
  std::vector<std::string> known_;
};

/// Numbers from a typed array of the right type (the package's TypeScript sees to that) or nothing.
template <class T>
std::vector<T> numbersFrom(const val& array) {
  return isMissing(array) ? std::vector<T>{} : emscripten::convertJSArrayToNumberVector<T>(array);
}

/// Points from 3 floats each.
inline std::vector<Vec3> pointsFrom(const val& array, const std::string& path) {
  const std::vector<float> numbers = numbersFrom<float>(array);
  if (numbers.size() % 3 != 0) fail(path + ": " + std::to_string(numbers.size()) + " numbers are no whole points");
  std::vector<Vec3> points(numbers.size() / 3);
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  return points;
}

}  // namespace toile::script
