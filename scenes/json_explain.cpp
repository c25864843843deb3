#include "scenes/json_explain.h"

#include <algorithm>
#include <cstddef>

namespace toile {
namespace {

using Json = nlohmann::json;
using Schemas = std::vector<const Json*>;

/// The schema, or what it refers to, or each of its alternatives.
void addResolved(const Json& root, const Json& schema, Schemas& into) {
  if (const auto reference = schema.find("$ref"); reference != schema.end()) {
    const std::string text = reference->get<std::string>();  // "#/definitions/name"
    addResolved(root, root.at(Json::json_pointer(text.substr(1))), into);
  } else if (const auto any = schema.find("anyOf"); any != schema.end()) {
    for (const Json& alternative : *any) addResolved(root, alternative, into);
  } else {
    into.push_back(&schema);
  }
}

std::string typeOf(const Json& schema) { return schema.value("type", std::string()); }

bool hasType(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "number") return value.is_number();
  if (type == "integer") return value.is_number_integer();
  return true;  // no type is asked for
}

std::string withArticle(const std::string& type) {
  if (type == "boolean") return "true or false";
  return (type == "object" || type == "array" || type == "integer" ? "an " : "a ") + type;
}

/// The value as the file has it, cut where it is long.
std::string asWritten(const Json& value) {
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > 60) text = text.substr(0, 57) + "...";
  return text;
}

std::string kindOf(const Json& value) {
  if (value.is_structured() || value.is_null() || value.is_boolean())
    return value.is_null() ? "null" : asWritten(value);
  return withArticle(value.type_name()) + " (" + asWritten(value) + ")";
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// Letters to insert, drop, change or swap with the next one to make one name of the other.
std::size_t editsBetween(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> edits(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t k = 0; k <= b.size(); ++k) {
      if (i == 0 || k == 0) {
        edits[i][k] = i + k;
        continue;
      }
      const std::size_t changed = edits[i - 1][k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1);
      edits[i][k] = std::min({edits[i - 1][k] + 1, edits[i][k - 1] + 1, changed});
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
        edits[i][k] = std::min(edits[i][k], edits[i - 2][k - 2] + 1);
    }
  }
  return edits[a.size()][b.size()];
}

std::string explainObject(const Json& schema, const Json& value) {
  std::vector<std::string> known;
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [key, property] : properties.items()) known.push_back(key);
  if (!schema.value("additionalProperties", true)) {
    for (const auto& [key, member] : value.items()) {
      if (!properties.contains(key)) return "unknown member " + asWritten(key) + suggestion(key, known);
    }
  }
  for (const Json& key : schema.value("required", Json::array())) {
    if (!value.contains(key.get<std::string>())) return "member " + key.dump() + " is missing";
  }
  const std::size_t least = schema.value("minProperties", std::size_t{0});
  const std::size_t most = schema.value("maxProperties", value.size());
  if (value.size() >= least && value.size() <= most) return {};
  return "must have " + std::to_string(least) + " of the members " + joined(known) + ", has " +
         std::to_string(value.size());
}

std::string explainNumber(const Json& schema, const Json& value) {
  const double number = value.get<double>();
  const auto breaks = [&](const char* key, auto wrong) {
    return schema.contains(key) && wrong(number, schema[key].get<double>());
  };
  const std::string is = asWritten(value) + " is out of range: must be ";
  if (breaks("minimum", [](double v, double limit) { return v < limit; }))
    return is + "greater than or equal to " + asWritten(schema["minimum"]);
  if (breaks("exclusiveMinimum", [](double v, double limit) { return v <= limit; }))
    return is + "greater than " + asWritten(schema["exclusiveMinimum"]);
  if (breaks("maximum", [](double v, double limit) { return v > limit; }))
    return is + "less than or equal to " + asWritten(schema["maximum"]);
  return {};
}

std::string explainSize(const Json& schema, std::size_t size, const char* least, const char* most, const char* what) {
  const std::size_t low = schema.value(least, std::size_t{0}), high = schema.value(most, size);
  if (size >= low && size <= high) return {};
  const std::string bound = low == high ? "" : size < low ? "at least " : "at most ";
  return "must have " + bound + std::to_string(size < low ? low : high) + " " + what + ", has " + std::to_string(size);
}

std::string explainValue(const Json& schema, const Json& value) {
  if (const auto allowed = schema.find("enum"); allowed != schema.end()) {
    if (std::find(allowed->begin(), allowed->end(), value) != allowed->end()) return {};
    std::vector<std::string> names;
    for (const Json& one : *allowed) names.push_back(one.dump());
    return asWritten(value) + " is none of " + joined(names);
  }
  if (value.is_object()) return explainObject(schema, value);
  if (value.is_array()) return explainSize(schema, value.size(), "minItems", "maxItems", "elements");
  if (value.is_number()) return explainNumber(schema, value);
  if (value.is_string() && value.get_ref<const std::string&>().size() < schema.value("minLength", std::size_t{0}))
    return "must not be empty";
  return {};
}

}  // namespace

std::string suggestion(std::string_view name, const std::vector<std::string>& known) {
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& one : known) {
    const std::size_t edits = name.size() > 64 ? name.size() : editsBetween(name, one);
    const bool within = name.size() > 2 && (one.find(name) != one.npos || name.find(one) != name.npos);
    if (within || edits <= std::max<std::size_t>(1, one.size() / 3)) near.emplace_back(edits, '"' + one + '"');
  }
  std::sort(near.begin(), near.end());
  if (near.size() > 3) near.resize(3);
  std::vector<std::string> names;
  names.reserve(near.size());
  for (const auto& [edits, one] : near) names.push_back(one);
  if (!names.empty()) return "; did you mean " + joined(names) + "?";
  return known.empty() ? "" : "; known are " + joined(known);
}

std::string explainFault(const Json& schema, const Json& root, const std::vector<std::string>& path) {
  Schemas candidates;
  addResolved(schema, schema, candidates);
  const Json* value = &root;
  for (const std::string& step : path) {
    Schemas inner;
    for (const Json* candidate : candidates) {
      const auto properties = candidate->find("properties");
      const auto items = candidate->find("items");
      if (value->is_object() && properties != candidate->end() && properties->contains(step))
        addResolved(schema, (*properties)[step], inner);
      if (value->is_array() && items != candidate->end()) addResolved(schema, *items, inner);
    }
    candidates = std::move(inner);
    value = value->is_array() ? &value->at(std::stoul(step)) : &value->at(step);
  }
  std::vector<std::string> types;
  for (const Json* candidate : candidates) {
    if (hasType(*value, typeOf(*candidate))) continue;
    const std::string type = withArticle(typeOf(*candidate));
    if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
  }
  for (const Json* candidate : candidates) {
    if (!hasType(*value, typeOf(*candidate))) continue;
    const std::string reason = explainValue(*candidate, *value);
    if (!reason.empty()) return reason;
  }
  if (types.empty() || types.size() < candidates.size()) return {};
  std::string wanted;
  for (std::size_t i = 0; i < types.size(); ++i)
    wanted += (i == 0 ? "" : i + 1 < types.size() ? ", " : " or ") + types[i];
  return "must be " + wanted + ", not " + kindOf(*value);
}

}  // namespace toile
