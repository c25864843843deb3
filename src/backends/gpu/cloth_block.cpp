#include "backends/gpu/cloth_block.h"

#include <algorithm>
#include <cstring>

#include "backends/gpu/contact.h"
#include "step_parts.h"

namespace toile {
namespace {

GpuKindValues kindValues(const Cloth& cloth, const StepInput& input, const ConstraintSet& set) {
  GpuKindValues values;
  if (!cloth.params.kinds[set.kind].enabled) return values;
  const PassOptions options = passOptions(cloth, input, set);
  values.complianceFactor = options.complianceFactor;
  values.gamma = options.gamma;
  values.relaxation = options.relaxation;
  values.mode = options.general ? kGpuGeneral : kGpuFast;
  return values;
}

void writeAir(Cloth& cloth, const StepInput& input, GpuCloth& block) {
  const WindArguments air = airArguments(cloth, input);
  std::copy(air.uniform, air.uniform + 3, block.wind);
  block.halfDensity = air.halfDensity, block.drag = air.drag, block.lift = air.lift;
  if (!(input.wind.airDensity > 0.0f) || !meetsAir(cloth)) return;
  block.flags |= kGpuMeetsAir;
  if (!input.wind.field && !(input.wind.gustStrength > 0.0f)) return;
  block.flags |= kGpuHasAir;
  if (input.wind.field) return;
  const GustArguments gusts = gustWaves(input.wind, input.time);
  block.gustStrength = gusts.strength;
  for (int k = 0; k < 3; ++k) {
    std::copy(gusts.wave[k], gusts.wave[k] + 3, block.gusts[k]);
    block.gusts[k][3] = gusts.phase[k];
  }
}

}  // namespace

GpuCloth clothBlock(Cloth& cloth, const StepInput& input, std::uint32_t tetherRows) {
  GpuCloth block;
  if (!cloth.enabled || cloth.frozen) {
    block.flags = kGpuDisabled;
    return block;
  }
  const IntegrateArguments motion = integrateArguments(cloth, input);
  std::copy(motion.uniform, motion.uniform + 3, block.acceleration);
  block.h = input.h, block.inverseH = 1.0f / input.h;
  block.damping = motion.damping, block.maxSpeed = motion.maxSpeed;
  if (!cloth.state.acceleration.empty()) block.flags |= kGpuHasAcceleration;
  writeAir(cloth, input, block);
  block.thickness = thicknessOf(cloth);
  block.maxDepenetration = cloth.params.maxDepenetrationSpeed * input.h;
  ColliderDef plain;  // coefficients of 1: what is left is the fabric's
  const Friction friction = frictionOn(cloth, plain);
  block.frictionStatic = friction.statically, block.frictionDynamic = friction.dynamically;
  block.maxDistance = cloth.params.maxDistance;
  block.mask = cloth.collisionMask, block.group = cloth.collisionGroup;
  block.tetherRows = tetherRows;
  block.internalDamping = internalDampingPart(cloth, input);
  writeContact(cloth, block);
  for (const ConstraintSet& set : cloth.data().sets)
    block.kinds[static_cast<std::size_t>(set.kind)] = kindValues(cloth, input, set);
  return block;
}

void writeTargets(const Cloth& cloth, std::byte* to) {
  const ClothState& state = cloth.state;
  const std::size_t count = cloth.data().paddedCount;
  for (std::size_t p = 0; p < count; ++p) {
    float both[8];
    std::copy(&state.targetsFrom[4 * p], &state.targetsFrom[4 * p] + 4, both);
    std::copy(&state.targets[4 * p], &state.targets[4 * p] + 4, both + 4);
    both[3] = p < cloth.mass.size() ? cloth.mass[p] : 0.0f;
    both[7] = state.limitScale.empty() ? 1.0f : state.limitScale[p];
    std::memcpy(to + p * sizeof both, both, sizeof both);
  }
}

}  // namespace toile
