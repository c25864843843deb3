// Shapes of colliders that are made from data: hulls and volumes.
#pragma once

#include <filesystem>

#include "scenes/scene.h"

namespace toile {

/// Relative paths start in `folder`. Errors begin with a pointer from the hull on.
Result<ConvexHull> makeHull(const HullSource& source, const std::filesystem::path& folder);

/// The same for volumes.
Result<Volume> makeVolume(const VolumeSource& source, const std::filesystem::path& folder);

}  // namespace toile
