// glTF 2.0 and GLB to a mesh, its skeleton and its clips.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "io/skeleton.h"

namespace toile {

/// `folder` is where external buffers may lie; null refuses them. `needsMesh`: a file that shows no triangle is an
/// error; else its skeleton alone will do. May throw what JSON and allocation throw.
Result<AnimatedModel> importGltf(std::span<const std::byte> bytes, MeshFormat format, std::string_view name,
                                 const std::filesystem::path* folder, const ImportOptions& options, bool needsMesh);

}  // namespace toile
