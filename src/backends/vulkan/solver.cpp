#include "backends/vulkan/solver.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace toile {
namespace {

GpuLimits limitsOf(const VulkanDevice::Impl& device) {
  const VkPhysicalDeviceLimits& limits = device.properties.limits;
  return {limits.maxStorageBufferRange,
          std::min(limits.maxComputeWorkGroupCount[0], limits.maxComputeWorkGroupCount[1]), true};
}

}  // namespace

VulkanSolver::Impl::Impl(World& w, VulkanDevicePtr d, const VulkanSolverDef& def)
    : world(w.impl()),
      device(std::move(d)),
      gpu(device->impl()),
      queue(gpu),
      session(std::make_unique<GpuSession>(w, *this, limitsOf(gpu), GpuOptions{def.jacobi})) {}

VulkanSolver::Impl::~Impl() {
  (void)queue.wait();
  batches.clear();
  gpu.vk.vkDestroyDescriptorPool(gpu.handles.device, pool, nullptr);
}

VkResult VulkanSolver::Impl::create() {
  TOILE_VK_TRY(gpu.preparePipelines());
  return queue.create();
}

Error VulkanSolver::Impl::lose(VkResult result) {
  lost = true;
  statusDue = false;
  reason = "Vulkan: " + gpu.name + ": " + vulkanError(result) + "; the cloths are where they were read back last";
  // It may be the session that asked: it is left to the end of its call.
  if (session) {
    session->release();
    lostSession = std::move(session);
  }
  return {reason};
}

VkResult VulkanSolver::Impl::wait() {
  TOILE_VK_TRY(queue.wait());
  takeStatus();
  return VK_SUCCESS;
}

void VulkanSolver::Impl::takeStatus() {
  if (!statusDue || !session) return;
  statusDue = false;
  stats.deviceMilliseconds = queue.milliseconds();
  for (std::size_t b = 0; b < batches.size(); ++b) {
    GpuBatch& batch = *session->batches()[b];
    const std::size_t words = batch.statusBytes() / sizeof(std::uint32_t);
    std::vector<std::uint32_t> all(words * batch.cloths().size());
    std::memcpy(all.data(), status.mapped() + batches[b].statusOffset, all.size() * sizeof(std::uint32_t));
    for (std::size_t i = 0; i < batch.cloths().size(); ++i)
      batch.takeStatus(i, std::span(all).subspan(i * words, words));
  }
  session->countContacts();
  stats.contact = session->contactStats();
}

// ---- a step

Status VulkanSolver::Impl::step(float dt) {
  if (lost) {
    lostSession.reset();
    return Error{reason};
  }
  const auto begin = std::chrono::steady_clock::now();
  if (const VkResult result = wait(); result != VK_SUCCESS) return lose(result);
  const Result<bool> prepared = session->prepare(dt);
  if (lost) return Error{reason};  // while it was read back for that
  if (!prepared) return Error{prepared.error()};
  if (!*prepared) return {};
  VkResult result = prepareDevice();
  if (result == VK_SUCCESS) result = recordUploads();
  if (result == VK_SUCCESS) result = recordDispatches();
  if (result == VK_SUCCESS) result = queue.submit({VulkanQueue::uploads, VulkanQueue::dispatches});
  if (result != VK_SUCCESS) return lose(result);
  statusDue = true;
  session->commit();
  const GpuWork work = session->work();
  stats.batches = batches.size();
  stats.dispatches = work.dispatches, stats.bytes = work.bytes;
  stats.uploaded = work.uploaded, stats.constraints = work.constraints;
  stats.hostMilliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  world.lastStepMilliseconds = stats.hostMilliseconds;
  return {};
}

