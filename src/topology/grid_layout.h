// Rectangular grids of quads, found in a mesh whatever the order of its faces and vertices.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace toile {

struct GridLayout {
  std::uint32_t width = 0, height = 0;   ///< particles along a row and a column
  std::vector<std::uint32_t> particles;  ///< row by row
};

/// The layout of `quads` (particles, corners in order) if they are one grid of all `particleCount` particles, each at
/// one place; nothing otherwise.
std::optional<GridLayout> findGrid(std::span<const std::array<std::uint32_t, 4>> quads, std::uint32_t particleCount);

/// Which of `count` rows (or columns) stay if `kept` of them shall, both ends among them, evenly. Those in `wanted`
/// replace their neighbours where they can.
std::vector<std::uint32_t> thinRows(std::uint32_t count, std::uint32_t kept, std::span<const std::uint32_t> wanted);

}  // namespace toile
