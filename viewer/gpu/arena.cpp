#include "viewer/gpu/arena.h"

#include <algorithm>

namespace toile::view {

bool Arena::begin(std::uint64_t size) {
  used_ = 0;
  if (buffer_ && buffer_->size() >= size) return false;
  buffer_.reset();
  const std::uint64_t roomy = std::max<std::uint64_t>(size + size / 2, std::uint64_t{1} << 20);
  buffer_ = std::make_unique<Buffer>(memory_, roomy,
                                     VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                                         VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
  return true;
}

}  // namespace toile::view
