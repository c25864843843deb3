#include "skinning/compression.h"

namespace toile {

void measureCompression(const GarmentData& coarse, const DrawnData& drawn, const float* x,
                        std::span<Vec2> compression) {
  std::vector<Vec3> sums(coarse.particleCount);  // warp, weft, area
  const auto at = [x](std::uint32_t p) {
    return Vec3{x[4 * std::size_t{p}], x[4 * std::size_t{p} + 1], x[4 * std::size_t{p} + 2]};
  };
  for (std::size_t t = 0; t < coarse.topology.triangles.size(); ++t) {
    const auto& corner = coarse.topology.triangles[t];
    const Vec3 e = at(corner[1]) - at(corner[0]), f = at(corner[2]) - at(corner[0]);
    const MaterialAxes& axes = drawn.axes[t];
    const float warp = 1.0f - length(e * axes.warp[0] + f * axes.warp[1]);
    const float weft = 1.0f - length(e * axes.weft[0] + f * axes.weft[1]);
    const float area = coarse.rest.triangleAreas[t];
    for (const std::uint32_t p : corner) sums[p] += Vec3{warp * area, weft * area, area};
  }
  for (Vec3& sum : sums) sum = {sum.x / sum.z, sum.y / sum.z, sum.z};
  for (std::size_t v = 0; v < compression.size(); ++v) {
    if (drawn.same) {
      const std::uint32_t p = coarse.particleOfVertex[v];
      compression[v] = p == kNone ? Vec2{} : Vec2{sums[p].x, sums[p].y};
      continue;
    }
    const auto corner = drawn.corners(v);
    const auto weight = drawn.weights(v);
    Vec3 mean{};
    for (std::size_t k = 0; k < 3; ++k) mean += sums[corner[k]] * weight[k];
    compression[v] = {mean.x, mean.y};
  }
}

}  // namespace toile
