// Garment: the immutable asset made once from a mesh and shared by any number of cloths.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "toile/fabric.h"
#include "toile/kind.h"
#include "toile/result.h"
#include "toile/surface_mesh.h"

namespace toile {

struct GarmentData;

/// Which shape is free of stress.
enum class RestState : std::uint8_t {
  importedPose,  ///< the mesh as it comes
  flatFromUv,    ///< lengths and areas measured in the UV plane times `uvScale`; rest angles zero
};

/// How a garment is made. Arrays are indexed by the input mesh's vertices. All defaults are usable.
struct GarmentDef {
  Fabric fabric{};
  KindSet kinds{Kind::stretch, Kind::shear, Kind::quadraticBending};
  /// Fixed compliance of a kind instead of what the fabric gives: m/N for distances, 1/(N·m) for the
  /// dihedral angle, as written in the kind's own file for the others. >= 0.
  PerKind<std::optional<float>> compliance{};
  RestState restState = RestState::importedPose;
  float uvScale = 1.0f;                 ///< m per UV unit, > 0; used by flatFromUv only
  float weldDistance = 0.0f;            ///< m, >= 0; 0 welds exact duplicates only
  std::optional<float> totalMass{};     ///< kg, > 0; replaces arealDensity
  bool evenMass = false;                ///< spread the mass evenly over the particles, not by area
  std::vector<float> vertexMasses{};    ///< kg, N or empty; > 0; copies of one particle are averaged; excludes evenMass
  std::vector<float> stiffnessScale{};  ///< 1, N or empty; >= 0; scales every stiffness
  std::vector<float> massScale{};       ///< 1, N or empty; > 0
  std::vector<float> maxDistanceScale{};  ///< 1, N or empty; >= 0; times ClothParams::maxDistance
  std::vector<float> thicknessScale{};    ///< 1, N or empty; >= 0; times SelfCollision::thickness
  /// Vertices that never move freely: always pinned, and constraints between two of them are left out. Loose ones (at
  /// no usable face's corner) are refused.
  std::vector<std::uint32_t> fixedVertices{};
};

/// What was found in the mesh and what was done about it. Nothing is dropped without being counted.
struct GarmentReport {
  std::size_t vertices = 0;   ///< of the input
  std::size_t faces = 0;      ///< of the input
  std::size_t particles = 0;  ///< after welding, loose vertices left out
  std::size_t triangles = 0;  ///< used by the solver
  std::size_t edges = 0;
  std::size_t hinges = 0;
  std::size_t quads = 0;  ///< pairs of triangles braced by two diagonals
  std::size_t components = 0;
  std::size_t boundaryLoops = 0;
  std::size_t boundaryEdges = 0;
  std::size_t weldedVertices = 0;  ///< vertices − distinct positions, loose ones included
  std::size_t looseVertices = 0;   ///< at no usable face's corner; drawn at their rest place, not simulated
  std::size_t concavePolygons = 0;
  std::size_t crossingPolygons = 0;  ///< outlines that cross themselves: cut all the same, into triangles that overlap
  std::size_t degenerateFaces = 0;   ///< fewer than 3 distinct corners, or zero area: not simulated
  std::size_t degenerateTriangles = 0;    ///< parts of other faces without area: not simulated
  std::size_t duplicateTriangles = 0;     ///< same three particles as an earlier one: not simulated
  std::size_t nonManifoldEdges = 0;       ///< more than two triangles; hinged pairwise in order
  std::size_t bowTieVertices = 0;         ///< fans of triangles that touch in one particle only
  std::size_t inconsistentEdges = 0;      ///< neighbours with opposite winding
  std::size_t maxValence = 0;             ///< edges at one particle
  std::size_t degenerateUvTriangles = 0;  ///< no warp/weft direction: the longest edge is used
  std::size_t skippedConstraints = 0;     ///< left out, as their stencil is a needle or folded onto itself
  bool closed = false;                    ///< every edge has two triangles, wound alike (bow ties don't matter)
  double area = 0.0;                      ///< m²
  double volume = 0.0;                    ///< m³, signed; 0 unless closed
  double mass = 0.0;                      ///< kg

  /// One line for each oddity found; empty for a clean mesh.
  std::vector<std::string> warnings() const;
};

/// Constraints of one kind as plain arrays, for inspection, debug drawing and independent checks.
struct ConstraintList {
  std::size_t arity = 0;                 ///< particles a constraint (2, 3 or 4)
  std::size_t parameterCount = 0;        ///< floats a constraint, meaning in the kind's own file
  std::vector<std::uint32_t> particles;  ///< count · arity, solver order
  std::vector<float> parameters;         ///< count · parameterCount
  std::vector<float> compliance;         ///< count
  std::vector<std::size_t> colourStart;  ///< first constraint of each colour, then count

  std::size_t count() const { return compliance.size(); }
};

/// Immutable; safe to share between threads and worlds.
class Garment {
 public:
  /// Builds a garment. Never fails for odd geometry (see `report()`); fails for indices out of range,
  /// positions, UVs or normals that are not finite or beyond 1e9, array sizes or values outside the ranges
  /// above, masses outside 1e-25 … 1e25 kg, a face of more than kMostFaceCorners, or a mesh with no usable triangle.
  /// Cost grows about linearly with the mesh.
  static Result<std::shared_ptr<const Garment>> build(const SurfaceMesh& mesh, const GarmentDef& def = {});

  ~Garment();
  Garment(const Garment&) = delete;
  Garment& operator=(const Garment&) = delete;

  std::size_t vertexCount() const;
  std::size_t particleCount() const;
  /// Constraints solved in one pass, tethers not counted.
  std::size_t constraintCount() const;
  const GarmentReport& report() const;
  const GarmentDef& def() const;
  /// The input mesh's vertices as triangles to draw (3 indices each), input winding.
  std::span<const std::uint32_t> triangles() const;
  std::span<const Vec3> restPositions() const;  ///< per vertex, as imported
  std::span<const Vec2> uvs() const;            ///< per vertex or empty

  static constexpr std::uint32_t kNoParticle = 0xffffffffu;
  /// Solver particle of each vertex; kNoParticle for a loose vertex.
  std::span<const std::uint32_t> particleOfVertex() const;
  /// First vertex of each solver particle.
  std::span<const std::uint32_t> vertexOfParticle() const;
  ConstraintList constraints(Kind kind) const;

  /// For the library's own parts.
  const GarmentData& data() const { return *data_; }

 private:
  explicit Garment(std::unique_ptr<const GarmentData> data);
  std::unique_ptr<const GarmentData> data_;
};

using GarmentPtr = std::shared_ptr<const Garment>;

}  // namespace toile
