// One closed surface round the capsules of a figure, that bends with them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scenes/scene.h"

namespace toile {

/// Each vertex follows up to four nodes, by weights that add up to 1 (linear blend skinning).
struct SkinnedSurface {
  struct Influence {
    std::uint32_t node[4] = {};
    float weight[4] = {};
  };
  SurfaceMesh mesh;  ///< m, world, as at t = 0; counter-clockwise from outside
  std::vector<Influence> influences;

  /// Where its vertices are while node n is at now[n], having been at before[n] at t = 0.
  void place(std::span<const Transform> before, std::span<const Transform> now, std::vector<Vec3>& vertices) const;
};

/// Round all spheres and capsules of the scene that follow a node, enabled or not; places[n] is where node n is at t =
/// 0. Errors: no such collider; more than 10⁷ cells.
Result<SkinnedSurface> makeSkin(const Scene& scene, const SkinBody& skin, std::span<const Transform> places);

}  // namespace toile
