// Animated PNG (APNG 1.0): what changes from frame to frame, in at most 255 colours.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "io/export_file.h"
#include "io/palette.h"
#include "io/picture.h"
#include "io/png_parts.h"

namespace toile {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t kSame = 0;  // index of what shows the frame before; colours are from 1 on

std::uint32_t crcOf(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1u) != 0 ? 0xedb88320u : 0u);
  }
  return ~crc;
}

void put32(Bytes& bytes, std::uint32_t value) {
  for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}
void put16(Bytes& bytes, std::uint32_t value) {
  for (const int shift : {8, 0}) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

void putChunk(Bytes& file, const char* type, std::span<const std::uint8_t> data) {
  Bytes named(type, type + 4);
  named.insert(named.end(), data.begin(), data.end());
  put32(file, static_cast<std::uint32_t>(data.size()));
  file.insert(file.end(), named.begin(), named.end());
  put32(file, crcOf(named));
}

/// Part of a picture, as indices.
struct Patch {
  std::uint32_t x = 0, y = 0, width = 0, height = 0;
  Bytes rows;  ///< each begins with its filter, 0: none
};

/// What of `now` differs from `before` (empty: all of it); one pixel where nothing does.
Patch patchOf(const Bytes& now, const Bytes& before, std::uint32_t width, std::uint32_t height) {
  std::uint32_t x0 = width, x1 = 0, y0 = height, y1 = 0;
  const auto changed = [&](std::size_t i) { return before.empty() || now[i] != before[i]; };
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      if (!changed(std::size_t{y} * width + x)) continue;
      x0 = std::min(x0, x), x1 = std::max(x1, x), y0 = std::min(y0, y), y1 = std::max(y1, y);
    }
  }
  if (x0 > x1) x0 = x1 = y0 = y1 = 0;
  Patch patch{x0, y0, x1 - x0 + 1, y1 - y0 + 1, {}};
  for (std::uint32_t y = y0; y <= y1; ++y) {
    patch.rows.push_back(0);
    for (std::uint32_t x = x0; x <= x1; ++x) {
      const std::size_t i = std::size_t{y} * width + x;
      patch.rows.push_back(changed(i) ? now[i] : kSame);
    }
  }
  return patch;
}

Bytes header(std::uint32_t width, std::uint32_t height) {
  Bytes data;
  put32(data, width), put32(data, height);
  data.insert(data.end(), {8, 3, 0, 0, 0});  // eight bits, a palette
  return data;
}

Bytes frameControl(std::uint32_t sequence, const Patch& patch, double framesPerSecond, bool first) {
  Bytes data;
  for (const std::uint32_t value : {sequence, patch.width, patch.height, patch.x, patch.y}) put32(data, value);
  put16(data, 1000), put16(data, static_cast<std::uint32_t>(std::lround(1000.0 * framesPerSecond)));  // seconds
  data.insert(data.end(), {0, static_cast<std::uint8_t>(first ? 0 : 1)});  // stays; laid over what was there
  return data;
}

}  // namespace

Status writeAnimatedPng(const std::filesystem::path& path, std::span<const Image> frames, double framesPerSecond) {
  const std::string name = path.string() + ": ";
  if (frames.empty()) return Error{name + "an animation without frames"};
  if (!(framesPerSecond >= 0.1 && framesPerSecond <= 60.0))
    return Error{name + std::to_string(framesPerSecond) + " frames a second are outside 0.1 … 60"};
  const std::uint32_t width = frames[0].width, height = frames[0].height;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    if (frames[f].width != width || frames[f].height != height || width == 0 || height == 0 ||
        frames[f].pixels.size() != std::size_t{3} * width * height)
      return Error{name + "frame " + std::to_string(f) + " is empty or not as large as the first"};
  }
  const Palette palette(frames, 255);
  Bytes file{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  putChunk(file, "IHDR", header(width, height));
  Bytes animation, colours{0, 0, 0};
  put32(animation, static_cast<std::uint32_t>(frames.size())), put32(animation, 0);  // over and over
  putChunk(file, "acTL", animation);
  for (const Palette::Rgb& colour : palette.colours()) colours.insert(colours.end(), colour.begin(), colour.end());
  putChunk(file, "PLTE", colours);
  putChunk(file, "tRNS", std::array<std::uint8_t, 1>{0});  // kSame

  std::uint32_t sequence = 0;
  Bytes before;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    Bytes now(std::size_t{width} * height);
    for (std::size_t i = 0; i < now.size(); ++i)
      now[i] = static_cast<std::uint8_t>(1 + palette.indexOf(&frames[f].pixels[3 * i]));
    const Patch patch = patchOf(now, before, width, height);
    const Bytes packed = deflated(patch.rows);
    if (packed.empty()) return Error{name + "frame " + std::to_string(f) + " could not be compressed"};
    putChunk(file, "fcTL", frameControl(sequence++, patch, framesPerSecond, f == 0));
    Bytes data;
    if (f > 0) put32(data, sequence++);
    data.insert(data.end(), packed.begin(), packed.end());
    putChunk(file, f == 0 ? "IDAT" : "fdAT", data);
    before = std::move(now);
  }
  putChunk(file, "IEND", {});
  auto output = OutputFile::open(path);
  if (!output) return Error{output.error()};
  output->write(file.data(), file.size());
  return output->commit();
}

}  // namespace toile
