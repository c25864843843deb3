// Compiled once for each instruction set.
#include "kernels/row_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/row_kernels.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "kernels/air-inl.h"
#include "kernels/coarse-inl.h"
#include "kernels/limits-inl.h"
#include "kernels/motion-inl.h"
#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

template <class V>
void windAnyIndex(const WindArguments& a) {
  a.indices16 != nullptr ? windBlocks<V>(a, a.indices16) : windBlocks<V>(a, a.indices32);
}

template <class V>
struct AllRows {
  static RowKernels make() {
    return {&integrateRows<V>,
            &velocityRows<V>,
            &tetherRows<V>,
            &limitRows<V>,
            &gustRows<V>,
            &windAnyIndex<V>,
            &spreadRows<V>,
            &collectRows<V>,
            &followRows<V>,
            [](const SolveArguments& a) { solveRange<DistanceLimit, V, std::uint16_t, false>(a, a.indices16); },
            [](const SolveArguments& a) { solveRange<DistanceLimit, V, std::uint32_t, false>(a, a.indices32); }};
  }
};

RowKernels findRowKernels(std::uint32_t lanes) { return forLanes<AllRows>(lanes); }

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "kernels/export.h"
namespace toile {
TOILE_EXPORT_KERNEL(RowKernels, rowKernels, findRowKernels)
}  // namespace toile
#endif
