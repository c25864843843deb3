// The air of a step: wind as it is at each particle, and its force.
#include <cmath>

#include "step_parts.h"

namespace toile {
void sampleField(Cloth& cloth, const StepInput& input) {
  const std::size_t count = cloth.data().particleCount;
  cloth.state.air.resize(cloth.state.x.size());
  cloth.airPositions.resize(count);
  cloth.airVelocities.assign(count, Vec3{});
  for (std::size_t i = 0; i < count; ++i) cloth.airPositions[i] = cloth.position(static_cast<std::uint32_t>(i));
  input.wind.field(cloth.airPositions, input.time, cloth.airVelocities);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 air = isFinite(cloth.airVelocities[i]) ? cloth.airVelocities[i] : Vec3{};
    float* out = &cloth.state.air[4 * i];
    out[0] = air.x, out[1] = air.y, out[2] = air.z;
  }
}

bool meetsAir(const Cloth& cloth) {
  return orFabric(cloth.params.airDrag, cloth.fabric().airDrag) > 0.0f ||
         orFabric(cloth.params.airLift, cloth.fabric().airLift) > 0.0f;
}

WindArguments airArguments(Cloth& cloth, const StepInput& input) {
  WindArguments wind;
  wind.drag = orFabric(cloth.params.airDrag, cloth.fabric().airDrag);
  wind.lift = orFabric(cloth.params.airLift, cloth.fabric().airLift);
  wind.halfDensity = 0.5f * input.wind.airDensity;
  wind.x = cloth.state.x.data();
  wind.velocity = cloth.state.velocity.data();
  wind.air = cloth.state.air.empty() ? nullptr : cloth.state.air.data();
  wind.uniform[0] = input.wind.velocity.x, wind.uniform[1] = input.wind.velocity.y;
  wind.uniform[2] = input.wind.velocity.z;
  wind.h = input.h;
  return wind;
}

/// Three waves: along the wind, and two across it at other lengths and speeds, none a multiple of another.
GustArguments gustWaves(const Wind& wind, double time) {
  GustArguments gusts;
  const Vec3 along = normalizedOr(wind.velocity, {1.0f, 0.0f, 0.0f});
  const Vec3 up = std::fabs(along.y) < 0.9f ? Vec3{0.0f, 1.0f, 0.0f} : Vec3{0.0f, 0.0f, 1.0f};
  const Vec3 across = normalizedOr(cross(along, up), {0.0f, 0.0f, 1.0f});
  const Vec3 waves[3] = {along * (1.0f / wind.gustLength), (along * 0.6f + across * 1.7f) * (1.0f / wind.gustLength),
                         (along * 1.9f - across * 0.8f + cross(across, along) * 1.3f) * (1.0f / wind.gustLength)};
  const double rates[3] = {1.0, 1.618, 2.71};
  for (int k = 0; k < 3; ++k) {
    gusts.wave[k][0] = waves[k].x, gusts.wave[k][1] = waves[k].y, gusts.wave[k][2] = waves[k].z;
    const double cycles = time * wind.gustFrequency * rates[k];
    gusts.phase[k] = -static_cast<float>(cycles - std::floor(cycles));
  }
  gusts.velocity[0] = wind.velocity.x, gusts.velocity[1] = wind.velocity.y, gusts.velocity[2] = wind.velocity.z;
  gusts.strength = wind.gustStrength;
  return gusts;
}

void sampleWind(Cloth& cloth, const StepInput& input) {
  const bool varies = static_cast<bool>(input.wind.field) || input.wind.gustStrength > 0.0f;
  if (!varies) {
    cloth.state.air.clear();
    return;
  }
  cloth.state.air.resize(cloth.state.x.size());
  if (input.wind.field) {
    sampleField(cloth, input);
    return;
  }
  GustArguments gusts = gustWaves(input.wind, input.time);
  gusts.x = cloth.state.x.data();
  gusts.air = cloth.state.air.data();
  forRows(input.backend, cloth.data().paddedCount, [&](Rows rows) { input.backend.rows.gust(gusts, rows); });
}

void applyAir(Cloth& cloth, const StepInput& input) {
  if (input.wind.airDensity > 0.0f && meetsAir(cloth)) {
    applyWind(input.backend, cloth.data().triangles, airArguments(cloth, input));
  }
}

}  // namespace toile
