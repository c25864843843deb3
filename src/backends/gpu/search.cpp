#include "backends/gpu/search.h"

#include <algorithm>
#include <bit>

namespace toile {
namespace {

constexpr std::uint32_t kPairsPerGroup = 1024, kDigitBits = 4, kDigits = 16, kPointWidth = 64;

enum Kernel : std::uint32_t { kCount, kScan, kScatter, kClear, kHash, kRange, kCountNear, kScanNear, kListNear };

constexpr GpuKernelInfo kSearchKernels[] = {
    {"sort", "count", 0, 0, 256},    {"sort", "scan", 0, 0, 256},     {"sort", "scatter", 0, 0, 256},
    {"grid", "clear", 0, 0, 64},     {"grid", "hash", 0, 0, 64},      {"grid", "range", 0, 0, 64},
    {"grid", "countNear", 0, 0, 64}, {"grid", "scanNear", 0, 0, 256}, {"grid", "listNear", 0, 0, 64},
};

std::uint32_t searchGroups(std::uint32_t count, std::uint32_t width) {
  return std::max(1u, (count + width - 1) / width);
}

std::uint32_t append(GpuSearch& search, const GpuSearchValues& values) {
  search.values.push_back(values);
  return static_cast<std::uint32_t>(search.values.size() - 1) * kGpuUniformStride;
}

void appendSort(GpuSearch& search, GpuSearchValues values, std::uint32_t bits) {
  // An even number of passes ends where it began.
  const std::uint32_t passes = (bits + 2 * kDigitBits - 1) / (2 * kDigitBits) * 2;
  values.groups = searchGroups(values.count, kPairsPerGroup);
  search.countWords = std::size_t{kDigits} * values.groups;
  for (std::uint32_t pass = 0; pass < passes; ++pass) {
    values.shift = pass * kDigitBits;
    const std::uint32_t at = append(search, values);
    const bool swapped = pass % 2 == 1;
    search.dispatches.push_back({kCount, at, values.groups, swapped});
    search.dispatches.push_back({kScan, at, 1, swapped});
    search.dispatches.push_back({kScatter, at, values.groups, swapped});
  }
}

}  // namespace

std::span<const GpuKernelInfo> gpuSearchKernels() { return kSearchKernels; }

GpuSearch planSort(std::uint32_t count, std::uint32_t bits) {
  GpuSearch search;
  GpuSearchValues values;
  values.count = count;
  appendSort(search, values, std::min(bits, 32u));
  return search;
}

GpuSearch planNear(std::uint32_t count, float radius, std::uint32_t capacity) {
  GpuSearch search;
  GpuSearchValues values;
  values.count = count;
  // Twice as many buckets as points: few cells share one.
  values.buckets = std::bit_ceil(std::max(2u, 2 * count));
  values.cell = values.radius = radius;
  values.capacity = capacity;
  const std::uint32_t at = append(search, values), rows = searchGroups(count, kPointWidth);
  search.dispatches.push_back({kClear, at, searchGroups(values.buckets, kPointWidth)});
  search.dispatches.push_back({kHash, at, rows});
  appendSort(search, values, static_cast<std::uint32_t>(std::bit_width(values.buckets - 1)));
  search.dispatches.push_back({kRange, at, rows});
  search.dispatches.push_back({kCountNear, at, rows});
  search.dispatches.push_back({kScanNear, at, 1});
  search.dispatches.push_back({kListNear, at, rows});
  return search;
}

}  // namespace toile
