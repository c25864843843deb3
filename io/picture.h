// Pictures of cloth drawn by a small software rasteriser: no window, no graphics driver.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "toile/colliders.h"
#include "toile/result.h"
#include "toile/vec.h"

namespace toile {

/// Rows from the top, three bytes (red, green, blue; sRGB) a pixel.
struct Image {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> pixels;

  const std::uint8_t* at(std::uint32_t x, std::uint32_t y) const { return &pixels[3 * (std::size_t{y} * width + x)]; }
};

/// sRGB, 0 … 1 each.
struct Colour {
  float red = 0.0f, green = 0.0f, blue = 0.0f;
};

/// One surface. Spans must live until the picture is drawn.
struct PictureMesh {
  std::span<const std::uint32_t> triangles;  ///< index triples
  std::span<const Vec3> positions;           ///< m, Y up
  std::span<const Vec3> normals;             ///< one a position; empty: each triangle is flat
  Colour front{0.74f, 0.22f, 0.21f};
  Colour back{0.90f, 0.68f, 0.40f};
  bool wire = false;  ///< draws the triangles' edges on top of the shading
};

struct PictureFrame {
  std::vector<PictureMesh> meshes;
  std::span<const ColliderDef> colliders;  ///< disabled ones and triggers are not drawn
  std::string label;                       ///< printable ASCII, e.g. "0.50 s"; may be empty
};

struct Camera {
  Vec3 eye{0.0f, 1.0f, 3.0f};         ///< m
  Vec3 target{0.0f, 1.0f, 0.0f};      ///< m, not at the eye
  float verticalFieldOfView = 0.55f;  ///< rad, 0 … π
};

struct PictureOptions {
  std::uint32_t width = 1600;       ///< pixels of the whole sheet, 16 … 16384
  std::uint32_t height = 500;       ///< pixels, 16 … 16384
  std::uint32_t columns = 0;        ///< frames side by side; 0: all in one row
  std::uint32_t supersampling = 3;  ///< samples along each side of a pixel, 1 … 4
  std::optional<Camera> camera;     ///< empty: looks slightly down at the box of all frames' meshes
  float azimuth = 0.5f;             ///< rad, of the automatic camera: 0 looks along −z, positive from the right
  float elevation = 0.30f;          ///< rad, of the automatic camera: how far it looks down
  bool ground = true;               ///< a floor with a grid and shadows, under everything or at the highest level plane
  std::optional<float> groundHeight;  ///< m; empty: found by itself
};

/// Draws the frames side by side with one camera for all. Fails for sizes out of range, no frames, indices out
/// of range or non-finite positions, and names them. The same input gives the same picture. Thread safe.
Result<Image> drawContactSheet(std::span<const PictureFrame> frames, const PictureOptions& options = {});

/// Writes a PNG under a temporary name and renames it, so that a failure leaves no half file.
Status writePng(const std::filesystem::path& path, const Image& image);

/// Writes frames of one size as an animated PNG that runs over and over: at most 255 colours for all of them, and of
/// each frame what differs from the one before. 0.1 … 60 frames a second. Programs that know no animated PNG show the
/// first.
Status writeAnimatedPng(const std::filesystem::path& path, std::span<const Image> frames, double framesPerSecond);

}  // namespace toile
