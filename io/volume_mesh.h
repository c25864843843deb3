// Distances to the triangles of a mesh, sampled near them.
#pragma once

#include <cstdint>
#include <span>

#include "io/volume_file.h"

namespace toile {

/// Makes a grid exact near a closed mesh. Samples nearer to its triangles (indices of `points`, front faces outside)
/// than `band` m get their distance to the nearest of all, negative where they lie behind it (Bærentzen & Aanæs 2005).
/// Those farther off keep their sign, and are lowered until no two neighbours differ by more than a cell, as true
/// distances do: none of theirs may be less than the true one.
void refineNear(std::span<const Vec3> points, std::span<const std::uint32_t> triangles, float band, VolumeGrid& grid);

}  // namespace toile
