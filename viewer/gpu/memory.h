// Device memory in a few large blocks, and the buffers and images in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "viewer/gpu/device.h"

namespace toile::view {

/// Free ranges of one block, first fit. Holds no memory itself.
class RangeList {
 public:
  explicit RangeList(std::uint64_t size) : free_{{0, size}}, size_(size) {}
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  /// Start of a range of `size`, a multiple of `alignment` (a power of two); kNone where there is no room.
  std::uint64_t take(std::uint64_t size, std::uint64_t alignment);
  /// Gives back what take() gave, with the same size.
  void give(std::uint64_t start, std::uint64_t size);
  bool unused() const { return free_.size() == 1 && free_[0].size == size_; }

 private:
  struct Range {
    std::uint64_t start, size;
  };
  std::vector<Range> free_;  ///< by start; no two touch
  std::uint64_t size_;
};

class Memory {
 public:
  explicit Memory(const Device& device);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  struct Place {
    std::size_t block = 0;
    std::uint64_t start = 0, size = 0;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    std::byte* mapped = nullptr;  ///< null where the host cannot see it
  };
  Place take(const VkMemoryRequirements& needs, VkMemoryPropertyFlags flags);
  void give(const Place& place);
  const Device& device() const { return device_; }

 private:
  struct Block {
    VkDeviceMemory memory = VK_NULL_HANDLE;
    std::byte* mapped = nullptr;
    std::uint32_t type = 0;
    std::unique_ptr<RangeList> ranges;
  };
  std::uint32_t typeFor(std::uint32_t allowed, VkMemoryPropertyFlags flags) const;
  std::size_t newBlock(std::uint32_t type, std::uint64_t size);

  const Device& device_;
  VkPhysicalDeviceMemoryProperties properties_;
  std::uint64_t granularity_ = 1;  ///< buffers and images keep this apart
  std::vector<Block> blocks_;
};

/// A buffer the host writes or reads directly.
class Buffer {
 public:
  Buffer(Memory& memory, std::uint64_t size, VkBufferUsageFlags usage);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  VkBuffer get() const { return buffer_; }
  std::uint64_t size() const { return size_; }
  std::byte* data() const { return place_.mapped; }

 private:
  Memory& memory_;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  std::uint64_t size_;
  Memory::Place place_;
};

struct ImageWish {
  std::uint32_t width = 1, height = 1, layers = 1;
  VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  VkImageUsageFlags usage = 0;
  VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
  bool mutableFormat = false;  ///< views in other formats may be made
};

class Image2D {
 public:
  Image2D(Memory& memory, const ImageWish& wish);
  ~Image2D();
  Image2D(const Image2D&) = delete;
  Image2D& operator=(const Image2D&) = delete;
  VkImage get() const { return image_; }
  const ImageWish& wish() const { return wish_; }
  /// Lives as long as the image. All layers where `layer` is negative.
  VkImageView view(VkFormat format, int layer = -1);

 private:
  Memory& memory_;
  ImageWish wish_;
  VkImage image_ = VK_NULL_HANDLE;
  Memory::Place place_;
  struct View {
    VkFormat format;
    int layer;
    VkImageView view;
  };
  std::vector<View> views_;
};

}  // namespace toile::view
