// Inside a VulkanSolver.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "backends/vulkan/buffer.h"
#include "backends/vulkan/drawn.h"
#include "backends/vulkan/pipelines.h"
#include "backends/vulkan/queue.h"
#include "world_gpu.h"

namespace toile {

/// A batch's buffers and what binds them.
struct VulkanBatch {
  std::array<VulkanBuffer, kGpuBufferCount> buffers;
  VkDescriptorSet set = VK_NULL_HANDLE;
  std::uint64_t version = 0;           ///< of the dispatches recorded
  std::size_t statusOffset = 0;        ///< bytes into the buffer of what was read back
  std::unique_ptr<VulkanDrawn> drawn;  ///< null: nothing asked for it
};

struct VulkanSolver::Impl final : ClothRemote {
  World::Impl& world;  ///< stays where it is when the World is moved
  VulkanDevicePtr device;
  VulkanDevice::Impl& gpu;
  VulkanQueue queue;
  std::unique_ptr<GpuSession> session;      ///< null: the device is lost
  std::unique_ptr<GpuSession> lostSession;  ///< … and what it was, until the next step
  std::vector<VulkanBatch> batches;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  VulkanBuffer upload, status, readings;
  struct Wanted {
    DrawnGarmentPtr drawn;  ///< null: the garment as it is simulated
    GarmentPtr garment;
    GpuDrawing drawing;
  };
  std::vector<Wanted> wanted;    ///< what is drawn after every step
  std::uint64_t generation = 0;  ///< GpuSession::generation the batches were made for
  bool recorded = false;         ///< the dispatches are those of the batches as they are
  bool statusDue = false;        ///< a step's status has not been taken yet
  bool lost = false;
  std::string reason;  ///< why it is lost
  VulkanStats stats;

  Impl(World& w, VulkanDevicePtr d, const VulkanSolverDef& def);
  ~Impl() override;

  VkResult create();
  Status step(float dt);
  VkResult wait();
  void bringHome(Cloth& cloth) override;
  Status wantDrawn(const GarmentPtr& garment, const DrawnGarmentPtr& drawn);
  /// The drawn mesh of a cloth and the cloth's place in it, or null.
  const VulkanDrawn* drawnOf(ClothId cloth, std::size_t& index) const;
  VkResult readDrawn(const VulkanDrawn& drawn, std::size_t index, const DrawnFrame& frame);
  /// The device is of no more use; the cloths go on from what was read back last.
  Error lose(VkResult result);

 private:
  VkResult prepareDevice();
  VkResult remake();
  VkResult makeDrawn(std::size_t i);
  VkResult resize(std::size_t i, bool& changed);
  void bind(std::size_t i);
  VkResult recordUploads();
  VkResult recordDispatches();
  VkResult record(std::size_t i, const GpuDispatch& dispatch, std::uint32_t& bound);
  VkResult recordDrawing(VkCommandBuffer commands);
  VkResult read(Cloth& cloth);
  /// Copies to `readings` and waits.
  struct Reading {
    VkBuffer from;
    VkDeviceSize offset, bytes;
  };
  VkResult readAll(std::span<const Reading> parts);
  void takeStatus();
};

}  // namespace toile
