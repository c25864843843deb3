// Inside a VulkanDevice.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/vulkan/functions.h"
#include "toile/vulkan.h"

namespace toile {

class VulkanPipelines;

struct VulkanDevice::Impl {
  VulkanFunctions vk;
  VulkanHandles handles;
  VkPhysicalDeviceProperties properties{};
  VkPhysicalDeviceMemoryProperties memory{};
  std::string name;
  bool owned = false;       ///< instance and device are ours
  bool timestamps = false;  ///< the queue has a clock
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  std::vector<std::string> messages;  ///< of the validation layer
  /// Compiled once a device: the solver's kernels, and those of drawn meshes.
  std::unique_ptr<VulkanPipelines> solving, drawing;

  Impl();
  ~Impl();
  /// Makes the layouts of both; kernels follow when they are asked for.
  VkResult preparePipelines();
  /// A type of memory that `bits` allow and that has `wanted`, or −1.
  int memoryType(std::uint32_t bits, VkMemoryPropertyFlags wanted) const;
};

/// "the device is lost", "out of device memory" …
std::string vulkanError(VkResult result);

}  // namespace toile
