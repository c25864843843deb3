// Which vertices are shaded as one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "toile/vec.h"

namespace toile {

/// Imported normals of one particle that differ by less than this are one smooth normal: 0.5°, above what 8-bit
/// and octahedral encodings round, below any edge that was meant to be seen. Stored as a cosine.
inline constexpr double kSmoothCosine = 0.99996192;

/// A group a vertex, numbered by first appearance; kNone for vertices without a particle. Vertices of one particle
/// share a group if there are no imported normals or theirs agree; hard edges stay split.
std::vector<std::uint32_t> groupNormals(std::span<const std::uint32_t> particleOfVertex, std::size_t particleCount,
                                        std::span<const Vec3> importedNormals, std::uint32_t& groupCount);

}  // namespace toile
