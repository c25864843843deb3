// The coarse mesh of a drawn garment: simplified, or authored.
#pragma once

#include <span>
#include <vector>

#include "toile/drawing.h"

namespace toile {

struct CoarseMesh {
  SurfaceMesh mesh;
  std::vector<std::uint32_t> drawnVertexOf;  ///< a coarse vertex; empty for an authored mesh, until it is bound
};

/// Simplifies what the drawn garment, made from `mesh`, would simulate: a rectangular grid of quads to one of fewer
/// rows and columns, anything else by edge collapses (topology/simplify.h). Of more `kept` vertices than a quarter of
/// the budget, besides the garment's fixed ones, an evenly spread quarter stays. Errors: as simplify's.
Result<CoarseMesh> simplifiedMesh(const SurfaceMesh& mesh, const Garment& drawn, const SimulatedMesh& simulated);

}  // namespace toile
