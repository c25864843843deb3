// Boxes round the ends of a run of particles' paths, for the broad phase. Particles stay as they lie in
// memory (x y z w x y z w …): lowest and highest need no transposing. NaN is left out, w is not used.
#if defined(TOILE_COLLISION_PATH_BOUNDS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_PATH_BOUNDS_INL_H
#undef TOILE_COLLISION_PATH_BOUNDS_INL_H
#else
#define TOILE_COLLISION_PATH_BOUNDS_INL_H
#endif

#include "collision/placement.h"
#include "collision/surface-inl.h"
#include "kernels/particles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

// The machine's own least and greatest are right here, although they differ for NaN: they leave a NaN in the
// second operand standing or spread it, and a box that holds NaN is never left out.
HWY_INLINE float least(float a, float b) { return lower(a, b); }
HWY_INLINE float greatest(float a, float b) { return higher(a, b); }
#if HWY_TARGET != HWY_SCALAR
template <int N>
HWY_INLINE Wide<N> least(Wide<N> a, Wide<N> b) {
  return hn::Min(a.raw, b.raw);
}
template <int N>
HWY_INLINE Wide<N> greatest(Wide<N> a, Wide<N> b) {
  return hn::Max(a.raw, b.raw);
}
#endif

/// A box that grows: as many registers as hold whole particles, twice, so that one need not wait for another.
template <class V>
struct GrowingBox {
  static constexpr std::size_t kLanes = LaneCount<V>::value;
  static constexpr std::size_t kRegisters = kLanes < 4 ? 4 / kLanes : 2;
  static constexpr std::size_t kFloats = kLanes * kRegisters;
  V low[kRegisters], high[kRegisters];

  GrowingBox() {
    for (std::size_t r = 0; r < kRegisters; ++r) low[r] = broadcast<V>(3e38f), high[r] = broadcast<V>(-3e38f);
  }
  HWY_INLINE void add(std::size_t r, V value) { low[r] = least(value, low[r]), high[r] = greatest(value, high[r]); }
  HWY_INLINE Bounds bounds() {
    for (std::size_t r = 4 / (kLanes < 4 ? kLanes : 4); r < kRegisters; ++r) {
      low[0] = least(low[r], low[0]), high[0] = greatest(high[r], high[0]);
    }
    Bounds b;
    fold(low, b.lowest, [](auto a, auto c) HWY_ATTR { return least(a, c); });
    fold(high, b.highest, [](auto a, auto c) HWY_ATTR { return greatest(a, c); });
    return b;
  }

 private:
  template <class F>
  HWY_INLINE static void fold(const V (&v)[kRegisters], float (&to)[3], F pick) {
    alignas(64) float values[kFloats];
    if constexpr (kLanes < 4) {
      for (std::size_t r = 0; r < kRegisters; ++r) storeFloats(v[r], values + r * kLanes);
    } else {
      foldHalves(v[0], values, pick);
    }
    for (int c = 0; c < 3; ++c) to[c] = values[c];
  }
  /// Into four lanes: each half holds whole particles.
  template <class W, class F>
  HWY_INLINE static void foldHalves(W v, float* to, [[maybe_unused]] F pick) {
    constexpr int lanes = LaneCount<W>::value;
    if constexpr (lanes == 4) {
      storeFloats(v, to);
    } else if constexpr (lanes > 4) {
#if HWY_TARGET != HWY_SCALAR
      const hn::FixedTag<float, lanes / 2> half;
      const Wide<lanes / 2> low = hn::LowerHalf(half, v.raw), high = hn::UpperHalf(half, v.raw);
      foldHalves(Wide<lanes / 2>(pick(high, low)), to, pick);
#endif
    }
  }
};

/// `count` is a multiple of 16, both arrays hold 16 bytes a particle.
template <class V>
HWY_NOINLINE PathBounds pathBounds(const float* x, const float* start, std::size_t count) {
  using Box = GrowingBox<V>;
  Box ends, ways;
  for (std::size_t i = 0; i < 4 * count; i += Box::kFloats) {
    for (std::size_t r = 0; r < Box::kRegisters; ++r) {
      const std::size_t at = i + r * Box::kLanes;
      const V end = loadFloats<V>(x + at), begin = loadFloats<V>(start + at);
      ends.add(r, end), ways.add(r, end - begin);
    }
  }
  PathBounds b{ends.bounds(), {}, 0.0f};
  const Bounds way = ways.bounds();
  for (int c = 0; c < 3; ++c) {
    // Wide enough, and a third of the work saved.
    b.start.lowest[c] = b.end.lowest[c] - way.highest[c], b.start.highest[c] = b.end.highest[c] - way.lowest[c];
    const float longest = higher(absolute(way.lowest[c]), absolute(way.highest[c]));
    b.longestSquared = b.longestSquared + longest * longest;
  }
  return b;
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
