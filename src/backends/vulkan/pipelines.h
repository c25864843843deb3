// A family of shaders that share one layout of bindings, each made when it is first asked for.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "backends/gpu/kernels.h"
#include "backends/vulkan/device.h"

namespace toile {

/// The first `uniforms` bindings are uniforms with dynamic offsets, the others storage buffers.
struct VulkanShaderFamily {
  std::span<const GpuKernelInfo> kernels;
  std::span<const std::uint32_t> (*code)(std::string_view file) = nullptr;
  std::uint32_t bindings = 0, uniforms = 0;
};

class VulkanPipelines {
 public:
  VulkanPipelines(const VulkanDevice::Impl& device, const VulkanShaderFamily& family)
      : device_(device), family_(family) {}
  ~VulkanPipelines();
  VulkanPipelines(const VulkanPipelines&) = delete;
  VulkanPipelines& operator=(const VulkanPipelines&) = delete;

  VkResult create();
  /// The pipeline of the family's kernel of that place.
  VkResult get(std::uint32_t kernel, VkPipeline& pipeline);
  VkPipelineLayout layout() const { return layout_; }

  /// A pool that holds `count` sets, and the sets. The pool is the caller's.
  VkResult makeSets(std::uint32_t count, VkDescriptorPool& pool, std::span<VkDescriptorSet> sets) const;
  struct Bound {
    VkBuffer buffer;
    VkDeviceSize range;
  };
  /// One a binding.
  void bind(VkDescriptorSet set, std::span<const Bound> buffers) const;

 private:
  VkDescriptorType typeOf(std::uint32_t binding) const {
    return binding < family_.uniforms ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  }

  const VulkanDevice::Impl& device_;
  VulkanShaderFamily family_;
  VkDescriptorSetLayout setLayout_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  std::vector<VkPipeline> pipelines_;
};

}  // namespace toile
