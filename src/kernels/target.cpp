#include "kernels/target.h"

#include <hwy/highway.h>

#include <array>

#include "kernels/row_kernels.h"

namespace toile {
namespace {

struct SetInfo {
  Simd simd;
  const char* name;
  std::uint32_t lanes;
  std::int64_t highwayTarget;
};

// Widest first.
constexpr std::array<SetInfo, 6> kSets{{{Simd::avx512, "avx512", 16, HWY_AVX3},
                                        {Simd::avx2, "avx2", 8, HWY_AVX2},
                                        {Simd::sse4, "sse4", 4, HWY_SSE4},
                                        {Simd::neon, "neon", 4, HWY_NEON},
                                        {Simd::wasm, "wasm", 4, HWY_WASM},
                                        {Simd::scalar, "scalar", 1, 0}}};

const char* setName(Simd simd) {
  for (const SetInfo& set : kSets) {
    if (set.simd == simd) return set.name;
  }
  return "automatic";
}

}  // namespace

std::vector<KernelTarget> availableTargets() {
  std::vector<KernelTarget> targets;
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
  constexpr std::int64_t supported = HWY_TARGETS;  // built for one set, as WebAssembly is: nothing to look up
#else
  const std::int64_t supported = hwy::SupportedTargets();
#endif
  for (const SetInfo& set : kSets) {
    if (set.simd != Simd::scalar && (supported & set.highwayTarget) == 0) continue;
    const KernelTarget target{set.simd, set.lanes};
    if (rowKernels(target).integrate != nullptr) targets.push_back(target);
  }
  return targets;
}

Result<KernelTarget> chooseTarget(Simd simd) {
  for (const KernelTarget target : availableTargets()) {
    if (simd == Simd::automatic || simd == target.simd) return target;
  }
  std::string message = "WorldDef::simd: this machine or build has no " + std::string(setName(simd)) + "; it has";
  for (const KernelTarget target : availableTargets()) message.append(" ").append(targetName(target));
  return Error{message};
}

std::string targetName(KernelTarget target) {
  return std::string(setName(target.simd)) + " x" + std::to_string(target.lanes);
}

}  // namespace toile
