// Instruction sets.
#pragma once

#include <cstdint>

namespace toile {

/// Instruction sets of the solver's kernels. Results are the same bits for all of them.
enum class Simd : std::uint8_t { automatic, scalar, sse4, avx2, avx512, neon, wasm };

}  // namespace toile
