// Constraints as the kernels read them: blocks of whole lanes, sorted by colour.
#pragma once

#include <algorithm>
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
  std::uint32_t runCount = 0;    ///< of these blocks the first ones are runs: each corner names 16 particles in a row
  std::uint32_t runsBefore = 0;  ///< in the colours before

  std::uint32_t endRun() const { return firstBlock + runCount; }
  std::uint32_t endBlock() const { return firstBlock + blockCount; }
};

/// Constraints of one kind, sorted by colour, each colour padded to whole blocks.
/// Corners: the r-th run of the set has runs[r·arity + corner] and what follows that particle; the s-th of the other
/// blocks indices[(s·arity + corner)·16 + lane]. Parameters of block b: parameters[(b·parameterCount + k)·16 + lane].
/// Compliance: where no block has two of them `present` has bits, one a lane, and compliance[b] goes for those that are
/// set; else compliance[b·16 + lane]. Padding lanes have finite parameters and the compliance kNothing; they name the
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
  bool narrow = true;                      ///< particles and dummies number at most 65,536
  AlignedVector<std::uint32_t> runs;       ///< each block that is a run, arity of them
  AlignedVector<std::uint16_t> indices16;  ///< of other blocks where they are narrow …
  AlignedVector<std::uint32_t> indices32;  ///< … else these
  AlignedVector<float> parameters;
  AlignedVector<float> compliance;       ///< none: triangles have no values
  AlignedVector<std::uint16_t> present;  ///< empty: a compliance for each lane

  // `lane` counts through the whole set: 16 · block + lane of the block.

  std::uint32_t particle(std::size_t lane, std::size_t corner) const {
    const auto block = static_cast<std::uint32_t>(lane / kBlock);
    const ColourRange& colour = colourOf(block);
    if (block < colour.endRun()) {
      const std::size_t run = block - colour.firstBlock + colour.runsBefore;
      return runs[run * arity + corner] + static_cast<std::uint32_t>(lane % kBlock);
    }
    const std::size_t other = block - colour.runsBefore - colour.runCount;
    const std::size_t at = (other * arity + corner) * kBlock + lane % kBlock;
    return narrow ? indices16[at] : indices32[at];
  }
  float parameter(std::size_t lane, std::size_t k) const {
    return parameters[(lane / kBlock * parameterCount + k) * kBlock + lane % kBlock];
  }
  float complianceAt(std::size_t lane) const {
    if (present.empty()) return compliance[lane];
    return (present[lane / kBlock] >> lane % kBlock & 1u) != 0 ? compliance[lane / kBlock] : kNothing;
  }

 private:
  const ColourRange& colourOf(std::uint32_t block) const {
    return *(std::upper_bound(colours.begin(), colours.end(), block,
                              [](std::uint32_t b, const ColourRange& colour) { return b < colour.firstBlock; }) -
             1);
  }
};

/// Triangles in colours, for wind. Same block layout, no values.
using TriangleSet = ConstraintSet;

}  // namespace toile