/// Buffers, descriptors and room for copies as the batches now want them.
VkResult VulkanSolver::Impl::prepareDevice() {
  if (generation != session->generation()) TOILE_VK_TRY(remake());
  std::size_t uploadBytes = 16, statusBytes = 16;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    bool changed = false;
    TOILE_VK_TRY(resize(i, changed));
    if (changed) bind(i);
    TOILE_VK_TRY(makeDrawn(i));
    const GpuBatch& batch = *session->batches()[i];
    for (const GpuWrite& write : batch.writes()) uploadBytes += (write.bytes.size() + 15) / 16 * 16;
    if (batches[i].version != batch.version() || batches[i].statusOffset != statusBytes) recorded = false;
    batches[i].version = batch.version();
    batches[i].statusOffset = statusBytes;
    statusBytes += batch.cloths().size() * batch.statusBytes();
  }
  if (upload.size() < uploadBytes) TOILE_VK_TRY(upload.makeHost(gpu, uploadBytes, false));
  if (status.size() < statusBytes) {
    TOILE_VK_TRY(status.makeHost(gpu, statusBytes, true));
    recorded = false;
  }
  return VK_SUCCESS;
}

/// The batches are others.
VkResult VulkanSolver::Impl::remake() {
  generation = session->generation();
  recorded = false;
  batches.clear();
  batches.resize(session->batches().size());
  gpu.vk.vkDestroyDescriptorPool(gpu.handles.device, pool, nullptr);
  pool = VK_NULL_HANDLE;
  if (batches.empty()) return VK_SUCCESS;
  std::vector<VkDescriptorSet> sets(batches.size());
  TOILE_VK_TRY(gpu.solving->makeSets(static_cast<std::uint32_t>(sets.size()), pool, sets));
  for (std::size_t i = 0; i < sets.size(); ++i) batches[i].set = sets[i];
  return VK_SUCCESS;
}

/// The drawn mesh of batch i, where somebody wants one.
VkResult VulkanSolver::Impl::makeDrawn(std::size_t i) {
  const GpuBatch& batch = *session->batches()[i];
  for (const Wanted& want : wanted) {
    if (want.garment != batch.garment() || batches[i].drawn) continue;
    batches[i].drawn = std::make_unique<VulkanDrawn>();
    TOILE_VK_TRY(batches[i].drawn->create(gpu, *gpu.drawing, queue, want.drawing, batch,
                                          batches[i].buffers[static_cast<std::size_t>(GpuBuffer::x)].handle()));
    recorded = false;
  }
  if (batches[i].drawn) batches[i].drawn->place(batch.cloths());
  return VK_SUCCESS;
}

VkResult VulkanSolver::Impl::resize(std::size_t i, bool& changed) {
  const GpuBatch& batch = *session->batches()[i];
  for (std::size_t b = 0; b < kGpuBufferCount; ++b) {
    const std::size_t size = batch.size(static_cast<GpuBuffer>(b));
    if (batches[i].buffers[b].size() >= size) continue;
    TOILE_VK_TRY(batches[i].buffers[b].makeLocal(gpu, size));
    changed = true;
  }
  recorded = recorded && !changed;
  return VK_SUCCESS;
}

void VulkanSolver::Impl::bind(std::size_t i) {
  std::array<VulkanPipelines::Bound, kGpuBufferCount> bound;
  for (std::size_t b = 0; b < kGpuBufferCount; ++b) {
    const auto buffer = static_cast<GpuBuffer>(b);
    const VkDeviceSize range = buffer == GpuBuffer::jobs      ? sizeof(GpuJob)
                               : buffer == GpuBuffer::moments ? sizeof(GpuMoment)
                                                              : session->batches()[i]->size(buffer);
    bound[b] = {batches[i].buffers[b].handle(), range};
  }
  gpu.solving->bind(batches[i].set, bound);
}

