#include <algorithm>

#include "viewer/gpu/memory.h"

namespace toile::view {

std::uint64_t RangeList::take(std::uint64_t size, std::uint64_t alignment) {
  for (std::size_t i = 0; i < free_.size(); ++i) {
    const Range range = free_[i];
    const std::uint64_t start = (range.start + alignment - 1) & ~(alignment - 1);
    const std::uint64_t before = start - range.start;
    if (before > range.size || range.size - before < size) continue;
    const Range after{start + size, range.size - before - size};
    free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(i));
    if (after.size > 0) free_.insert(free_.begin() + static_cast<std::ptrdiff_t>(i), after);
    if (before > 0) free_.insert(free_.begin() + static_cast<std::ptrdiff_t>(i), {range.start, before});
    return start;
  }
  return kNone;
}

void RangeList::give(std::uint64_t start, std::uint64_t size) {
  const auto next = std::find_if(free_.begin(), free_.end(), [&](const Range& r) { return r.start > start; });
  const auto at = free_.insert(next, {start, size});
  const auto i = static_cast<std::size_t>(at - free_.begin());
  if (i + 1 < free_.size() && free_[i].start + free_[i].size == free_[i + 1].start) {
    free_[i].size += free_[i + 1].size;
    free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  if (i > 0 && free_[i - 1].start + free_[i - 1].size == free_[i].start) {
    free_[i - 1].size += free_[i].size;
    free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace toile::view
