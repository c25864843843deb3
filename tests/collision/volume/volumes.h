// Volumes for tests, sampled from distances known in closed form.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "toile/colliders.h"

namespace toile {

using DistanceTo = std::function<double(double, double, double)>;  ///< m at a place in m

inline double ballDistance(double radius, double x, double y, double z) {
  return std::sqrt(x * x + y * y + z * z) - radius;
}
inline double boxDistance(Vec3 half, double x, double y, double z) {
  const double q[3] = {std::fabs(x) - double{half.x}, std::fabs(y) - double{half.y}, std::fabs(z) - double{half.z}};
  double outside = 0.0, inside = -1e30;
  for (const double a : q) outside += a > 0.0 ? a * a : 0.0, inside = std::max(inside, a);
  return outside > 0.0 ? std::sqrt(outside) : inside;
}
/// About the y axis.
inline double ringDistance(double ring, double radius, double x, double y, double z) {
  return std::hypot(std::hypot(x, z) - ring, y) - radius;
}

/// Round the origin, `half` m to each side.
inline SdfVolumePtr sampled(const DistanceTo& distance, Vec3 half, float cell) {
  VolumeDef def;
  def.cell = cell;
  const float sides[3] = {half.x, half.y, half.z};
  for (std::size_t k = 0; k < 3; ++k) def.samples[k] = 2 * static_cast<std::uint32_t>(std::ceil(sides[k] / cell)) + 1;
  const auto first = [&](std::size_t k) { return -static_cast<float>(def.samples[k] / 2) * cell; };
  def.origin = {first(0), first(1), first(2)};
  std::vector<float> values;
  for (std::uint32_t z = 0; z < def.samples[2]; ++z) {
    for (std::uint32_t y = 0; y < def.samples[1]; ++y) {
      for (std::uint32_t x = 0; x < def.samples[0]; ++x) {
        const auto at = [&](float origin, std::uint32_t i) { return double{origin} + double{cell} * i; };
        values.push_back(static_cast<float>(distance(at(def.origin.x, x), at(def.origin.y, y), at(def.origin.z, z))));
      }
    }
  }
  def.distances = values;
  return SdfVolume::build(def).value();
}

inline Volume ballVolume(float radius, float cell) {
  const float half = radius + 4.0f * cell;
  return {sampled([=](double x, double y, double z) { return ballDistance(double{radius}, x, y, z); },
                  {half, half, half}, cell)};
}
inline Volume boxVolume(Vec3 half, float cell) {
  const float more = 4.0f * cell;
  return {sampled([=](double x, double y, double z) { return boxDistance(half, x, y, z); },
                  half + Vec3{more, more, more}, cell)};
}
inline Volume ringVolume(float ring, float radius, float cell) {
  const float side = ring + radius + 4.0f * cell;
  return {sampled([=](double x, double y, double z) { return ringDistance(double{ring}, double{radius}, x, y, z); },
                  {side, radius + 4.0f * cell, side}, cell)};
}

}  // namespace toile
