// A level square of cloth as contact takes it: triangles, edges and where its particles rest.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collision/self/surface.h"

namespace toile::test {

struct LevelSheet {
  std::uint32_t side;  ///< particles along it; particle z · side + x lies at (x, 0, z) · spacing
  float spacing;       ///< m
  std::vector<std::array<std::uint32_t, 3>> triangles{};
  std::vector<std::array<std::uint32_t, 2>> edges{};
  std::vector<Vec3> rest{};

  LevelSheet(std::uint32_t particles, float apart) : side(particles), spacing(apart) {
    for (std::uint32_t z = 0; z < side; ++z) {
      for (std::uint32_t x = 0; x < side; ++x) {
        const std::uint32_t i = z * side + x;
        rest.push_back({spacing * static_cast<float>(x), 0.0f, spacing * static_cast<float>(z)});
        if (x + 1 < side) edges.push_back({i, i + 1});
        if (z + 1 < side) edges.push_back({i, i + side});
        if (x + 1 == side || z + 1 == side) continue;
        triangles.push_back({i, i + side, i + side + 1});
        triangles.push_back({i, i + side + 1, i + 1});
        edges.push_back({i, i + side + 1});
      }
    }
  }
  self::SurfaceInput input(float thickness, std::uint32_t firstParticle = 0) const {
    self::SurfaceInput input;
    input.triangles = triangles, input.edges = edges, input.rest = rest;
    input.thickness = thickness, input.meanEdge = spacing, input.firstParticle = firstParticle;
    return input;
  }
};

}  // namespace toile::test
