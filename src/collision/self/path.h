// One pair on its way, in double.
#pragma once

#include "math/double_vec.h"

namespace toile::self {

/// Corners of a pair, the first `ofA` of side A.
struct PairPlace {
  DoubleVec3 x[4];
  int ofA = 1;
};

/// How far, 0 … 1, the pair certainly stays apart on straight ways from `from` to `to`. Found with separating planes,
/// time being halved at most `depth` times where one plane does not do; never more than is proven, rounding included.
double provenWay(const PairPlace& from, const PairPlace& to, int depth);

/// Unit vector from B to A between their nearest points, zero where they touch.
DoubleVec3 partingDirection(const PairPlace& place);

/// Room along n between side A, above, and side B, below.
double roomAlong(const PairPlace& place, DoubleVec3 n);

}  // namespace toile::self
