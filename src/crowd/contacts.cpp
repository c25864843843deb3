#include "crowd/contacts.h"

#include <algorithm>

#include "collision/placement.h"

namespace toile {
namespace {

PathBounds boundsOf(const CrowdBounds& bounds, std::uint32_t lane) {
  PathBounds own{};
  for (int c = 0; c < 3; ++c) {
    own.end.lowest[c] = bounds.endLow[c].lane[lane], own.end.highest[c] = bounds.endHigh[c].lane[lane];
    own.start.lowest[c] = bounds.startLow[c].lane[lane], own.start.highest[c] = bounds.startHigh[c].lane[lane];
  }
  return own;
}

/// Bits of the lanes of `asked` whose cloths may touch the body anywhere on its way of the whole step.
std::uint32_t lanesNearBody(const CrowdGroup& group, const BodyMotion& body, const CrowdBounds& bounds,
                            std::uint32_t asked) {
  std::uint32_t near = 0;
  for (std::uint32_t lane = 0; lane < group.lanes; ++lane) {
    if ((asked >> lane & 1u) == 0) continue;
    const PathBounds own = boundsOf(bounds, lane);
    float low[3], high[3];
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(own.end.lowest[k], own.start.lowest[k]);
      high[k] = std::max(own.end.highest[k], own.start.highest[k]);
    }
    if (mayTouchBody(body, low, high, thicknessOf(*group.members[lane]))) near |= 1u << lane;
  }
  return near;
}

/// Bits of the lanes whose cloths may touch one of the colliders.
std::uint32_t nearLanes(const CrowdGroup& group, const StepInput& input, const SubstepTime& time) {
  std::uint32_t candidates = 0, near = 0;
  CrowdBounds bounds;
  for (const ColliderRecord& collider : input.colliders) {
    std::uint32_t asked = 0;
    for (std::uint32_t lane = 0; lane < group.lanes; ++lane) {
      const Cloth* cloth = group.members[lane];
      if (cloth != nullptr && (near >> lane & 1u) == 0 && canMeet(*cloth, collider)) asked |= 1u << lane;
    }
    if (asked == 0) continue;
    if (candidates == 0) {
      group.kernels->bounds(group.x.data(), group.start.data(), group.schedule->slotCount(), bounds);
    }
    candidates |= asked;
    if (collider.body != nullptr) {
      near |= lanesNearBody(group, *collider.body, bounds, asked);
      continue;
    }
    const ColliderMotion motion = motionOf(collider, time);
    const Placement place = placement(motion);
    const ShapeSize size = shapeSize(motion.shape);
    for (std::uint32_t lane = 0; lane < group.lanes; ++lane) {
      if ((asked >> lane & 1u) == 0) continue;
      if (mayTouch(place, size, boundsOf(bounds, lane), thicknessOf(*group.members[lane]))) near |= 1u << lane;
    }
  }
  return near;
}

}  // namespace

void meetColliders(CrowdGroup& group, const StepInput& input, const SubstepTime& time) {
  const std::uint32_t near = nearLanes(group, input, time);
  if (near != 0) {
    partLanes(group, group.x, &ClothState::x, 4, near);
    partLanes(group, group.start, &ClothState::start, 3, near);
    partLanes(group, group.velocity, &ClothState::velocity, 3, near);
  }
  std::uint32_t pushed = 0;
  for (std::uint32_t lane = 0; lane < group.lanes; ++lane) {
    Cloth* cloth = group.members[lane];
    if (cloth == nullptr) continue;
    if ((near >> lane & 1u) == 0) {
      cloth->contacts = 0;
      cloth->touched.assign(input.colliders.size(), 0);
      continue;
    }
    meetColliders(*cloth, input, time);
    spreadImpacts(*cloth, input, time);
    if (cloth->contacts != 0) pushed |= 1u << lane;
  }
  if (pushed == 0) return;
  joinLanes(group, &ClothState::x, group.x, 4, pushed);
  joinLanes(group, &ClothState::start, group.start, 3, pushed);
}

}  // namespace toile
