// Whole particles as they lie in memory, x y z w x y z w …: for work that is the same for all coordinates. Nothing is
// transposed. Whole<V> holds a particle for one lane, and N / 4 particles for N lanes.
#if defined(TOILE_KERNELS_WHOLE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_WHOLE_INL_H
#undef TOILE_KERNELS_WHOLE_INL_H
#else
#define TOILE_KERNELS_WHOLE_INL_H
#endif

#include <type_traits>

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// One lane: four floats, and a mask for each.
struct OneWhole {
  float f[4];
  OneWhole() = default;
  HWY_INLINE explicit OneWhole(float a) : f{a, a, a, a} {}
  HWY_INLINE OneWhole(float x, float y, float z, float w) : f{x, y, z, w} {}
};
struct OneMask {
  bool b[4];
};
template <class F>
HWY_INLINE OneWhole eachOf(F f) {
  return {f(0), f(1), f(2), f(3)};
}
HWY_INLINE OneWhole operator+(const OneWhole& a, const OneWhole& b) {
  return eachOf([&](int i) { return a.f[i] + b.f[i]; });
}
HWY_INLINE OneWhole operator-(const OneWhole& a, const OneWhole& b) {
  return eachOf([&](int i) { return a.f[i] - b.f[i]; });
}
HWY_INLINE OneWhole operator*(const OneWhole& a, const OneWhole& b) {
  return eachOf([&](int i) { return a.f[i] * b.f[i]; });
}
HWY_INLINE OneWhole operator/(const OneWhole& a, const OneWhole& b) {
  return eachOf([&](int i) { return a.f[i] / b.f[i]; });
}
HWY_INLINE OneWhole squareRoot(const OneWhole& a) {
  return eachOf([&](int i) { return squareRoot(a.f[i]); });
}
HWY_INLINE OneMask less(const OneWhole& a, const OneWhole& b) {
  return {{a.f[0] < b.f[0], a.f[1] < b.f[1], a.f[2] < b.f[2], a.f[3] < b.f[3]}};
}
HWY_INLINE OneWhole select(const OneMask& m, const OneWhole& yes, const OneWhole& no) {
  return eachOf([&](int i) { return m.b[i] ? yes.f[i] : no.f[i]; });
}
HWY_INLINE bool anyTrue(const OneMask& m) { return m.b[0] || m.b[1] || m.b[2] || m.b[3]; }
HWY_INLINE OneWhole spreadWithin(const OneWhole& a, int coordinate) {
  return eachOf([&](int) { return a.f[coordinate]; });
}

template <class V>
struct WholeOf {
  using type = V;
};
template <>
struct WholeOf<float> {
  using type = OneWhole;
};
template <class V>
using Whole = typename WholeOf<V>::type;

template <class W>
HWY_INLINE W loadWhole(const float* p) {
  if constexpr (std::is_same_v<W, OneWhole>) {
    return {p[0], p[1], p[2], p[3]};
  } else {
#if HWY_TARGET != HWY_SCALAR
    return hn::Load(typename W::Tag(), p);
#endif
  }
}
template <class W>
HWY_INLINE void storeWhole(const W& a, float* p) {
  if constexpr (std::is_same_v<W, OneWhole>) {
    for (int i = 0; i < 4; ++i) p[i] = a.f[i];
  } else {
#if HWY_TARGET != HWY_SCALAR
    hn::Store(a.raw, typename W::Tag(), p);
#endif
  }
}

/// A point for every particle, with w = 0.
template <class W>
HWY_INLINE W repeatPoint(const float (&p)[3]) {
  if constexpr (std::is_same_v<W, OneWhole>) {
    return {p[0], p[1], p[2], 0.0f};
  } else {
#if HWY_TARGET != HWY_SCALAR
    HWY_ALIGN float one[4] = {p[0], p[1], p[2], 0.0f};
    return hn::LoadDup128(typename W::Tag(), one);
#endif
  }
}
#if HWY_TARGET != HWY_SCALAR
/// One coordinate of each particle in all four places.
template <int coordinate, int N>
HWY_INLINE Wide<N> spreadWithin(Wide<N> a) {
  return hn::Broadcast<coordinate>(a.raw);
}
#endif

/// x² + y² + z², added in the order of dot().
HWY_INLINE OneWhole lengthSquared(const OneWhole& a) {
  return OneWhole(a.f[0] * a.f[0] + a.f[1] * a.f[1] + a.f[2] * a.f[2]);
}
#if HWY_TARGET != HWY_SCALAR
template <int N>
HWY_INLINE Wide<N> lengthSquared(Wide<N> a) {
  const Wide<N> squares = a * a;
  return spreadWithin<0>(squares) + spreadWithin<1>(squares) + spreadWithin<2>(squares);
}
#endif
/// A coordinate's square is beyond `limit`.
template <class W>
HWY_INLINE bool mayExceed(const W& a, const W& limit) {
  return anyTrue(less(limit, a * a));
}
template <class W>
HWY_INLINE W zeroOf(const W&) {
  return zero<W>();
}
template <class W>
HWY_INLINE W inverseMass(const W& a) {
  if constexpr (std::is_same_v<W, OneWhole>) {
    return spreadWithin(a, 3);
  } else {
    return spreadWithin<3>(a);
  }
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
