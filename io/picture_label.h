// A line of text in a picture.
#pragma once

#include <string_view>

#include "io/picture.h"

namespace toile {

/// Prints one line with its left end and middle at (x, y), in letters about `size` pixels high. Characters that
/// are not printable ASCII become '?'.
void drawLabel(Image& image, float x, float y, float size, Colour colour, std::string_view text);

/// Pixels the line is long.
float labelWidth(float size, std::string_view text);

}  // namespace toile
