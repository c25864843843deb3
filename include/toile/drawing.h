// Simulate coarse, draw fine: a mesh to draw, bound to the garment that is simulated in its place.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "toile/garment.h"

namespace toile {

struct DrawnData;

/// Where the simulated mesh comes from: at most one of `vertices` and `mesh`; without either it is the drawn one.
struct SimulatedMesh {
  /// Simplified to at most this many particles (meshoptimizer); 0: not. At least 4. Where topology, seams or kept
  /// vertices stop it short, DrawnReport::particles tells.
  std::uint32_t vertices = 0;
  /// Drawn vertices the simplification keeps in place, besides the garment's fixed ones: those that will be pinned.
  /// More than a quarter of `vertices` are thinned evenly.
  std::vector<std::uint32_t> kept{};
  /// An authored coarse mesh, in the drawn one's space; null: none. Read during build only. Its UVs are used if it has
  /// any; else the drawn mesh's directions of warp and weft carry over.
  const SurfaceMesh* mesh = nullptr;
};

/// How the drawn mesh sits on the simulated one.
struct DrawnReport {
  std::size_t drawnVertices = 0;
  std::size_t particles = 0;       ///< simulated
  std::size_t detailVertices = 0;  ///< whose normals differ from the coarse surface's at rest
  std::size_t jumps = 0;           ///< vertices bound apart from their neighbours, as no nearby triangle was close
  float farthestOffset = 0.0f;     ///< m, of a drawn vertex from the coarse surface at rest
  float restError = 0.0f;          ///< m, farthest a drawn vertex is from its own place at rest
};

/// What World::readDrawn fills, one element a drawn vertex; an empty span is left out.
struct DrawnFrame {
  std::span<Vec3> positions{};  ///< m, world
  std::span<Vec3> normals{};    ///< unit
  std::span<Vec4> tangents{};   ///< unit, along u where the drawn mesh has UVs; w = ±1 is the handedness
  /// Compression of the simulated surface along warp (x) and weft (y): 1 − length / rest length, positive where the
  /// cloth is shorter than at rest and finer wrinkles should be drawn, negative where it is stretched.
  std::span<Vec2> compression{};
};

/// Immutable; safe to share between threads and worlds.
class DrawnGarment {
 public:
  /// Makes the simulated garment and binds the drawn mesh to it. `def` speaks of the drawn mesh's vertices: weights,
  /// masses and fixed vertices carry over. The mass is that of the drawn mesh. Errors: as Garment::build's, and for
  /// values outside the ranges above. Cost grows as n log n with the mesh.
  ///
  /// The binding follows the surface: from vertices bound with certainty to their neighbours, so that layers, sleeves
  /// and folds keep apart however close they lie.
  static Result<std::shared_ptr<const DrawnGarment>> build(const SurfaceMesh& mesh, const GarmentDef& def = {},
                                                           const SimulatedMesh& simulated = {});

  ~DrawnGarment();
  DrawnGarment(const DrawnGarment&) = delete;
  DrawnGarment& operator=(const DrawnGarment&) = delete;

  /// What to hand to ClothDef::garment. Calls about pins, targets and state speak of this garment's vertices.
  const GarmentPtr& simulated() const;
  const DrawnReport& report() const;
  std::size_t vertexCount() const;                   ///< drawn
  std::span<const std::uint32_t> triangles() const;  ///< drawn, 3 vertices each
  std::span<const Vec3> restPositions() const;       ///< drawn, as imported
  /// For each simulated vertex the drawn one at its place (simplified) or nearest to it (authored).
  std::span<const std::uint32_t> drawnVertexOf() const;
  /// The simulated vertices that stand for a set of drawn ones, ascending: those at their places; and, for drawn
  /// vertices none of whose triangle's corners is among these, the corner with the largest weight. Loose ones are left
  /// out.
  std::vector<std::uint32_t> simulatedVertices(std::span<const std::uint32_t> drawn) const;

  /// For the library's own parts.
  const DrawnData& data() const { return *data_; }

 private:
  explicit DrawnGarment(std::unique_ptr<const DrawnData> data);
  std::unique_ptr<const DrawnData> data_;
};

using DrawnGarmentPtr = std::shared_ptr<const DrawnGarment>;

}  // namespace toile
