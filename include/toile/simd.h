// Instruction sets.
#pragma once

#include <cstdint>

namespace toile {

/// Instruction sets of the solver's kernels: 1, 4, 8, 16, 4 and 4 constraints at once. Results are the same bits for
/// all.
enum class Simd : std::uint8_t { automatic, scalar, sse4, avx2, avx512, neon, wasm };

}  // namespace toile
