// Compiled once for each instruction set.
#include "kernels/crowd_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/crowd_kernels.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "kernels/crowd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

CrowdKernels findCrowdKernels(std::uint32_t lanes) {
  if (lanes == 1) return {};
#if HWY_TARGET != HWY_SCALAR
#if HWY_MAX_BYTES >= 64
  if (lanes == 16) return Crowd<Wide<16>>::make();
#endif
#if HWY_MAX_BYTES >= 32
  if (lanes == 8) return Crowd<Wide<8>>::make();
#endif
  if (lanes == 4) return Crowd<Wide<4>>::make();
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
