// Cloth against itself on a GPU, as data: what of a garment is searched, how large its buffers are
// (include/contact.wgsl).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backends/gpu/blocks.h"
#include "step.h"

namespace toile {

class GpuContact {
 public:
  explicit GpuContact(const GarmentData& data) : data_(data) {}

  /// What the coming step needs: whether any of the cloths is to be kept from itself. The first that is has the surface
  /// made.
  /// storageBytes: most of one buffer, that of the pairs of all cloths as well.
  bool prepare(std::span<Cloth* const> cloths, std::uint64_t storageBytes);
  /// m, that is kept; negative: the cloth is not kept from itself.
  static float thicknessOf(const Cloth& cloth);
  /// Whether the step's jobs are others than those of the one before.
  bool changed() const { return changed_; }
  /// The last step found so many pairs in a cloth: the next one has room for them and for more to come.
  void take(std::size_t pairs);

  const GpuContactJob& job() const { return job_; }
  const std::vector<std::uint32_t>& surface() const { return surface_; }
  /// Workgroups of 64 that go over the pairs: a cloth seldom has more than an eighth of those there is room for.
  std::uint32_t pairGroups() const { return (job_.capacity + 511) / 512; }
  std::uint32_t features() const { return job_.edges + job_.triangles; }

 private:
  void makeSurface();

  const GarmentData& data_;
  GpuContactJob job_;
  std::vector<std::uint32_t> surface_;
  float meanEdge_ = 0.0f;
  std::size_t wanted_ = 0;  ///< pairs a cloth
  bool changed_ = false;
};

/// Passes over all pairs in a substep.
inline constexpr std::uint32_t kGpuPushes = 3;

/// A cloth that nothing is known of yet: words of the buffer `contacts`.
std::vector<std::uint32_t> freshContacts();
/// … and of `gather`, for so many particles.
std::vector<std::uint32_t> freshGather(std::size_t particles);

/// Thickness and friction of layer on layer (toile/self_collision.h).
void writeContact(const Cloth& cloth, GpuCloth& block);

}  // namespace toile
