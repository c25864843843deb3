// Distance: solves stretch, shear, wing and skip-one.
//
//   a •———————• b      C = |a − b| − rest                  m
//                      ∇ₐC = (a − b) / |a − b| = −∇_bC     1
//
// Parameters: rest length (m). Compliance: m/N.
// Fast path (one pass, λ from zero): Δλ = −C / max(W, ¾W + α̃) with W = w_a + w_b instead of −C / (W + α̃). A pass
// over a chain in two colours leaves the first colour stretched as if its compliance were α̃ + W (its neighbours
// undo half of what it did) and the second α̃: on the mean ½W too soft. Half of that is taken back where the
// compliance leaves room for it; never more than a full correction, so nothing can overshoot. (All of it makes
// stiffness exact, but free triangle meshes then gain energy from rounding: docs/performance.md.)
// Degenerate: a = b has no direction; nothing happens until something else parts them.
// Source: Müller 2007 (Position Based Dynamics) §4.1 with the compliance of Macklin 2016 (XPBD).
#if defined(TOILE_KERNELS_DISTANCE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_DISTANCE_INL_H
#undef TOILE_KERNELS_DISTANCE_INL_H
#else
#define TOILE_KERNELS_DISTANCE_INL_H
#endif

#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

struct Distance {
  static constexpr int arity = 2, parameterCount = 1, lambdaCount = 1;

  /// C and ∇C of one stencil (used by the general path and by the tests of gradients).
  template <class V>
  static HWY_INLINE V evaluate(const Vector<V> (&x)[2], const V* parameters, Vector<V> (&gradient)[2]) {
    const Vector<V> d = x[0] - x[1];
    const V l = squareRoot(dot(d, d));
    const V inverse = select(less(broadcast<V>(1e-20f), l), broadcast<V>(1.0f) / l, zero<V>());
    gradient[0] = d * inverse;
    gradient[1] = -gradient[0];
    return l - parameters[0];
  }

  template <bool general, class V>
  static HWY_INLINE void solve(Stencil<Distance, V>& s) {
    if (general && s.damped) {
      Vector<V> gradient[2];
      const Vector<V> x[2] = {s.p[0].x, s.p[1].x};
      const V constraint = evaluate(x, s.value, gradient);
      applyConstraint<true>(s, constraint, gradient, s.compliance());
      return;
    }
    // |∇C| = 1 written out: one square root and one division.
    const Vector<V> d = s.p[0].x - s.p[1].x;
    const V l = squareRoot(dot(d, d));
    const V weight = s.p[0].w + s.p[1].w;
    if constexpr (general) {
      const V alpha = s.compliance() * s.complianceFactor;
      const V denominator = (weight + alpha) * l;
      const auto usable = both(both(less(broadcast<V>(1e-30f), denominator), less(denominator, broadcast<V>(kSoftest))),
                               less(zero<V>(), weight));
      const V change =
          select(usable, (s.value[0] - l - alpha * s.lambda[0]) / denominator, zero<V>()) * s.relaxation;  // Δλ / l
      s.lambda[0] = s.lambda[0] + change * l;
      s.p[0].x = s.p[0].x + d * (s.p[0].w * change);
      s.p[1].x = s.p[1].x - d * (s.p[1].w * change);
    } else {
      const V denominator = higher(weight, broadcast<V>(0.75f) * weight + s.compliance() * s.complianceFactor) * l;
      const V change =
          selectOrZero(less(broadcast<V>(1e-30f), denominator), (s.value[0] - l) / denominator) * s.relaxation;
      s.p[0].x = s.p[0].x + d * (s.p[0].w * change);
      s.p[1].x = s.p[1].x - d * (s.p[1].w * change);
    }
  }

  /// x, y, z and w in columns.
  struct Columns {
    float *x, *y, *z;
    const float* w;

    template <class V>
    HWY_INLINE Vector<V> at(std::size_t i) const {
      return {loadAnyFloats<V>(x + i), loadAnyFloats<V>(y + i), loadAnyFloats<V>(z + i)};
    }
    template <class V>
    HWY_INLINE void put(const Vector<V>& p, std::size_t i) const {
      storeAnyFloats(p.x, x + i), storeAnyFloats(p.y, y + i), storeAnyFloats(p.z, z + i);
    }
  };

  /// What the lanes of a block share.
  template <class V>
  struct EvenBlock {
    const float* rest;
    std::uint32_t present;
    V alpha, least;
  };

  /// The lanes of a block from `lane` on: the fast path where one compliance, or none, goes for all of them.
  template <class V, bool soft, std::size_t lane>
  static HWY_INLINE void solveEvenLanes(const Columns& columns, std::size_t first, std::size_t second,
                                        const EvenBlock<V>& block) {
    const Vector<V> a = columns.at<V>(first + lane), b = columns.at<V>(second + lane);
    const V aw = loadAnyFloats<V>(columns.w + first + lane), bw = loadAnyFloats<V>(columns.w + second + lane);
    const Vector<V> d = a - b;
    const V l = squareRoot(dot(d, d));
    V weight = aw + bw;
    if constexpr (soft) weight = higher(weight, broadcast<V>(0.75f) * weight + block.alpha);
    const V denominator = weight * l;
    const V change = (loadFloats<V>(block.rest + lane) - l) / denominator;
    auto usable = less(block.least, denominator);
    // Sixteen bits are a mask at no cost where masks are bits; elsewhere few blocks have gaps.
    if (LaneCount<V>::value == 16 || block.present != 0xffffu) usable = both(usable, maskOf<V>(block.present >> lane));
    // Not the quotient: a division would wait for its mask.
    columns.put(a + d * selectOrZero(usable, aw * change), first + lane);
    columns.put(b - d * selectOrZero(usable, bw * change), second + lane);
    constexpr std::size_t next = lane + LaneCount<V>::value;
    if constexpr (next < kBlock) solveEvenLanes<V, soft, next>(columns, first, second, block);
  }
  template <class V, bool soft>
  static HWY_NOINLINE void solveEvenRuns(const SolveArguments& a, const std::uint32_t* corners, std::size_t begin,
                                         std::size_t end) {
    float *const x = a.x, *const y = x + a.columnStride, *const z = y + a.columnStride;
    const Columns columns{x, y, z, z + a.columnStride};
    const float *rest = a.parameters + begin * kBlock, *const compliance = a.compliance;
    const std::uint16_t* const present = a.present;
    const float factor = a.complianceFactor;
    for (std::size_t block = begin; block < end; ++block, corners += 2, rest += kBlock) {
      const V alpha = soft ? broadcast<V>(compliance[block] * factor) : zero<V>();
      const EvenBlock<V> even{rest, present[block], alpha, broadcast<V>(1e-30f)};
      solveEvenLanes<V, soft, 0>(columns, corners[0], corners[1], even);
    }
  }
};

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
