// A baked animation as a text file of Universal Scene Description.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "io/export.h"

namespace toile {

/// One UsdGeomMesh as text. Frame k is time code k, and timeCodesPerSecond the bake's rate, so that it lies at
/// exactly k/fps. upAxis and metersPerUnit say what the numbers mean; parts become face subsets.
Result<std::unique_ptr<AnimationWriter>> openUsdaWriter(const std::filesystem::path& path, const SurfaceMesh& mesh,
                                                        std::span<const MeshPart> parts, const BakeInfo& info,
                                                        const ExportOptions& options);

}  // namespace toile
