// Particles in and out of registers: whole 16-byte particles are loaded and transposed, never gathered.
//
//   memory      p0 = x0 y0 z0 w0, p1 = x1 y1 z1 w1, …        (any places)
//   registers   x = x0 x1 x2 …, y = y0 y1 y2 …, z, w
//
// For 16 lanes four registers of four particles each are transposed within their 128-bit blocks; loading
// the particles in the order 0 4 8 12 | 1 5 9 13 | … makes the lanes come out in order.
// Measured against hardware gathers: 3–8 times faster (docs/performance.md).
#if defined(TOILE_KERNELS_PARTICLES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_PARTICLES_INL_H
#undef TOILE_KERNELS_PARTICLES_INL_H
#else
#define TOILE_KERNELS_PARTICLES_INL_H
#endif

#include "kernels/lanes-inl.h"
#include "kernels/row_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// Position (m) and inverse mass (1/kg; 0: pinned) of as many particles as V has lanes.
template <class V>
struct Particle {
  Vector<V> x;
  V w;
};

#if HWY_TARGET != HWY_SCALAR
using Four = hn::FixedTag<float, 4>;

/// 4 lanes: one particle at each of p[0 … 3]. Wider: 4 x N registers from the particles i, i + 4, …
template <int N, class Address>
HWY_INLINE hn::Vec<hn::FixedTag<float, N>> loadColumn(Address address, int first) {
  if constexpr (N == 4) {
    return hn::Load(Four(), address(first));
  } else {
    const hn::FixedTag<float, N> d;
    const auto low = loadColumn<N / 2>(address, first);
    const auto high = loadColumn<N / 2>(address, first + N / 2);
    return hn::Combine(d, high, low);
  }
}

template <int N, class Address>
HWY_INLINE void storeColumn(hn::Vec<hn::FixedTag<float, N>> column, Address address, int first) {
  if constexpr (N == 4) {
    hn::Store(column, Four(), address(first));
  } else {
    const hn::FixedTag<float, N / 2> half;
    storeColumn<N / 2>(hn::LowerHalf(half, column), address, first);
    storeColumn<N / 2>(hn::UpperHalf(half, column), address, first + N / 2);
  }
}

/// 4 × 4 transpose within each 128-bit block.
template <int N, class R = typename Wide<N>::Raw>
HWY_INLINE void transpose(R& r0, R& r1, R& r2, R& r3) {
  const typename Wide<N>::Tag d;
  const hn::RepartitionToWide<decltype(d)> pair;
  const auto xy01 = hn::BitCast(pair, hn::InterleaveLower(d, r0, r1));
  const auto xy23 = hn::BitCast(pair, hn::InterleaveLower(d, r2, r3));
  const auto zw01 = hn::BitCast(pair, hn::InterleaveUpper(d, r0, r1));
  const auto zw23 = hn::BitCast(pair, hn::InterleaveUpper(d, r2, r3));
  r0 = hn::BitCast(d, hn::InterleaveLower(pair, xy01, xy23));
  r1 = hn::BitCast(d, hn::InterleaveUpper(pair, xy01, xy23));
  r2 = hn::BitCast(d, hn::InterleaveLower(pair, zw01, zw23));
  r3 = hn::BitCast(d, hn::InterleaveUpper(pair, zw01, zw23));
}
#endif

/// Loads the particles whose addresses (of four floats, 16-byte aligned) are address(lane).
template <class V, class Address>
HWY_INLINE Particle<V> loadAt(Address address) {
  constexpr int N = LaneCount<V>::value;
  if constexpr (N == 1) {
    const float* p = address(0);
    return {{p[0], p[1], p[2]}, p[3]};
  } else {
#if HWY_TARGET != HWY_SCALAR
    auto r0 = loadColumn<N>(address, 0), r1 = loadColumn<N>(address, 1);
    auto r2 = loadColumn<N>(address, 2), r3 = loadColumn<N>(address, 3);
    transpose<N>(r0, r1, r2, r3);
    return {{r0, r1, r2}, r3};
#endif
  }
}

template <class V, class Address>
HWY_INLINE void storeAt(const Particle<V>& particle, Address address) {
  constexpr int N = LaneCount<V>::value;
  if constexpr (N == 1) {
    float* p = address(0);
    p[0] = particle.x.x, p[1] = particle.x.y, p[2] = particle.x.z, p[3] = particle.w;
  } else {
#if HWY_TARGET != HWY_SCALAR
    auto r0 = particle.x.x.raw, r1 = particle.x.y.raw, r2 = particle.x.z.raw, r3 = particle.w.raw;
    transpose<N>(r0, r1, r2, r3);
    storeColumn<N>(r0, address, 0), storeColumn<N>(r1, address, 1);
    storeColumn<N>(r2, address, 2), storeColumn<N>(r3, address, 3);
#endif
  }
}

