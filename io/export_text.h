// Numbers as text that reads back to the same bits.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>

#include "toile/vec.h"

namespace toile {

/// Shortest decimal form that reads back exactly, whatever the locale.
template <class Number>
void appendNumber(std::string& out, Number value) {
  char buffer[64];
#if !defined(__cpp_lib_to_chars)
  // emscripten's library has integers only, and no locale but "C".
  if constexpr (std::is_floating_point_v<Number>) {
    int digits = 1;
    do {
      std::snprintf(buffer, sizeof(buffer), "%.*g", digits, static_cast<double>(value));
    } while (static_cast<Number>(std::strtod(buffer, nullptr)) != value && ++digits <= 17);
    out += buffer;
    return;
  } else
#endif
  {
    const std::to_chars_result end = std::to_chars(buffer, buffer + sizeof(buffer), value);
    out.append(buffer, end.ptr);
  }
}

inline void appendNumbers(std::string& out, Vec3 v, const char* separator) {
  appendNumber(out, v.x);
  out += separator;
  appendNumber(out, v.y);
  out += separator;
  appendNumber(out, v.z);
}

}  // namespace toile
