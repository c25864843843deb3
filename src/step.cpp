// The whole step, as a table of contents. The parts are declared in step_parts.h.
#include "step.h"

#include "contact_group.h"
#include "step_parts.h"

namespace toile {
namespace {

/// Up to where contacts are met.
void move(Cloth& cloth, const StepInput& input, const SubstepTime& time) {
  applyAir(cloth, input);
  integrate(cloth, input);
  movePins(cloth, time);
  pullLevels(cloth, input, time);
  for (std::uint32_t iteration = 0; iteration < input.iterations; ++iteration) {
    solveConstraints(cloth, input, iteration);
    pullTethers(cloth, input);
  }
  leaveColumns(cloth, input);
  limitStretch(cloth, input);
  limitDistances(cloth, input, time);
}

void meetSolids(Cloth& cloth, const StepInput& input, const SubstepTime& time) {
  meetColliders(cloth, input, time);
  spreadImpacts(cloth, input, time);
  if (!updateVelocities(cloth, input)) freeze(cloth);
}

}  // namespace

void stepCloth(Cloth& cloth, const StepInput& input) {
  if (!cloth.enabled || cloth.frozen || cloth.sleep.asleep) return;
  beginStep(cloth, input);
  for (std::uint32_t substep = 0; substep < input.substeps && !cloth.frozen; ++substep) {
    const SubstepTime time = substepTime(input, substep);
    move(cloth, input, time);
    meetSolids(cloth, input, time);
  }
  if (!cloth.frozen) endStep(cloth);
}

void stepTogether(ContactGroup& group, const StepInput& input) {
  if (group.cloths()[0]->sleep.asleep) return;
  const auto each = [&](auto part) {
    forEach(input.backend, group.cloths().size(), [&](std::size_t i) {
      Cloth& cloth = *group.cloths()[i];
      if (!cloth.frozen) part(cloth);
    });
  };
  each([&](Cloth& cloth) { beginStep(cloth, input); });
  for (std::uint32_t substep = 0; substep < input.substeps; ++substep) {
    group.beginSubstep(input, substep);
    const SubstepTime time = substepTime(input, substep);
    each([&](Cloth& cloth) { move(cloth, input, time); });
    if (group.meet(input)) {
      group.meetAgain(input);
      each([&](Cloth& cloth) { holdStretch(cloth, input); });
      group.meetAgain(input);
    }
    each([&](Cloth& cloth) { meetSolids(cloth, input, time); });
    group.endSubstep(input, substep);
  }
  each([&](Cloth& cloth) { endStep(cloth); });
}

}  // namespace toile
