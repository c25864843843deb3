// Contacts of a crowd with colliders.
#pragma once

#include "crowd/group.h"
#include "step_parts.h"

namespace toile {

/// Members that come near a collider leave the lanes for it: contacts are made in their own arrays, as alone. What the
/// others cost is one look at all particles and a few comparisons a collider. Reads and writes x, start.
void meetColliders(CrowdGroup& group, const StepInput& input, const SubstepTime& time);

}  // namespace toile
