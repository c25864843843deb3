// Panels as triangles, whoever made them.
#pragma once

#include <cstdint>
#include <vector>

#include "toile/vec.h"

namespace toile::view {

struct PanelVertex {
  Vec2 place;  ///< pixels from the top left
  Vec2 uv;
  std::uint32_t colour;
};

/// Triangles that are cut off at a rectangle.
struct PanelPart {
  std::uint32_t firstIndex = 0, indexCount = 0, firstVertex = 0;
  std::int32_t left = 0, top = 0;  ///< pixels
  std::uint32_t width = 0, height = 0;
};

struct PanelList {
  std::vector<PanelVertex> vertices;
  std::vector<std::uint16_t> indices;
  std::vector<PanelPart> parts;
};

/// White with coverage as alpha, 4 bytes a pixel.
struct PanelFont {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint32_t> pixels;
};

}  // namespace toile::view
