// Cloths of one garment on a GPU: what its buffers hold and which dispatches make a step. Plain data; a device (Vulkan,
// a web page) only copies and dispatches. The dispatches are step.cpp once more, with what each particle does for
// itself drawn together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backends/gpu/contact.h"
#include "backends/gpu/garment.h"
#include "backends/gpu/kernels.h"
#include "backends/gpu/solids.h"
#include "backends/gpu/supported.h"
#include "step.h"
#include "toile/stats.h"

namespace toile {

/// Bytes that go to a buffer before the step's dispatches. They live until the batch is prepared again.
struct GpuWrite {
  GpuBuffer buffer;
  std::size_t offset = 0;
  std::span<const std::byte> bytes;
};

/// One dispatch. All that a dispatch wrote has to be visible to the next one: a barrier between any two.
struct GpuDispatch {
  std::uint32_t kernel = 0;           ///< place in gpuKernels()
  std::uint32_t job = 0, moment = 0;  ///< dynamic offsets in bytes
  std::uint32_t groups[2] = {1, 1};   ///< workgroups in x and y
};

/// Of one step.
struct GpuWork {
  std::size_t dispatches = 0, barriers = 0;
  std::uint64_t bytes = 0;        ///< that the dispatches read and write, each access once (VulkanStats::bytes)
  std::uint64_t uploaded = 0;     ///< bytes written by the host
  std::uint64_t constraints = 0;  ///< solved, all passes
};

class GpuBatch {
 public:
  /// All of one garment.
  GpuBatch(GarmentPtr garment, std::vector<Cloth*> cloths, const GpuLimits& limits, const GpuOptions& options = {});

  /// What the coming step needs. Every cloth must be supported.
  void prepare(const StepInput& input);

  const GarmentPtr& garment() const { return garment_; }
  std::span<Cloth* const> cloths() const { return cloths_; }
  /// Bytes of a buffer; it only grows. What it held is lost when it does, but for what `writes` brings.
  std::size_t size(GpuBuffer buffer) const { return sizes_[static_cast<std::size_t>(buffer)]; }
  std::span<const GpuWrite> writes() const { return writes_; }
  std::span<const GpuDispatch> dispatches() const { return dispatches_; }
  /// Changes when the dispatches do.
  std::uint64_t version() const { return version_; }
  const GpuWork& work() const { return work_; }
  /// Whether cloth i was kept from itself in the last step prepared.
  bool wasKeptApart(std::size_t i) const { return keptApart_[i] >= 0.0f; }
  /// Whether cloth i has more pairs than there can ever be room for: it would stand still.
  bool lacksRoom(std::size_t i) const {
    return selfStats_[i].pairs > gpuMostPairs(cloths_.size(), limits_.storageBytes);
  }
  /// Of cloth against itself in the last step that was told of, a cloth.
  std::span<const ContactStats> contactStats() const { return selfStats_; }

  /// Bytes of one cloth's particles in x, start and velocity.
  std::size_t stateBytes() const { return std::size_t{16} * garment_->data().paddedCount; }
  /// Bytes of one cloth's status: GpuStatus, then a word a collider.
  std::size_t statusBytes() const { return statusWords_ * sizeof(std::uint32_t); }

  /// What came back of cloth i. After a step: whether it froze, and contacts.
  void takeStatus(std::size_t i, std::span<const std::uint32_t> words);
  /// … and its newest particles, four floats each.
  void takeState(std::size_t i, std::span<const float> x, std::span<const float> velocity);

 private:
  void prepareTethers(const StepInput& input);
  void prepareState();
  void prepareAir(const StepInput& input);
  void prepareSolids(const StepInput& input);
  void prepareContact();
  void prepareMoments(const StepInput& input);
  void planDispatches(const StepInput& input);
  void add(std::uint32_t kernel, std::uint32_t job, std::uint32_t moment, std::uint32_t groups, std::uint64_t bytes);
  void addSearch(std::uint32_t moment);
  void addPushes(std::uint32_t moment);
  void addGuard(std::uint32_t moment);
  void addJacobi(const GpuSet& set, bool fresh, bool general, std::uint32_t moment);
  void addSet(const GpuSet& set, bool backwards, bool fresh, bool general, std::uint32_t moment);
  /// Pairs a cloth has on average, as far as is known.
  std::uint64_t pairsOfCloth() const;
  std::vector<std::byte>& host(GpuBuffer buffer) { return host_[static_cast<std::size_t>(buffer)]; }
  void reserve(GpuBuffer buffer, std::size_t bytes);
  /// Hands over all of host(buffer).
  void write(GpuBuffer buffer);

  GarmentPtr garment_;
  std::vector<Cloth*> cloths_;
  GpuLimits limits_;
  GpuOptions options_;
  GpuGarment layout_;
  std::array<std::size_t, kGpuBufferCount> sizes_{};
  std::array<std::vector<std::byte>, kGpuBufferCount> host_;
  std::vector<GpuCloth> blocks_;
  std::vector<GpuCollider> colliders_;
  GpuSolids solids_;
  GpuContact contact_;
  bool contacting_ = false;                 ///< some cloth is kept from itself in this step
  std::uint32_t contactJob_ = 0;            ///< bytes into the jobs: the first pass of a substep; the others' follows
  std::vector<float> keptApart_;            ///< a cloth, m: the thickness kept in the step before; negative: none was
  std::vector<ContactStats> selfStats_;     ///< a cloth, of the last step that was told of
  std::vector<std::uint8_t> targetsMoved_;  ///< a cloth: they moved in the step before
  std::vector<GpuWrite> writes_;
  std::vector<GpuDispatch> dispatches_, before_;
  std::uint32_t tetherRows_ = 0;
  std::size_t statusWords_ = kGpuStatusWords;
  std::uint64_t version_ = 0;
  GpuWork work_;
  bool garmentWritten_ = false;
};

}  // namespace toile
