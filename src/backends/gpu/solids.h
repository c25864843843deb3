// Convex hulls and volumes as the GPU solver reads them: one record each, however many colliders share it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "step.h"

namespace toile {

class GpuSolids {
 public:
  /// The hulls and volumes of these colliders, as far as they live and are enabled. True: they are others than those
  /// taken last, words() has changed.
  bool take(std::span<const ColliderRecord> colliders);
  /// Of all records (shaders/include/solids.wgsl). Made when it is asked for.
  std::vector<float> words() const;
  /// Where the record of an asset begins, in units of kGpuRecordWords: a whole number. The asset was taken.
  float record(const void* asset) const;

 private:
  struct Record {
    std::shared_ptr<const HullMesh> hull;
    std::shared_ptr<const SdfVolume> volume;
    std::size_t first = 0;  ///< word
    const void* asset() const { return hull ? static_cast<const void*>(hull.get()) : volume.get(); }
  };
  std::vector<Record> records_;
};

/// Records begin at multiples of it, so that a float names all of them.
inline constexpr std::size_t kGpuRecordWords = 16;

/// Floats count no more than 2²⁴ records of 64 bytes.
inline constexpr std::uint64_t kGpuMostSolidsBytes = std::uint64_t{1} << 30;
/// Bytes of the records of these colliders.
std::uint64_t gpuSolidsBytes(std::span<const ColliderRecord> colliders);

}  // namespace toile
