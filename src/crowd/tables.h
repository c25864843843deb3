// What a crowd needs of its members' pins, tethers and targets, in lanes.
#pragma once

#include "crowd/group.h"
#include "step_parts.h"

namespace toile {

/// After pins, tether parameters or members have changed. Allocates.
void refreshTables(CrowdGroup& group);
/// At the start of each step: where pins go, and the centres of max distance.
void refreshTargets(CrowdGroup& group);

/// Writes x of pins.
void movePins(CrowdGroup& group, const SubstepTime& time);
/// Reads and writes x.
void pullTethers(CrowdGroup& group);

}  // namespace toile
