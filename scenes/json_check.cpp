#include "scenes/json_check.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

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

/// "[cloths][0]" as valijson tells it, to "/cloths/0".
std::string pointerOf(const std::vector<std::string>& context) {
  std::string pointer;
  for (std::size_t i = 1; i < context.size(); ++i) {  // the first one stands for the root
    std::string_view name = context[i];
    if (name.size() >= 2 && name.front() == '[' && name.back() == ']') name = name.substr(1, name.size() - 2);
    pointer += '/';
    for (const char c : name) pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  }
  return pointer.empty() ? "/" : pointer;
}

}  // namespace

Result<Json> parseJson(std::string_view text) {
  // nlohmann::json keeps the last of two members of one name; a file that says both is a mistake.
  std::vector<std::set<std::string>> open;
  std::string fault;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start) {
      open.emplace_back();
      if (depth > 64 && fault.empty()) fault = "nested deeper than 64 levels";
    } else if (event == Json::parse_event_t::object_end || event == Json::parse_event_t::array_end) {
      open.pop_back();
    } else if (event == Json::parse_event_t::key) {
      if (!open.back().insert(value.get<std::string>()).second && fault.empty())
        fault = "member \"" + value.get<std::string>() + "\" appears twice in one object";
    }
    return true;
  };
  try {
    Json json = Json::parse(text, watch);
    if (!fault.empty()) return Error{fault};
    return json;
  } catch (const Json::parse_error& error) {
    std::string reason = error.what();
    const std::size_t colon = reason.find(": syntax error");
    if (colon != std::string::npos) reason = reason.substr(colon + 2);
    return Error{lineAndColumn(text, error.byte) + ": " + reason};
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
    return Error{pointerOf(innermost->context) + ": " + innermost->description};
  } catch (const std::exception& error) {
    return Error{std::string("/: cannot be validated: ") + error.what()};
  }
}

}  // namespace toile
