#include "backends/vulkan/buffer.h"

#include <utility>

namespace toile {
namespace {

constexpr VkBufferUsageFlags kLocalUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                                           VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                                           VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT;

}  // namespace

void VulkanBuffer::swap(VulkanBuffer& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(buffer_, other.buffer_);
  std::swap(memory_, other.memory_);
  std::swap(size_, other.size_);
  std::swap(mapped_, other.mapped_);
}

void VulkanBuffer::release() {
  if (device_ == nullptr) return;
  device_->vk.vkDestroyBuffer(device_->handles.device, buffer_, nullptr);
  device_->vk.vkFreeMemory(device_->handles.device, memory_, nullptr);
  device_ = nullptr, buffer_ = VK_NULL_HANDLE, memory_ = VK_NULL_HANDLE, size_ = 0, mapped_ = nullptr;
}

VkResult VulkanBuffer::make(const VulkanDevice::Impl& device, std::size_t bytes, VkBufferUsageFlags usage,
                            std::initializer_list<VkMemoryPropertyFlags> wanted) {
  release();
  device_ = &device;
  auto info = vulkanInfo<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = bytes;
  info.usage = usage;
  if (const VkResult result = device.vk.vkCreateBuffer(device.handles.device, &info, nullptr, &buffer_);
      result != VK_SUCCESS) {
    return result;
  }
  VkMemoryRequirements needs{};
  device.vk.vkGetBufferMemoryRequirements(device.handles.device, buffer_, &needs);
  int type = -1;
  for (const VkMemoryPropertyFlags properties : wanted) {
    if (type < 0) type = device.memoryType(needs.memoryTypeBits, properties);
  }
  if (type < 0) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
  auto allocation = vulkanInfo<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  allocation.allocationSize = needs.size;
  allocation.memoryTypeIndex = static_cast<std::uint32_t>(type);
  if (const VkResult result = device.vk.vkAllocateMemory(device.handles.device, &allocation, nullptr, &memory_);
      result != VK_SUCCESS) {
    return result;
  }
  size_ = bytes;
  return device.vk.vkBindBufferMemory(device.handles.device, buffer_, memory_, 0);
}

VkResult VulkanBuffer::makeLocal(const VulkanDevice::Impl& device, std::size_t bytes) {
  return make(device, bytes, kLocalUsage, {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0});
}

VkResult VulkanBuffer::makeHost(const VulkanDevice::Impl& device, std::size_t bytes, bool cached) {
  constexpr VkMemoryPropertyFlags kMapped = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  const VkMemoryPropertyFlags best = cached ? kMapped | VK_MEMORY_PROPERTY_HOST_CACHED_BIT : kMapped;
  const VkBufferUsageFlags usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                                   VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
  if (const VkResult result = make(device, bytes, usage, {best, kMapped}); result != VK_SUCCESS) return result;
  void* mapped = nullptr;
  const VkResult result = device.vk.vkMapMemory(device.handles.device, memory_, 0, VK_WHOLE_SIZE, 0, &mapped);
  mapped_ = static_cast<std::byte*>(mapped);
  return result;
}

}  // namespace toile
