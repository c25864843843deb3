// The hot state of one cloth: what a step reads and writes. Everything else about a cloth is in cloth.h.
//
// Particles are four floats (x, y, z, inverse mass) so that one 16-byte load brings all a constraint needs
// of one. Rejected but for runs: separate arrays of x, y and z (gathers cost 3–8 times more than loads and transposes),
// inverse masses beside the constraints (they change when pins do).
#pragma once

#include <cstdint>
#include <vector>

#include "aligned.h"
#include "toile/vec.h"

namespace toile {

/// The blocks of one colour that one part of a team solves. Those of runs [insideBegin, insideEnd) touch only particles
/// that no other part ever touches.
struct BlockShare {
  std::uint32_t beginRuns = 0, insideBegin = 0, insideEnd = 0, endRuns = 0;
  std::uint32_t beginSingles = 0, endSingles = 0;
};
struct BlockShares {
  std::uint32_t parts = 0;                      ///< 0: not made yet
  std::vector<std::vector<BlockShare>> ofSets;  ///< a set, colours · parts each
};

struct ClothState {
  // paddedCount · 4 floats each
  AlignedVector<float> x;            ///< m; w: inverse mass 1/kg, 0 for pinned
  AlignedVector<float> start;        ///< m, at the start of the substep
  AlignedVector<float> velocity;     ///< m/s
  AlignedVector<float> targets;      ///< m, where animated things want the particle at the end of the step
  AlignedVector<float> targetsFrom;  ///< m, the same at its start (pins and max distance)
  /// Of regular garments (GarmentData::regular), scratch of substeps: x and start as columns, all x, all y, all z,
  /// all w. Sixteen constraints of a run then need no transpose.
  AlignedVector<float> columns, startColumns;
  AlignedVector<float> acceleration;  ///< m/s², or empty
  AlignedVector<float> air;           ///< m/s at each particle this step, or empty where it is the same everywhere

  // tethers: k rows of paddedCount, in the order of loadBlock (see TetherArguments)
  /// m, 16 bytes each: where the pins are, in the order of Cloth::pins, and a last one for "no tether". Apart from x,
  /// because a task may read an anchor while another stores whole rows of x that hold the pin.
  AlignedVector<float> anchors;
  AlignedVector<std::uint32_t> tetherAnchor;  ///< into anchors
  AlignedVector<float> tetherLength;          ///< m

  BlockShares shares;  ///< for teams

  AlignedVector<float> limitScale;                ///< paddedCount, or empty for 1
  std::vector<AlignedVector<float>> multipliers;  ///< λ, one array a constraint set (general path only)
};

/// One particle's point or vector in an array of four floats each; w is left alone. Zeros become +0: then no position
/// is ever −0, since sums are that only of −0 and −0, and what moves a particle by nothing leaves every bit.
inline Vec3 pointAt(const AlignedVector<float>& array, std::size_t particle) {
  return {array[4 * particle], array[4 * particle + 1], array[4 * particle + 2]};
}
inline void putPoint(AlignedVector<float>& array, std::size_t particle, Vec3 p) {
  array[4 * particle] = p.x + 0.0f, array[4 * particle + 1] = p.y + 0.0f, array[4 * particle + 2] = p.z + 0.0f;
}

}  // namespace toile
