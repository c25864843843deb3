// Distances on a grid, as contacts read them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "toile/volume.h"

namespace toile {

struct VolumeData {
  std::array<std::uint32_t, 3> samples{};
  Vec3 origin;
  float cell = 0.0f, inverseCell = 0.0f;  ///< m, 1/m
  std::vector<float> distances;           ///< m, x fastest
  Vec3 lowest, highest;                   ///< m, round everything that is not outside
  VolumeReport report;
};

}  // namespace toile
