#include "backends/vulkan/drawn.h"

#include <algorithm>
#include <cstring>

namespace toile {
namespace {

/// What goes to the device once.
struct Part {
  VkBuffer to;
  const void* from;
  std::size_t bytes;
};

}  // namespace

VulkanDrawn::~VulkanDrawn() {
  if (device_ != nullptr) device_->vk.vkDestroyDescriptorPool(device_->handles.device, pool_, nullptr);
}

VkResult VulkanDrawn::create(const VulkanDevice::Impl& device, const VulkanPipelines& pipelines, VulkanQueue& queue,
                             const GpuDrawing& drawing, const GpuBatch& batch, VkBuffer x) {
  device_ = &device;
  uniform_ = drawing.uniform;
  uniform_.cloths = static_cast<std::uint32_t>(batch.cloths().size());
  std::copy(drawing.dispatches, drawing.dispatches + 2, dispatches_);
  indexCount_ = static_cast<std::uint32_t>(drawing.triangles.size());
  TOILE_VK_TRY(makeBuffers(device, drawing, batch));
  TOILE_VK_TRY(pipelines.makeSets(1, pool_, {&set_, 1}));
  std::array<VulkanPipelines::Bound, kGpuDrawBufferCount> bound;
  for (std::size_t b = 0; b < kGpuDrawBufferCount; ++b) bound[b] = {buffers_[b].handle(), VK_WHOLE_SIZE};
  bound[static_cast<std::size_t>(GpuDrawBuffer::drawing)].range = sizeof(GpuDrawingValues);
  bound[static_cast<std::size_t>(GpuDrawBuffer::x)].buffer = x;
  pipelines.bind(set_, bound);
  return upload(queue, drawing);
}

VkResult VulkanDrawn::makeBuffers(const VulkanDevice::Impl& device, const GpuDrawing& drawing, const GpuBatch& batch) {
  const std::size_t cloths = batch.cloths().size(), drawn = 16 * cloths * drawing.vertexCount();
  const auto make = [&](GpuDrawBuffer which, std::size_t bytes) {
    return buffers_[static_cast<std::size_t>(which)].makeLocal(device, std::max<std::size_t>(bytes, 16));
  };
  TOILE_VK_TRY(make(GpuDrawBuffer::drawing, sizeof uniform_));
  TOILE_VK_TRY(make(GpuDrawBuffer::particleNormals, cloths * batch.stateBytes()));
  TOILE_VK_TRY(make(GpuDrawBuffer::corners, drawing.corners.size() * 4));
  TOILE_VK_TRY(make(GpuDrawBuffer::values, drawing.values.size() * 4));
  for (const auto which : {GpuDrawBuffer::positions, GpuDrawBuffer::normals, GpuDrawBuffer::tangents})
    TOILE_VK_TRY(make(which, drawn));
  TOILE_VK_TRY(triangles_.makeLocal(device, std::max<std::size_t>(drawing.triangles.size() * 4, 16)));
  // Twelve floats a cloth and read once: written by the host where it lies.
  return buffers_[static_cast<std::size_t>(GpuDrawBuffer::places)].makeHost(device, 48 * cloths, false);
}

VkResult VulkanDrawn::upload(VulkanQueue& queue, const GpuDrawing& drawing) {
  const Part parts[] = {{buffer(GpuDrawBuffer::drawing).handle(), &uniform_, sizeof uniform_},
                        {buffer(GpuDrawBuffer::corners).handle(), drawing.corners.data(), drawing.corners.size() * 4},
                        {buffer(GpuDrawBuffer::values).handle(), drawing.values.data(), drawing.values.size() * 4},
                        {triangles_.handle(), drawing.triangles.data(), drawing.triangles.size() * 4}};
  std::size_t bytes = 0;
  for (const Part& part : parts) bytes += part.bytes;
  VulkanBuffer staging;
  TOILE_VK_TRY(staging.makeHost(*device_, bytes, false));
  TOILE_VK_TRY(queue.begin(VulkanQueue::reads));
  const VkCommandBuffer commands = queue.commands(VulkanQueue::reads);
  VkDeviceSize at = 0;
  for (const Part& part : parts) {
    if (part.bytes == 0) continue;
    std::memcpy(staging.mapped() + at, part.from, part.bytes);
    const VkBufferCopy region{at, 0, part.bytes};
    device_->vk.vkCmdCopyBuffer(commands, staging.handle(), part.to, 1, &region);
    at += part.bytes;
  }
  vulkanBarrier(device_->vk, commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_READ_BIT);
  TOILE_VK_TRY(queue.end(VulkanQueue::reads));
  TOILE_VK_TRY(queue.submit({VulkanQueue::reads}));
  return queue.wait();
}

void VulkanDrawn::place(std::span<Cloth* const> cloths) {
  const std::vector<float> places = drawingPlaces(cloths);
  std::memcpy(buffer(GpuDrawBuffer::places).mapped(), places.data(), places.size() * sizeof(float));
}

VkResult VulkanDrawn::record(VkCommandBuffer commands, VulkanPipelines& pipelines, std::size_t k) const {
  const VulkanFunctions& vk = device_->vk;
  VkPipeline pipeline = VK_NULL_HANDLE;
  TOILE_VK_TRY(pipelines.get(dispatches_[k].kernel, pipeline));
  const std::uint32_t offset = 0;
  vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines.layout(), 0, 1, &set_, 1, &offset);
  vk.vkCmdDispatch(commands, dispatches_[k].groups, uniform_.cloths, 1);
  return VK_SUCCESS;
}

}  // namespace toile
