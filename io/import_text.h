// Small helpers of the importers: numbers in messages, plural forms, cut-off names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace toile {

/// "1 face", "2 faces", "2 vertices".
inline std::string counted(std::size_t count, std::string_view noun) {
  std::string text = std::to_string(count) + " ";
  if (count == 1) return text.append(noun);
  if (noun.size() > 2 && noun.substr(noun.size() - 2) == "ex")
    return text.append(noun.substr(0, noun.size() - 2)) + "ices";
  return text.append(noun) + "s";
}

/// A name from a file made fit for a message: at most 64 bytes, control characters as '?'.
inline std::string shown(std::string_view name, std::size_t limit = 64) {
  std::string text(name.substr(0, limit));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  if (name.size() > limit) text += "...";
  return text;
}

}  // namespace toile
