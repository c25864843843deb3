#include "crowd/group.h"

#include <algorithm>
#include <bit>

#include "step_parts.h"

namespace toile {

CrowdSignature crowdSignature(const Cloth& cloth, std::uint32_t iterations) {
  CrowdSignature signature;
  signature.garment = &cloth.data();
  signature.pbd = cloth.params.pbd;
  for (const ConstraintSet& set : cloth.data().sets) {
    if (!cloth.params.kinds[set.kind].enabled) continue;
    signature.enabled.add(set.kind);
    if (cloth.params.pbd) continue;
    const bool damped = dampingOf(cloth, set.kind) > 0.0f;
    if (damped) signature.damped.add(set.kind);
    if (damped || (iterations > 1 && !set.rigid)) signature.general.add(set.kind);
  }
  signature.air = meetsAir(cloth);
  signature.accelerations = !cloth.state.acceleration.empty();
  signature.limits = cloth.params.maxDistance >= 0.0f;
  return signature;
}

std::unique_ptr<CrowdGroup> makeCrowd(const Cloth& like, const CrowdSignature& signature,
                                      std::shared_ptr<const CrowdSchedule> schedule, const CrowdKernels& kernels,
                                      std::uint32_t lanes) {
  auto group = std::make_unique<CrowdGroup>();
  group->garment = like.garment;
  group->schedule = std::move(schedule);
  group->signature = signature;
  group->kernels = &kernels;
  group->lanes = lanes;
  const std::size_t vectors = std::size_t{group->schedule->slotCount()} * lanes;
  group->x.assign(4 * vectors, 0.0f);
  group->velocity.assign(3 * vectors, 0.0f);
  group->start.assign(3 * vectors, 0.0f);
  group->nowhere.assign(std::size_t{4} * like.data().paddedCount, 0.0f);
  // Empty lanes hold the rest pose and are pinned: nothing moves there, and nothing divides by zero.
  for (std::size_t slot = 0; slot < group->schedule->slotCount(); ++slot) {
    const Vec3 p = like.data().restPositions[group->schedule->particleOfSlot[slot]];
    const float values[3] = {p.x, p.y, p.z};
    for (std::size_t c = 0; c < 3; ++c) std::fill_n(&group->x[(4 * slot + c) * lanes], lanes, values[c]);
  }
  if (signature.accelerations) group->acceleration.assign(3 * vectors, 0.0f);
  if (signature.limits) {
    group->targets.assign(3 * vectors, 0.0f), group->targetsFrom.assign(3 * vectors, 0.0f);
    for (const std::uint16_t particle : group->schedule->particleOfSlot) {
      if (!like.state.limitScale.empty()) group->limitScale.push_back(like.state.limitScale[particle]);
    }
  }
  group->multipliers.resize(group->schedule->sets.size());
  for (std::size_t s = 0; s < group->multipliers.size(); ++s) {
    const CrowdSet& set = group->schedule->sets[s];
    if (signature.general.has(set.kind)) {
      group->multipliers[s].assign(std::size_t{set.count} * set.lambdaCount * lanes, 0.0f);
    }
  }
  return group;
}

std::uint32_t takenLanes(const CrowdGroup& group) {
  std::uint32_t bits = 0;
  for (std::uint32_t lane = 0; lane < group.lanes; ++lane) bits |= group.members[lane] != nullptr ? 1u << lane : 0u;
  return bits;
}

void enterCrowd(CrowdGroup& group, Cloth& cloth) {
  const auto lane = static_cast<std::uint32_t>(std::countr_one(takenLanes(group)));
  group.members[lane] = &cloth;
  ++group.memberCount;
  group.lanesStale |= 1u << lane;
  group.tethersStale = true;
  cloth.crowd = &group;
  cloth.crowdLane = lane;
}

void leaveCrowd(Cloth& cloth) {
  CrowdGroup& group = *cloth.crowd;
  bringHome(group);
  const std::uint32_t lane = cloth.crowdLane;
  group.members[lane] = nullptr;
  --group.memberCount;
  group.lanesStale &= ~(1u << lane);
  group.tethersStale = true;
  cloth.crowd = nullptr;
  for (std::size_t slot = 0; slot < group.schedule->slotCount(); ++slot) {
    group.x[(4 * slot + 3) * group.lanes + lane] = 0.0f;
    for (std::size_t c = 0; c < 3; ++c) {
      const Vec3 p = group.data().restPositions[group.schedule->particleOfSlot[slot]];
      group.x[(4 * slot + c) * group.lanes + lane] = c == 0 ? p.x : c == 1 ? p.y : p.z;
      group.velocity[(3 * slot + c) * group.lanes + lane] = 0.0f;
    }
  }
}

namespace {

CrowdCopyArguments copyArguments(const CrowdGroup& group, float* vectors, std::uint32_t vectorsPerSlot) {
  CrowdCopyArguments a;
  a.vectors = vectors;
  a.vectorsPerSlot = vectorsPerSlot;
  a.particleOfSlot = group.schedule->particleOfSlot.data();
  a.slotCount = group.schedule->slotCount();
  return a;
}

}  // namespace

void joinLanes(const CrowdGroup& group, AlignedVector<float> ClothState::*from, AlignedVector<float>& to,
               std::uint32_t vectorsPerSlot, std::uint32_t lanes) {
  CrowdCopyArguments a = copyArguments(group, to.data(), vectorsPerSlot);
  for (std::uint32_t lane = 0; lane < group.lanes; ++lane) {
    const bool chosen = (lanes >> lane & 1u) != 0;
    // Only read, so that any array will do for the others.
    a.cloths[lane] = const_cast<float*>(chosen ? (group.members[lane]->state.*from).data() : group.nowhere.data());
    a.chosen.lane[lane] = chosen ? 1.0f : 0.0f;
  }
  group.kernels->join(a);
}

void partLanes(CrowdGroup& group, AlignedVector<float>& from, AlignedVector<float> ClothState::*to,
               std::uint32_t vectorsPerSlot, std::uint32_t lanes) {
  CrowdCopyArguments a = copyArguments(group, from.data(), vectorsPerSlot);
  for (std::uint32_t lane = 0; lane < group.lanes; ++lane) {
    const bool chosen = (lanes >> lane & 1u) != 0;
    a.cloths[lane] = chosen ? (group.members[lane]->state.*to).data() : group.nowhere.data();
  }
  group.kernels->part(a);
}

void bringHome(CrowdGroup& group) {
  if (!group.ownStale) return;
  const std::uint32_t fresh = takenLanes(group) & ~group.lanesStale;
  partLanes(group, group.x, &ClothState::x, 4, fresh);
  partLanes(group, group.velocity, &ClothState::velocity, 3, fresh);
  group.ownStale = false;
}

void refreshLanes(CrowdGroup& group) {
  if (group.lanesStale == 0) return;
  joinLanes(group, &ClothState::x, group.x, 4, group.lanesStale);
  joinLanes(group, &ClothState::velocity, group.velocity, 3, group.lanesStale);
  group.lanesStale = 0;
}

}  // namespace toile
