// What a solver submits: command buffers, one fence, a clock.
#pragma once

#include <initializer_list>

#include "backends/vulkan/device.h"

namespace toile {

class VulkanQueue {
 public:
  explicit VulkanQueue(const VulkanDevice::Impl& device) : device_(device) {}
  ~VulkanQueue();
  VulkanQueue(const VulkanQueue&) = delete;
  VulkanQueue& operator=(const VulkanQueue&) = delete;

  VkResult create();
  /// Copies to the device; dispatches; copies back. Each is recorded anew where begin() names it.
  enum Part { uploads, dispatches, reads };
  VkResult begin(Part part);
  VkResult end(Part part);
  VkCommandBuffer commands(Part part) const { return commands_[part]; }
  VkQueryPool clock() const { return clock_; }

  VkResult submit(std::initializer_list<Part> parts);
  /// Until what was submitted is done.
  VkResult wait();
  /// ms between the clock's two times; 0 without a clock.
  double milliseconds() const;

 private:
  const VulkanDevice::Impl& device_;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_[3] = {};
  VkFence fence_ = VK_NULL_HANDLE;
  VkQueryPool clock_ = VK_NULL_HANDLE;
  bool busy_ = false;
};

inline constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
inline constexpr VkPipelineStageFlags kTransfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
/// Of a compute shader, its uniforms included.
inline constexpr VkAccessFlags kShaderReads =
    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_UNIFORM_READ_BIT;

/// Everything before it is visible to everything after it, stages and accesses as named.
void vulkanBarrier(const VulkanFunctions& vk, VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags wrote,
                   VkPipelineStageFlags to, VkAccessFlags reads);

}  // namespace toile
