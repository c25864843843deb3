// The step of a crowd: every lane as in step.cpp.
#pragma once

#include "crowd/group.h"

namespace toile {

/// Moves all members through one step. Members that are frozen on the way have left the crowd. Crowds are independent
/// of each other; different ones may run at once.
void stepCrowd(CrowdGroup& group, const StepInput& input);

}  // namespace toile
