// Which instruction sets this machine offers, and how they are called.
#pragma once

#include <string>
#include <vector>

#include "kernels/kernel.h"
#include "toile/result.h"

namespace toile {

/// All sets this build and this machine can run, widest first, each with its widest lane count.
/// Thread safe.
std::vector<KernelTarget> availableTargets();

/// The target for what the user asked for (lanes 0: widest), or why there is none.
Result<KernelTarget> chooseTarget(Simd simd, std::uint32_t lanes);

/// "avx512 x16"
std::string targetName(KernelTarget target);

}  // namespace toile
