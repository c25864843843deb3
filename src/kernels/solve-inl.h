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

/// How particles lie in memory: whole, or in columns.
enum class Layout { particles, columns };

/// The particles of corners of a run: sixteen in a row from the given one on.
template <Layout layout>
struct RunCorners {
  static constexpr std::size_t perCorner = 1;
  using Index = std::uint32_t;
  template <class V>
  static HWY_INLINE Particle<V> load(const float* x, std::size_t stride, const Index* corner, std::size_t lane) {
    if constexpr (layout == Layout::columns) {
      return loadColumns<V>(x, stride, *corner + lane);
    } else {
      return loadRow<V>(x, *corner + lane);
    }
  }
  template <class V>
  static HWY_INLINE void store(const Particle<V>& p, float* x, std::size_t stride, const Index* corner,
                               std::size_t lane) {
    if constexpr (layout == Layout::columns) {
      storeColumns(p.x, x, stride, *corner + lane);
    } else {
      storeRow(p, x, *corner + lane);
    }
  }
};

/// Those of other blocks, one by one.
template <Layout layout, class I>
struct OtherCorners {
  static constexpr std::size_t perCorner = kBlock;
  using Index = I;
  template <class V>
  static HWY_INLINE Particle<V> load(const float* x, std::size_t stride, const Index* corner, std::size_t lane) {
    if constexpr (layout == Layout::columns) {
      return pickColumns<V>(x, stride, corner + lane);
    } else {
      return HWY_NAMESPACE::load<V>(x, corner + lane);
    }
  }
  template <class V>
  static HWY_INLINE void store(const Particle<V>& p, float* x, std::size_t stride, const Index* corner,
                               std::size_t lane) {
    if constexpr (layout == Layout::columns) {
      putColumns(p.x, x, stride, corner + lane);
    } else {
      HWY_NAMESPACE::store(p, x, corner + lane);
    }
  }
};

/// Where all lanes of a block that are present have one compliance.
template <class V>
HWY_INLINE V spreadCompliance(float compliance, std::uint32_t present, std::size_t lane) {
  const V all = broadcast<V>(compliance);
  return present == 0xffffu ? all : select(maskOf<V>(present >> lane), all, broadcast<V>(kNothing));
}

/// Blocks [begin, end) whose corners are of the type C. `corners` are those of block `begin`.
template <class K, class V, bool general, class C>
HWY_NOINLINE void solveBlocks(const SolveArguments& a, const typename C::Index* corners, std::size_t begin,
                              std::size_t end) {
  constexpr std::size_t perCorner = C::perCorner;
  Stencil<K, V> s;
  s.complianceFactor = broadcast<V>(a.complianceFactor);
  s.relaxation = broadcast<V>(a.relaxation);
  if constexpr (general) {
    s.gamma = broadcast<V>(a.gamma);
    s.damped = a.gamma > 0.0f;
  }

  // Copies, because the compiler has to think that a vector stored may change what `a` holds.
  float *const x = a.x, *const lambda = a.lambda;
  const float *const start = a.start, *const parameters = a.parameters, *const compliance = a.compliance;
  const std::uint16_t* const present = a.present;
  const std::size_t stride = a.columnStride;
  for (std::size_t block = begin; block < end; ++block, corners += K::arity * perCorner) {
    const float* blockParameters = parameters + block * K::parameterCount * kBlock;
    float* blockLambda = general ? lambda + block * K::lambdaCount * kBlock : nullptr;
    for (std::size_t lane = 0; lane < kBlock; lane += LaneCount<V>::value) {
      for (int i = 0; i < K::arity; ++i) s.p[i] = C::template load<V>(x, stride, corners + i * perCorner, lane);
      for (std::size_t k = 0; k < K::parameterCount; ++k)
        s.value[k] = loadFloats<V>(blockParameters + k * kBlock + lane);
      s.value[K::parameterCount] = present == nullptr ? loadFloats<V>(compliance + block * kBlock + lane)
                                                      : spreadCompliance<V>(compliance[block], present[block], lane);
      if constexpr (general) {
        if (s.damped) {
          for (int i = 0; i < K::arity; ++i)
            s.start[i] = C::template load<V>(start, stride, corners + i * perCorner, lane).x;
        }
        for (int k = 0; k < K::lambdaCount; ++k) s.lambda[k] = loadFloats<V>(blockLambda + k * kBlock + lane);
      }
      K::template solve<general>(s);
      for (int i = 0; i < K::arity; ++i) C::store(s.p[i], x, stride, corners + i * perCorner, lane);
      if constexpr (general) {
        for (int k = 0; k < K::lambdaCount; ++k) storeFloats(s.lambda[k], blockLambda + k * kBlock + lane);
      }
    }
  }
}

