// A coarse mesh over some of a fine one's vertices.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "toile/result.h"
#include "toile/vec.h"

namespace toile {

/// A mesh of nodes: vertices that share place and UV are one node, several nodes of one place are one particle.
struct NodeMesh {
  std::vector<Vec3> positions;                          ///< m, a node; equal to the bit for nodes of one particle
  std::vector<std::uint32_t> particle;                  ///< a node
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< nodes
  std::vector<std::uint8_t> held;                       ///< a particle: stays in the mesh
  std::uint32_t particleCount = 0;
};

/// Triangles over nodes of at most `budget` particles, or as near to that as topology, borders, seams of UVs and held
/// particles allow; the winding stays. Particles end up evenly spread and triangles near to equilateral, also where
/// the mesh is flat. Edges are collapsed by meshoptimizer; what it leaves is then improved (improve.h).
///
/// The same triangles on every machine that runs the same build of meshoptimizer: its cost is float arithmetic, which a
/// compiler that fuses multiply and add (its default on ARM) rounds otherwise. An error in builds without it
/// (TOILE_MESHOPTIMIZER=OFF: simplify_none.cpp).
Result<std::vector<std::array<std::uint32_t, 3>>> simplify(const NodeMesh& mesh, std::uint32_t budget);

}  // namespace toile