/// Particles named by indices[lane].
template <class V, class Index>
HWY_INLINE Particle<V> load(const float* x, const Index* indices) {
  return loadAt<V>([=](int lane) HWY_ATTR { return x + 4 * static_cast<std::size_t>(indices[lane]); });
}
template <class V, class Index>
HWY_INLINE void store(const Particle<V>& particle, float* x, const Index* indices) {
  storeAt<V>(particle, [=](int lane) HWY_ATTR { return x + 4 * static_cast<std::size_t>(indices[lane]); });
}

#if HWY_TARGET != HWY_SCALAR
/// Four whole vectors of N / 4 particles each, transposed: lane 4 b + k holds particle k N / 4 + b. This is how lanes
/// come into the order of particles, and back.
template <int N>
HWY_INLINE Wide<N> laneOrder(Wide<N> a, bool toParticles) {
  if constexpr (N == 4) {
    (void)toParticles;
    return a;
  } else {
    static_assert(N == 8 || N == 16);
    HWY_ALIGN static constexpr std::int32_t of8[2][8] = {{0, 2, 4, 6, 1, 3, 5, 7}, {0, 4, 1, 5, 2, 6, 3, 7}};
    HWY_ALIGN static constexpr std::int32_t of16[16] = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
    const std::int32_t* places = of16;
    if constexpr (N == 8) places = of8[toParticles ? 1 : 0];
    return hn::TableLookupLanes(a.raw, hn::SetTableIndices(typename Wide<N>::Tag(), places));
  }
}
#endif
HWY_INLINE float laneOrder(float a, bool) { return a; }

/// Particles in a row, from `first` on, in lanes as laneOrder says.
template <class V>
HWY_INLINE Particle<V> loadAnyOrder(const float* x, std::size_t first) {
  constexpr std::size_t N = LaneCount<V>::value;
  const float* p = x + 4 * first;
  if constexpr (N == 1) {
    return {{p[0], p[1], p[2]}, p[3]};
  } else {
#if HWY_TARGET != HWY_SCALAR
    const typename V::Tag d;
    auto r0 = hn::LoadU(d, p), r1 = hn::LoadU(d, p + N), r2 = hn::LoadU(d, p + 2 * N), r3 = hn::LoadU(d, p + 3 * N);
    transpose<N>(r0, r1, r2, r3);
    return {{r0, r1, r2}, r3};
#endif
  }
}
template <class V>
HWY_INLINE void storeAnyOrder(const Particle<V>& particle, float* x, std::size_t first) {
  constexpr std::size_t N = LaneCount<V>::value;
  float* p = x + 4 * first;
  if constexpr (N == 1) {
    p[0] = particle.x.x, p[1] = particle.x.y, p[2] = particle.x.z, p[3] = particle.w;
  } else {
#if HWY_TARGET != HWY_SCALAR
    const typename V::Tag d;
    auto r0 = particle.x.x.raw, r1 = particle.x.y.raw, r2 = particle.x.z.raw, r3 = particle.w.raw;
    transpose<N>(r0, r1, r2, r3);
    hn::StoreU(r0, d, p), hn::StoreU(r1, d, p + N), hn::StoreU(r2, d, p + 2 * N), hn::StoreU(r3, d, p + 3 * N);
#endif
  }
}
template <class V>
HWY_INLINE Particle<V> laneOrder(const Particle<V>& p, bool toParticles) {
  return {{laneOrder(p.x.x, toParticles), laneOrder(p.x.y, toParticles), laneOrder(p.x.z, toParticles)},
          laneOrder(p.w, toParticles)};
}

/// Particles in a row, from `first` on, a lane each.
template <class V>
HWY_INLINE Particle<V> loadRow(const float* x, std::size_t first) {
  return laneOrder(loadAnyOrder<V>(x, first), true);
}
template <class V>
HWY_INLINE void storeRow(const Particle<V>& particle, float* x, std::size_t first) {
  storeAnyOrder(laneOrder(particle, false), x, first);
}

