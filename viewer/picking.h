// What lies under the mouse.
#pragma once

#include <optional>

#include "io/raster.h"
#include "viewer/stage.h"

namespace toile::view {

struct Ray {
  Vec3 origin;     ///< m
  Vec3 direction;  ///< unit
};

/// Through the place (u, v) of a picture, each −1 … 1, v upwards.
Ray rayThrough(const View& view, float u, float v);

struct Hit {
  std::size_t part = 0;      ///< of Stage::parts
  std::size_t triangle = 0;  ///< of the part
  float distance = 0.0f;     ///< m, along the ray
  Vec3 place;                ///< m
};

/// The nearest triangle that the ray meets, from either side; nothing where it meets none. Linear in the triangles.
std::optional<Hit> pick(const Stage& stage, const Ray& ray);

/// Where the ray meets the plane through `point` with the normal `normal`; `point` itself where it never does.
Vec3 meetPlane(const Ray& ray, Vec3 point, Vec3 normal);

/// Index of the position nearest to a place. Precondition: there is one.
std::uint32_t nearestVertex(std::span<const Vec3> positions, Vec3 place);

}  // namespace toile::view
