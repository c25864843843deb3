// JSON text that came from outside: parsed and validated without exceptions getting out.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "toile/result.h"

namespace toile {

/// Parses JSON. Syntax errors give line and column; a member named twice in one object, a number that is too large for
/// double (both with their JSON pointer) and nesting deeper than 64 are refused. Whole numbers written as 4.0 come as
/// integers.
Result<nlohmann::json> parseJson(std::string_view text);

/// Checks a value against a JSON Schema (draft 7). The error is "POINTER: reason" of the innermost fault.
Status validateJson(const nlohmann::json& value, std::string_view schema);

}  // namespace toile
