// Solids of any form as distances on a grid: a scanned bust, terrain under a tent, what is too fine for a convex hull
// and does not bend. The volume is an asset that any number of colliders share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "toile/result.h"
#include "toile/vec.h"

namespace toile {

struct VolumeData;

/// Most samples of a volume: 256 MB.
inline constexpr std::size_t kMostVolumeSamples = std::size_t{1} << 26;

/// Signed distances on a regular grid, negative inside, trilinear in between.
struct VolumeDef {
  std::array<std::uint32_t, 3> samples{};  ///< along x, y and z; 2 … 4096 each, at most kMostVolumeSamples in all
  Vec3 origin{};                           ///< m, the first sample; none lies more than 10⁶ cells from 0 on an axis
  float cell = 0.01f;                      ///< m, 1e-6 … 1e6, between samples
  /// m, x fastest, then y; samples[0] · samples[1] · samples[2] of them. Exact in a band of two cells round the surface
  /// at least; farther away they may be cut off at one value outside and another one inside. All on the grid's border
  /// are positive.
  std::span<const float> distances{};
};

struct VolumeReport {
  std::size_t inside = 0;  ///< samples that are not positive
  float band = 0.0f;       ///< m, the least distance on the border: thicker cloth rests against estimates
  float deepest = 0.0f;    ///< m, how deep the deepest sample lies
  /// 1: how much the interpolated distance changes a metre, at most. An exact field has up to about 1.1 where the
  /// surface is smooth and 1.7 in sharp corners.
  float slope = 1.0f;
};

/// Immutable; safe to share between threads and worlds.
class SdfVolume {
 public:
  /// Errors name the sample: sizes out of range, values that are not finite, neighbours that differ by more than they
  /// are apart (by a tenth of it, for rounding; such values are no distances), only positive values, or one that is not
  /// positive on the border (the solid would be cut off there). Cost is linear in the samples.
  static Result<std::shared_ptr<const SdfVolume>> build(const VolumeDef& def);

  ~SdfVolume();
  SdfVolume(const SdfVolume&) = delete;
  SdfVolume& operator=(const SdfVolume&) = delete;

  std::array<std::uint32_t, 3> samples() const;
  Vec3 origin() const;                       ///< m
  float cell() const;                        ///< m
  std::span<const float> distances() const;  ///< m
  const VolumeReport& report() const;

  /// For the library's own parts.
  const VolumeData& data() const { return *data_; }

 private:
  explicit SdfVolume(std::unique_ptr<const VolumeData> data);
  std::unique_ptr<const VolumeData> data_;
};

using SdfVolumePtr = std::shared_ptr<const SdfVolume>;

}  // namespace toile
