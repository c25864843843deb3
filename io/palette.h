// Few colours for many.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "io/picture.h"

namespace toile {

/// At most `most` colours (1 … 255) for all pixels of some images, and which of them is nearest to each.
class Palette {
 public:
  using Rgb = std::array<std::uint8_t, 3>;
  /// Median cut (Heckbert 1982) over colours of five bits a channel.
  Palette(std::span<const Image> images, std::size_t most);
  std::span<const Rgb> colours() const { return colours_; }
  std::uint8_t indexOf(const std::uint8_t* pixel) const { return nearest_[cellOf(pixel)]; }

 private:
  static std::size_t cellOf(const std::uint8_t* pixel) {
    return std::size_t{pixel[0]} >> 3 << 10 | std::size_t{pixel[1]} >> 3 << 5 | std::size_t{pixel[2]} >> 3;
  }
  std::vector<Rgb> colours_;
  std::vector<std::uint8_t> nearest_;  ///< a cell
};

}  // namespace toile
