#include "skinning/carry_over.h"

namespace toile {

std::vector<double> carrySum(const CarryInput& input, std::span<const double> values) {
  std::vector<double> sum(input.coarseCount, 0.0);
  for (std::size_t p = 0; p < values.size(); ++p) {
    const Bound& bound = input.bound[p];
    const auto& corner = input.coarseTriangles[bound.triangle];
    sum[corner[0]] += values[p] * (1.0 - bound.b1 - bound.b2);
    sum[corner[1]] += values[p] * bound.b1;
    sum[corner[2]] += values[p] * bound.b2;
  }
  return sum;
}

std::vector<float> carryMean(const CarryInput& input, std::span<const float> values, std::span<const double> area,
                             std::span<const std::uint32_t> twin) {
  std::vector<double> weighted(values.size());
  for (std::size_t p = 0; p < values.size(); ++p) weighted[p] = values[p] * area[p];
  const std::vector<double> sum = carrySum(input, weighted), weight = carrySum(input, area);
  std::vector<float> mean(input.coarseCount);
  for (std::size_t c = 0; c < mean.size(); ++c) {
    mean[c] = weight[c] > 0.0 ? static_cast<float>(sum[c] / weight[c]) : values[twin[c]];
  }
  return mean;
}

}  // namespace toile
