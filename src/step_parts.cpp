#include "step_parts.h"

#include <algorithm>
#include <array>
#include <atomic>

#include "constraints/constraint.h"
#include "internal_damping.h"

namespace toile {
namespace {

/// Damping beyond this leaves less than a float can tell from none of the motion; infinity would make NaN.
constexpr float kMostGamma = 1e9f;

/// The part of a bending error that one pass may remove in PBD mode: KindParams::pbdStiffness says why. Measured: 0.37
/// is still calm, 0.6 no longer.
constexpr float kMostPbdBending = 0.25f;

/// The part a pass has to remove so that n of them remove `stiffness`: 1 − (1 − k)^(1/n). The root is found by
/// bisection with exact operations only, since no libm call may decide a bit of the result.
float pbdRelaxation(float stiffness, std::uint32_t n) {
  if (stiffness <= 0.0f || stiffness >= 1.0f || n == 1) return std::clamp(stiffness, 0.0f, 1.0f);
  const double left = 1.0 - static_cast<double>(stiffness);
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 60; ++i) {
    const double root = 0.5 * (low + high);
    double power = 1.0, base = root;
    for (std::uint32_t rest = n; rest != 0; rest >>= 1, base *= base) {
      if ((rest & 1u) != 0) power *= base;
    }
    (power < left ? low : high) = root;
  }
  return static_cast<float>(1.0 - 0.5 * (low + high));
}

void spreadColumns(Cloth& cloth, const StepInput& input, AlignedVector<float>& particles,
                   AlignedVector<float>& columns) {
  const ColumnArguments arguments{particles.data(), columns.data(), cloth.data().paddedCount};
  forRows(input.backend, cloth.data().paddedCount, [&](Rows rows) { input.backend.rows.spread(arguments, rows); });
}

}  // namespace

float internalDampingPart(const Cloth& cloth, const StepInput& input) {
  if (!(cloth.params.internalDamping > 0.0f)) return 0.0f;
  const float kept = 1.0f / (1.0f + cloth.params.internalDamping * input.h);
  float left = 1.0f;
  for (std::uint32_t i = 0; i < input.substeps; ++i) left *= kept;
  return 1.0f - left;
}

SubstepTime substepTime(const StepInput& input, std::uint32_t substep) {
  const float n = static_cast<float>(input.substeps);
  return {static_cast<float>(substep) / n, static_cast<float>(substep + 1) / n};
}

float dampingOf(const Cloth& cloth, Kind kind) {
  const bool bending = kinds()[static_cast<std::size_t>(kind)].bending;
  return orFabric(cloth.params.kinds[kind].damping,
                  bending ? cloth.fabric().bendingDamping : cloth.fabric().stretchDamping);
}

// Parts γ/(1 + γ) of a rate that a substep may take beside kinds that are damped less: a third for membranes, all but a
// hundredth for bending, whose forces are small. Measured: docs/limits.md.
constexpr float kMostMembraneGamma = 0.5f, kMostBendingGamma = 100.0f;

/// γ = β/h of a kind. One pass with a large γ holds a constraint nearly rigidly at the value it had; where membrane
/// kinds that are damped less pull at the same particles, the passes never agree and make energy of that. So γ is at
/// most that of the least damped of them, or the limit above.
float gammaOf(const Cloth& cloth, const StepInput& input, Kind kind) {
  float least = kMostGamma;
  for (const ConstraintSet& set : cloth.data().sets) {
    if (kinds()[static_cast<std::size_t>(set.kind)].bending || !cloth.params.kinds[set.kind].enabled) continue;
    least = std::min(least, dampingOf(cloth, set.kind) / input.h);
  }
  const bool bending = kinds()[static_cast<std::size_t>(kind)].bending;
  const float limit = std::max(least, bending ? kMostBendingGamma : kMostMembraneGamma);
  return std::min(dampingOf(cloth, kind) / input.h, limit);
}

PassOptions passOptions(const Cloth& cloth, const StepInput& input, const ConstraintSet& set) {
  PassOptions options;
  if (cloth.params.pbd) {
    options.relaxation = cloth.relaxation[set.kind];
    return options;
  }
  options.complianceFactor = 1.0f / (input.h * input.h * cloth.params.kinds[set.kind].stiffnessScale);
  options.gamma = gammaOf(cloth, input, set.kind);
  options.general = options.gamma > 0.0f || (input.iterations > 1 && !set.rigid);
  return options;
}

