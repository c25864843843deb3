// What coarse levels need: one-sided distances, and particles that follow coarse nodes.
//
// Limit of a distance: C = |a − b| − L (1 + slack) <= 0, rigid, both ends by their inverse masses. Never pushes.
// Source: Müller 2008 (Hierarchical Position Based Dynamics) §4; bipartite weights there, here up to four parents.
#if defined(TOILE_KERNELS_COARSE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_COARSE_INL_H
#undef TOILE_KERNELS_COARSE_INL_H
#else
#define TOILE_KERNELS_COARSE_INL_H
#endif

#include "kernels/motion-inl.h"
#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

inline constexpr float kSlackest = 1e30f;

/// In the layout of distance constraints; `relaxation` is 1 + slack.
struct DistanceLimit {
  static constexpr int arity = 2, parameterCount = 1, lambdaCount = 1;

  template <bool general, class V>
  static HWY_INLINE void solve(Stencil<DistanceLimit, V>& s) {
    const Vector<V> d = s.p[0].x - s.p[1].x;
    const V squared = dot(d, d), weight = s.p[0].w + s.p[1].w, most = s.value[0] * s.relaxation;
    const auto real = both(less(s.compliance(), broadcast<V>(kSlackest)), less(zero<V>(), weight));  // no padding
    const auto beyond = both(less(most * most, squared), real);
    if (!anyTrue(beyond)) return;
    const V l = squareRoot(squared);
    const V change = select(beyond, (most - l) / (weight * l), zero<V>());
    s.p[0].x = s.p[0].x + d * (s.p[0].w * change);
    s.p[1].x = s.p[1].x - d * (s.p[1].w * change);
  }
};

/// x += Σ weight · motion of the parents, for free particles.
template <class V>
void followRows(const FollowArguments& a, Rows rows) {
  forBlockLanes<V>(rows, [&](std::size_t first, std::size_t lane) HWY_ATTR {
    Particle<V> p = loadBlock<V>(a.x, first, lane);
    const std::size_t at = kFollowed * first + lane;
    Vector<V> sum{zero<V>(), zero<V>(), zero<V>()};
    for (std::size_t k = 0; k < kFollowed; ++k) {
      const Particle<V> motion = load<V>(a.motion, a.parents + at + k * kBlock);
      sum = sum + motion.x * loadFloats<V>(a.weights + at + k * kBlock);
    }
    p.x = select(less(zero<V>(), p.w), p.x + sum, p.x);
    storeBlock(p, a.x, first, lane);
  });
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
