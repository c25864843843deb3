// Vertices at one place made one particle.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "toile/vec.h"

namespace toile {

struct Weld {
  std::vector<std::uint32_t> particleOfVertex;
  std::vector<std::uint32_t> vertexOfParticle;  ///< first vertex at each place
};

/// Vertices at one place become one particle. `distance` 0 welds equal positions only (−0 equals +0);
/// a positive one (m) welds transitively within it. Particles are numbered by first appearance.
Weld weld(std::span<const Vec3> positions, float distance);

}  // namespace toile
