// When a triangle has an area.
#pragma once

#include <algorithm>

#include "math/double_vec.h"

namespace toile {

/// A triangle lower than this part of its longest side can carry no in-plane constraint: strains are heights'
/// changes over heights, and a float coordinate is good to 6e-8 of its size.
inline constexpr double kFlattest = 1e-6;

/// Zero area within rounding: the height over the longest side is below kFlattest of it, or below two units in
/// the last place of the largest coordinate.
inline bool isDegenerate(DoubleVec3 a, DoubleVec3 b, DoubleVec3 c) {
  const DoubleVec3 ab = b - a, bc = c - b, ca = a - c;
  const double longest = std::sqrt(std::max({dot(ab, ab), dot(bc, bc), dot(ca, ca)}));
  const auto reach = [](DoubleVec3 p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}); };
  const double noise = std::max({reach(a), reach(b), reach(c)}) * (2.0 / 8388608.0);
  return length(cross(ab, ca)) <= longest * std::max(kFlattest * longest, noise);
}

inline bool isDegenerate(DoubleVec2 a, DoubleVec2 b, DoubleVec2 c) {
  return isDegenerate(DoubleVec3{a.x, a.y, 0.0}, DoubleVec3{b.x, b.y, 0.0}, DoubleVec3{c.x, c.y, 0.0});
}

}  // namespace toile
