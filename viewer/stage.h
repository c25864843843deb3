// What is to be seen of a world at one moment: plain triangles and marks, ready for a renderer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "io/picture.h"
#include "io/raster.h"
#include "scenes/play.h"

namespace toile::view {

/// 8 bits a channel, red in the lowest byte; of a tint, alpha is how much of the surface's own colour it replaces.
using Rgba = std::uint32_t;
constexpr Rgba rgba(float red, float green, float blue, float alpha = 1.0f) {
  const auto byte = [](float v) { return static_cast<Rgba>(255.0f * (v < 0.0f ? 0.0f : v > 1.0f ? 1.0f : v) + 0.5f); };
  return byte(red) | byte(green) << 8 | byte(blue) << 16 | byte(alpha) << 24;
}

/// A line of one width on the screen, or a dot where it has no length.
struct Mark {
  Vec3 start;          ///< m
  float width = 1.0f;  ///< pixels
  Vec3 end;            ///< m
  Rgba colour = rgba(0, 0, 0);
};
static_assert(sizeof(Mark) == 32);  // as marks.wgsl reads it

/// A part of the stage's arrays: one cloth or one collider.
struct StagePart {
  enum class What : std::uint8_t { cloth, collider };
  What what = What::cloth;
  std::size_t index = 0;  ///< into ScenePlay::cloths() or ScenePlay::colliders()
  std::size_t firstVertex = 0, vertexCount = 0;
  std::size_t firstIndex = 0, indexCount = 0;
  Colour front, back;
  float gloss = 0.0f, sheen = 0.0f;
  bool casts = true;  ///< shadows
};

struct Stage {
  std::vector<Vec3> positions, normals;  ///< m, world; of any length
  std::vector<Rgba> tints;
  std::vector<std::uint32_t> triangles;  ///< relative to the part's first vertex
  std::vector<StagePart> parts;
  std::vector<Mark> marks;
  std::optional<float> ground;   ///< m, height
  Vec3 centre;                   ///< m, of what has a size
  float radius = 1.0f;           ///< m, round it
  std::uint64_t generation = 0;  ///< of the session it was filled from: parts of another mean nothing

  std::span<const Vec3> positionsOf(const StagePart& part) const {
    return std::span(positions).subspan(part.firstVertex, part.vertexCount);
  }
  std::span<const std::uint32_t> trianglesOf(const StagePart& part) const {
    return std::span(triangles).subspan(part.firstIndex, part.indexCount);
  }
};

/// Reads all cloths and colliders as they are now. `stage` is filled anew, keeping its memory; marks are cleared, tints
/// are none. Errors: what the world says (a stale id), which does not happen to a play and its own world.
Status fillStage(const World& world, const ScenePlay& play, Stage& stage);

/// Adds the edges of all cloths' drawn triangles as marks.
void addWireframe(Stage& stage, float width, Rgba colour);

/// Far points of each part along 26 directions: what a camera has to look at to see all of it.
std::vector<Vec3> outline(const Stage& stage);

}  // namespace toile::view
