#pragma once

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

}  // namespace toile
