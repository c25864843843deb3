// The builders of all kinds: each is defined in the file of its kind's name.
#pragma once

#include "constraints/constraint.h"

namespace toile {

RawConstraints buildStretch(const BuildInput& input);
RawConstraints buildShear(const BuildInput& input);
RawConstraints buildWing(const BuildInput& input);
RawConstraints buildSkipOne(const BuildInput& input);
RawConstraints buildQuadraticBending(const BuildInput& input);
RawConstraints buildDihedralBending(const BuildInput& input);
RawConstraints buildArea(const BuildInput& input);
RawConstraints buildTriangleShear(const BuildInput& input);
RawConstraints buildStrain(const BuildInput& input);

}  // namespace toile
