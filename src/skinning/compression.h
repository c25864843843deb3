// How much shorter the simulated surface is along warp and weft than at rest.
#pragma once

#include <span>

#include "garment_data.h"
#include "skinning/drawn_data.h"

namespace toile {

/// 1 − length / rest length along warp (x) and weft (y) a drawn vertex: of each simulated triangle, averaged over those
/// round a particle by rest area, and interpolated. `x` are the simulated particles, 16 bytes each.
void measureCompression(const GarmentData& coarse, const DrawnData& drawn, const float* x, std::span<Vec2> compression);

}  // namespace toile
