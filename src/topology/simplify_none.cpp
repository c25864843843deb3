// TOILE_MESHOPTIMIZER=OFF: no edges are collapsed.
#include "topology/simplify.h"

namespace toile {

Result<std::vector<std::array<std::uint32_t, 3>>> simplify(const NodeMesh&, std::uint32_t) {
  return Error{
      "SimulatedMesh::vertices: this build simplifies rectangular grids only, as it was made without meshoptimizer; "
      "simulate the mesh itself or an authored one"};
}

}  // namespace toile
