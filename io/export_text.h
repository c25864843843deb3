// Numbers as text that reads back to the same bits.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

#include "toile/vec.h"

namespace toile {

/// Shortest decimal form that reads back exactly, whatever the locale.
template <class Number>
void appendNumber(std::string& out, Number value) {
  char buffer[64];
  const std::to_chars_result end = std::to_chars(buffer, buffer + sizeof(buffer), value);
  out.append(buffer, end.ptr);
}

inline void appendNumbers(std::string& out, Vec3 v, const char* separator) {
  appendNumber(out, v.x);
  out += separator;
  appendNumber(out, v.y);
  out += separator;
  appendNumber(out, v.z);
}

}  // namespace toile
