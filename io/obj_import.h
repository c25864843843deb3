// Wavefront OBJ to a mesh with one attribute set a vertex.
#pragma once

#include <filesystem>
#include <string_view>

#include "io/import.h"

namespace toile {

/// `folder` is where material libraries are looked for (only whether they exist); empty for none.
Result<ImportedMesh> importObj(std::string_view text, std::string_view name, const std::filesystem::path& folder,
                               const ImportOptions& options);

}  // namespace toile
