#include "toile/grid.h"

#include <array>
#include <cassert>
#include <cmath>

namespace toile {

namespace {

bool usable(const GridDef& def) {
  return def.width >= 2 && def.height >= 2 && def.spacing > 0.0f && std::isfinite(def.spacing);
}

Vec3 gridPosition(const GridDef& def, std::uint32_t x, std::uint32_t y) {
  if (def.cut != GridCut::equilateral) {
    return {static_cast<float>(x) * def.spacing, -static_cast<float>(y) * def.spacing, 0.0f};
  }
  constexpr double kRow = 0.86602540378443864676;  // √3 / 2
  const double shift = y % 2 == 1 ? 0.5 : 0.0;
  return {static_cast<float>((x + shift) * def.spacing), static_cast<float>(-(y * kRow) * def.spacing), 0.0f};
}

/// The cell with its corner (x, y) on the top left, counter-clockwise seen from +z.
void addCell(const GridDef& def, std::uint32_t x, std::uint32_t y, SurfaceMesh& mesh) {
  const std::uint32_t a = y * def.width + x;
  const std::uint32_t b = a + def.width;
  const std::uint32_t c = b + 1;
  const std::uint32_t d = a + 1;
  auto& out = mesh.faceVertices;
  bool falling = true;  // cut from a, top left, to c, bottom right
  switch (def.cut) {
    case GridCut::quads:
      mesh.faceSizes.push_back(4);
      out.insert(out.end(), {a, b, c, d});
      return;
    case GridCut::oneDiagonal:
      break;
    case GridCut::alternating:
      falling = (x + y) % 2 == 0;
      break;
    case GridCut::equilateral:
      falling = y % 2 == 1;  // the lower row is half a cell to the left of the upper one
      break;
  }
  if (falling) {
    out.insert(out.end(), {a, b, c, a, c, d});
  } else {
    out.insert(out.end(), {a, b, d, d, b, c});
  }
}

bool isPinned(const GridDef& def, PinPattern pattern, std::uint32_t x, std::uint32_t y) {
  const std::uint64_t last = def.width - 1;
  switch (pattern) {
    case PinPattern::none:
      return false;
    case PinPattern::topRow:
      return y == 0;
    case PinPattern::flag:
      return x == 0;
    case PinPattern::curtain:
      return y == 0 && (x % 8 == 0 || x == last);
    case PinPattern::cape:
      return y == 0 && (3 * std::uint64_t{x} <= last || 3 * std::uint64_t{x} >= 2 * last);
    case PinPattern::corners:
      return y == 0 && (x == 0 || x == last);
    case PinPattern::tablecloth: {
      const Vec3 first = gridPosition(def, 0, 0);
      const Vec3 opposite = gridPosition(def, def.width - 1, def.height - 1);
      const Vec3 middle = 0.5f * (first + opposite);
      const float width = gridPosition(def, def.width - 1, 0).x;
      // A hair more than a quarter, so that rounding cannot decide about vertices that lie on the circle.
      return distance(gridPosition(def, x, y), middle) <= 0.25f * width * (1.0f + 1e-5f);
    }
  }
  return false;
}

}  // namespace

SurfaceMesh makeGrid(const GridDef& def) {
  assert(usable(def));
  SurfaceMesh mesh;
  if (!usable(def)) return mesh;
  const std::size_t vertices = std::size_t{def.width} * def.height;
  mesh.positions.reserve(vertices);
  mesh.uvs.reserve(vertices);
  for (std::uint32_t y = 0; y < def.height; ++y) {
    for (std::uint32_t x = 0; x < def.width; ++x) {
      const Vec3 p = gridPosition(def, x, y);
      mesh.positions.push_back(p);
      mesh.uvs.push_back({p.x, -p.y});
    }
  }
  for (std::uint32_t y = 0; y + 1 < def.height; ++y) {
    for (std::uint32_t x = 0; x + 1 < def.width; ++x) addCell(def, x, y, mesh);
  }
  return mesh;
}

std::vector<std::uint32_t> pinnedVertices(const GridDef& def, PinPattern pattern) {
  assert(usable(def));
  std::vector<std::uint32_t> pinned;
  if (!usable(def)) return pinned;
  const std::uint32_t rows = pattern == PinPattern::flag || pattern == PinPattern::tablecloth ? def.height : 1;
  for (std::uint32_t y = 0; y < rows; ++y) {
    for (std::uint32_t x = 0; x < def.width; ++x) {
      if (isPinned(def, pattern, x, y)) pinned.push_back(y * def.width + x);
    }
  }
  return pinned;
}

bool pinPatternFromName(std::string_view name, PinPattern& pattern) {
  struct Named {
    std::string_view name;
    PinPattern pattern;
  };
  static constexpr std::array<Named, 7> kPatterns{{{"none", PinPattern::none},
                                                   {"top_row", PinPattern::topRow},
                                                   {"flag", PinPattern::flag},
                                                   {"curtain", PinPattern::curtain},
                                                   {"cape", PinPattern::cape},
                                                   {"tablecloth", PinPattern::tablecloth},
                                                   {"corners", PinPattern::corners}}};
  for (const Named& named : kPatterns) {
    if (named.name == name) {
      pattern = named.pattern;
      return true;
    }
  }
  return false;
}

}  // namespace toile
