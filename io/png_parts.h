// What the writers of PNG files share.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace toile {

/// A zlib stream of `bytes`; empty where that fails.
std::vector<std::uint8_t> deflated(std::span<const std::uint8_t> bytes);

}  // namespace toile
