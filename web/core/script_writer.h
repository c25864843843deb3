// Definitions, statistics and arrays as JavaScript values.
#pragma once

#include <emscripten/val.h>

#include <span>
#include <string>

#include "scenes/json_archive.h"
#include "web/core/script_reader.h"

namespace toile::script {

/// Members as ScriptReader reads them.
class ScriptWriter {
 public:
  template <class T>
  void operator()(const char* key, const T& member) {
    object_.set(camelCase(key), write(member));
  }
  void modulus(const char* key, float member) { (*this)(key, member); }

  static val write(float v) { return val(v); }
  static val write(bool v) { return val(v); }
  static val write(std::uint32_t v) { return val(v); }
  static val write(const Vec3& v) {
    const float numbers[]{v.x, v.y, v.z};
    return val::array(numbers, numbers + 3);
  }
  static val write(const Colour& v) {
    const float numbers[]{v.red, v.green, v.blue};
    return val::array(numbers, numbers + 3);
  }
  static val write(const Quat& v) {
    const float numbers[]{v.x, v.y, v.z, v.w};
    return val::array(numbers, numbers + 4);
  }
  static val write(const Transform& transform) {
    ScriptWriter writer;
    Transform copy = transform;
    placing(writer, copy);
    return writer.object_;
  }
  template <class T>
  static val write(const PerKind<T>& v) {
    val object = val::object();
    forEachKind([&](Kind kind) { object.set(camelCase(kindName(kind)), write(v[kind])); });
    return object;
  }
  template <class... T>
  static val write(const std::variant<T...>& v) {
    val object = val::object();
    const auto& names = AlternativeNames<std::variant<T...>>::names;
    const std::string name =
        v.index() < names.size() ? camelCase(names[v.index()]) : "mesh";  // or a convex hull, or a volume
    std::visit([&](const auto& value) { object.set(name, write(value)); }, v);
    return object;
  }
  template <class T>
  static val write(const T& value) {
    ScriptWriter writer;
    T copy = value;
    fields(writer, copy);
    return writer.object_;
  }

 private:
  val object_ = val::object();
};

/// A view of this memory, which must stay where it is while JavaScript looks at it.
inline val viewOf(std::span<const float> numbers) {
  return val(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}
inline val viewOf(std::span<const std::uint32_t> numbers) {
  return val(emscripten::typed_memory_view(numbers.size(), numbers.data()));
}
template <class V>
val viewOf(std::span<const V> vectors) {
  static_assert(sizeof(V) % sizeof(float) == 0);
  if (vectors.empty()) return viewOf(std::span<const float>{});
  return viewOf(std::span(&vectors[0].x, vectors.size() * (sizeof(V) / sizeof(float))));
}

inline val listOf(const std::vector<std::string>& lines) { return val::array(lines.begin(), lines.end()); }

}  // namespace toile::script
