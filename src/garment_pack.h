// Constraints as builders deliver them → coloured, padded blocks as kernels read them.
#pragma once

#include <cstdint>
#include <span>

#include "constraints/constraint.h"
#include "garment_data.h"
#include "topology/runs.h"

namespace toile {

/// Particles and dummies together, a multiple of kBlock.
constexpr std::uint32_t paddedParticleCount(std::uint32_t particleCount) {
  return (particleCount + kDummies + kBlock - 1) / kBlock * kBlock;
}

/// Colours `raw` and lays it out in blocks (see ConstraintSet). Padding lanes name the dummies
/// particleCount, particleCount + 1 … one a corner, repeat the parameters of the first constraint of their block
/// and have infinite compliance (kNothing).
ConstraintSet packConstraints(const KindInfo& kind, const RawConstraints& raw, std::uint32_t particleCount);

/// The same with colours of the caller's own.
ConstraintSet packColoured(const KindInfo& kind, const RawConstraints& raw, std::uint32_t particleCount,
                           const RunColouring& runs);

/// Coloured triangles without values.
TriangleSet packTriangles(std::span<const std::array<std::uint32_t, 3>> triangles, std::uint32_t particleCount);

/// The way back: plain arrays without padding, in solver order.
ConstraintList unpackConstraints(const ConstraintSet& set);

}  // namespace toile
