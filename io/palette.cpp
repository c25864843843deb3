#include "io/palette.h"

#include <algorithm>

namespace toile {
namespace {

constexpr std::size_t kCells = std::size_t{1} << 15;

/// Pixels of one cell: how many, and the sum of their colours.
struct Cell {
  std::uint64_t count = 0;
  std::array<std::uint64_t, 3> sum{};
  int mean(std::size_t channel) const { return static_cast<int>(sum[channel] / count); }
};

/// A box of colours: a range of the list of cells that are used.
struct ColourBox {
  std::size_t begin = 0, end = 0;
  std::size_t widest = 0;    ///< channel
  std::uint64_t weight = 0;  ///< spread times pixels: the box with most is cut next
};

ColourBox measured(std::span<const Cell> cells, std::size_t begin, std::size_t end) {
  ColourBox box{begin, end, 0, 0};
  std::uint64_t count = 0;
  int widest = -1;
  for (std::size_t i = begin; i < end; ++i) count += cells[i].count;
  for (std::size_t channel = 0; channel < 3; ++channel) {
    int low = 255, high = 0;
    for (std::size_t i = begin; i < end; ++i) {
      low = std::min(low, cells[i].mean(channel)), high = std::max(high, cells[i].mean(channel));
    }
    if (high - low > widest) widest = high - low, box.widest = channel;
  }
  box.weight = end - begin < 2 ? 0 : static_cast<std::uint64_t>(widest) * static_cast<std::uint64_t>(widest) * count;
  return box;
}

/// Cuts where half of the pixels lie on each side.
std::size_t cut(std::span<Cell> cells, const ColourBox& box) {
  const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(box.begin);
  const auto end = cells.begin() + static_cast<std::ptrdiff_t>(box.end);
  std::sort(begin, end, [&](const Cell& a, const Cell& b) { return a.mean(box.widest) < b.mean(box.widest); });
  std::uint64_t all = 0, before = 0;
  for (std::size_t i = box.begin; i < box.end; ++i) all += cells[i].count;
  std::size_t at = box.begin;
  while (at + 2 < box.end && 2 * (before + cells[at].count) < all) before += cells[at++].count;
  return at + 1;
}

}  // namespace

Palette::Palette(std::span<const Image> images, std::size_t most) : nearest_(kCells, 0) {
  std::vector<Cell> all(kCells);
  for (const Image& image : images) {
    for (std::size_t i = 0; i + 2 < image.pixels.size(); i += 3) {
      Cell& cell = all[cellOf(&image.pixels[i])];
      ++cell.count;
      for (std::size_t c = 0; c < 3; ++c) cell.sum[c] += image.pixels[i + c];
    }
  }
  std::vector<Cell> used;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < kCells; ++i) {
    if (all[i].count > 0) used.push_back(all[i]), places.push_back(i);
  }
  if (used.empty()) return;
  std::vector<ColourBox> boxes{measured(used, 0, used.size())};
  while (boxes.size() < std::clamp<std::size_t>(most, 1, 255)) {
    const auto next = std::max_element(boxes.begin(), boxes.end(),
                                       [](const ColourBox& a, const ColourBox& b) { return a.weight < b.weight; });
    if (next->weight == 0) break;
    const ColourBox box = *next;
    const std::size_t middle = cut(used, box);
    *next = measured(used, box.begin, middle);
    boxes.push_back(measured(used, middle, box.end));
  }
  for (const ColourBox& box : boxes) {
    Cell sum;
    for (std::size_t i = box.begin; i < box.end; ++i) {
      sum.count += used[i].count;
      for (std::size_t c = 0; c < 3; ++c) sum.sum[c] += used[i].sum[c];
    }
    colours_.push_back({static_cast<std::uint8_t>(sum.mean(0)), static_cast<std::uint8_t>(sum.mean(1)),
                        static_cast<std::uint8_t>(sum.mean(2))});
  }
  for (const std::size_t place : places) {
    int best = 1 << 30;
    for (std::size_t k = 0; k < colours_.size(); ++k) {
      int distanceSquared = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        const int off = all[place].mean(c) - int{colours_[k][c]};
        distanceSquared += off * off;
      }
      if (distanceSquared < best) best = distanceSquared, nearest_[place] = static_cast<std::uint8_t>(k);
    }
  }
}

}  // namespace toile
