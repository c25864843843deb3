// The same table of contents as src/step.cpp, and the parts as calls of the crowd's kernels.
#include "crowd/crowd_step.h"

#include <algorithm>

#include "crowd/contacts.h"
#include "crowd/tables.h"
#include "step_parts.h"

namespace toile {
namespace {

/// body(cloth, lane) for the members of a crowd.
template <class Body>
void forMembers(const CrowdGroup& group, Body body) {
  for (std::uint32_t lane = 0; lane < group.lanes; ++lane) {
    if (group.members[lane] != nullptr) body(*group.members[lane], lane);
  }
}

void setMotion(CrowdGroup& group, const StepInput& input, CrowdMotionArguments& a) {
  a.x = group.x.data(), a.start = group.start.data(), a.velocity = group.velocity.data();
  a.acceleration = group.signature.accelerations ? group.acceleration.data() : nullptr;
  a.slotCount = group.schedule->slotCount();
  a.h = input.h, a.inverseH = 1.0f / input.h, a.bound = kMostSpeed;
  forMembers(group, [&](Cloth& cloth, std::uint32_t lane) {
    const IntegrateArguments own = integrateArguments(cloth, input);
    for (int c = 0; c < 3; ++c) a.uniform[c].lane[lane] = own.uniform[c];
    a.damping.lane[lane] = own.damping;
    a.maxSpeed.lane[lane] = own.maxSpeed;
  });
}

void setAir(CrowdGroup& group, const StepInput& input, CrowdAirArguments& a) {
  a.x = group.x.data(), a.velocity = group.velocity.data();
  a.air = group.air.empty() ? nullptr : group.air.data();
  a.triangles = group.schedule->triangles.data();
  a.count = static_cast<std::uint32_t>(group.schedule->triangles.size() / 3);
  a.h = input.h;
  forMembers(group, [&](Cloth& cloth, std::uint32_t lane) {
    const WindArguments own = airArguments(cloth, input);
    std::copy(own.uniform, own.uniform + 3, a.uniform);
    a.halfDensity = own.halfDensity;
    a.drag.lane[lane] = own.drag, a.lift.lane[lane] = own.lift;
  });
}

void setSolve(CrowdGroup& group, const StepInput& input, std::size_t s, CrowdSolveArguments& a) {
  const CrowdSet& set = group.schedule->sets[s];
  a.x = group.x.data(), a.start = group.start.data(), a.lambda = group.multipliers[s].data();
  a.slots = set.slots.data(), a.values = set.values.data();
  a.damped = group.signature.damped.has(set.kind);
  forMembers(group, [&](Cloth& cloth, std::uint32_t lane) {
    const PassOptions own = passOptions(cloth, input, group.data().sets[s]);
    a.complianceFactor.lane[lane] = own.complianceFactor;
    a.gamma.lane[lane] = own.gamma;
    a.relaxation.lane[lane] = own.relaxation;
  });
}

/// Wind that differs from place to place, for this step.
void sampleAir(CrowdGroup& group, const StepInput& input) {
  const std::size_t size = std::size_t{3} * group.schedule->slotCount() * group.lanes;
  if (input.wind.field) {
    group.air.resize(size);
    joinLanes(group, &ClothState::air, group.air, 3, takenLanes(group));
  } else if (input.wind.gustStrength > 0.0f) {
    group.air.resize(size);
    group.kernels->gust(gustWaves(input.wind, input.time), group.x.data(), group.air.data(),
                        group.schedule->slotCount());
  } else {
    group.air.clear();
  }
}

void beginCrowd(CrowdGroup& group, const StepInput& input) {
  bool needsOwn = static_cast<bool>(input.wind.field);
  forMembers(group, [&](Cloth& cloth, std::uint32_t) {
    needsOwn = needsOwn || cloth.params.internalDamping > 0.0f;
    group.tethersStale = group.tethersStale || cloth.tethersStale;
  });
  if (needsOwn) bringHome(group);
  forMembers(group, [&](Cloth& cloth, std::uint32_t lane) {
    if (needsOwn) {
      beginStep(cloth, input);
      group.lanesStale |= 1u << lane;
    } else {
      prepareStep(cloth, input);
    }
  });
  refreshLanes(group);
  group.ownStale = true;
  if (group.tethersStale) refreshTables(group);
  refreshTargets(group);
  if (group.signature.accelerations) {
    joinLanes(group, &ClothState::acceleration, group.acceleration, 3, takenLanes(group));
  }
  sampleAir(group, input);
}

void setArguments(CrowdGroup& group, const StepInput& input) {
  CrowdArguments& arguments = group.arguments;
  setMotion(group, input, arguments.motion);
  setAir(group, input, arguments.air);
  arguments.solve.resize(group.schedule->sets.size());
  for (std::size_t s = 0; s < arguments.solve.size(); ++s) setSolve(group, input, s, arguments.solve[s]);
}

void solveCrowd(CrowdGroup& group, std::uint32_t iteration) {
  const bool backwards = iteration % 2 == 1;
  if (iteration == 0) {
    for (AlignedVector<float>& lambda : group.multipliers) std::fill(lambda.begin(), lambda.end(), 0.0f);
  }
  const std::vector<CrowdSegment>& segments = group.schedule->segments;
  for (std::size_t k = 0; k < segments.size(); ++k) {
    const CrowdSegment& segment = segments[backwards ? segments.size() - 1 - k : k];
    const Kind kind = group.schedule->sets[segment.set].kind;
    if (!group.signature.enabled.has(kind)) continue;
    CrowdSolveArguments& a = group.arguments.solve[segment.set];
    a.first = segment.first, a.count = segment.count, a.backwards = backwards;
    const CrowdKernels::Solve& solve = group.kernels->kinds[kind];
    (group.signature.general.has(kind) ? solve.general : solve.fast)(a);
  }
}

void limitCrowd(CrowdGroup& group, const SubstepTime& time) {
  if (!group.signature.limits) return;
  CrowdLimitArguments a;
  a.x = group.x.data(), a.from = group.targetsFrom.data(), a.to = group.targets.data();
  a.scale = group.limitScale.empty() ? nullptr : group.limitScale.data();
  a.slotCount = group.schedule->slotCount();
  forMembers(group, [&](Cloth& cloth, std::uint32_t lane) { a.distance.lane[lane] = cloth.params.maxDistance; });
  a.time = time.end;
  group.kernels->limit(a);
}

/// Members that are not finite any more are frozen and leave.
void freezeUnsound(CrowdGroup& group, const CrowdMotionArguments& motion) {
  forMembers(group, [&](Cloth& cloth, std::uint32_t lane) {
    if (motion.unsound.lane[lane] == 0.0f) return;
    partLanes(group, group.start, &ClothState::start, 3, 1u << lane);
    leaveCrowd(cloth);
    group.ownStale = true;
    freeze(cloth);
  });
}

}  // namespace

void stepCrowd(CrowdGroup& group, const StepInput& input) {
  beginCrowd(group, input);
  setArguments(group, input);
  CrowdArguments& arguments = group.arguments;
  for (std::uint32_t substep = 0; substep < input.substeps; ++substep) {
    const SubstepTime time = substepTime(input, substep);
    if (group.signature.air && input.wind.airDensity > 0.0f) group.kernels->wind(arguments.air);
    group.kernels->integrate(arguments.motion);
    movePins(group, time);
    for (std::uint32_t iteration = 0; iteration < input.iterations; ++iteration) {
      solveCrowd(group, iteration);
      pullTethers(group);
    }
    limitCrowd(group, time);
    meetColliders(group, input, time);
    group.kernels->velocity(arguments.motion);
    freezeUnsound(group, arguments.motion);
    if (group.memberCount == 0) return;
  }
  forMembers(group, [](Cloth& cloth, std::uint32_t) { endStep(cloth); });
}

}  // namespace toile
