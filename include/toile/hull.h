// Convex solids made of faces, rounded by a radius: furniture, a helmet, a part of a figure. The hull is an asset that
// any number of colliders share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "toile/result.h"
#include "toile/vec.h"

namespace toile {

struct HullData;

/// Most triangles of a hull.
inline constexpr std::uint32_t kMostHullFaces = 256;

struct HullDef {
  /// Required: at least four points that are not in one plane (m, within ±1e9). Any order, inner ones and copies are
  /// fine. The vertices of a mesh give the hull of that mesh.
  std::span<const Vec3> points{};
  /// 4 … kMostHullFaces, triangles. Points are taken farthest first, so that fewer faces are a coarser hull inside the
  /// exact one; HullReport::excess tells by how much. Contacts cost about in proportion to the faces.
  std::uint32_t mostFaces = 128;
};

struct HullReport {
  std::size_t points = 0;    ///< handed in
  std::size_t vertices = 0;  ///< corners of the hull
  std::size_t faces = 0;     ///< triangles
  /// m; no point lies farther outside the hull. What is below a millionth of the points' extent is rounding and always
  /// left out. As ConvexHull::radius it covers all points.
  float excess = 0.0f;
};

/// Immutable; safe to share between threads and worlds.
class HullMesh {
 public:
  /// Errors: fewer than four points, one that is not finite or beyond 1e9 m, points nearer to one plane than a
  /// hundred-thousandth of their extent, mostFaces out of range. Takes about as long as points · faces comparisons.
  static Result<std::shared_ptr<const HullMesh>> build(const HullDef& def);

  ~HullMesh();
  HullMesh(const HullMesh&) = delete;
  HullMesh& operator=(const HullMesh&) = delete;

  std::span<const Vec3> vertices() const;            ///< m, those of the points that are corners, in their order
  std::span<const std::uint32_t> triangles() const;  ///< 3 vertices each, counter-clockwise from outside
  const HullReport& report() const;

  /// For the library's own parts.
  const HullData& data() const { return *data_; }

 private:
  explicit HullMesh(std::unique_ptr<const HullData> data);
  std::unique_ptr<const HullData> data_;
};

using HullMeshPtr = std::shared_ptr<const HullMesh>;

}  // namespace toile
