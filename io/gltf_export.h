// A baked animation as binary glTF.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "io/export.h"

namespace toile {

/// Binary glTF: one mesh with a primitive a part, one morph target (positions, and normals where frames have them) a
/// frame, and one animation of the weights, which is 1 for the frame's own target and 0 for the others. The base
/// shape is frame 0. A single frame is a plain mesh. Times are the floats next to k/fps.
///
/// Displacements are floats, rounded once: base + displacement meets a frame's position within half a unit in the last
/// place of the displacement, and as much again of the position where the reader adds in floats.
/// A file is limited to 4 GiB and 65,535 frames; both are checked before anything is written.
Result<std::unique_ptr<AnimationWriter>> openGlbWriter(const std::filesystem::path& path, const SurfaceMesh& mesh,
                                                       std::span<const MeshPart> parts, const BakeInfo& info,
                                                       const ExportOptions& options);

}  // namespace toile
