// Lanes: one way to write a kernel for 1, 4, 8 or 16 constraints at once, for every instruction set.
//
// A kernel is a template over V, which is Wide<N> (N floats in a vector register), float (one lane) or
// double (tests of gradients). Only operations that are exact (IEEE + − × ÷ √, comparisons, selection)
// exist here, and nothing fuses a multiply with an add, so every width gives the same bits. `lower` and
// `higher` are written as selections because the machines' own min and max differ for NaN and ±0.
//
// Compiled once for each instruction set, hence the toggling guard (Highway's convention).
#if defined(TOILE_KERNELS_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_LANES_INL_H
#undef TOILE_KERNELS_LANES_INL_H
#else
#define TOILE_KERNELS_LANES_INL_H
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// ---- one lane
HWY_INLINE float squareRoot(float a) { return std::sqrt(a); }
HWY_INLINE double squareRoot(double a) { return std::sqrt(a); }
HWY_INLINE bool less(float a, float b) { return a < b; }
HWY_INLINE bool less(double a, double b) { return a < b; }
HWY_INLINE float select(bool condition, float yes, float no) { return condition ? yes : no; }
HWY_INLINE float selectOrZero(bool condition, float yes) { return condition ? yes : 0.0f; }
HWY_INLINE double selectOrZero(bool condition, double yes) { return condition ? yes : 0.0; }
HWY_INLINE double select(bool condition, double yes, double no) { return condition ? yes : no; }
HWY_INLINE bool both(bool a, bool b) { return a && b; }
HWY_INLINE bool either(bool a, bool b) { return a || b; }
HWY_INLINE bool anyTrue(bool a) { return a; }

template <class V>
struct LaneCount {
  static constexpr int value = 1;
};

/// All lanes set to `a`.
template <class V>
HWY_INLINE V broadcast(float a) {
  return V(a);
}

#if HWY_TARGET != HWY_SCALAR
// ---- N lanes
template <int N>
struct Wide {
  using Tag = hn::FixedTag<float, N>;
  using Raw = hn::Vec<Tag>;
  Raw raw;
  Wide() = default;
  HWY_INLINE Wide(Raw r) : raw(r) {}
  HWY_INLINE explicit Wide(float a) : raw(hn::Set(Tag(), a)) {}
};
template <int N>
struct WideMask {
  hn::Mask<typename Wide<N>::Tag> raw;
};
template <int N>
struct LaneCount<Wide<N>> {
  static constexpr int value = N;
};

template <int N>
HWY_INLINE Wide<N> operator+(Wide<N> a, Wide<N> b) {
  return hn::Add(a.raw, b.raw);
}
template <int N>
HWY_INLINE Wide<N> operator-(Wide<N> a, Wide<N> b) {
  return hn::Sub(a.raw, b.raw);
}
template <int N>
HWY_INLINE Wide<N> operator-(Wide<N> a) {
  return hn::Neg(a.raw);
}
template <int N>
HWY_INLINE Wide<N> operator*(Wide<N> a, Wide<N> b) {
  return hn::Mul(a.raw, b.raw);
}
template <int N>
HWY_INLINE Wide<N> operator/(Wide<N> a, Wide<N> b) {
  return hn::Div(a.raw, b.raw);
}
template <int N>
HWY_INLINE Wide<N> squareRoot(Wide<N> a) {
  return hn::Sqrt(a.raw);
}
template <int N>
HWY_INLINE WideMask<N> less(Wide<N> a, Wide<N> b) {
  return {hn::Lt(a.raw, b.raw)};
}
template <int N>
HWY_INLINE Wide<N> select(WideMask<N> condition, Wide<N> yes, Wide<N> no) {
  return hn::IfThenElse(condition.raw, yes.raw, no.raw);
}
template <int N>
HWY_INLINE Wide<N> selectOrZero(WideMask<N> condition, Wide<N> yes) {
  return hn::IfThenElseZero(condition.raw, yes.raw);
}
template <int N>
HWY_INLINE WideMask<N> both(WideMask<N> a, WideMask<N> b) {
  return {hn::And(a.raw, b.raw)};
}
template <int N>
HWY_INLINE WideMask<N> either(WideMask<N> a, WideMask<N> b) {
  return {hn::Or(a.raw, b.raw)};
}
template <int N>
HWY_INLINE bool anyTrue(WideMask<N> a) {
  return !hn::AllFalse(typename Wide<N>::Tag(), a.raw);
}
#endif  // HWY_TARGET != HWY_SCALAR

/// The lanes whose bit is set.
template <class V>
HWY_INLINE auto maskOf(std::uint32_t bits) {
  if constexpr (LaneCount<V>::value == 1) {
    return (bits & 1u) != 0;
  } else {
#if HWY_TARGET != HWY_SCALAR
    constexpr int N = LaneCount<V>::value;
#if HWY_TARGET == HWY_AVX3
    WideMask<N> mask;
    mask.raw.raw = static_cast<decltype(mask.raw.raw)>(bits & ((1u << N) - 1u));
    return mask;
#else
    const hn::RebindToUnsigned<typename V::Tag> d;
    const auto bitOfLane = hn::Shl(hn::Set(d, 1u), hn::Iota(d, 0));
    const auto set = hn::Ne(hn::And(hn::Set(d, bits), bitOfLane), hn::Zero(d));
    return WideMask<N>{hn::RebindMask(typename V::Tag(), set)};
#endif
#endif
  }
}

// ---- built from the above
template <class V>
HWY_INLINE V lower(V a, V b) {
  return select(less(a, b), a, b);
}
template <class V>
HWY_INLINE V higher(V a, V b) {
  return select(less(b, a), a, b);
}
template <class V>
HWY_INLINE V zero() {
  return broadcast<V>(0.0f);
}

/// Three coordinates of as many points as V has lanes.
template <class V>
struct Vector {
  V x, y, z;
};
template <class V>
HWY_INLINE Vector<V> operator+(Vector<V> a, Vector<V> b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class V>
HWY_INLINE Vector<V> operator-(Vector<V> a, Vector<V> b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class V>
HWY_INLINE Vector<V> operator-(Vector<V> a) {
  return {-a.x, -a.y, -a.z};
}
template <class V>
HWY_INLINE Vector<V> operator*(Vector<V> a, V s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class V>
HWY_INLINE V dot(Vector<V> a, Vector<V> b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class V>
HWY_INLINE V lengthSquared(Vector<V> a) {
  return dot(a, a);
}
template <class V>
HWY_INLINE bool mayExceed(Vector<V> a, V limit) {
  return anyTrue(either(less(limit, a.x * a.x), either(less(limit, a.y * a.y), less(limit, a.z * a.z))));
}
template <class V>
HWY_INLINE Vector<V> zeroOf(Vector<V>) {
  return {zero<V>(), zero<V>(), zero<V>()};
}
template <class V>
HWY_INLINE Vector<V> cross(Vector<V> a, Vector<V> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class V, class M>
HWY_INLINE Vector<V> select(M condition, Vector<V> yes, Vector<V> no) {
  return {select(condition, yes.x, no.x), select(condition, yes.y, no.y), select(condition, yes.z, no.z)};
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
