// Inside a garment: immutable arrays in solver order, shared by all its cloths.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "aligned.h"
#include "toile/garment.h"
#include "topology/geodesic.h"
#include "topology/topology.h"

namespace toile {

/// Constraints are stored in blocks of this many, whatever the width of the machine's vectors.
inline constexpr std::uint32_t kBlock = 16;
/// Dummy particles (w = 0) behind the real ones, one a stencil corner, that padding constraints use.
inline constexpr std::uint32_t kDummies = 4;

struct ColourRange {
  std::uint32_t firstBlock = 0;
  std::uint32_t blockCount = 0;
};

/// Constraints of one kind, sorted by colour, each colour padded to whole blocks.
/// Block b: indices[(b·arity + corner)·16 + lane], values[(b·(parameterCount + 1) + k)·16 + lane], where
/// the last value is the compliance. Padding lanes name the dummy particles and have finite values.
struct ConstraintSet {
  Kind kind = Kind::stretch;
  std::uint32_t arity = 2;
  std::uint32_t parameterCount = 0;
  std::uint32_t lambdaCount = 1;  ///< multipliers a constraint (general path only)
  std::uint32_t count = 0;
  std::uint32_t blockCount = 0;
  std::vector<ColourRange> colours;
  AlignedVector<std::uint16_t> indices16;  ///< used where particles and dummies number at most 65,536 …
  AlignedVector<std::uint32_t> indices32;  ///< … else this one
  AlignedVector<float> values;
};

/// Triangles in colours, for wind. Same block layout, no values.
using TriangleSet = ConstraintSet;

struct GarmentData {
  GarmentDef def;
  GarmentReport report;

  // input side
  std::vector<Vec3> restVertices;
  std::vector<Vec2> uvs;
  std::vector<std::uint32_t> drawTriangles;  ///< input vertices
  std::vector<std::uint32_t> particleOfVertex;
  std::vector<std::uint32_t> vertexOfParticle;
  std::vector<Vec3> importedNormals;       ///< or empty
  std::vector<std::uint32_t> normalGroup;  ///< per vertex: vertices of one group share their smooth normal
  std::uint32_t normalGroupCount = 0;

  // solver side; padded to a multiple of kBlock with at least kDummies dummies
  std::uint32_t particleCount = 0;
  std::uint32_t paddedCount = 0;
  std::vector<Vec3> restPositions;      ///< particleCount
  std::vector<float> masses;            ///< particleCount, kg
  std::vector<float> maxDistanceScale;  ///< particleCount, or empty for 1
  std::vector<std::uint8_t> fixed;      ///< particleCount
  std::vector<ConstraintSet> sets;      ///< in order of Kind, empty kinds left out
  TriangleSet triangles;
  Topology topology;  ///< solver order
  RestMetric rest;
  NeighbourGraph surface;  ///< for tethers
  bool flatRest = true;    ///< every rest angle is zero
};

}  // namespace toile
