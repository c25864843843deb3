// Threads: the library's own (oneTBB), none, or those of the engine it runs in.
#pragma once

#include <cstddef>
#include <functional>

namespace toile {

/// Runs body(begin, end) over parts of [0, count) and returns when all are done. Parts are multiples of
/// `grain` (the last may be shorter), may run in any order on any thread, and calls may nest. Results do
/// not depend on how the range is cut.
using ParallelFor = std::function<void(std::size_t count, std::size_t grain,
                                       const std::function<void(std::size_t, std::size_t)>& body)>;

}  // namespace toile
