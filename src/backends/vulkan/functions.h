// The Vulkan functions in use, looked up at run time: nothing links to a Vulkan library, a program starts without one,
// and several devices have functions of their own. (volk does the same with global variables that carry the names of
// the functions; beside a program that links to the loader itself, they would stand in for its functions.)
#pragma once

#include <vulkan/vulkan_core.h>

namespace toile {

#define TOILE_VK_INSTANCE_FUNCTIONS(f)                                                                     \
  f(vkDestroyInstance) f(vkEnumeratePhysicalDevices) f(vkGetPhysicalDeviceProperties)                      \
      f(vkGetPhysicalDeviceMemoryProperties) f(vkGetPhysicalDeviceQueueFamilyProperties) f(vkCreateDevice) \
          f(vkGetDeviceProcAddr)

#define TOILE_VK_DEVICE_FUNCTIONS(f)                                                                             \
  f(vkDestroyDevice) f(vkGetDeviceQueue) f(vkDeviceWaitIdle) f(vkCreateBuffer) f(vkDestroyBuffer)                \
      f(vkGetBufferMemoryRequirements) f(vkAllocateMemory) f(vkFreeMemory) f(vkBindBufferMemory) f(vkMapMemory)  \
          f(vkCreateShaderModule) f(vkDestroyShaderModule) f(vkCreateDescriptorSetLayout)                        \
              f(vkDestroyDescriptorSetLayout) f(vkCreatePipelineLayout) f(vkDestroyPipelineLayout)               \
                  f(vkCreateComputePipelines) f(vkDestroyPipeline) f(vkCreateDescriptorPool)                     \
                      f(vkDestroyDescriptorPool) f(vkAllocateDescriptorSets) f(vkUpdateDescriptorSets)           \
                          f(vkCreateCommandPool) f(vkDestroyCommandPool) f(vkAllocateCommandBuffers)             \
                              f(vkBeginCommandBuffer) f(vkEndCommandBuffer) f(vkCmdBindPipeline)                 \
                                  f(vkCmdBindDescriptorSets) f(vkCmdDispatch) f(vkCmdPipelineBarrier)            \
                                      f(vkCmdCopyBuffer) f(vkCmdResetQueryPool) f(vkCmdWriteTimestamp)           \
                                          f(vkCreateFence) f(vkDestroyFence) f(vkResetFences) f(vkWaitForFences) \
                                              f(vkQueueSubmit) f(vkCreateQueryPool) f(vkDestroyQueryPool)        \
                                                  f(vkGetQueryPoolResults)

#define TOILE_VK_MEMBER(name) PFN_##name name = nullptr;
struct VulkanFunctions {
  TOILE_VK_INSTANCE_FUNCTIONS(TOILE_VK_MEMBER)
  TOILE_VK_DEVICE_FUNCTIONS(TOILE_VK_MEMBER)
};
#undef TOILE_VK_MEMBER

/// Returns the call's error.
#define TOILE_VK_TRY(call) \
  if (const VkResult tried = call; tried != VK_SUCCESS) return tried

/// A record of this type, all else zero.
template <class T>
T vulkanInfo(VkStructureType type) {
  T info{};
  info.sType = type;
  return info;
}

/// The system's Vulkan library, opened once; null where there is none.
PFN_vkGetInstanceProcAddr findVulkan();

/// False where a function is missing.
bool loadInstanceFunctions(PFN_vkGetInstanceProcAddr find, VkInstance instance, VulkanFunctions& functions);
bool loadDeviceFunctions(VkDevice device, VulkanFunctions& functions);

}  // namespace toile
