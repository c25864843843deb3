// The published schema against the code: the same members, in both directions, the same names of alternatives and
// enumerators, and the defaults of the C++ structures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string>

#include "scenes/json_archive.h"
#include "scenes/scene_json.h"

namespace toile {
/// Outside the unnamed namespace, as clang warns of functions in it that are declared and never defined.
namespace schema_walk {

template <class T>
constexpr bool kIsOptional = false;
template <class T>
constexpr bool kIsOptional<std::optional<T>> = true;

/// What may stand for anything when the members of an aggregate are counted. (An optional would take it in two ways.)
struct Anything {
  template <class T>
  requires(!kIsOptional<T>) operator T() const;
};

}  // namespace schema_walk

namespace {

using schema_walk::Anything;

using SchemaJson = nlohmann::json;

template <class T, std::size_t... i>
constexpr bool takes(std::index_sequence<i...>) {
  return requires { T{(static_cast<void>(i), Anything{})...}; };
}

/// Members of an aggregate.
template <class T, std::size_t most = 40>
constexpr std::size_t memberCount() {
  if constexpr (takes<T>(std::make_index_sequence<most>())) {
    return most;
  } else {
    return memberCount<T, most - 1>();
  }
}

/// Members that fields() names in another way than one by one.
template <class T>
constexpr int kNamedExtra = 0;
template <>
constexpr int kNamedExtra<MeshFile> = 1;  // space: up, unit
template <>
constexpr int kNamedExtra<Character> = 2;  // space: up, unit; transform: translation, rotation
template <>
constexpr int kNamedExtra<MotionKey> = 1;  // transform
template <>
constexpr int kNamedExtra<SceneNode> = 1;  // transform
template <>
constexpr int kNamedExtra<SceneCloth> = 1;  // transform
template <>
constexpr int kNamedExtra<SceneCollider> = 9;  // def: eight, and its transform two
template <>
constexpr int kNamedExtra<Wind> = -1;  // WindField is code
template <>
constexpr int kNamedExtra<Scene> = -1;  // folder is where the file lies

class SchemaWalk {
 public:
  SchemaWalk() : root_(SchemaJson::parse(sceneSchema())) { object(Scene{}, root_, "", {"$schema", "toile"}); }

  std::size_t members = 0, defaults = 0;

 private:
  const SchemaJson& resolve(const SchemaJson& schema) const {
    if (!schema.contains("$ref")) return schema;
    const std::string path = schema["$ref"].get<std::string>().substr(1);
    return resolve(root_.at(SchemaJson::json_pointer(path)));
  }

  /// Hears every member that fields() names.
  struct Archive {
    SchemaWalk& walk;
    const SchemaJson& schema;
    const std::string& path;
    std::set<std::string> named;

    template <class T>
    void operator()(const char* key, T& member) {
      const std::string here = path + "/" + key;
      EXPECT_TRUE(named.insert(key).second) << here << " is named twice";
      const SchemaJson& properties = schema.at("properties");
      ASSERT_TRUE(properties.contains(key)) << here << " is read and not in the schema";
      ++walk.members;
      const SchemaJson& own = walk.resolve(properties[key]);
      bool required = false;
      for (const SchemaJson& one : schema.value("required", SchemaJson::array())) required = required || one == key;
      walk.checkDefault(member, own, required, here);
      walk.value(member, own, here);
    }
    void modulus(const char* key, float& member) { (*this)(key, member); }
  };

  template <class T>
  void object(T standard, const SchemaJson& schema, const std::string& path, std::set<std::string> others = {}) {
    EXPECT_EQ(schema.value("type", ""), "object") << path;
    EXPECT_EQ(schema.value("additionalProperties", true), false) << path << " lets unknown members through";
    Archive archive{*this, schema, path, {}};
    fields(archive, standard);
    if constexpr (std::is_aggregate_v<T>) {
      EXPECT_EQ(static_cast<int>(archive.named.size()), static_cast<int>(memberCount<T>()) + kNamedExtra<T>)
          << path << ": fields() forgets a member of the structure, or kNamedExtra is out of date";
    }
    for (const auto& [key, unused] : schema.at("properties").items()) {
      EXPECT_TRUE(archive.named.contains(key) || others.contains(key)) << path << "/" << key << " is never read";
    }
  }

