#include "io/picture_label.h"

#include <stb_easy_font.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace toile {
namespace {

constexpr float kCapHeight = 7.0f;  // of the font's letters, in its own unit
constexpr float kMiddle = 5.5f;     // their middle, from the top of the line

std::string printable(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c < ' ' || c > '~') c = '?';
  }
  return out;
}

/// The part of a pixel that [from, to] covers along one axis.
float overlap(float from, float to, int pixel) {
  const float p = static_cast<float>(pixel);
  return std::max(0.0f, std::min(to, p + 1.0f) - std::max(from, p));
}

void fillRectangle(Image& image, float x0, float y0, float x1, float y1, Colour colour) {
  const int width = static_cast<int>(image.width), height = static_cast<int>(image.height);
  for (int y = std::max(0, static_cast<int>(std::floor(y0)));
       y < std::min<int>(height, static_cast<int>(std::ceil(y1))); ++y) {
    for (int x = std::max(0, static_cast<int>(std::floor(x0)));
         x < std::min<int>(width, static_cast<int>(std::ceil(x1))); ++x) {
      const float cover = overlap(x0, x1, x) * overlap(y0, y1, y);
      std::uint8_t* pixel =
          &image.pixels[3 * (static_cast<std::size_t>(y) * image.width + static_cast<std::size_t>(x))];
      const float to[3] = {colour.red, colour.green, colour.blue};
      for (int i = 0; i < 3; ++i) {
        const float from = static_cast<float>(pixel[i]);
        pixel[i] = static_cast<std::uint8_t>(std::lround(from + (255.0f * to[i] - from) * cover));
      }
    }
  }
}

}  // namespace

float labelWidth(float size, std::string_view text) {
  std::string line = printable(text);
  return static_cast<float>(stb_easy_font_width(line.data())) * size / kCapHeight;
}

void drawLabel(Image& image, float x, float y, float size, Colour colour, std::string_view text) {
  struct Vertex {
    float x, y, z;
    std::uint8_t colour[4];
  };
  std::string line = printable(text);
  std::vector<Vertex> corners(4 * 64 * (line.size() + 1));  // far more rectangles than any letter has
  const int quads = stb_easy_font_print(0.0f, 0.0f, line.data(), nullptr, corners.data(),
                                        static_cast<int>(corners.size() * sizeof(Vertex)));
  const float scale = size / kCapHeight;
  for (int q = 0; q < quads; ++q) {
    const Vertex &a = corners[static_cast<std::size_t>(4 * q)], &c = corners[static_cast<std::size_t>(4 * q + 2)];
    fillRectangle(image, x + a.x * scale, y + (a.y - kMiddle) * scale, x + c.x * scale, y + (c.y - kMiddle) * scale,
                  colour);
  }
}

}  // namespace toile
