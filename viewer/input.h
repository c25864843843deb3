// What hands and scripts do, the same for both.
#pragma once

#include <cstdint>

namespace toile::view {

/// Letters and digits are their upper-case ASCII codes; others have GLFW's numbers, so that no table is needed.
enum class Key : int {
  none = 0,
  escape = 256,
  enter = 257,
  tab = 258,
  backspace = 259,
  insert = 260,
  remove = 261,
  right = 262,
  left = 263,
  down = 264,
  up = 265,
  pageUp = 266,
  pageDown = 267,
  home = 268,
  end = 269,
  f1 = 290,
  f2 = 291,
  shift = 340,
  control = 341,
};
inline constexpr int kKeyCount = 349;
constexpr Key letter(char upper) { return static_cast<Key>(upper); }

enum class Button : std::uint8_t { left, right, middle };

struct InputEvent {
  enum class What : std::uint8_t { moved, button, wheel, key, text };
  What what = What::moved;
  float x = 0.0f, y = 0.0f;  ///< moved: pixels from the top left; wheel: notches in y
  Button button = Button::left;
  Key key = Key::none;
  bool down = false;       ///< button, key
  std::uint32_t text = 0;  ///< code point
};

}  // namespace toile::view
