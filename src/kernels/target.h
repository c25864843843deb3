// Which instruction sets this machine offers, and how they are called.
#pragma once

#include <string>
#include <vector>

#include "kernels/kernel.h"
#include "toile/result.h"

namespace toile {

/// All sets this build and this machine can run, widest first.
/// Thread safe.
std::vector<KernelTarget> availableTargets();

/// The target for what the user asked for, or why there is none.
Result<KernelTarget> chooseTarget(Simd simd);

/// "avx512 x16"
std::string targetName(KernelTarget target);

}  // namespace toile
