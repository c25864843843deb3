// The whole step, as a table of contents. The parts are in step_parts.cpp and in the folders they name.
#include "step.h"

#include "step_parts.h"

namespace toile {

void stepCloth(Cloth& cloth, const StepInput& input) {
  if (!cloth.enabled || cloth.frozen) return;
  beginStep(cloth, input);
  for (std::uint32_t substep = 0; substep < input.substeps; ++substep) {
    const SubstepTime time = substepTime(input, substep);
    applyAir(cloth, input);
    integrate(cloth, input);
    movePins(cloth, time);
    pullLevels(cloth, input, time);
    for (std::uint32_t iteration = 0; iteration < input.iterations; ++iteration) {
      solveConstraints(cloth, input, iteration);
      pullTethers(cloth, input);
    }
    limitStretch(cloth, input);
    limitDistances(cloth, input, time);
    meetColliders(cloth, input, time);
    spreadImpacts(cloth, input, time);
    if (!updateVelocities(cloth, input)) {
      freeze(cloth);
      return;
    }
  }
  endStep(cloth);
}

}  // namespace toile
