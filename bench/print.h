// What the reports of measurements share: spreads as JSON, and tables of a name and a value a line.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/measure.h"

namespace toile::bench {

inline nlohmann::ordered_json spreadJson(const Spread& spread) {
  return {{"min", spread.min}, {"median", spread.median}, {"max", spread.max}};
}

/// Formats as printf does.
template <class... Values>
std::string formatted(const char* format, Values... values) {
  std::string text(static_cast<std::size_t>(std::snprintf(nullptr, 0, format, values...)), '\0');
  std::snprintf(text.data(), text.size() + 1, format, values...);
  return text;
}

class Table {
 public:
  void add(const char* name, const std::string& value) { text_ += formatted("%-22s %s\n", name, value.c_str()); }
  template <class First, class... Values>
  void add(const char* name, const char* format, First first, Values... values) {
    add(name, formatted(format, first, values...));
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace toile::bench
