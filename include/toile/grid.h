// Rectangular sheets: the mesh, and the usual ways to pin it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "toile/surface_mesh.h"

namespace toile {

/// How the cells of a grid are cut into triangles.
enum class GridCut : std::uint8_t {
  quads,        ///< faces stay quads (the garment builder cuts and braces them)
  oneDiagonal,  ///< every cell the same way
  alternating,  ///< union jack
  equilateral,  ///< every other row moved by half a cell, row distance spacing·√3/2, all edges `spacing`
};

/// A sheet in the x–y plane at z = 0: vertex (x, y) has index y·width + x and lies at
/// (x·spacing, −y·spacing, 0): row 0 on top. Front faces look to +z. UVs are metres from the top left
/// corner: u to the right along x, which is the warp, and v downwards, which is the weft.
struct GridDef {
  std::uint32_t width = 21;   ///< vertices along x, >= 2
  std::uint32_t height = 21;  ///< vertices along y, >= 2
  float spacing = 0.05f;      ///< m, > 0
  GridCut cut = GridCut::quads;
};

/// Precondition: the ranges above (asserted; an empty mesh otherwise). Thread safe.
SurfaceMesh makeGrid(const GridDef& def);

/// Which vertices of a grid are held.
enum class PinPattern : std::uint8_t {
  none,
  topRow,      ///< row 0
  flag,        ///< column 0
  curtain,     ///< every 8th vertex of row 0 and both of its ends
  cape,        ///< two stretches of row 0: its outer thirds (the shoulders)
  tablecloth,  ///< the vertices no further from the sheet's middle than a quarter of its width
  corners,     ///< the two corners of row 0
};

/// In ascending order. Thread safe.
std::vector<std::uint32_t> pinnedVertices(const GridDef& def, PinPattern pattern);

/// Pattern by its name in scene files ("none", "top_row", "flag", "curtain", "cape", "tablecloth",
/// "corners"); false when there is none of that name.
bool pinPatternFromName(std::string_view name, PinPattern& pattern);

}  // namespace toile
