// What comes from outside is checked here, once, before anything is built from it.
#pragma once

#include "toile/garment.h"

namespace toile {

/// Sizes, ranges and finiteness of every array and value; the error names the element.
Status validateGarment(const SurfaceMesh& mesh, const GarmentDef& def);

}  // namespace toile
