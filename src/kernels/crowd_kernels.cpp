// Compiled once for each instruction set.
#include "kernels/crowd_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/crowd_kernels.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "kernels/crowd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

CrowdKernels findCrowdKernels([[maybe_unused]] std::uint32_t lanes) {
#if HWY_TARGET != HWY_SCALAR
  if (lanes == kSetLanes) return Crowd<Wide<kSetLanes>>::make();
#endif
  return {};
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "kernels/export.h"
namespace toile {
TOILE_EXPORT_KERNEL(CrowdKernels, crowdKernels, findCrowdKernels)
}  // namespace toile
#endif
