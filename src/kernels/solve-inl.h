// The loop every constraint kernel shares: load a stencil's particles, let the kind move them, store them.
//
// A kind is a struct with
//   static constexpr int arity, parameterCount, lambdaCount;
//   template <bool general, class V>
//   static void solve(Stencil<Kind, V>& s);
// Gather and scatter belong to the arity, so a kind's file holds only its mathematics.
#if defined(TOILE_KERNELS_SOLVE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_SOLVE_INL_H
#undef TOILE_KERNELS_SOLVE_INL_H
#else
#define TOILE_KERNELS_SOLVE_INL_H
#endif

#include "constraint_set.h"
#include "kernels/kernel.h"
#include "kernels/particles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// What a kind works on: as many stencils at once as V has lanes.
template <class K, class V>
struct Stencil {
  Particle<V> p[K::arity];
  V value[K::parameterCount + 1];  ///< parameters, then compliance
  V complianceFactor, relaxation;
  // general path only
  V lambda[K::lambdaCount];
  bool damped = false;  ///< γ > 0: without damping `start` is neither loaded nor read
  Vector<V> start[K::arity];
  V gamma;

  HWY_INLINE V compliance() const { return value[K::parameterCount]; }
};

/// Beyond this denominator nothing moves: padding (kNothing) makes it infinite, and infinity times λ = 0 would be NaN.
inline constexpr float kSoftest = 1e37f;

/// One XPBD update of a scalar constraint (Macklin 2016, eq. 18; with Rayleigh damping eq. 26):
///   Δλ = (−C − α̃ λ − γ ∇C·(x − xⁿ)) / ((1 + γ) Σ wᵢ|∇ᵢC|² + α̃),   xᵢ += wᵢ ∇ᵢC Δλ
/// `which` names the multiplier. Nothing happens where the denominator vanishes (all pinned, degenerate).
template <bool general, class K, class V>
HWY_INLINE void applyConstraint(Stencil<K, V>& s, V constraint, const Vector<V> (&gradient)[K::arity], V compliance,
                                int which = 0) {
  const V alpha = compliance * s.complianceFactor;
  V weight = s.p[0].w * dot(gradient[0], gradient[0]);
  for (int i = 1; i < K::arity; ++i) weight = weight + s.p[i].w * dot(gradient[i], gradient[i]);
  V numerator = -constraint;
  V denominator = weight + alpha;
  if constexpr (general) {
    numerator = numerator - alpha * s.lambda[which];
    if (s.damped) {
      V rate = dot(gradient[0], s.p[0].x - s.start[0]);
      for (int i = 1; i < K::arity; ++i) rate = rate + dot(gradient[i], s.p[i].x - s.start[i]);
      numerator = numerator - s.gamma * rate;
      denominator = denominator + s.gamma * weight;
    }
  }
  auto usable = both(less(broadcast<V>(1e-30f), denominator), less(zero<V>(), weight));
  if constexpr (general) usable = both(usable, less(denominator, broadcast<V>(kSoftest)));
  const V change = select(usable, numerator / denominator, zero<V>()) * s.relaxation;
  if constexpr (general) s.lambda[which] = s.lambda[which] + change;
  for (int i = 0; i < K::arity; ++i) s.p[i].x = s.p[i].x + gradient[i] * (s.p[i].w * change);
}

/// How particles lie in memory: whole, or in columns, there with or without runs.
enum class Layout { particles, columns, columnRuns };

/// The particles of one corner of a block, from `lane` on. In a run the first lane's index, `first`, says it all.
template <Layout layout, class V, class Index>
HWY_INLINE Particle<V> loadCorner(const float* x, std::size_t stride, std::size_t first, const Index* corner,
                                  std::size_t lane) {
  if constexpr (layout == Layout::columnRuns) {
    return loadColumns<V>(x, stride, first + lane);
  } else if constexpr (layout == Layout::columns) {
    return pickColumns<V>(x, stride, corner + lane);
  } else {
    return load<V>(x, corner + lane);
  }
}
template <Layout layout, class V, class Index>
HWY_INLINE void storeCorner(const Particle<V>& particle, float* x, std::size_t stride, std::size_t first,
                            const Index* corner, std::size_t lane) {
  if constexpr (layout == Layout::columnRuns) {
    storeColumns(particle.x, x, stride, first + lane);
  } else if constexpr (layout == Layout::columns) {
    putColumns(particle.x, x, stride, corner + lane);
  } else {
    store(particle, x, corner + lane);
  }
}

