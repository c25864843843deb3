// How far a point is from a body in its rest pose: one after the other, in double, for those who ask now and then. No
// step uses it, and it shares nothing with those that do.
#pragma once

#include "collision/body/body_data.h"

namespace toile {

/// m, negative inside. `point` is in the body's frame.
float bodyDistance(const BodyData& body, Vec3 point);

}  // namespace toile
