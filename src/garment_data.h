// Inside a garment: immutable arrays in solver order, shared by all its cloths.
#pragma once

#include <cstdint>
#include <vector>

#include "constraint_set.h"
#include "toile/garment.h"
#include "topology/geodesic.h"
#include "topology/topology.h"

namespace toile {

struct GarmentData {
  GarmentDef def;
  GarmentReport report;

  // input side
  std::vector<Vec3> restVertices;
  std::vector<Vec2> uvs;
  std::vector<std::uint32_t> drawTriangles;  ///< input vertices
  std::vector<std::uint32_t> particleOfVertex;
  std::vector<std::uint32_t> vertexOfParticle;
  std::vector<std::uint32_t> normalGroup;  ///< per vertex: vertices of one group share their smooth normal
  std::uint32_t normalGroupCount = 0;

  // solver side; padded to a multiple of kBlock with at least kDummies dummies
  std::uint32_t particleCount = 0;
  std::uint32_t paddedCount = 0;
  std::vector<Vec3> restPositions;      ///< particleCount
  std::vector<float> masses;            ///< particleCount, kg
  std::vector<float> maxDistanceScale;  ///< particleCount, or empty for 1
  std::vector<float> thicknessScale;    ///< particleCount, or empty for 1
  std::vector<std::uint8_t> fixed;      ///< particleCount
  std::vector<ConstraintSet> sets;      ///< in order of Kind, empty kinds left out
  bool regular = false;                 ///< most constraints stand in runs
  TriangleSet triangles;
  Topology topology;  ///< solver order
  RestMetric rest;
  NeighbourGraph surface;  ///< for tethers
};

}  // namespace toile
