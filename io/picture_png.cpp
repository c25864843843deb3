#include <cstdlib>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

#include "io/export_file.h"
#include "io/picture.h"
#include "io/png_parts.h"

namespace toile {

std::vector<std::uint8_t> deflated(std::span<const std::uint8_t> bytes) {
  int size = 0;
  std::vector<std::uint8_t> copy(bytes.begin(), bytes.end());  // the library wants it writable and does not write
  unsigned char* packed = stbi_zlib_compress(copy.data(), static_cast<int>(copy.size()), &size, 9);
  if (packed == nullptr) return {};
  std::vector<std::uint8_t> out(packed, packed + size);
  std::free(packed);
  return out;
}

Status writePng(const std::filesystem::path& path, const Image& image) {
  const std::size_t bytes = 3 * std::size_t{image.width} * image.height;
  if (bytes == 0 || image.pixels.size() != bytes) {
    return Error{path.string() + ": the image has " + std::to_string(image.pixels.size()) + " bytes, not 3 · " +
                 std::to_string(image.width) + " · " + std::to_string(image.height)};
  }
  Result<OutputFile> file = OutputFile::open(path);
  if (!file) return Error{file.error()};
  const auto write = [](void* context, void* data, int size) {
    static_cast<OutputFile*>(context)->write(data, static_cast<std::size_t>(size));
  };
  const int width = static_cast<int>(image.width), height = static_cast<int>(image.height);
  if (stbi_write_png_to_func(write, &*file, width, height, 3, image.pixels.data(), 3 * width) == 0) {
    return Error{path.string() + ": the picture could not be compressed"};
  }
  return file->commit();
}

}  // namespace toile
