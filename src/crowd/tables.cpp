#include "crowd/tables.h"

#include <algorithm>

namespace toile {
namespace {

void refreshPins(CrowdGroup& group) {
  std::vector<std::uint16_t>& slots = group.pins.slots;
  slots.clear();
  for (const Cloth* cloth : group.members) {
    if (cloth == nullptr) continue;
    for (const std::uint32_t pin : cloth->pins) slots.push_back(group.schedule->slotOfParticle[pin]);
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  group.pins.from.assign(3 * slots.size() * group.lanes, 0.0f);
  group.pins.to.assign(3 * slots.size() * group.lanes, 0.0f);
}

bool sameTethers(const Cloth& a, const Cloth& b) {
  return a.pins == b.pins && a.state.tetherAnchor == b.state.tetherAnchor &&
         a.state.tetherLength == b.state.tetherLength;
}

/// Calls tell(slot, pin, length) for a cloth's tethers, each particle's nearest first.
template <class Tell>
void forTethers(const CrowdGroup& group, const Cloth& cloth, Tell tell) {
  const std::size_t padded = cloth.data().paddedCount;
  for (std::size_t at = 0; at < cloth.state.tetherAnchor.size(); ++at) {
    const std::uint32_t anchor = cloth.state.tetherAnchor[at];
    if (anchor >= cloth.pins.size()) continue;
    const std::size_t place = at % padded;
    const std::size_t particle = place / kBlock * kBlock + kRowLane[place % kBlock];
    tell(at / padded, group.schedule->slotOfParticle[particle], group.schedule->slotOfParticle[cloth.pins[anchor]],
         cloth.state.tetherLength[at]);
  }
}

/// All lanes' k-th tethers of a slot are pulled at once; lanes that have none get one that is never taut.
void refreshOwnTethers(CrowdGroup& group) {
  CrowdTethers& tethers = group.tethers;
  const std::size_t slotCount = group.schedule->slotCount();
  std::size_t rows = 0;
  for (const Cloth* cloth : group.members) {
    if (cloth != nullptr) rows = std::max(rows, cloth->state.tetherAnchor.size() / cloth->data().paddedCount);
  }
  for (std::size_t i = 0; i < rows * slotCount; ++i) tethers.slots.push_back(static_cast<std::uint16_t>(i % slotCount));
  tethers.anchors.assign(rows * slotCount * group.lanes, 0);
  tethers.lengths.assign(rows * slotCount * group.lanes, 1e18f);
  for (std::uint32_t lane = 0; lane < group.lanes; ++lane) {
    if (group.members[lane] == nullptr) continue;
    forTethers(group, *group.members[lane], [&](std::size_t row, std::uint16_t slot, std::uint16_t pin, float length) {
      const std::size_t at = (row * slotCount + slot) * group.lanes + lane;
      tethers.anchors[at] = static_cast<std::int32_t>(std::uint32_t{pin} * 4 * group.lanes + lane);
      tethers.lengths[at] = length;
    });
  }
}

}  // namespace

void refreshTables(CrowdGroup& group) {
  group.tethersStale = false;
  refreshPins(group);
  group.tethers = {};
  const Cloth* first = nullptr;
  bool same = true;
  for (const Cloth* cloth : group.members) {
    if (cloth == nullptr) continue;
    if (first == nullptr) first = cloth;
    same = same && sameTethers(*first, *cloth);
  }
  if (same) {
    forTethers(group, *first, [&](std::size_t, std::uint16_t slot, std::uint16_t pin, float length) {
      group.tethers.shared.push_back({slot, pin, length});
    });
  } else {
    refreshOwnTethers(group);
  }
}

void refreshTargets(CrowdGroup& group) {
  const CrowdSchedule& schedule = *group.schedule;
  for (std::uint32_t lane = 0; lane < group.lanes; ++lane) {
    const Cloth* cloth = group.members[lane];
    if (cloth == nullptr) continue;
    for (std::size_t i = 0; i < group.pins.slots.size(); ++i) {
      const std::size_t particle = 4 * std::size_t{schedule.particleOfSlot[group.pins.slots[i]]};
      for (std::size_t c = 0; c < 3; ++c) {
        group.pins.from[(3 * i + c) * group.lanes + lane] = cloth->state.targetsFrom[particle + c];
        group.pins.to[(3 * i + c) * group.lanes + lane] = cloth->state.targets[particle + c];
      }
    }
  }
  if (!group.signature.limits) return;
  joinLanes(group, &ClothState::targetsFrom, group.targetsFrom, 3, takenLanes(group));
  joinLanes(group, &ClothState::targets, group.targets, 3, takenLanes(group));
}

void movePins(CrowdGroup& group, const SubstepTime& time) {
  CrowdPinArguments a;
  a.x = group.x.data();
  a.slots = group.pins.slots.data();
  a.from = group.pins.from.data(), a.to = group.pins.to.data();
  a.count = static_cast<std::uint32_t>(group.pins.slots.size());
  a.time = time.end;
  group.kernels->pin(a);
}

void pullTethers(CrowdGroup& group) {
  const CrowdTethers& tethers = group.tethers;
  CrowdTetherArguments a;
  a.x = group.x.data();
  if (!tethers.shared.empty()) {
    a.shared = tethers.shared.data();
    a.count = static_cast<std::uint32_t>(tethers.shared.size());
  } else {
    a.slots = tethers.slots.data();
    a.anchors = tethers.anchors.data(), a.lengths = tethers.lengths.data();
    a.count = static_cast<std::uint32_t>(tethers.slots.size());
  }
  group.kernels->tether(a);
}

}  // namespace toile