template <class K, class V, class Index, bool general, Layout layout>
HWY_NOINLINE void solveBlocks(const SolveArguments& a, const Index* indices, std::size_t begin, std::size_t end) {
  constexpr std::size_t valueCount = K::parameterCount + 1;
  Stencil<K, V> s;
  s.complianceFactor = broadcast<V>(a.complianceFactor);
  s.relaxation = broadcast<V>(a.relaxation);
  if constexpr (general) {
    s.gamma = broadcast<V>(a.gamma);
    s.damped = a.gamma > 0.0f;
  }

  // Copies, because the compiler has to think that a vector stored may change what `a` holds.
  float *const x = a.x, *const lambda = a.lambda;
  const float *const start = a.start, *const values = a.values;
  const std::size_t stride = a.columnStride;
  for (std::size_t block = begin; block < end; ++block) {
    const Index* corners = indices + block * K::arity * kBlock;
    const float* blockValues = values + block * valueCount * kBlock;
    float* blockLambda = general ? lambda + block * K::lambdaCount * kBlock : nullptr;
    std::size_t first[K::arity];  // of runs
    for (int i = 0; i < K::arity; ++i) first[i] = corners[i * kBlock];
    for (std::size_t lane = 0; lane < kBlock; lane += LaneCount<V>::value) {
      for (int i = 0; i < K::arity; ++i)
        s.p[i] = loadCorner<layout, V>(x, stride, first[i], corners + i * kBlock, lane);
      for (std::size_t k = 0; k < valueCount; ++k) s.value[k] = loadFloats<V>(blockValues + k * kBlock + lane);
      if constexpr (general) {
        if (s.damped) {
          for (int i = 0; i < K::arity; ++i)
            s.start[i] = loadCorner<layout, V>(start, stride, first[i], corners + i * kBlock, lane).x;
        }
        for (int k = 0; k < K::lambdaCount; ++k) s.lambda[k] = loadFloats<V>(blockLambda + k * kBlock + lane);
      }
      K::template solve<general>(s);
      for (int i = 0; i < K::arity; ++i) storeCorner<layout>(s.p[i], x, stride, first[i], corners + i * kBlock, lane);
      if constexpr (general) {
        for (int k = 0; k < K::lambdaCount; ++k) storeFloats(s.lambda[k], blockLambda + k * kBlock + lane);
      }
    }
  }
}

/// In columns, runs first, then the others. Same bits whichever way a block is loaded.
template <class K, class V, class Index, bool general>
void solveRange(const SolveArguments& a, const Index* indices) {
  if (a.columnStride == 0) {
    solveBlocks<K, V, Index, general, Layout::particles>(a, indices, a.firstBlock, a.endBlock);
    return;
  }
  const std::uint32_t endRun = a.endRun < a.endBlock ? a.endRun : a.endBlock;
  const std::uint32_t other = a.firstBlock < endRun ? endRun : a.firstBlock;
  if (a.firstBlock < endRun) solveBlocks<K, V, Index, general, Layout::columnRuns>(a, indices, a.firstBlock, endRun);
  if (other < a.endBlock) solveBlocks<K, V, Index, general, Layout::columns>(a, indices, other, a.endBlock);
}

template <class K, class V>
KindKernel kindKernel() {
  return {[](const SolveArguments& a) { solveRange<K, V, std::uint16_t, false>(a, a.indices16); },
          [](const SolveArguments& a) { solveRange<K, V, std::uint32_t, false>(a, a.indices32); },
          [](const SolveArguments& a) { solveRange<K, V, std::uint16_t, true>(a, a.indices16); },
          [](const SolveArguments& a) { solveRange<K, V, std::uint32_t, true>(a, a.indices32); }};
}

/// F<V>::make() for the V of `lanes` lanes; a default-constructed result where this set has no such width.
template <template <class> class F>
auto forLanes(std::uint32_t lanes) -> decltype(F<float>::make()) {
#if HWY_TARGET != HWY_SCALAR
#if HWY_MAX_BYTES >= 64
  if (lanes == 16) return F<Wide<16>>::make();
#endif
#if HWY_MAX_BYTES >= 32
  if (lanes == 8) return F<Wide<8>>::make();
#endif
  if (lanes == 4) return F<Wide<4>>::make();
#endif
  if (lanes == 1) return F<float>::make();
  return {};
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
