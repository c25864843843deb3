// Boxes of a body's tree: grown, and asked what they meet.
#if defined(TOILE_COLLISION_BODY_BOXES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_BODY_BOXES_INL_H
#undef TOILE_COLLISION_BODY_BOXES_INL_H
#else
#define TOILE_COLLISION_BODY_BOXES_INL_H
#endif

#include <cstddef>

#include "collision/body/motion.h"
#include "collision/surface-inl.h"
#include "kernels/particles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// Places from `count` on hold nothing.
inline void emptyPlaces(BodyBoxRow& row, std::size_t count) {
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = count; i < kBodyRow; ++i) row.low[k][i] = 1e30f, row.high[k][i] = -1e30f;
  }
}

/// The box of all boxes of a row into place i of another.
inline void boundRow(const BodyBoxRow& row, BodyBoxRow& into, std::size_t i) {
  for (std::size_t k = 0; k < 3; ++k) {
    // Halves over halves, which compilers turn into vectors; minimum and maximum do not depend on the order.
    float low[8], high[8];
    for (std::size_t j = 0; j < 8; ++j) {
      low[j] = row.low[k][j] < row.low[k][j + 8] ? row.low[k][j] : row.low[k][j + 8];
      high[j] = row.high[k][j] < row.high[k][j + 8] ? row.high[k][j + 8] : row.high[k][j];
    }
    for (std::size_t width = 4; width > 0; width /= 2) {
      for (std::size_t j = 0; j < width; ++j) {
        low[j] = low[j] < low[j + width] ? low[j] : low[j + width];
        high[j] = high[j] < high[j + width] ? high[j + width] : high[j];
      }
    }
    into.low[k][i] = low[0], into.high[k][i] = high[0];
  }
}

struct BodyBox {
  float low[3] = {1e30f, 1e30f, 1e30f};
  float high[3] = {-1e30f, -1e30f, -1e30f};

  void add(const float* otherLow, const float* otherHigh, float reach) {
    for (int k = 0; k < 3; ++k) {
      low[k] = lower(low[k], otherLow[k] - reach);
      high[k] = higher(high[k], otherHigh[k] + reach);
    }
  }
};

/// Bit i: the box meets place i of the row.
template <class V>
HWY_INLINE std::uint32_t meetingPlaces(const BodyBox& box, const BodyBoxRow& row) {
  std::uint32_t bits = 0;
  for (std::size_t lane = 0; lane < kBodyRow; lane += LaneCount<V>::value) {
    auto apart = less(broadcast<V>(box.high[0]), loadFloats<V>(row.low[0] + lane));
    apart = either(apart, less(loadFloats<V>(row.high[0] + lane), broadcast<V>(box.low[0])));
    for (int k = 1; k < 3; ++k) {
      apart = either(apart, less(broadcast<V>(box.high[k]), loadFloats<V>(row.low[k] + lane)));
      apart = either(apart, less(loadFloats<V>(row.high[k] + lane), broadcast<V>(box.low[k])));
    }
    bits |= (~maskBits(apart) & ((1u << LaneCount<V>::value) - 1u)) << lane;
  }
  return bits;
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
