// Triangle meshes as colliders: a figure, a table, whatever has no simple shape. The mesh is an asset that any number
// of colliders share; where its vertices are is each collider's own (World::moveColliderVertices).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "toile/result.h"
#include "toile/surface_mesh.h"

namespace toile {

struct BodyData;

/// What the mesh of a body is made of, and everything odd about it.
struct BodyReport {
  std::size_t vertices = 0;             ///< of the input mesh
  std::size_t corners = 0;              ///< places where triangles meet: vertices at one place are welded
  std::size_t triangles = 0;            ///< polygons are cut as garments are
  std::size_t looseVertices = 0;        ///< part of no triangle: ignored
  std::size_t degenerateTriangles = 0;  ///< without area: left out
  std::size_t duplicateTriangles = 0;   ///< same corners as an earlier one: left out
  std::size_t openEdges = 0;            ///< of one triangle only
  std::size_t crowdedEdges = 0;         ///< of three triangles and more: each of them ends there
  /// Every edge has two triangles: the mesh has an inside. An open one pushes to its front as well, but cloth may go
  /// round its border.
  bool closed = false;
};

/// Immutable; safe to share between threads and worlds.
class BodyMesh {
 public:
  /// Front faces (counter-clockwise) look outwards. Errors: indices out of range, positions that are not finite or
  /// beyond 1e9 m, no usable triangle, two triangles that run along their edge in the same direction (one of them is
  /// turned over), a closed mesh whose volume is negative (inside out). Cost grows about linearly with the mesh.
  static Result<std::shared_ptr<const BodyMesh>> build(const SurfaceMesh& mesh);

  ~BodyMesh();
  BodyMesh(const BodyMesh&) = delete;
  BodyMesh& operator=(const BodyMesh&) = delete;

  std::size_t vertexCount() const;                   ///< of the input mesh
  std::span<const Vec3> restPositions() const;       ///< m, per vertex, as handed in
  std::span<const std::uint32_t> triangles() const;  ///< 3 vertices each, input winding; to draw
  const BodyReport& report() const;

  /// For the library's own parts.
  const BodyData& data() const { return *data_; }

 private:
  explicit BodyMesh(std::unique_ptr<const BodyData> data);
  std::unique_ptr<const BodyData> data_;
};

using BodyMeshPtr = std::shared_ptr<const BodyMesh>;

}  // namespace toile
