// Why a value does not fit a JSON Schema, in the words of who wrote the file: what is wanted, what is there.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace toile {

/// The reason that the value at `path` (member names and indices from the root) breaks `schema`: type, enumeration,
/// range, length, members unknown or missing, with near names. Empty for rules of other kinds.
std::string explainFault(const nlohmann::json& schema, const nlohmann::json& root,
                         const std::vector<std::string>& path);

/// "; did you mean "gravity"?" where some are near, else "; known are …"; nothing for no names.
std::string suggestion(std::string_view name, const std::vector<std::string>& known);

}  // namespace toile
