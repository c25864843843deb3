// The bits of a number, where two are the same only if all of them are (std::bit_cast is missing in emscripten's
// library).
#pragma once

#include <cstdint>
#include <cstring>

namespace toile {

inline std::uint32_t bitsOf(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline std::uint64_t bitsOf(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

}  // namespace toile
