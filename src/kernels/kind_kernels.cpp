// The kernels of all kinds (kind_list-inl.h). Compiled once for each instruction set.
#include "kernels/kind_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/kind_kernels.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "kernels/kind_list-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

template <class V>
struct AllKinds {
  static PerKind<KindKernel> make() {
    PerKind<KindKernel> kernels;
    forKinds([&](Kind kind, auto solver) { kernels[kind] = kindKernel<decltype(solver), V>(); });
    return kernels;
  }
};

PerKind<KindKernel> findKindKernels(std::uint32_t lanes) { return forLanes<AllKinds>(lanes); }

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "kernels/export.h"
namespace toile {
TOILE_EXPORT_KERNEL(PerKind<KindKernel>, kindKernels, findKindKernels)
}  // namespace toile
#endif