/// Particles of a block of sixteen rows from `lane` on: whole vectors are loaded, and the transpose decides in which
/// lane a particle is (kRowLane). For work that does not care.
template <class V>
HWY_INLINE Particle<V> loadBlock(const float* x, std::size_t first, std::size_t lane) {
  if constexpr (LaneCount<V>::value == 1) {
    return loadRow<V>(x, first + kRowLane[lane]);
  } else {
#if HWY_TARGET != HWY_SCALAR
    const typename V::Tag d;
    const float* p = x + 4 * (first + lane / 4);
    auto r0 = hn::LoadU(d, p), r1 = hn::LoadU(d, p + 16), r2 = hn::LoadU(d, p + 32), r3 = hn::LoadU(d, p + 48);
    transpose<LaneCount<V>::value>(r0, r1, r2, r3);
    return {{r0, r1, r2}, r3};
#endif
  }
}
template <class V>
HWY_INLINE void storeBlock(const Particle<V>& particle, float* x, std::size_t first, std::size_t lane) {
  if constexpr (LaneCount<V>::value == 1) {
    storeRow(particle, x, first + kRowLane[lane]);
  } else {
#if HWY_TARGET != HWY_SCALAR
    const typename V::Tag d;
    float* p = x + 4 * (first + lane / 4);
    auto r0 = particle.x.x.raw, r1 = particle.x.y.raw, r2 = particle.x.z.raw, r3 = particle.w.raw;
    transpose<LaneCount<V>::value>(r0, r1, r2, r3);
    hn::StoreU(r0, d, p), hn::StoreU(r1, d, p + 16), hn::StoreU(r2, d, p + 32), hn::StoreU(r3, d, p + 48);
#endif
  }
}

/// Consecutive floats (64-byte aligned arrays, `p` on a lane boundary).
template <class V>
HWY_INLINE V loadFloats(const float* p) {
  if constexpr (LaneCount<V>::value == 1) {
    return *p;
  } else {
#if HWY_TARGET != HWY_SCALAR
    return hn::Load(typename V::Tag(), p);
#endif
  }
}
template <class V>
HWY_INLINE void storeFloats(V value, float* p) {
  if constexpr (LaneCount<V>::value == 1) {
    *p = value;
  } else {
#if HWY_TARGET != HWY_SCALAR
    hn::Store(value.raw, typename V::Tag(), p);
#endif
  }
}

/// Floats in a row, from any place on.
template <class V>
HWY_INLINE V loadAnyFloats(const float* p) {
  if constexpr (LaneCount<V>::value == 1) {
    return *p;
  } else {
#if HWY_TARGET != HWY_SCALAR
    return hn::LoadU(typename V::Tag(), p);
#endif
  }
}
template <class V>
HWY_INLINE void storeAnyFloats(V value, float* p) {
  if constexpr (LaneCount<V>::value == 1) {
    *p = value;
  } else {
#if HWY_TARGET != HWY_SCALAR
    hn::StoreU(value.raw, typename V::Tag(), p);
#endif
  }
}

/// Particles from `first` on in columns: all x, then all y, z and w, `stride` floats each.
template <class V>
HWY_INLINE Particle<V> loadColumns(const float* x, std::size_t stride, std::size_t first) {
  const float* p = x + first;
  return {{loadAnyFloats<V>(p), loadAnyFloats<V>(p + stride), loadAnyFloats<V>(p + 2 * stride)},
          loadAnyFloats<V>(p + 3 * stride)};
}
/// All four.
template <class V>
HWY_INLINE void storeAllColumns(const Particle<V>& p, float* x, std::size_t stride, std::size_t first) {
  float* to = x + first;
  storeFloats(p.x.x, to), storeFloats(p.x.y, to + stride), storeFloats(p.x.z, to + 2 * stride);
  storeFloats(p.w, to + 3 * stride);
}
template <class V>
HWY_INLINE void storeColumns(const Vector<V>& v, float* x, std::size_t stride, std::size_t first) {
  float* p = x + first;
  storeAnyFloats(v.x, p), storeAnyFloats(v.y, p + stride), storeAnyFloats(v.z, p + 2 * stride);
}

/// Particles named by indices[lane] in columns, float by float: for the few that stand in no run.
template <class V, class Index>
HWY_INLINE Particle<V> pickColumns(const float* x, std::size_t stride, const Index* indices) {
  constexpr int N = LaneCount<V>::value;
  HWY_ALIGN float columns[4][N];
  for (int lane = 0; lane < N; ++lane) {
    for (std::size_t k = 0; k < 4; ++k) columns[k][lane] = x[k * stride + indices[lane]];
  }
  return {{loadFloats<V>(columns[0]), loadFloats<V>(columns[1]), loadFloats<V>(columns[2])}, loadFloats<V>(columns[3])};
}
template <class V, class Index>
HWY_INLINE void putColumns(const Vector<V>& v, float* x, std::size_t stride, const Index* indices) {
  constexpr int N = LaneCount<V>::value;
  HWY_ALIGN float columns[3][N];
  storeFloats(v.x, columns[0]), storeFloats(v.y, columns[1]), storeFloats(v.z, columns[2]);
  for (int lane = 0; lane < N; ++lane) {
    for (std::size_t k = 0; k < 3; ++k) x[k * stride + indices[lane]] = columns[k][lane];
  }
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
