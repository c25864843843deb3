// From where a stage is looked at.
#pragma once

#include "io/raster.h"

namespace toile::view {

struct Look {
  View view;
  Vec3 centre;          ///< m, of what casts shadows
  float radius = 1.0f;  ///< m round it; also the scale of the ground's grid
};

}  // namespace toile::view
