// What a constraint kind has to say of itself, and the list of kinds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "toile/garment.h"
#include "topology/topology.h"

namespace toile {

/// What a kind builds its constraints from. Particles are in solver order.
struct BuildInput {
  const Topology& topology;
  const RestMetric& rest;
  std::span<const Vec3> restPositions;  ///< per particle
  const GarmentDef& def;
  std::span<const float> stiffnessScale;  ///< per particle, or empty for 1
  std::span<const std::uint8_t> fixed;    ///< per particle
};

/// Constraints as they are built: unordered, unpadded.
struct RawConstraints {
  std::vector<std::uint32_t> particles;  ///< count · arity
  std::vector<float> parameters;         ///< count · parameterCount
  std::vector<float> compliance;         ///< count
  std::size_t skipped = 0;               ///< stencils without the extent that a constraint of this kind needs

  std::size_t count() const { return compliance.size(); }
};

struct KindInfo {
  Kind kind;
  const char* name;
  std::uint32_t arity;
  std::uint32_t parameterCount;
  std::uint32_t lambdaCount;  ///< scalar constraints solved one after the other, a stencil
  bool bending;               ///< damped by Fabric::bendingDamping, else by stretchDamping
  RawConstraints (*build)(const BuildInput&);
};

/// All kinds, in order of Kind: the order of a pass.
std::span<const KindInfo> kinds();

// Helpers every kind's builder uses.

/// Mean painted stiffness of a stencil's particles; 1 without paint.
float stencilScale(const BuildInput& input, std::span<const std::uint32_t> particles);
/// True where every particle of the stencil is fixed: such a constraint is left out.
bool allFixed(const BuildInput& input, std::span<const std::uint32_t> particles);
/// Compliance to store: the garment's fixed one for this kind, or 1 / stiffness, divided by the painted
/// scale. Zero or negative stiffness (or scale) gives kSlack: the constraint then does nothing measurable.
float storedCompliance(const BuildInput& input, Kind kind, float stiffness, float scale);
/// N·m: the fabric's rigidity, but at most 1e6. Bending that is as rigid as stretch leaves a sheet no way to move, and
/// one pass in one order, again and again, then feeds it energy (complex eigenvalues with momentum).
float bendingRigidity(const Fabric& fabric);
/// Times 1/h² of the shortest substep it must stay finite, since 0 · infinity is not a number.
inline constexpr float kSlack = 1e20f;

}  // namespace toile
