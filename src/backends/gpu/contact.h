// Cloth against itself on a GPU, as data: what of a garment is searched, how large its buffers are
// (include/contact.wgsl).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "backends/gpu/blocks.h"
#include "backends/gpu/supported.h"
#include "step.h"

namespace toile {

class GpuContact {
 public:
  explicit GpuContact(const GarmentData& data) : data_(data) {}

  /// What the coming step needs: whether any of the cloths is to be kept from itself. The first that is has the surface
  /// made.
  bool prepare(std::span<Cloth* const> cloths, const GpuLimits& limits);
  /// m, that is kept; negative: the cloth is not kept from itself.
  static float thicknessOf(const Cloth& cloth);
  /// Whether the step's jobs are others than those of the one before.
  bool changed() const { return changed_; }
  /// The last step found so many pairs in a cloth: the next one has room for them and for more to come.
  void take(std::size_t pairs);

  const GpuContactJob& job() const { return job_; }
  const std::vector<std::uint32_t>& surface() const { return surface_; }
  /// Workgroups of 64 that go over the pairs: a cloth seldom has more than an eighth of those there is room for.
  std::uint32_t pairGroups() const { return std::min((job_.capacity + 511) / 512, groups_); }
  std::uint32_t features() const { return job_.edges + job_.triangles; }

 private:
  void makeSurface();

  const GarmentData& data_;
  GpuContactJob job_;
  std::vector<std::uint32_t> surface_;
  float meanEdge_ = 0.0f;
  std::size_t wanted_ = 0;  ///< pairs a cloth
  std::uint32_t groups_ = 1;
  bool changed_ = false;
};

/// Passes over all pairs in a substep.
inline constexpr std::uint32_t kGpuPushes = 3;

/// Bytes of the largest buffer that keeping one cloth from itself takes at first.
std::uint64_t gpuContactBytes(const GarmentData& data);
/// Pairs of each cloth that a batch of so many can have room for.
std::uint64_t gpuMostPairs(std::size_t cloths, std::uint64_t storageBytes);

/// Thickness and friction of layer on layer (toile/self_collision.h).
void writeContact(const Cloth& cloth, GpuCloth& block);

}  // namespace toile
