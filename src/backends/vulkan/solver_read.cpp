// What comes back from the device, and the meshes that are drawn there.
#include <algorithm>

#include "backends/vulkan/solver.h"

namespace toile {
void VulkanSolver::Impl::bringHome(Cloth& cloth) {
  cloth.newest = Newest::both;
  if (lost) return;
  if (const VkResult result = read(cloth); result != VK_SUCCESS) (void)lose(result);
}

VkResult VulkanSolver::Impl::read(Cloth& cloth) {
  TOILE_VK_TRY(wait());
  const auto place = session->find(cloth);
  if (!place) return VK_SUCCESS;
  const std::size_t bytes = place->batch->stateBytes(), floats = bytes / sizeof(float);
  const auto batch = std::find_if(session->batches().begin(), session->batches().end(),
                                  [&](const auto& b) { return b.get() == place->batch; });
  const auto& own = batches[static_cast<std::size_t>(batch - session->batches().begin())].buffers;
  const VkDeviceSize offset = place->index * bytes;
  const Reading parts[] = {{own[static_cast<std::size_t>(GpuBuffer::x)].handle(), offset, bytes},
                           {own[static_cast<std::size_t>(GpuBuffer::velocity)].handle(), offset, bytes}};
  TOILE_VK_TRY(readAll(parts));
  const auto* values = reinterpret_cast<const float*>(readings.mapped());
  place->batch->takeState(place->index, {values, floats}, {values + floats, floats});
  return VK_SUCCESS;
}

VkResult VulkanSolver::Impl::readAll(std::span<const Reading> parts) {
  VkDeviceSize all = 0;
  for (const Reading& part : parts) all += part.bytes;
  if (readings.size() < all) TOILE_VK_TRY(readings.makeHost(gpu, all, true));
  TOILE_VK_TRY(queue.begin(VulkanQueue::reads));
  const VkCommandBuffer commands = queue.commands(VulkanQueue::reads);
  VkDeviceSize at = 0;
  for (const Reading& part : parts) {
    const VkBufferCopy region{part.offset, at, part.bytes};
    gpu.vk.vkCmdCopyBuffer(commands, part.from, readings.handle(), 1, &region);
    at += part.bytes;
  }
  vulkanBarrier(gpu.vk, commands, kTransfer, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                VK_ACCESS_HOST_READ_BIT);
  TOILE_VK_TRY(queue.end(VulkanQueue::reads));
  TOILE_VK_TRY(queue.submit({VulkanQueue::reads}));
  return queue.wait();
}

// ---- drawn meshes

Status VulkanSolver::Impl::wantDrawn(const GarmentPtr& garment, const DrawnGarmentPtr& drawn) {
  const bool same = drawn == nullptr || drawn->data().same;
  Wanted want{same ? nullptr : drawn, garment, same ? makeGpuDrawing(garment->data()) : makeGpuDrawing(drawn->data())};
  std::erase_if(wanted, [&](const Wanted& w) { return w.garment == garment; });
  if (session) {
    if (const VkResult result = wait(); result != VK_SUCCESS) return lose(result);
    for (std::size_t i = 0; i < batches.size() && generation == session->generation(); ++i) {
      if (session->batches()[i]->garment() == garment) batches[i].drawn.reset(), recorded = false;
    }
  }
  wanted.push_back(std::move(want));
  return {};
}

/// Two dispatches for every batch that is drawn; what they write may be read by whatever follows in the queue.
VkResult VulkanSolver::Impl::recordDrawing(VkCommandBuffer commands) {
  for (std::size_t k = 0; k < 2; ++k) {
    bool first = true;
    for (const VulkanBatch& batch : batches) {
      if (!batch.drawn) continue;
      if (first) vulkanBarrier(gpu.vk, commands, kCompute, VK_ACCESS_SHADER_WRITE_BIT, kCompute, kShaderReads);
      first = false;
      TOILE_VK_TRY(batch.drawn->record(commands, *gpu.drawing, k));
    }
  }
  return VK_SUCCESS;
}

const VulkanDrawn* VulkanSolver::Impl::drawnOf(ClothId id, std::size_t& index) const {
  if (!session || generation != session->generation()) return nullptr;
  const auto place = session->find(id);
  for (std::size_t i = 0; place && i < batches.size(); ++i) {
    if (session->batches()[i].get() != place->batch) continue;
    index = place->index;
    return batches[i].drawn.get();
  }
  return nullptr;
}

VkResult VulkanSolver::Impl::readDrawn(const VulkanDrawn& drawn, std::size_t index, const DrawnFrame& frame) {
  TOILE_VK_TRY(wait());
  const std::size_t count = drawn.vertexCount();
  const VkDeviceSize bytes = 16 * count, offset = index * bytes;
  const Reading parts[] = {{drawn.buffer(GpuDrawBuffer::positions).handle(), offset, bytes},
                           {drawn.buffer(GpuDrawBuffer::normals).handle(), offset, bytes},
                           {drawn.buffer(GpuDrawBuffer::tangents).handle(), offset, bytes}};
  TOILE_VK_TRY(readAll(parts));
  const auto* p = reinterpret_cast<const float*>(readings.mapped());
  const float *n = p + 4 * count, *t = n + 4 * count;
  for (std::size_t v = 0; v < frame.positions.size(); ++v) frame.positions[v] = {p[4 * v], p[4 * v + 1], p[4 * v + 2]};
  for (std::size_t v = 0; v < frame.normals.size(); ++v) frame.normals[v] = {n[4 * v], n[4 * v + 1], n[4 * v + 2]};
  for (std::size_t v = 0; v < frame.tangents.size(); ++v)
    frame.tangents[v] = {t[4 * v], t[4 * v + 1], t[4 * v + 2], t[4 * v + 3]};
  return VK_SUCCESS;
}

}  // namespace toile
