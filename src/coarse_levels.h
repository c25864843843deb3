// Coarse-to-fine levels: what a pass over edges needs many rounds for, a few nodes settle first.
//
// Each level is a net of the cloth's own particles, twice as far apart as on the finer one, joined by one-sided limits
// as long as the shortest path of edges between them: what the edges demand anyway, so levels add no stiffness but
// speed. Nodes weigh what follows them, and what follows moves by the weighted motion of its nodes, so that momentum
// is kept where nothing is pinned: Σᵢ mᵢ Σⱼ Pᵢⱼ Δⱼ = Σⱼ Mⱼ Δⱼ = 0 with Mⱼ = Σᵢ Pᵢⱼ mᵢ. Nodes meet the colliders as
// particles do, or levels would pull cloth through what it is draped over and contacts would undo it.
// Source: Müller 2008 (Hierarchical Position Based Dynamics); paths of edges as lengths and contacts are ours.
#pragma once

#include "step.h"

namespace toile {

/// Needs Cloth::motions of this substep. Reads start, motions; writes x.
void solveLevels(Cloth& cloth, const StepInput& input, float thickness);

}  // namespace toile
