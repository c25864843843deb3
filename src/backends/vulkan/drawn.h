// The drawn mesh of a batch's cloths on a Vulkan device.
#pragma once

#include <array>
#include <memory>

#include "backends/gpu/batch.h"
#include "backends/gpu/drawing.h"
#include "backends/vulkan/buffer.h"
#include "backends/vulkan/pipelines.h"
#include "backends/vulkan/queue.h"

namespace toile {

class VulkanDrawn {
 public:
  VulkanDrawn() = default;
  ~VulkanDrawn();
  VulkanDrawn(const VulkanDrawn&) = delete;
  VulkanDrawn& operator=(const VulkanDrawn&) = delete;

  /// For the cloths of `batch`, whose particles are in `x`. Waits for the device.
  VkResult create(const VulkanDevice::Impl& device, const VulkanPipelines& pipelines, VulkanQueue& queue,
                  const GpuDrawing& drawing, const GpuBatch& batch, VkBuffer x);
  /// Where the cloths' transforms are now. To be called before commands that record() made are submitted.
  void place(std::span<Cloth* const> cloths);
  /// Dispatch k of two, after a barrier.
  VkResult record(VkCommandBuffer commands, VulkanPipelines& pipelines, std::size_t k) const;

  const VulkanBuffer& buffer(GpuDrawBuffer which) const { return buffers_[static_cast<std::size_t>(which)]; }
  const VulkanBuffer& triangles() const { return triangles_; }
  std::uint32_t vertexCount() const { return uniform_.vertices; }
  std::uint32_t indexCount() const { return indexCount_; }

 private:
  VkResult makeBuffers(const VulkanDevice::Impl& device, const GpuDrawing& drawing, const GpuBatch& batch);
  VkResult upload(VulkanQueue& queue, const GpuDrawing& drawing);

  const VulkanDevice::Impl* device_ = nullptr;
  GpuDrawingValues uniform_;
  GpuDrawDispatch dispatches_[2];
  std::array<VulkanBuffer, kGpuDrawBufferCount> buffers_;  ///< but x, which is the batch's
  VulkanBuffer triangles_;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  std::uint32_t indexCount_ = 0;
};

}  // namespace toile
