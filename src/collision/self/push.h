// Contacts of one substep: pairs closer than their thickness are pushed apart, with friction between layers.
#pragma once

#include <cstddef>

#include "collision/self/pairs.h"
#include "kernels/kernel.h"

namespace toile::self {

struct PushArguments {
  const ContactSurface& surface;
  float* x = nullptr;            ///< joint particles at the end of the substep, w: inverse mass; moved
  const float* start = nullptr;  ///< at its start
  float h = 0.0f;                ///< s
  KernelTarget target;
};

/// Gauss–Seidel over the pairs in their order. Returns how many were pushed.
std::size_t pushApart(const PushArguments& arguments, PairLists& pairs);

}  // namespace toile::self