template <class K, class V, class Index, bool general, Layout layout>
void solveLayout(const SolveArguments& a, const Index* indices) {
  const std::uint32_t endRun = a.endRun < a.endBlock ? a.endRun : a.endBlock;
  const std::uint32_t other = a.firstBlock < endRun ? endRun : a.firstBlock;
  if (a.firstBlock < endRun) {
    const std::uint32_t* corners = a.runs + std::size_t{a.firstBlock - a.runShift} * K::arity;
    bool done = false;
    if constexpr (!general && layout == Layout::columns && requires { &K::template solveEvenRuns<V, true>; }) {
      done = a.present != nullptr && a.relaxation == 1.0f;
      if (done && a.rigid) K::template solveEvenRuns<V, false>(a, corners, a.firstBlock, endRun);
      if (done && !a.rigid) K::template solveEvenRuns<V, true>(a, corners, a.firstBlock, endRun);
    }
    if (!done) solveBlocks<K, V, general, RunCorners<layout>>(a, corners, a.firstBlock, endRun);
  }
  if (other < a.endBlock) {
    solveBlocks<K, V, general, OtherCorners<layout, Index>>(
        a, indices + std::size_t{other - a.otherShift} * K::arity * kBlock, other, a.endBlock);
  }
}

/// Runs first, then the others. Same bits whichever way a block is loaded.
template <class K, class V, class Index, bool general>
void solveRange(const SolveArguments& a, const Index* indices) {
  a.columnStride == 0 ? solveLayout<K, V, Index, general, Layout::particles>(a, indices)
                      : solveLayout<K, V, Index, general, Layout::columns>(a, indices);
}

template <class K, class V>
KindKernel kindKernel() {
  return {[](const SolveArguments& a) { solveRange<K, V, std::uint16_t, false>(a, a.indices16); },
          [](const SolveArguments& a) { solveRange<K, V, std::uint32_t, false>(a, a.indices32); },
          [](const SolveArguments& a) { solveRange<K, V, std::uint16_t, true>(a, a.indices16); },
          [](const SolveArguments& a) { solveRange<K, V, std::uint32_t, true>(a, a.indices32); }};
}

#if HWY_TARGET != HWY_SCALAR
inline constexpr std::uint32_t kSetLanes = HWY_MAX_BYTES >= 64 ? 16 : HWY_MAX_BYTES / sizeof(float);
#endif

/// F<V>::make() for the V of `lanes` lanes; a default-constructed result where there is none. A set has its own width,
/// and the base set one lane as well (Simd::scalar): narrower vectors of wider sets would be half of all there is to
/// compile, and no faster than the set of that width.
template <template <class> class F>
auto forLanes(std::uint32_t lanes) -> decltype(F<float>::make()) {
#if HWY_TARGET != HWY_SCALAR
  if (lanes == kSetLanes) return F<Wide<kSetLanes>>::make();
#endif
#if HWY_TARGET == HWY_STATIC_TARGET
  if (lanes == 1) return F<float>::make();
#endif
  return {};
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
