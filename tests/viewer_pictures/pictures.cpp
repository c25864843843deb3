#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <cstdlib>

#include "viewer_pictures/pictures.h"

namespace toile::view {

Difference compare(const Image& a, const Image& b) {
  Difference difference;
  if (a.width != b.width || a.height != b.height) return {255.0, 1.0};
  std::size_t changed = 0;
  double sum = 0.0;
  for (std::size_t i = 0; i < a.pixels.size(); i += 3) {
    int most = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const int off = std::abs(int{a.pixels[i + c]} - int{b.pixels[i + c]});
      sum += off;
      most = std::max(most, off);
    }
    if (most > kVisible) ++changed;
  }
  difference.mean = sum / static_cast<double>(a.pixels.size());
  difference.changed = static_cast<double>(changed) / (static_cast<double>(a.pixels.size()) / 3.0);
  return difference;
}

Result<Image> readPng(const std::string& path) {
  int width = 0, height = 0, channels = 0;
  unsigned char* pixels = stbi_load(path.c_str(), &width, &height, &channels, 3);
  if (pixels == nullptr) return Error{path + ": " + stbi_failure_reason()};
  Image image{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
  image.pixels.assign(pixels, pixels + std::size_t{3} * image.width * image.height);
  stbi_image_free(pixels);
  return image;
}

}  // namespace toile::view