  /// A value that can be written in one word has its default in the schema, unless there is nothing to say: required
  /// members, optional ones, empty strings, infinity.
  template <class T>
  void checkDefault(const T& member, const SchemaJson& schema, bool required, const std::string& path) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      SchemaJson standard;
      if constexpr (std::is_enum_v<T>) {
        standard = EnumNames<T>::names[static_cast<std::size_t>(member)];
      } else {
        standard = member;
        if (std::is_floating_point_v<T> && !std::isfinite(static_cast<double>(member))) return;
      }
      if (required) return;
      ASSERT_TRUE(schema.contains("default")) << path << " has no default in the schema; in C++ " << standard;
      if constexpr (std::is_same_v<T, float>) {
        EXPECT_EQ(schema["default"].get<float>(), member) << path;
      } else {
        EXPECT_EQ(schema["default"], standard) << path;
      }
      ++defaults;
    } else if (schema.contains("default")) {
      if constexpr (std::is_same_v<T, std::string>) {
        EXPECT_EQ(schema["default"], member) << path;
      } else {
        ADD_FAILURE() << path << ": a default that nothing compares";
      }
    }
  }

  template <class Names>
  static void expectNames(const Names& names, const SchemaJson& listed, const std::string& path) {
    std::set<std::string> code, schema;
    for (const auto& name : names) code.insert(std::string(name));
    for (const SchemaJson& name : listed) schema.insert(name.get<std::string>());
    EXPECT_EQ(code, schema) << path;
  }
  static std::vector<std::string> kindNames() {
    std::vector<std::string> names;
    forEachKind([&](Kind kind) { names.emplace_back(kindName(kind)); });
    return names;
  }
  static SchemaJson keysOf(const SchemaJson& object) {
    SchemaJson keys = SchemaJson::array();
    for (const auto& [key, unused] : object.items()) keys.push_back(key);
    return keys;
  }

  void value(float, const SchemaJson& schema, const std::string& path) { number(schema, path); }
  void value(double, const SchemaJson& schema, const std::string& path) { number(schema, path); }
  void value(std::uint32_t, const SchemaJson& schema, const std::string& path) {
    EXPECT_EQ(schema.value("type", ""), "integer") << path;
    EXPECT_TRUE(schema.contains("minimum") && schema.contains("maximum")) << path << " has no range";
  }
  void value(bool, const SchemaJson& schema, const std::string& path) {
    EXPECT_EQ(schema.value("type", ""), "boolean") << path;
  }
  void value(const std::string&, const SchemaJson& schema, const std::string& path) {
    EXPECT_EQ(schema.value("type", ""), "string") << path;
  }
  void value(const std::filesystem::path&, const SchemaJson& schema, const std::string& path) {
    EXPECT_EQ(schema.value("type", ""), "string") << path;
  }
  void value(const Vec3&, const SchemaJson& schema, const std::string& path) { list(schema, 3, path); }
  void value(const Colour&, const SchemaJson& schema, const std::string& path) { list(schema, 3, path); }
  void value(const Quat&, const SchemaJson& schema, const std::string& path) { list(schema.at("anyOf")[0], 4, path); }
  void value(const KindSet&, const SchemaJson& schema, const std::string& path) {
    expectNames(kindNames(), schema.at("items").at("enum"), path);
  }
  void value(const SceneFabric&, const SchemaJson& schema, const std::string& path) {
    object(Fabric{}, schema.at("anyOf")[1], path, {"preset"});
  }
  template <class T>
  void value(const std::optional<T>&, const SchemaJson& schema, const std::string& path) {
    value(T{}, schema, path);
  }
  template <class T>
  void value(const std::vector<T>&, const SchemaJson& schema, const std::string& path) {
    EXPECT_EQ(schema.value("type", ""), "array") << path;
    value(T{}, resolve(schema.at("items")), path + "/-");
  }
  template <class T>
  void value(const PerKind<T>&, const SchemaJson& schema, const std::string& path) {
    expectNames(kindNames(), keysOf(schema.at("properties")), path);
    for (const auto& [key, own] : schema.at("properties").items()) value(T{}, resolve(own), path + "/" + key);
  }
  template <class... T>
  void value(const std::variant<T...>&, const SchemaJson& schema, const std::string& path) {
    const auto& names = AlternativeNames<std::variant<T...>>::names;
    expectNames(names, keysOf(schema.at("properties")), path);
    EXPECT_EQ(schema.value("minProperties", 0), 1) << path;
    EXPECT_EQ(schema.value("maxProperties", 0), 1) << path;
    std::size_t i = 0;
    const auto one = [&]<class Alternative>(const Alternative& alternative) {
      if (i == names.size()) return;  // assets are no shapes of a file: SceneCollider::body and hull say them
      const char* name = names[i++];
      value(alternative, resolve(schema.at("properties").at(name)), path + "/" + name);
    };
    (one(T{}), ...);
  }
  template <class T>
  void value(const T& member, const SchemaJson& schema, const std::string& path) {
    if constexpr (std::is_enum_v<T>) {
      expectNames(EnumNames<T>::names, schema.at("enum"), path);
    } else {
      object(member, schema, path);
    }
  }

