// The drawn mesh bound to the simulated one, laid out for the kernels.
#pragma once

#include "garment_data.h"
#include "skinning/bind.h"
#include "skinning/drawn_data.h"

namespace toile {

struct DrawInput {
  const GarmentData& drawn;               ///< the drawn mesh as if it were simulated
  const GarmentData& coarse;              ///< the simulated garment
  const Binding& binding;                 ///< of the drawn garment's particles to the simulated triangles
  std::span<const Vec3> importedNormals;  ///< a drawn vertex, or empty
};

/// Of the simulated garment's triangles, in their order.
std::vector<MaterialAxes> materialAxes(const GarmentData& coarse);

/// Fills rings, corners, values and details of `data`, and what its report says of them.
void layOutDrawing(const DrawInput& input, DrawnData& data);

}  // namespace toile
