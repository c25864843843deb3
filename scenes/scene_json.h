// Scene files: JSON checked against the published schema (scene.schema.json).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "scenes/scene.h"

namespace toile {

/// The JSON Schema (draft 7) of scene files, as text.
std::string_view sceneSchema();

/// Reads a scene. Errors name the file, the JSON pointer of the element and the reason:
/// "cape.json: /cloths/0/params/tethers: value must be at most 8". Unknown and repeated members are refused.
Result<Scene> loadScene(const std::filesystem::path& path);

/// The same from text; `name` stands for the file in messages, relative paths start in `folder`.
Result<Scene> parseScene(std::string_view text, std::string_view name, const std::filesystem::path& folder = {});

/// The scene as a file; what has its default value is left out. parseScene gives the same scene back, to the bit.
std::string sceneToJson(const Scene& scene);

}  // namespace toile
