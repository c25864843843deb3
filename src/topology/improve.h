// Better triangles for a coarse mesh that lies on a fine one.
#pragma once

#include "topology/simplify.h"

namespace toile {

/// Improves the triangles of a coarse mesh whose corners are nodes of the fine one, in place: edges are flipped and
/// corners moved along the fine mesh's edges as long as triangles get better: closer to equilateral, and facing as the
/// fine surface does at their corners. Borders, seams, held particles and edges of more than two triangles stay.
/// Hill climbing after Freitag & Ollivier-Gooch 1997 (Tetrahedral mesh improvement using swapping and smoothing).
void improveTriangles(const NodeMesh& fine, std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace toile
