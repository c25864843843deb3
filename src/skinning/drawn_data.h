// Inside a drawn garment: the drawn mesh in blocks as the kernels read it (kernels/draw_kernels.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "aligned.h"
#include "toile/drawing.h"

namespace toile {

/// Neighbours of the simulated particles, for their normals (RingArguments).
struct RingSet {
  AlignedVector<std::uint32_t> particles, neighbours;
  std::vector<std::uint32_t> firstRow;  ///< a block and one more
  std::uint32_t blockCount() const { return firstRow.empty() ? 0 : static_cast<std::uint32_t>(firstRow.size() - 1); }
};

/// How a simulated triangle's warp and weft, of length 1 m at rest, lie along its edges 0–1 and 0–2.
struct MaterialAxes {
  std::array<float, 2> warp, weft;
};

struct DrawnData {
  GarmentPtr simulated;
  bool same = false;  ///< the simulated mesh is the drawn one: nothing below but the report is filled
  DrawnReport report;
  std::vector<Vec3> restVertices;
  std::vector<std::uint32_t> triangles;            ///< drawn vertices
  std::vector<std::uint32_t> drawnVertexOf;        ///< a simulated vertex
  std::vector<std::uint32_t> particleOfDrawn;      ///< a drawn vertex: vertices of one place share theirs; kNone: loose
  std::vector<std::uint32_t> particleOfSimulated;  ///< a simulated vertex: its particle
  std::vector<std::uint32_t> vertexOfSimulated;    ///< a particle: its first vertex
  bool haveUvs = false;                            ///< of the drawn mesh: its tangents run along u

  RingSet rings;
  std::uint32_t blockCount = 0;
  AlignedVector<std::uint16_t> corners16;  ///< used where particles and dummies number at most 65,536 …
  AlignedVector<std::uint32_t> corners32;  ///< … else this one
  AlignedVector<float> values, details;
  std::vector<std::uint32_t> detail;  ///< a block
  std::vector<MaterialAxes> axes;     ///< a simulated triangle, in the order of its topology

  std::array<std::uint32_t, 3> corners(std::size_t vertex) const;  ///< particles
  std::array<float, 3> weights(std::size_t vertex) const;          ///< barycentric; they may leave 0 … 1 at borders
  /// DrawnGarment::simulatedVertices.
  std::vector<std::uint32_t> standIns(std::span<const std::uint32_t> vertices) const;
};

}  // namespace toile
