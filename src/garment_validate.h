// What comes from outside is checked here, once, before anything is built from it.
#pragma once

#include "toile/garment.h"

namespace toile {

/// Coordinates beyond this cannot be squared and cubed in float; nobody wears them.
inline constexpr float kLargestCoordinate = 1e9f;  // m

/// Sizes, ranges and finiteness of every array and value; the error names the element.
Status validateGarment(const SurfaceMesh& mesh, const GarmentDef& def);

}  // namespace toile
