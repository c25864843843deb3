// The kernels of all constraint kinds for one instruction set and width.
#pragma once

#include "kernels/kernel.h"
#include "toile/kind.h"

namespace toile {

/// Empty entries where this build or width has none. Whether the machine can run them: see target.h.
PerKind<KindKernel> kindKernels(KernelTarget target);

}  // namespace toile
