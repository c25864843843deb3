// What one frame hands to the device: vertices, indices and uniform blocks, one after the other in one buffer.
#pragma once

#include <cstring>
#include <span>

#include "viewer/gpu/memory.h"

namespace toile::view {

class Arena {
 public:
  explicit Arena(Memory& memory) : memory_(memory) {}

  /// Makes room for `size` bytes in all. True when the buffer is another one than before; the device must be done with
  /// the old one.
  bool begin(std::uint64_t size);
  /// Copies it in and says where.
  template <class T>
  std::uint64_t put(std::span<const T> values) {
    const std::uint64_t start = used_;
    if (!values.empty()) std::memcpy(buffer_->data() + start, values.data(), values.size_bytes());
    used_ += roomFor(values.size_bytes());
    return start;
  }
  template <class T>
  std::uint32_t putBlock(const T& block) {
    return static_cast<std::uint32_t>(put(std::span(&block, 1)));
  }
  /// Bytes that put() takes for so many: every start is good for a uniform block.
  static std::uint64_t roomFor(std::uint64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }
  VkBuffer buffer() const { return buffer_->get(); }

 private:
  static constexpr std::uint64_t kAlignment = 256;  // no device asks for more
  Memory& memory_;
  std::unique_ptr<Buffer> buffer_;
  std::uint64_t used_ = 0;
};

}  // namespace toile::view