  void number(const SchemaJson& schema, const std::string& path) {
    const SchemaJson& own = schema.contains("anyOf") ? schema["anyOf"][0] : schema;  // a modulus may be a word
    EXPECT_EQ(own.value("type", ""), "number") << path;
    ASSERT_TRUE(own.contains("minimum") || own.contains("exclusiveMinimum")) << path << " has no lower bound";
    ASSERT_TRUE(own.contains("maximum")) << path << " has no upper bound";
    const double low = own.contains("minimum") ? own["minimum"].get<double>() : own["exclusiveMinimum"].get<double>();
    const double high = own["maximum"].get<double>();
    EXPECT_LT(low, high) << path;
    // Where both signs are allowed they are treated alike; −1 stands for "from elsewhere".
    if (low < 0.0 && low != -1.0) {
      EXPECT_EQ(low, -high) << path;
    }
  }
  void list(const SchemaJson& schema, std::size_t size, const std::string& path) {
    EXPECT_EQ(schema.value("minItems", std::size_t{0}), size) << path;
    EXPECT_EQ(schema.value("maxItems", std::size_t{0}), size) << path;
    number(resolve(schema.at("items")), path);
  }

  SchemaJson root_;
};

TEST(SceneSchema, HasTheMembersAndDefaultsOfTheCode) {
  const SchemaWalk walk;
  // Far fewer would say that the walk broke off.
  EXPECT_GT(walk.members, 150u);
  EXPECT_GT(walk.defaults, 80u);
}

/// Collects "schema object / member" of everything a file says, and of everything it could say.
void collect(const SchemaJson& root, const SchemaJson& schema, const SchemaJson* value, const std::string& name,
             std::set<std::string>& said, std::set<std::string>& sayable) {
  if (schema.contains("$ref")) {
    const std::string path = schema["$ref"].get<std::string>().substr(1);
    return collect(root, root.at(SchemaJson::json_pointer(path)), value, path, said, sayable);
  }
  if (schema.contains("anyOf")) {
    for (const SchemaJson& one : schema["anyOf"]) {
      const bool fits = value != nullptr && one.value("type", "") == "object" && value->is_object();
      if (fits || value == nullptr) collect(root, one, value, name, said, sayable);
    }
    return;
  }
  if (schema.contains("items")) {
    if (value == nullptr) collect(root, schema["items"], nullptr, name, said, sayable);
    if (value != nullptr) {
      for (const SchemaJson& element : *value) collect(root, schema["items"], &element, name, said, sayable);
    }
  }
  if (!schema.contains("properties")) return;
  for (const auto& [key, own] : schema["properties"].items()) {
    const std::string member = name + "/" + key;
    const bool there = value != nullptr && value->contains(key);
    if (there) said.insert(member);
    if (value == nullptr) sayable.insert(member);
    if (there || value == nullptr) collect(root, own, there ? &(*value)[key] : nullptr, member, said, sayable);
  }
}

}  // namespace

/// Members that the schema has and `text` leaves out everywhere, each named by where the schema has it.
std::set<std::string> membersNotSaid(const std::string& text) {
  const SchemaJson root = SchemaJson::parse(sceneSchema()), value = SchemaJson::parse(text);
  std::set<std::string> said, sayable, missing;
  collect(root, root, &value, "", said, sayable);
  collect(root, root, nullptr, "", said, sayable);
  std::set_difference(sayable.begin(), sayable.end(), said.begin(), said.end(),
                      std::inserter(missing, missing.begin()));
  return missing;
}

}  // namespace toile
