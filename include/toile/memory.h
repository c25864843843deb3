// How much memory garments and cloths take.
#pragma once

#include <cstddef>
#include <vector>

#include "toile/garment.h"

namespace toile {

struct MemoryUse {
  struct OfKind {
    Kind kind = Kind::stretch;
    std::size_t constraints = 0;
    std::size_t bytes = 0;  ///< indices, rest values and compliance, padding included
  };
  std::vector<OfKind> kinds;        ///< what a step reads of the garment, shared by its cloths; in order of a pass
  std::size_t clothBytes = 0;       ///< arrays of one cloth that steps read and write, multipliers apart
  std::size_t multiplierBytes = 0;  ///< of one cloth: read and written with several iterations or damping only
};

/// Of a garment and one cloth of it as it is created (coarse levels, tethers and per-vertex accelerations come on top).
/// Makes such a cloth to measure it. Nothing at all for null. Thread safe.
MemoryUse memoryUse(const GarmentPtr& garment);

}  // namespace toile
