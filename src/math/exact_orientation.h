// On which side of a plane a point lies, without rounding.
#pragma once

#include "toile/vec.h"

namespace toile {

/// Sign of (a − d) · ((b − d) × (c − d)): 1, 0 or −1, without any rounding. Coordinates are finite and either zero or
/// between 1e-30 and 1e30 in size, so that nothing under- or overflows. Thread safe.
int exactOrientation(Vec3 a, Vec3 b, Vec3 c, Vec3 d);

}  // namespace toile
