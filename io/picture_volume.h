// The surface of a signed-distance volume as a mesh to look at.
#pragma once

#include "io/picture_shapes.h"

namespace toile {

/// Naive surface nets (Gibson 1998): a vertex in each cell that the surface goes through, a quad for each edge of the
/// grid. Grids of more than 128 samples along an axis are looked at every few samples.
ShapeMesh volumeMesh(const Volume& volume);

}  // namespace toile
