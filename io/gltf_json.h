// The JSON of a glTF file, checked and stripped to what a mesh needs before any other code sees it.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "toile/result.h"

namespace toile {

struct GltfJson {
  nlohmann::json kept;     ///< scenes, nodes, meshes, skins, animations, accessors, bufferViews, material names
  nlohmann::json buffers;  ///< array of {uri, byteLength}
  bool quantized = false;  ///< KHR_mesh_quantization is declared: positions may be integers
  std::map<std::string, std::size_t> ignored;  ///< features left out that a user may miss
};

/// Fails for broken JSON, nesting deeper than 128, another version than 2.x, required extensions that are not
/// supported, members of a wrong type and integers that no index can have. `prefix` begins messages.
Result<GltfJson> readGltfJson(std::string_view text, const std::string& prefix);

}  // namespace toile
