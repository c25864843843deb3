// A buffer with memory of its own. A batch has one a binding, so that a share of a larger block would win nothing.
#pragma once

#include "backends/vulkan/device.h"

namespace toile {

class VulkanBuffer {
 public:
  VulkanBuffer() = default;
  ~VulkanBuffer() { release(); }
  VulkanBuffer(VulkanBuffer&& other) noexcept { swap(other); }
  VulkanBuffer& operator=(VulkanBuffer&& other) noexcept {
    swap(other);
    return *this;
  }

  /// On the device; what was in it is lost.
  VkResult makeLocal(const VulkanDevice::Impl& device, std::size_t bytes);
  /// Mapped for the host: to write to, or (`cached`) to read from.
  VkResult makeHost(const VulkanDevice::Impl& device, std::size_t bytes, bool cached);
  void release();

  VkBuffer handle() const { return buffer_; }
  std::size_t size() const { return size_; }
  std::byte* mapped() const { return mapped_; }

 private:
  VkResult make(const VulkanDevice::Impl& device, std::size_t bytes, VkBufferUsageFlags usage,
                std::initializer_list<VkMemoryPropertyFlags> wanted);
  void swap(VulkanBuffer& other) noexcept;

  const VulkanDevice::Impl* device_ = nullptr;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  std::size_t size_ = 0;
  std::byte* mapped_ = nullptr;
};

}  // namespace toile
