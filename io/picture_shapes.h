// Colliders as triangle meshes to look at.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "toile/colliders.h"

namespace toile {

struct ShapeMesh {
  std::vector<std::uint32_t> triangles;
  std::vector<Vec3> positions;  ///< m, world
  std::vector<Vec3> normals;
};

/// The surface of a collider; planes are a square of half width `planeSize` (m) round the place nearest to `centre`.
ShapeMesh shapeMesh(const ColliderDef& collider, float planeSize, Vec3 centre);

/// Height of a plane that is level and solid below; nothing for other shapes and tilted planes.
std::optional<float> levelPlaneHeight(const ColliderDef& collider);

/// Drawn at all: enabled and no trigger.
inline bool isDrawn(const ColliderDef& collider) { return collider.enabled && !collider.trigger; }

}  // namespace toile
