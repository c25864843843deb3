// Boxes of particles' paths, of features, clusters and the tree over them.
#if defined(TOILE_COLLISION_SELF_BOXES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_SELF_BOXES_INL_H
#undef TOILE_COLLISION_SELF_BOXES_INL_H
#else
#define TOILE_COLLISION_SELF_BOXES_INL_H
#endif

#include "collision/self/search.h"
#include "collision/surface-inl.h"
#include "kernels/particles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

constexpr float kEmpty = 1e30f;  ///< bounds of nothing: low = kEmpty, high = −kEmpty meets no box

template <class V>
HWY_INLINE Vector<V> lower(Vector<V> a, Vector<V> b) {
  return {lower(a.x, b.x), lower(a.y, b.y), lower(a.z, b.z)};
}
template <class V>
HWY_INLINE Vector<V> higher(Vector<V> a, Vector<V> b) {
  return {higher(a.x, b.x), higher(a.y, b.y), higher(a.z, b.z)};
}

template <class V>
void boundPaths(const self::SearchInput& input, self::SearchScratch& scratch) {
  const V slop = broadcast<V>(input.slop);
  const Vector<V> common{broadcast<V>(input.common[0]), broadcast<V>(input.common[1]), broadcast<V>(input.common[2])};
  for (std::size_t first = 0; first < input.surface.particleCount; first += kBlock) {
    for (std::size_t lane = 0; lane < kBlock; lane += LaneCount<V>::value) {
      const Particle<V> base = loadBlock<V>(input.base, first, lane);
      Particle<V> end = loadBlock<V>(input.expected, first, lane);
      end.x = end.x - common;
      const V around = input.keep == self::Keep::guard ? slop : base.w + slop, margin = end.w;
      const Vector<V> wide{margin, margin, margin}, reach{around, around, around};
      storeBlock<V>({lower(base.x, end.x - wide) - reach, base.w}, scratch.low.data(), first, lane);
      storeBlock<V>({higher(base.x, end.x + wide) + reach, base.w}, scratch.high.data(), first, lane);
    }
  }
}

/// Places beyond `count` hold nothing.
inline void emptyPlaces(self::BoxRow& box, std::size_t count) {
  for (int k = 0; k < 3; ++k) {
    for (std::size_t i = count; i < self::kRow; ++i) box.low[k][i] = kEmpty, box.high[k][i] = -kEmpty;
  }
}

template <class V, std::size_t corners>
void boundFeatures(const std::vector<self::FeatureRow<corners>>& rows, std::size_t begin, std::size_t end,
                   const self::SearchScratch& scratch, std::vector<self::BoxRow>& boxes) {
  for (std::size_t r = begin; r < end; ++r) {
    self::BoxRow& box = boxes[r];
    for (std::size_t lane = 0; lane < self::kRow; lane += LaneCount<V>::value) {
      const std::uint32_t* particle = rows[r].particle + lane;
      Vector<V> low = load<V>(scratch.low.data(), particle).x, high = load<V>(scratch.high.data(), particle).x;
      for (std::size_t k = 1; k < corners; ++k) {
        low = lower(low, load<V>(scratch.low.data(), particle + k * self::kRow).x);
        high = higher(high, load<V>(scratch.high.data(), particle + k * self::kRow).x);
      }
      storeFloats(low.x, box.low[0] + lane), storeFloats(low.y, box.low[1] + lane),
          storeFloats(low.z, box.low[2] + lane);
      storeFloats(high.x, box.high[0] + lane), storeFloats(high.y, box.high[1] + lane);
      storeFloats(high.z, box.high[2] + lane);
    }
    emptyPlaces(box, rows[r].count);
  }
}

/// The box of all boxes of a row into place i of another.
inline void boundRow(const self::BoxRow& row, self::BoxRow& into, std::size_t i) {
  for (int k = 0; k < 3; ++k) {
    float low = row.low[k][0], high = row.high[k][0];
    for (std::size_t j = 1; j < self::kRow; ++j) {
      low = row.low[k][j] < low ? row.low[k][j] : low;
      high = high < row.high[k][j] ? row.high[k][j] : high;
    }
    into.low[k][i] = low, into.high[k][i] = high;
  }
}

inline void boundRows(const std::vector<self::BoxRow>& rows, std::vector<self::BoxRow>& into) {
  into.resize((rows.size() + self::kRow - 1) / self::kRow);
  for (std::size_t r = 0; r < into.size(); ++r) {
    const std::size_t count = std::min<std::size_t>(self::kRow, rows.size() - r * self::kRow);
    for (std::size_t i = 0; i < count; ++i) boundRow(rows[r * self::kRow + i], into[r], i);
    emptyPlaces(into[r], count);
  }
}

/// Bit i: box `which` of row a meets box i of row b.
template <class V>
HWY_INLINE std::uint32_t meetingBoxes(const self::BoxRow& a, std::size_t which, const self::BoxRow& b) {
  std::uint32_t bits = 0;
  for (std::size_t lane = 0; lane < self::kRow; lane += LaneCount<V>::value) {
    auto apart = less(broadcast<V>(a.high[0][which]), loadFloats<V>(b.low[0] + lane));
    apart = either(apart, less(loadFloats<V>(b.high[0] + lane), broadcast<V>(a.low[0][which])));
    for (int k = 1; k < 3; ++k) {
      apart = either(apart, less(broadcast<V>(a.high[k][which]), loadFloats<V>(b.low[k] + lane)));
      apart = either(apart, less(loadFloats<V>(b.high[k] + lane), broadcast<V>(a.low[k][which])));
    }
    bits |= (~maskBits(apart) & ((1u << LaneCount<V>::value) - 1u)) << lane;
  }
  return bits;
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
