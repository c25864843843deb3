#include "backends/vulkan/queue.h"

namespace toile {

VulkanQueue::~VulkanQueue() {
  (void)wait();
  const VulkanFunctions& vk = device_.vk;
  vk.vkDestroyQueryPool(device_.handles.device, clock_, nullptr);
  vk.vkDestroyFence(device_.handles.device, fence_, nullptr);
  vk.vkDestroyCommandPool(device_.handles.device, pool_, nullptr);
}

VkResult VulkanQueue::create() {
  const VulkanFunctions& vk = device_.vk;
  const VkDevice device = device_.handles.device;
  auto pool = vulkanInfo<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  pool.queueFamilyIndex = device_.handles.queueFamily;
  if (const VkResult r = vk.vkCreateCommandPool(device, &pool, nullptr, &pool_); r != VK_SUCCESS) return r;
  auto buffers = vulkanInfo<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  buffers.commandPool = pool_;
  buffers.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  buffers.commandBufferCount = 3;
  if (const VkResult r = vk.vkAllocateCommandBuffers(device, &buffers, commands_); r != VK_SUCCESS) return r;
  const auto fence = vulkanInfo<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  if (const VkResult r = vk.vkCreateFence(device, &fence, nullptr, &fence_); r != VK_SUCCESS) return r;
  if (!device_.timestamps) return VK_SUCCESS;
  auto clock = vulkanInfo<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  clock.queryType = VK_QUERY_TYPE_TIMESTAMP;
  clock.queryCount = 2;
  return vk.vkCreateQueryPool(device, &clock, nullptr, &clock_);
}

VkResult VulkanQueue::begin(Part part) {
  const auto info = vulkanInfo<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  return device_.vk.vkBeginCommandBuffer(commands_[part], &info);
}

VkResult VulkanQueue::end(Part part) { return device_.vk.vkEndCommandBuffer(commands_[part]); }

VkResult VulkanQueue::submit(std::initializer_list<Part> parts) {
  VkCommandBuffer buffers[3];
  auto info = vulkanInfo<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  for (const Part part : parts) buffers[info.commandBufferCount++] = commands_[part];
  info.pCommandBuffers = buffers;
  if (const VkResult r = device_.vk.vkResetFences(device_.handles.device, 1, &fence_); r != VK_SUCCESS) return r;
  const VkResult result = device_.vk.vkQueueSubmit(device_.handles.queue, 1, &info, fence_);
  busy_ = result == VK_SUCCESS;
  return result;
}

VkResult VulkanQueue::wait() {
  if (!busy_) return VK_SUCCESS;
  busy_ = false;
  return device_.vk.vkWaitForFences(device_.handles.device, 1, &fence_, VK_TRUE, ~std::uint64_t{0});
}

double VulkanQueue::milliseconds() const {
  if (clock_ == VK_NULL_HANDLE) return 0.0;
  std::uint64_t times[2] = {};
  const VkResult result = device_.vk.vkGetQueryPoolResults(device_.handles.device, clock_, 0, 2, sizeof times, times,
                                                           sizeof times[0], VK_QUERY_RESULT_64_BIT);
  if (result != VK_SUCCESS) return 0.0;
  return static_cast<double>(times[1] - times[0]) * double{device_.properties.limits.timestampPeriod} * 1e-6;
}

void vulkanBarrier(const VulkanFunctions& vk, VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags wrote,
                   VkPipelineStageFlags to, VkAccessFlags reads) {
  auto barrier = vulkanInfo<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = wrote;
  barrier.dstAccessMask = reads;
  vk.vkCmdPipelineBarrier(commands, from, to, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

}  // namespace toile
