// The inner part of the picture: perspective, clipping, and which samples a triangle covers.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "io/picture.h"
#include "toile/vec.h"

namespace toile {

/// A camera's axes, ready to project. Camera space: x right, y up, z *away* from the viewer (depth).
struct View {
  Vec3 eye, right, up, forward;
  float tangentX = 1.0f, tangentY = 1.0f;  ///< half the width and height of the picture at depth 1
  float nearDepth = 1e-3f;                 ///< m, > 0; nothing nearer is drawn

  Vec3 toCamera(Vec3 p) const { return {dot(p - eye, right), dot(p - eye, up), dot(p - eye, forward)}; }
  /// World direction of depth 1 through the place (u, v), each −1 … 1, v upwards.
  Vec3 ray(float u, float v) const { return forward + right * (u * tangentX) + up * (v * tangentY); }
};

/// Camera axes for looking along `forward`; any direction works, straight down as well.
View makeView(Vec3 eye, Vec3 forward, float tangentX, float tangentY);

/// The nearest eye from which all points, seen along the view's axes, lie in the middle `fill` (0 … 1) of the picture.
/// Points give the eye; the view's own is ignored. `least` is the smallest size (m) that is framed.
Vec3 framingEye(const View& view, std::span<const Vec3> points, float fill, float least);

/// A corner of a projected triangle: sample coordinates (y down), 1/depth, and what is interpolated.
struct RasterCorner {
  float x = 0.0f, y = 0.0f;
  float inverseDepth = 1.0f;  ///< 1 everywhere for a parallel projection
  Vec3 normal;
};

/// Exact coverage in fixed point: neighbours that share an edge leave no gap between them.
/// visit(x, y, b0, b1, b2) is called for every sample with its centre inside or on the border; the b are the
/// barycentric coordinates on the screen. Returns the sign of the area: +1 where a → b → c runs clockwise on
/// the screen (y down), −1 the other way, 0 for nothing. Corners lie within ±2^20 samples.
template <class Visit>
int coverTriangle(const RasterCorner& a, const RasterCorner& b, const RasterCorner& c, int width, int height,
                  Visit visit) {
  constexpr float kUnit = 256.0f;  // parts of a sample
  const auto fixed = [](float value) { return static_cast<std::int64_t>(std::lround(value * kUnit)); };
  const std::array<std::int64_t, 3> x{fixed(a.x), fixed(b.x), fixed(c.x)}, y{fixed(a.y), fixed(b.y), fixed(c.y)};
  const std::int64_t area = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
  if (area == 0) return 0;
  const std::int64_t sign = area > 0 ? 1 : -1;
  const auto first = [](std::int64_t v) { return static_cast<int>(std::max<std::int64_t>((v + 127) >> 8, 0)); };
  const auto last = [](std::int64_t v, int size) {
    return static_cast<int>(std::min<std::int64_t>((v - 128) >> 8, size - 1));
  };
  const int x0 = first(std::min({x[0], x[1], x[2]})), x1 = last(std::max({x[0], x[1], x[2]}), width);
  const int y0 = first(std::min({y[0], y[1], y[2]})), y1 = last(std::max({y[0], y[1], y[2]}), height);
  std::array<std::int64_t, 3> stepX{}, stepY{}, row{};
  for (std::size_t i = 0; i < 3; ++i) {  // the edge opposite corner i
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    const std::int64_t dx = sign * (x[k] - x[j]), dy = sign * (y[k] - y[j]);
    row[i] = dx * (256 * std::int64_t{y0} + 128 - y[j]) - dy * (256 * std::int64_t{x0} + 128 - x[j]);
    stepX[i] = -256 * dy;
    stepY[i] = 256 * dx;
  }
  const float scale = 1.0f / static_cast<float>(sign * area);
  for (int py = y0; py <= y1; ++py) {
    std::array<std::int64_t, 3> at = row;
    for (int px = x0; px <= x1; ++px) {
      if ((at[0] | at[1] | at[2]) >= 0) {
        visit(px, py, static_cast<float>(at[0]) * scale, static_cast<float>(at[1]) * scale,
              static_cast<float>(at[2]) * scale);
      }
      for (std::size_t i = 0; i < 3; ++i) at[i] += stepX[i];
    }
    for (std::size_t i = 0; i < 3; ++i) row[i] += stepY[i];
  }
  return static_cast<int>(sign);
}

/// What is known of a sample that some surface covers.
struct Sample {
  float inverseDepth = 0.0f;  ///< 1/m; 0: nothing there
  Vec3 normal;                ///< of the visible side, any length
  std::uint16_t surface = 0;  ///< even: front of surface / 2; odd: its back
  std::uint8_t wire = 0;      ///< strength of the edge drawn here, 0 … 255
};

/// Samples of one picture, drawn into by triangles in any order.
struct SampleBuffer {
  int width = 0, height = 0;
  std::vector<Sample> samples;

  SampleBuffer(int w, int h)
      : width(w), height(h), samples(static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}
  const Sample& at(int x, int y) const {
    return samples[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
};

/// One surface to draw: all spans as in PictureMesh. `wireWidth` is in samples; 0 draws no edges.
struct Surface {
  std::span<const std::uint32_t> triangles;
  std::span<const Vec3> positions;
  std::span<const Vec3> normals;
  float wireWidth = 0.0f;
};

/// Draws all triangles of `surface` as number `index` (below 32768), nearest sample wins.
void drawSurface(const View& view, const Surface& surface, std::uint16_t index, SampleBuffer& out);

}  // namespace toile
