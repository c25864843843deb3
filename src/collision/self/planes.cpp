// The first look at all listed pairs, sixteen at a time. Compiled once for each instruction set.
#include <algorithm>

#include "collision/self/guard.h"

namespace toile::self {
using UnprovenFunction = void (*)(const GuardInput&, const PairLists&, std::vector<PairName>&);
}  // namespace toile::self

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision/self/planes.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "collision/self/closest-inl.h"
#include "collision/self/planes-inl.h"
#include "collision/surface-inl.h"
#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

template <class K, class V>
void findUnprovenIn(const self::GuardInput& input, const self::PairList& pairs, std::uint32_t list,
                    std::vector<self::PairName>& unproven) {
  for (std::size_t at = 0; at < pairs.count; at += LaneCount<V>::value) {
    Vector<V> base[4], end[4];
    for (int i = 0; i < 4; ++i) {
      base[i] = load<V>(input.base, &pairs.p[i][at]).x;
      end[i] = load<V>(input.x, &pairs.p[i][at]).x;
    }
    const Vector<V> n{loadFloats<V>(&pairs.n[0][at]), loadFloats<V>(&pairs.n[1][at]), loadFloats<V>(&pairs.n[2][at])};
    const V proven = keepsApart<K>(base, n) * keepsApart<K>(end, n);
    std::uint32_t bits = maskBits(less(proven, broadcast<V>(0.5f)));
    for (; bits != 0; bits &= bits - 1) {
      const std::size_t place = at + hwy::Num0BitsBelowLS1Bit_Nonzero32(bits);
      if (place < pairs.count) unproven.push_back({list, static_cast<std::uint32_t>(place)});
    }
  }
}

template <class V>
void findAllUnproven(const self::GuardInput& input, const self::PairLists& pairs,
                     std::vector<self::PairName>& unproven) {
  unproven.clear();
  findUnprovenIn<VertexTriangle, V>(input, pairs.vertexTriangle, 0, unproven);
  findUnprovenIn<EdgeEdge, V>(input, pairs.edgeEdge, 1, unproven);
}

template <class V>
struct Unproven {
  static self::UnprovenFunction make() { return &findAllUnproven<V>; }
};
self::UnprovenFunction findUnprovenKernel(std::uint32_t lanes) { return forLanes<Unproven>(lanes); }

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "kernels/export.h"
namespace toile {
namespace {
TOILE_EXPORT_KERNEL(self::UnprovenFunction, unprovenFunction, findUnprovenKernel)
}  // namespace

namespace self {
void findUnproven(const GuardInput& input, const PairLists& pairs, std::vector<PairName>& unproven) {
  unprovenFunction(input.target)(input, pairs, unproven);
}
}  // namespace self

}  // namespace toile
#endif
