// Damping of all motion that is not rigid.
#pragma once

#include "cloth.h"

namespace toile {

/// Moves velocities towards the cloth's rigid motion (same momentum, same angular momentum) by the factor
/// `part`, 0 … 1. Source: Müller 2007 (Position Based Dynamics) §3.5. Sums are made in order of particles.
void dampInternalMotion(Cloth& cloth, float part);

}  // namespace toile
