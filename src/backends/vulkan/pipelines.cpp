#include "backends/vulkan/pipelines.h"

namespace toile {

VulkanPipelines::~VulkanPipelines() {
  const VulkanFunctions& vk = device_.vk;
  for (const VkPipeline pipeline : pipelines_) vk.vkDestroyPipeline(device_.handles.device, pipeline, nullptr);
  vk.vkDestroyPipelineLayout(device_.handles.device, layout_, nullptr);
  vk.vkDestroyDescriptorSetLayout(device_.handles.device, setLayout_, nullptr);
}

VkResult VulkanPipelines::create() {
  const VulkanFunctions& vk = device_.vk;
  std::vector<VkDescriptorSetLayoutBinding> bindings(family_.bindings);
  for (std::uint32_t b = 0; b < family_.bindings; ++b) {
    bindings[b].binding = b;
    bindings[b].descriptorType = typeOf(b);
    bindings[b].descriptorCount = 1;
    bindings[b].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  }
  auto set = vulkanInfo<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
  set.bindingCount = family_.bindings;
  set.pBindings = bindings.data();
  if (const VkResult result = vk.vkCreateDescriptorSetLayout(device_.handles.device, &set, nullptr, &setLayout_);
      result != VK_SUCCESS) {
    return result;
  }
  auto layout = vulkanInfo<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  layout.setLayoutCount = 1;
  layout.pSetLayouts = &setLayout_;
  pipelines_.assign(family_.kernels.size(), VK_NULL_HANDLE);
  return vk.vkCreatePipelineLayout(device_.handles.device, &layout, nullptr, &layout_);
}

VkResult VulkanPipelines::get(std::uint32_t kernel, VkPipeline& pipeline) {
  pipeline = pipelines_[kernel];
  if (pipeline != VK_NULL_HANDLE) return VK_SUCCESS;
  const VulkanFunctions& vk = device_.vk;
  const GpuKernelInfo& info = family_.kernels[kernel];
  const std::span<const std::uint32_t> words = family_.code(info.file);
  auto code = vulkanInfo<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  code.codeSize = words.size_bytes();
  code.pCode = words.data();
  VkShaderModule module = VK_NULL_HANDLE;
  if (const VkResult result = vk.vkCreateShaderModule(device_.handles.device, &code, nullptr, &module);
      result != VK_SUCCESS) {
    return result;
  }
  auto compute = vulkanInfo<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  compute.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  compute.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  compute.stage.module = module;
  compute.stage.pName = info.entry;
  compute.layout = layout_;
  const VkResult result =
      vk.vkCreateComputePipelines(device_.handles.device, VK_NULL_HANDLE, 1, &compute, nullptr, &pipeline);
  vk.vkDestroyShaderModule(device_.handles.device, module, nullptr);
  pipelines_[kernel] = pipeline;
  return result;
}

VkResult VulkanPipelines::makeSets(std::uint32_t count, VkDescriptorPool& pool, std::span<VkDescriptorSet> sets) const {
  const VulkanFunctions& vk = device_.vk;
  const VkDescriptorPoolSize sizes[] = {
      {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, family_.uniforms * count},
      {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, (family_.bindings - family_.uniforms) * count}};
  auto info = vulkanInfo<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  info.maxSets = count;
  info.poolSizeCount = 2;
  info.pPoolSizes = sizes;
  if (const VkResult result = vk.vkCreateDescriptorPool(device_.handles.device, &info, nullptr, &pool);
      result != VK_SUCCESS) {
    return result;
  }
  const std::vector<VkDescriptorSetLayout> layouts(count, setLayout_);
  auto set = vulkanInfo<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  set.descriptorPool = pool;
  set.descriptorSetCount = count;
  set.pSetLayouts = layouts.data();
  return vk.vkAllocateDescriptorSets(device_.handles.device, &set, sets.data());
}

void VulkanPipelines::bind(VkDescriptorSet set, std::span<const Bound> buffers) const {
  std::vector<VkDescriptorBufferInfo> infos(buffers.size());
  std::vector<VkWriteDescriptorSet> writes(buffers.size());
  for (std::uint32_t b = 0; b < buffers.size(); ++b) {
    infos[b] = {buffers[b].buffer, 0, buffers[b].range};
    writes[b] = vulkanInfo<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    writes[b].dstSet = set;
    writes[b].dstBinding = b;
    writes[b].descriptorCount = 1;
    writes[b].descriptorType = typeOf(b);
    writes[b].pBufferInfo = &infos[b];
  }
  device_.vk.vkUpdateDescriptorSets(device_.handles.device, static_cast<std::uint32_t>(writes.size()), writes.data(), 0,
                                    nullptr);
}

}  // namespace toile
