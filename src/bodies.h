// Contacts of a cloth with mesh bodies (collision/body).
#pragma once

#include "step_parts.h"

namespace toile {

/// Whether the cloth may come near a mesh body in this substep. Where it says no, nothing of it can touch one. Searches
/// for candidates. Reads x, start.
bool nearBodies(Cloth& cloth, const StepInput& input, const SubstepTime& time);

/// Contacts and friction, after nearBodies. `trueStart`: start before contacts. Reads x, start, v; writes x, start,
/// contact counts.
void meetBodies(Cloth& cloth, const StepInput& input, const SubstepTime& time, const float* trueStart);

}  // namespace toile
