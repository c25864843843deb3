// Files read whole, and names from inside a file turned into paths that cannot leave its folder.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "toile/result.h"

namespace toile {

/// Whole contents. Fails for folders, missing or unreadable files, and more than 2 GiB.
Result<std::vector<std::byte>> readWholeFile(const std::filesystem::path& path);

/// The path of `relative` below `folder`; nothing for absolute names, names with "..", drive letters, schemes or
/// backslashes, and links that lead out.
std::optional<std::filesystem::path> pathInside(const std::filesystem::path& folder, std::string_view relative);

}  // namespace toile
