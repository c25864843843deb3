// What a surface is like as a whole: its parts, borders, oddities, area and volume.
#pragma once

#include <cstddef>
#include <span>

#include "topology/topology.h"

namespace toile {

struct MeshShape {
  std::size_t components = 0;  ///< parts that share no particle
  std::size_t boundaryLoops = 0;
  std::size_t boundaryEdges = 0;
  std::size_t nonManifoldEdges = 0;   ///< more than two triangles
  std::size_t inconsistentEdges = 0;  ///< two triangles that run along it the same way
  std::size_t bowTieVertices = 0;     ///< particles with more than one fan of triangles
  std::size_t maxValence = 0;         ///< edges at one particle
  bool closed = false;                ///< every edge has two triangles, wound alike
  double area = 0.0;                  ///< m², in space
  double volume = 0.0;                ///< m³, positive when wound outwards; 0 unless closed
};

MeshShape measureShape(const Topology& topology, std::span<const Vec3> positions);

}  // namespace toile
