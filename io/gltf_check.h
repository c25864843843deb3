// The members of a glTF file that later code reads, each checked for presence, type and range, with its place named.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "toile/result.h"

namespace toile {

/// `kept` is what readGltfJson keeps; `prefix` begins messages: "a.glb: accessors[3].count is 0, must be …". References
/// are checked here as far as the parser or nobody would follow them (views of accessors, indices, skins), the rest
/// where they are followed.
Status checkGltf(const nlohmann::json& kept, const std::string& prefix);

}  // namespace toile
