// What is painted on the drawn mesh, for the simulated one.
#pragma once

#include <span>
#include <vector>

#include "skinning/bind.h"
#include "toile/garment.h"

namespace toile {

/// One drawn particle's share in the coarse particles it is bound to.
struct CarryInput {
  std::span<const Bound> bound;                                   ///< a drawn particle
  std::span<const std::array<std::uint32_t, 3>> coarseTriangles;  ///< coarse particles
  std::size_t coarseCount = 0;                                    ///< particles
};

/// What is spread over the surface, kg for example: each coarse particle gets its weights' shares, the sum stays.
std::vector<double> carrySum(const CarryInput& input, std::span<const double> values);

/// What is a property of a place: the mean of the drawn particles round each coarse one by weight and `area`; of those
/// round which there are none, the value of their `twin`.
std::vector<float> carryMean(const CarryInput& input, std::span<const float> values, std::span<const double> area,
                             std::span<const std::uint32_t> twin);

}  // namespace toile
