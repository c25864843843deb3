// Pictures compared as a viewer of them would: not bit by bit, since drivers round and sample edges in their own ways.
#pragma once

#include <cstdint>
#include <string>

#include "io/picture.h"
#include "toile/result.h"

namespace toile::view {

struct Difference {
  double mean = 0.0;     ///< of all channels, 0 … 255
  double changed = 0.0;  ///< part of the pixels that are off by more than kVisible in some channel, 0 … 1
};

/// Off by more than this is another shade to an eye; rounding is 1, and edges sampled elsewhere are lines of pixels.
inline constexpr int kVisible = 24;
/// Two drivers differ in edges: a few hundredths of the pixels at most at these sizes. Shading differs by rounding
/// only.
inline constexpr double kMostMean = 1.5, kMostChanged = 0.03;

Difference compare(const Image& a, const Image& b);
inline bool alike(const Difference& d) { return d.mean <= kMostMean && d.changed <= kMostChanged; }

Result<Image> readPng(const std::string& path);

}  // namespace toile::view
