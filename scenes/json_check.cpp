#include "scenes/json_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "scenes/json_explain.h"

// g++ 12 warns of overlapping copies in std::string (GCC bug 105651) where it inlines valijson.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wrestrict"
#endif
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace toile {
namespace {

using Json = nlohmann::json;

std::string lineAndColumn(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t start = before.rfind('\n');
  const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// "[cloths]", "[0]" as valijson tells it, to "cloths", "0"; the first one stands for the root.
std::vector<std::string> pathOf(const std::vector<std::string>& context) {
  std::vector<std::string> path;
  for (std::size_t i = 1; i < context.size(); ++i) {
    std::string_view name = context[i];
    if (name.size() >= 2 && name.front() == '[' && name.back() == ']') name = name.substr(1, name.size() - 2);
    path.emplace_back(name);
  }
  return path;
}

std::string pointerTo(const std::vector<std::string>& path) {
  std::string pointer;
  for (const std::string& name : path) {
    pointer += '/';
    for (const char c : name) pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  }
  return pointer.empty() ? "/" : pointer;
}

/// Walks over the text without keeping it, and remembers the first fault with its pointer.
class Inspector {
 public:
  explicit Inspector(std::string_view text) : text_(text) {}
  const std::string& fault() const { return fault_; }

  bool null() { return value(); }
  bool boolean(bool) { return value(); }
  bool number_integer(Json::number_integer_t) { return value(); }
  bool number_unsigned(Json::number_unsigned_t) { return value(); }
  bool number_float(Json::number_float_t, const std::string&) { return value(); }
  bool string(std::string&) { return value(); }
  bool binary(Json::binary_t&) { return value(); }
  bool start_object(std::size_t) { return enter(false); }
  bool start_array(std::size_t) { return enter(true); }
  bool end_object() { return leave(); }
  bool end_array() { return leave(); }
  bool key(std::string& name) {
    Level& level = levels_.back();
    level.name = name;
    // The parser would keep the last of two members of one name; a file that says both is a mistake.
    return level.names.insert(name).second || fail(pointer() + ": member appears twice in its object");
  }
  bool parse_error(std::size_t position, const std::string& token, const Json::exception& error) {
    const std::string at = lineAndColumn(text_, position);
    if (error.id == 406) {  // a number beyond double: its token lies before the position
      const std::string number = token.substr(0, 40);
      return fail(pointer() + ": " + number + " is too large for a number (" +
                  lineAndColumn(text_, position + 1 - std::min(position, token.size())) + ")");
    }
    std::string reason = error.what();
    const std::size_t colon = reason.find(": syntax error");
    return fail(at + ": " + (colon == reason.npos ? reason : reason.substr(colon + 2)));
  }

 private:
  struct Level {
    bool array = false;
    std::size_t index = 0;
    std::string name;
    std::set<std::string> names;
  };

  bool fail(const std::string& reason) {
    if (fault_.empty()) fault_ = reason;
    return false;
  }
  bool value() {
    if (!levels_.empty() && levels_.back().array) ++levels_.back().index;
    return true;
  }
  bool enter(bool array) {
    if (levels_.size() == kDeepest) return fail("nested deeper than " + std::to_string(kDeepest) + " levels");
    levels_.push_back({array, 0, {}, {}});
    return true;
  }
  bool leave() {
    levels_.pop_back();
    return value();
  }
  std::string pointer() const {
    std::vector<std::string> path;
    for (const Level& level : levels_) path.push_back(level.array ? std::to_string(level.index) : level.name);
    return pointerTo(path);
  }

  static constexpr std::size_t kDeepest = 64;
  std::string_view text_;
  std::vector<Level> levels_;
  std::string fault_;
};

/// JSON Schema counts 4.0 among the integers (draft 7, 6.1.1); the validator looks at how it is written.
void makeIntegers(Json& value) {
  if (value.is_structured()) {
    for (Json& element : value) makeIntegers(element);
  } else if (value.is_number_float()) {
    const double number = value.get<double>();
    const bool whole = std::floor(number) == number && std::fabs(number) <= 9007199254740992.0;
    if (whole && !(number == 0.0 && std::signbit(number))) value = static_cast<std::int64_t>(number);
  }
}

}  // namespace

Result<Json> parseJson(std::string_view text) {
  try {
    Inspector inspector(text);
    if (!Json::sax_parse(text, &inspector)) return Error{inspector.fault()};
    Json json = Json::parse(text);
    makeIntegers(json);
    return json;
  } catch (const Json::exception& error) {
    return Error{error.what()};
  }
}

Status validateJson(const Json& value, std::string_view schemaText) {
  try {
    const Json schemaJson = Json::parse(schemaText);
    valijson::Schema schema;
    valijson::SchemaParser parser;
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schemaJson), schema);
    valijson::Validator validator(valijson::Validator::kStrongTypes);
    valijson::ValidationResults results;
    if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(value), &results)) return {};
    // Faults of a member are reported again by all that hold it: the innermost one says what is wrong.
    const valijson::ValidationResults::Error* innermost = nullptr;
    for (const auto& error : results) {
      if (innermost == nullptr || error.context.size() > innermost->context.size()) innermost = &error;
    }
    if (innermost == nullptr) return Error{"/: not valid"};
    const std::vector<std::string> path = pathOf(innermost->context);
    const std::string reason = explainFault(schemaJson, value, path);
    return Error{pointerTo(path) + ": " + (reason.empty() ? innermost->description : reason)};
  } catch (const std::exception& error) {
    return Error{std::string("/: cannot be validated: ") + error.what()};
  }
}

}  // namespace toile