VkResult VulkanSolver::Impl::recordUploads() {
  TOILE_VK_TRY(queue.begin(VulkanQueue::uploads));
  const VkCommandBuffer commands = queue.commands(VulkanQueue::uploads);
  // What a renderer still reads of the step before must not be written over.
  vulkanBarrier(gpu.vk, commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_WRITE_BIT, kTransfer | kCompute,
                VK_ACCESS_TRANSFER_WRITE_BIT | kShaderReads);
  VkDeviceSize at = 0;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    for (const GpuWrite& write : session->batches()[i]->writes()) {
      std::memcpy(upload.mapped() + at, write.bytes.data(), write.bytes.size());
      const VkBufferCopy region{at, write.offset, write.bytes.size()};
      gpu.vk.vkCmdCopyBuffer(commands, upload.handle(),
                             batches[i].buffers[static_cast<std::size_t>(write.buffer)].handle(), 1, &region);
      at += (write.bytes.size() + 15) / 16 * 16;
    }
  }
  vulkanBarrier(gpu.vk, commands, kTransfer, VK_ACCESS_TRANSFER_WRITE_BIT, kCompute, kShaderReads);
  return queue.end(VulkanQueue::uploads);
}

VkResult VulkanSolver::Impl::record(std::size_t i, const GpuDispatch& dispatch, std::uint32_t& bound) {
  const VkCommandBuffer commands = queue.commands(VulkanQueue::dispatches);
  VkPipeline pipeline = VK_NULL_HANDLE;
  TOILE_VK_TRY(gpu.solving->get(dispatch.kernel, pipeline));
  if (bound != dispatch.kernel) gpu.vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  bound = dispatch.kernel;
  const std::uint32_t offsets[] = {dispatch.job, dispatch.moment};
  gpu.vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, gpu.solving->layout(), 0, 1, &batches[i].set,
                                 2, offsets);
  gpu.vk.vkCmdDispatch(commands, dispatch.groups[0], dispatch.groups[1], 1);
  return VK_SUCCESS;
}

/// Batches are independent of each other: their dispatches of one number share a barrier.
VkResult VulkanSolver::Impl::recordDispatches() {
  if (recorded) return VK_SUCCESS;
  TOILE_VK_TRY(queue.begin(VulkanQueue::dispatches));
  const VkCommandBuffer commands = queue.commands(VulkanQueue::dispatches);
  if (queue.clock() != VK_NULL_HANDLE) {
    gpu.vk.vkCmdResetQueryPool(commands, queue.clock(), 0, 2);
    gpu.vk.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, queue.clock(), 0);
  }
  std::size_t longest = 0;
  for (const auto& batch : session->batches()) longest = std::max(longest, batch->dispatches().size());
  std::uint32_t bound = ~0u;
  for (std::size_t k = 0; k < longest; ++k) {
    if (k != 0) vulkanBarrier(gpu.vk, commands, kCompute, VK_ACCESS_SHADER_WRITE_BIT, kCompute, kShaderReads);
    for (std::size_t i = 0; i < batches.size(); ++i) {
      const auto dispatches = session->batches()[i]->dispatches();
      if (k < dispatches.size()) TOILE_VK_TRY(record(i, dispatches[k], bound));
    }
  }
  stats.barriers = longest == 0 ? 0 : longest - 1;
  TOILE_VK_TRY(recordDrawing(commands));
  if (queue.clock() != VK_NULL_HANDLE)
    gpu.vk.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queue.clock(), 1);
  vulkanBarrier(gpu.vk, commands, kCompute, VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT);
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const GpuBatch& batch = *session->batches()[i];
    const VkBufferCopy region{0, batches[i].statusOffset, batch.cloths().size() * batch.statusBytes()};
    gpu.vk.vkCmdCopyBuffer(commands, batches[i].buffers[static_cast<std::size_t>(GpuBuffer::status)].handle(),
                           status.handle(), 1, &region);
  }
  vulkanBarrier(gpu.vk, commands, kTransfer, VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                VK_ACCESS_HOST_READ_BIT);
  TOILE_VK_TRY(queue.end(VulkanQueue::dispatches));
  recorded = true;
  return VK_SUCCESS;
}

}  // namespace toile
