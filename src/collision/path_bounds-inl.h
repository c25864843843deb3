// Boxes round the ends of a run of particles' paths, for the broad phase. Particles stay as they lie in
// memory (x y z w x y z w …): lowest and highest need no transposing. NaN is left out, w is not used.
#if defined(TOILE_COLLISION_PATH_BOUNDS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_PATH_BOUNDS_INL_H
#undef TOILE_COLLISION_PATH_BOUNDS_INL_H
#else
#define TOILE_COLLISION_PATH_BOUNDS_INL_H
#endif

#include "collision/placement.h"
#include "kernels/particles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// `count` is a multiple of 16, both arrays hold 16 bytes a particle.
template <class V>
HWY_NOINLINE PathBounds pathBounds(const float* x, const float* start, std::size_t count) {
  constexpr std::size_t lanes = LaneCount<V>::value;
  constexpr std::size_t registers = lanes < 4 ? 4 / lanes : 1;  // that hold whole particles
  constexpr std::size_t held = lanes * registers;
  constexpr float kFar = 3e38f;
  V low[registers], high[registers], startLow[registers], startHigh[registers], longest[registers];
  for (std::size_t r = 0; r < registers; ++r) {
    low[r] = startLow[r] = broadcast<V>(kFar), high[r] = startHigh[r] = broadcast<V>(-kFar);
    longest[r] = zero<V>();
  }
  for (std::size_t i = 0; i < 4 * count; i += held) {
    for (std::size_t r = 0; r < registers; ++r) {
      const V end = loadFloats<V>(x + i + r * lanes), begin = loadFloats<V>(start + i + r * lanes);
      const V way = end - begin;
      low[r] = lower(end, low[r]), high[r] = higher(end, high[r]);
      startLow[r] = lower(begin, startLow[r]), startHigh[r] = higher(begin, startHigh[r]);
      longest[r] = higher(way * way, longest[r]);
    }
  }
  alignas(64) float values[5][held];
  for (std::size_t r = 0; r < registers; ++r) {
    storeFloats(low[r], values[0] + r * lanes), storeFloats(high[r], values[1] + r * lanes);
    storeFloats(startLow[r], values[2] + r * lanes), storeFloats(startHigh[r], values[3] + r * lanes);
    storeFloats(longest[r], values[4] + r * lanes);
  }
  PathBounds b;
  b.longestSquared = 0.0f;
  for (int c = 0; c < 3; ++c) {
    float way = 0.0f;
    b.end.lowest[c] = b.start.lowest[c] = kFar, b.end.highest[c] = b.start.highest[c] = -kFar;
    for (std::size_t k = static_cast<std::size_t>(c); k < held; k += 4) {
      b.end.lowest[c] = lower(values[0][k], b.end.lowest[c]);
      b.end.highest[c] = higher(values[1][k], b.end.highest[c]);
      b.start.lowest[c] = lower(values[2][k], b.start.lowest[c]);
      b.start.highest[c] = higher(values[3][k], b.start.highest[c]);
      way = higher(values[4][k], way);
    }
    b.longestSquared = b.longestSquared + way;
  }
  return b;
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
