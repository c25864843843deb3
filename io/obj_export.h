// A baked animation as a sequence of OBJ files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

#include "io/export.h"

namespace toile {

/// One OBJ a frame: NAME.obj when there is only one, else NAME.0001.obj, NAME.0002.obj … (more digits where
/// needed). All take their names in `finish`, so that an incomplete sequence never shows.
Result<std::unique_ptr<AnimationWriter>> openObjWriter(const std::filesystem::path& path, const SurfaceMesh& mesh,
                                                       std::span<const MeshPart> parts, const BakeInfo& info,
                                                       const ExportOptions& options);

/// Where frame `frame` (from 0) of `frames` goes.
std::filesystem::path objFramePath(const std::filesystem::path& path, std::size_t frame, std::size_t frames);

/// True for a file that begins as every OBJ written here does.
bool isExportedObj(const std::filesystem::path& path);

}  // namespace toile
