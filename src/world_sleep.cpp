// Which cloths of a world sleep. A sleeping cloth is stepped by nobody: world.cpp, crowds and contact groups pass it
// over.
#include <algorithm>

#include "collision/placement.h"
#include "step_parts.h"
#include "world_impl.h"

namespace toile {
namespace {

/// How often in Sleep::time its particles are looked at.
constexpr float kLooks = 8.0f;

bool mayRest(const Cloth& cloth, const Wind& wind) {
  const bool varies = static_cast<bool>(wind.field) || wind.gustStrength > 0.0f;
  const bool blown = varies && wind.airDensity > 0.0f && meetsAir(cloth);
  return cloth.params.sleep.enabled && cloth.enabled && !cloth.frozen && !blown;
}

bool allNear(const Cloth& cloth) {
  const float distance = cloth.params.sleep.distance, squared = distance * distance;
  for (std::uint32_t i = 0; i < cloth.data().particleCount; ++i) {
    if (!(lengthSquared(cloth.position(i) - cloth.sleep.places[i]) <= squared)) return false;
  }
  return true;
}

/// Looks from time to time whether the cloth has stayed where it was.
void watch(Cloth& cloth, float duration) {
  SleepState& sleep = cloth.sleep;
  sleep.time += duration, sleep.sinceLook += duration;
  if (sleep.sinceLook * kLooks < cloth.params.sleep.time) return;
  sleep.sinceLook = 0.0f;
  bringHome(cloth);
  if (!sleep.places.empty() && allNear(cloth)) {
    sleep.still = sleep.time >= cloth.params.sleep.time;
    return;
  }
  sleep.places.resize(cloth.data().particleCount);
  for (std::uint32_t i = 0; i < cloth.data().particleCount; ++i) sleep.places[i] = cloth.position(i);
  sleep.time = 0.0f;
  sleep.still = false;
}

void fallAsleep(Cloth& cloth) {
  if (cloth.crowd != nullptr) leaveCrowd(cloth);
  std::fill(cloth.state.velocity.begin(), cloth.state.velocity.end(), 0.0f);
  cloth.sleep.asleep = true;
  Vec3 low = cloth.position(0), high = low;
  for (std::uint32_t i = 1; i < cloth.data().particleCount; ++i) {
    const Vec3 p = cloth.position(i);
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  cloth.sleep.low = low, cloth.sleep.high = high;
}

void wakeUp(Cloth& cloth) {
  cloth.sleep.asleep = cloth.sleep.still = false;
  cloth.sleep.time = cloth.sleep.sinceLook = 0.0f;
  cloth.sleep.places.clear();  // keeps its memory
}

PathBounds boxOf(const Cloth& cloth) {
  const Vec3 low = cloth.sleep.low, high = cloth.sleep.high;
  const Bounds box{{low.x, low.y, low.z}, {high.x, high.y, high.z}};
  return {box, box, 0.0f};
}

/// Whether the collider comes near a sleeping cloth in a step of so many substeps: as contacts themselves would ask.
bool comesNear(const Cloth& cloth, const ColliderRecord& collider, std::uint32_t substeps) {
  const PathBounds box = boxOf(cloth);
  const float reach = thicknessOf(cloth) + cloth.params.sleep.distance;
  if (collider.body != nullptr) {
    // Never refitted: nobody knows yet where it is.
    return collider.body->refit == 0 || mayTouchBody(*collider.body, box.end.lowest, box.end.highest, reach);
  }
  const ShapeSize size = shapeSize(collider.def.shape);
  for (std::uint32_t substep = 0; substep < substeps; ++substep) {
    const float n = static_cast<float>(substeps);
    const SubstepTime time{static_cast<float>(substep) / n, static_cast<float>(substep + 1) / n};
    if (mayTouch(placement(motionOf(collider, time)), size, box, reach)) return true;
  }
  return false;
}

bool moves(const ColliderRecord& collider) {
  return !(collider.def.transform == collider.target) || (collider.body != nullptr && collider.body->moves);
}

}  // namespace

void World::Impl::disturb(Cloth& cloth) {
  wakeUp(cloth);
  if (asleep == 0 || !cloth.inContactGroup) return;
  for (const auto& group : contact.groups) {
    const auto members = group->cloths();
    if (std::find(members.begin(), members.end(), &cloth) == members.end()) continue;
    for (Cloth* member : members) wakeUp(*member);
  }
}

void World::Impl::disturbAll() {
  for (Cloth* cloth : inOrder) wakeUp(*cloth);
}

void World::Impl::disturbNear(const ColliderRecord& collider) {
  if (asleep == 0) return;
  for (Cloth* cloth : inOrder) {
    if (cloth->sleep.asleep && canMeet(*cloth, collider) && comesNear(*cloth, collider, 1)) wakeUp(*cloth);
  }
}

void World::Impl::wakeDisturbed(std::uint32_t substeps) {
  if (asleep == 0) return;
  for (const ColliderRecord& collider : colliders) {
    if (!collider.alive || !(collider.changed || moves(collider))) continue;
    for (Cloth* cloth : inOrder) {
      if (cloth->sleep.asleep && canMeet(*cloth, collider) && comesNear(*cloth, collider, substeps)) wakeUp(*cloth);
    }
  }
  for (const auto& group : contact.groups) {
    const auto members = group->cloths();
    const auto sleeping = [](const Cloth* cloth) { return cloth->sleep.asleep; };
    if (!std::all_of(members.begin(), members.end(), sleeping)) {
      for (Cloth* member : members) wakeUp(*member);
    }
  }
}

void World::Impl::putToSleep(float duration) {
  for (Cloth* cloth : inOrder) {
    if (cloth->sleep.asleep) continue;
    if (mayRest(*cloth, def.wind)) {
      watch(*cloth, duration);
    } else if (cloth->params.sleep.enabled) {
      wakeUp(*cloth);
    }
    if (cloth->sleep.still && !cloth->inContactGroup) fallAsleep(*cloth);
  }
  for (const auto& group : contact.groups) {
    const auto members = group->cloths();
    if (!std::all_of(members.begin(), members.end(), [](const Cloth* cloth) { return cloth->sleep.still; })) continue;
    for (Cloth* member : members) {
      if (!member->sleep.asleep) fallAsleep(*member);
    }
  }
  asleep = static_cast<std::size_t>(
      std::count_if(inOrder.begin(), inOrder.end(), [](const Cloth* cloth) { return cloth->sleep.asleep; }));
}

Status World::wake(ClothId id) {
  Cloth* cloth = impl_->record(id);
  if (cloth == nullptr) return staleCloth(id);
  impl_->disturb(*cloth);
  return {};
}

}  // namespace toile