IntegrateArguments integrateArguments(Cloth& cloth, const StepInput& input) {
  IntegrateArguments arguments;
  arguments.x = cloth.state.x.data();
  arguments.start = cloth.state.start.data();
  arguments.velocity = cloth.state.velocity.data();
  arguments.acceleration = cloth.state.acceleration.empty() ? nullptr : cloth.state.acceleration.data();
  const Vec3 uniform = input.gravity * cloth.params.gravityScale + cloth.params.acceleration;
  arguments.uniform[0] = uniform.x, arguments.uniform[1] = uniform.y, arguments.uniform[2] = uniform.z;
  arguments.h = input.h;
  arguments.damping = 1.0f / (1.0f + input.h * cloth.params.velocityDamping);
  arguments.maxSpeed = cloth.params.maxSpeed;
  return arguments;
}

void prepareStep(Cloth& cloth, const StepInput& input) {
  if (cloth.tethersStale) refreshTethers(cloth);
  if (cloth.levelsStale) refreshLevels(cloth);
  for (std::size_t k = 0; cloth.params.pbd && k < kKindCount; ++k) {
    const auto kind = static_cast<Kind>(k);
    // k' = 1 − (1 − k)^(1/n): n passes a step leave the part 1 − k of the error (Müller 2007 §3.3).
    const bool bending = kinds()[k].bending;
    const float given = cloth.params.kinds[kind].pbdStiffness,
                stiffness = given < 0.0f ? (bending ? 0.1f : 1.0f) : given;
    cloth.relaxation[kind] = pbdRelaxation(stiffness, input.substeps * input.iterations);
    if (bending) cloth.relaxation[kind] = std::min(cloth.relaxation[kind], kMostPbdBending);
  }
}

void beginStep(Cloth& cloth, const StepInput& input) {
  prepareStep(cloth, input);
  if (cloth.params.internalDamping > 0.0f) dampInternalMotion(cloth, internalDampingPart(cloth, input));
  sampleWind(cloth, input);
}

void integrate(Cloth& cloth, const StepInput& input) {
  IntegrateArguments arguments = integrateArguments(cloth, input);
  cloth.inColumns = cloth.data().regular && cloth.levels.empty();
  if (cloth.inColumns)
    arguments.columns = cloth.state.columns.data(), arguments.columnStride = cloth.data().paddedCount;
  forRows(input.backend, cloth.data().paddedCount, [&](Rows rows) { input.backend.rows.integrate(arguments, rows); });
}

void movePins(Cloth& cloth, const SubstepTime& time) {
  for (const std::uint32_t pin : cloth.pins) {
    const std::size_t at = 4 * std::size_t{pin};
    for (std::size_t k = at; k < at + 3; ++k) {
      cloth.state.x[k] = onTheWay(cloth.state.targetsFrom[k], cloth.state.targets[k], time.end);
      if (cloth.inColumns) cloth.state.columns[(k - at) * cloth.data().paddedCount + pin] = cloth.state.x[k];
    }
  }
  if (cloth.state.anchors.empty()) return;
  for (std::size_t i = 0; i < cloth.pins.size(); ++i) {
    const auto pin = cloth.state.x.begin() + 4 * static_cast<std::ptrdiff_t>(cloth.pins[i]);
    std::copy(pin, pin + 3, cloth.state.anchors.begin() + 4 * static_cast<std::ptrdiff_t>(i));
  }
}

void limitStretch(Cloth& cloth, const StepInput& input) {
  if (cloth.levels.empty() || !cloth.params.kinds[Kind::stretch].enabled) return;
  for (const bool backwards : {false, true})
    limitSet(input.backend, cloth.limits, cloth.state.x.data(), cloth.params.coarseSlack, backwards);
}

void solveConstraints(Cloth& cloth, const StepInput& input, std::uint32_t iteration) {
  const GarmentData& data = cloth.data();
  const bool backwards = iteration % 2 == 1;
  std::array<PassStep, kKindCount> steps;  // a kind has one set at most
  std::size_t stepCount = 0;
  bool startSpread = false;
  if (data.regular && !cloth.inColumns) spreadColumns(cloth, input, cloth.state.x, cloth.state.columns);
  cloth.inColumns = data.regular;
  for (std::size_t k = 0; k < data.sets.size(); ++k) {
    const std::size_t s = backwards ? data.sets.size() - 1 - k : k;
    const ConstraintSet& set = data.sets[s];
    if (!cloth.params.kinds[set.kind].enabled) continue;
    PassOptions options = passOptions(cloth, input, set);
    options.backwards = backwards;
    options.columns = data.regular;
    if (options.general && iteration == 0) {
      AlignedVector<float>& lambda = cloth.state.multipliers[s];
      forParts(input.backend, lambda.size(), 8192, [&](std::size_t begin, std::size_t end) {
        std::fill(lambda.data() + begin, lambda.data() + end, 0.0f);
      });
    }
    if (data.regular && options.gamma > 0.0f && iteration == 0 && !startSpread) {
      spreadColumns(cloth, input, cloth.state.start, cloth.state.startColumns);
      startSpread = true;
    }
    steps[stepCount++] = {s, options};
  }
  solveSets(input.backend, data.sets, cloth.state, std::span(steps).first(stepCount));
}

