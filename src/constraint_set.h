// Constraints as the kernels read them: blocks of whole lanes, sorted by colour.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "aligned.h"
#include "toile/kind.h"

namespace toile {

/// Constraints are stored in blocks of this many, whatever the width of the machine's vectors.
inline constexpr std::uint32_t kBlock = 16;
/// Dummy particles (w = 0) behind the real ones, one a stencil corner, that padding constraints use.
inline constexpr std::uint32_t kDummies = 4;

/// The compliance of padding: infinitely soft, so that solving it moves nothing whatever its corners are. (It may turn
/// −0 into +0, in every width alike.) No real constraint has it.
inline constexpr float kNothing = std::numeric_limits<float>::infinity();

struct ColourRange {
  std::uint32_t firstBlock = 0;
  std::uint32_t blockCount = 0;
  std::uint32_t runCount = 0;  ///< of these blocks the first ones are runs: each corner names 16 particles in a row
};

/// Constraints of one kind, sorted by colour, each colour padded to whole blocks.
/// Block b: indices[(b·arity + corner)·16 + lane], values[(b·(parameterCount + 1) + k)·16 + lane], where
/// the last value is the compliance. Padding lanes have finite parameters and the compliance kNothing; they name the
/// dummy particles, or in the gaps of runs particles that no other block of the colour touches.
struct ConstraintSet {
  Kind kind = Kind::stretch;
  std::uint32_t arity = 2;
  std::uint32_t parameterCount = 0;
  std::uint32_t lambdaCount = 1;  ///< multipliers a constraint (general path only)
  std::uint32_t count = 0;
  bool rigid = true;  ///< no compliance anywhere: multipliers decide nothing
  std::uint32_t blockCount = 0;
  std::vector<ColourRange> colours;
  AlignedVector<std::uint16_t> indices16;  ///< used where particles and dummies number at most 65,536 …
  AlignedVector<std::uint32_t> indices32;  ///< … else this one
  AlignedVector<float> values;

  /// `lane` counts through the whole set: 16 · block + lane of the block.
  std::uint32_t particle(std::size_t lane, std::size_t corner) const {
    const std::size_t at = (lane / kBlock * arity + corner) * kBlock + lane % kBlock;
    return indices16.empty() ? indices32[at] : indices16[at];
  }
};

/// Triangles in colours, for wind. Same block layout, no values.
using TriangleSet = ConstraintSet;

}  // namespace toile