void holdStretch(Cloth& cloth, const StepInput& input) {
  if (!cloth.levels.empty()) return limitStretch(cloth, input);
  for (std::size_t s = 0; s < cloth.data().sets.size(); ++s) {
    const ConstraintSet& set = cloth.data().sets[s];
    // A pass more would make what has a stiffness stiffer, and take more of an error than PBD mode is asked to.
    if (set.kind != Kind::stretch || !set.rigid || cloth.params.pbd) continue;
    if (!cloth.params.kinds[set.kind].enabled) continue;
    PassOptions options = passOptions(cloth, input, set);
    options.gamma = 0.0f, options.general = false, options.backwards = true;
    solveSet(input.backend, set, cloth.state, s, options);
  }
}

void leaveColumns(Cloth& cloth, const StepInput& input) {
  if (!cloth.inColumns) return;
  cloth.inColumns = false;
  const std::uint32_t padded = cloth.data().paddedCount;
  const ColumnArguments back{cloth.state.x.data(), cloth.state.columns.data(), padded};
  forRows(input.backend, padded, [&](Rows rows) { input.backend.rows.collect(back, rows); });
}

void pullTethers(Cloth& cloth, const StepInput& input) {
  if (!cloth.state.tetherLength.empty()) leaveColumns(cloth, input);
  const std::uint32_t padded = cloth.data().paddedCount;
  for (std::size_t first = 0; first < cloth.state.tetherLength.size(); first += padded) {
    const TetherArguments arguments{cloth.state.x.data(), cloth.state.anchors.data(),
                                    cloth.state.tetherAnchor.data() + first, cloth.state.tetherLength.data() + first};
    forRows(input.backend, padded, [&](Rows rows) { input.backend.rows.tether(arguments, rows); });
  }
}

void limitDistances(Cloth& cloth, const StepInput& input, const SubstepTime& time) {
  if (cloth.params.maxDistance < 0.0f) return;
  LimitArguments arguments;
  arguments.x = cloth.state.x.data();
  arguments.from = cloth.state.targetsFrom.data();
  arguments.to = cloth.state.targets.data();
  arguments.scale = cloth.state.limitScale.empty() ? nullptr : cloth.state.limitScale.data();
  arguments.distance = cloth.params.maxDistance;
  arguments.time = time.end;
  forRows(input.backend, cloth.data().paddedCount, [&](Rows rows) { input.backend.rows.limit(arguments, rows); });
}

bool updateVelocities(Cloth& cloth, const StepInput& input) {
  // The bound only catches what is not finite, or would not be when squared; maxSpeed is applied when moving.
  const VelocityArguments arguments{
      cloth.state.x.data(), cloth.state.start.data(), cloth.state.velocity.data(), input.h, 1.0f / input.h, kMostSpeed};
  std::atomic<bool> sound{true};
  forRows(input.backend, cloth.data().paddedCount, [&](Rows rows) {
    if (!input.backend.rows.velocity(arguments, rows)) sound.store(false, std::memory_order_relaxed);
  });
  return sound.load(std::memory_order_relaxed);
}

void freeze(Cloth& cloth) {
  cloth.frozen = true;
  for (std::size_t i = 0; i < cloth.data().particleCount; ++i) {
    // Transforms and rest positions are bounded (kLargestCoordinate), so this one is finite.
    const Vec3 rest = apply(cloth.transform, cloth.data().restPositions[i]);
    const Vec3 start = pointAt(cloth.state.start, i);
    putPoint(cloth.state.x, i, isFinite(start) ? start : rest);
  }
  std::fill(cloth.state.velocity.begin(), cloth.state.velocity.end(), 0.0f);
  std::fill(cloth.touched.begin(), cloth.touched.end(), std::size_t{0});
  cloth.contacts = 0;
  endStep(cloth);
}

void endStep(Cloth& cloth) {
  if (!cloth.targetsMoved) return;
  cloth.state.targetsFrom = cloth.state.targets;
  cloth.targetsMoved = false;
}

}  // namespace toile
