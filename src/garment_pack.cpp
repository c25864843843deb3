#include "garment_pack.h"

#include "topology/colour.h"
#include "topology/runs.h"

namespace toile {

namespace {

/// Calls place(lane of the whole set, constraint or kNone for padding, a constraint whose values may be repeated).
template <class Place>
void layOut(const Colouring& colouring, Place place) {
  std::size_t block = 0;
  for (std::size_t c = 0; c + 1 < colouring.colourStart.size(); ++c) {
    const std::size_t first = colouring.colourStart[c], end = colouring.colourStart[c + 1];
    const std::size_t blocks = (end - first + kBlock - 1) / kBlock;
    for (std::size_t i = 0; i < blocks * kBlock; ++i) {
      const bool real = first + i < end;
      place(block * kBlock + i, real ? colouring.order[first + i] : kNone, colouring.order[real ? first + i : end - 1]);
    }
    block += blocks;
  }
}

/// Blocks of each colour, runs in front.
void setColours(const RunColouring& runs, ConstraintSet& set) {
  set.blockCount = 0;
  const std::vector<std::size_t>& start = runs.colouring.colourStart;
  for (std::size_t c = 0; c + 1 < start.size(); ++c) {
    const auto blocks = static_cast<std::uint32_t>((start[c + 1] - start[c] + kBlock - 1) / kBlock);
    set.colours.push_back({set.blockCount, blocks, runs.runCount[c]});
    set.blockCount += blocks;
  }
}

void packIndices(const Colouring& colouring, std::span<const std::uint32_t> particles, std::uint32_t particleCount,
                 ConstraintSet& set) {
  const std::size_t size = std::size_t{set.blockCount} * set.arity * kBlock;
  const bool narrow = paddedParticleCount(particleCount) <= 65536;
  if (narrow) {
    set.indices16.resize(size);
  } else {
    set.indices32.resize(size);
  }
  layOut(colouring, [&](std::size_t lane, std::uint32_t constraint, std::uint32_t) {
    for (std::size_t corner = 0; corner < set.arity; ++corner) {
      const std::uint32_t particle = constraint == kNone ? particleCount + static_cast<std::uint32_t>(corner)
                                                         : particles[constraint * set.arity + corner];
      const std::size_t at = (lane / kBlock * set.arity + corner) * kBlock + lane % kBlock;
      if (narrow) {
        set.indices16[at] = static_cast<std::uint16_t>(particle);
      } else {
        set.indices32[at] = particle;
      }
    }
  });
}

}  // namespace

ConstraintSet packConstraints(const KindInfo& kind, const RawConstraints& raw, std::uint32_t particleCount) {
  ConstraintSet set;
  set.kind = kind.kind;
  set.arity = kind.arity;
  set.parameterCount = kind.parameterCount;
  set.lambdaCount = kind.lambdaCount;
  set.count = static_cast<std::uint32_t>(raw.count());
  const RunColouring runs = colourWithRuns(raw.particles, kind.arity, particleCount);
  const Colouring& colouring = runs.colouring;
  setColours(runs, set);
  packIndices(colouring, raw.particles, particleCount, set);
  const std::size_t width = kind.parameterCount + 1;
  set.values.resize(std::size_t{set.blockCount} * width * kBlock);
  layOut(colouring, [&](std::size_t lane, std::uint32_t constraint, std::uint32_t model) {
    const std::size_t first = lane / kBlock * width * kBlock + lane % kBlock;
    for (std::size_t k = 0; k < kind.parameterCount; ++k) {
      set.values[first + k * kBlock] = raw.parameters[std::size_t{model} * kind.parameterCount + k];
    }
    set.values[first + kind.parameterCount * kBlock] = constraint == kNone ? 1.0f : raw.compliance[constraint];
  });
  return set;
}

TriangleSet packTriangles(std::span<const std::array<std::uint32_t, 3>> triangles, std::uint32_t particleCount) {
  std::vector<std::uint32_t> particles;
  particles.reserve(3 * triangles.size());
  for (const auto& triangle : triangles) particles.insert(particles.end(), triangle.begin(), triangle.end());
  TriangleSet set;
  set.kind = Kind::area;
  set.arity = 3;
  set.lambdaCount = 0;
  set.count = static_cast<std::uint32_t>(triangles.size());
  const RunColouring runs = colourWithRuns(particles, 3, particleCount);
  const Colouring& colouring = runs.colouring;
  setColours(runs, set);
  packIndices(colouring, particles, particleCount, set);
  return set;
}

ConstraintList unpackConstraints(const ConstraintSet& set, std::uint32_t particleCount) {
  ConstraintList list;
  list.arity = set.arity;
  list.parameterCount = set.parameterCount;
  list.particles.reserve(std::size_t{set.count} * set.arity);
  list.colourStart.push_back(0);
  for (const ColourRange& range : set.colours) {
    for (std::size_t lane = std::size_t{range.firstBlock} * kBlock;
         lane < std::size_t{range.firstBlock + range.blockCount} * kBlock; ++lane) {
      const std::size_t block = lane / kBlock, within = lane % kBlock;
      const auto particle = [&](std::size_t corner) -> std::uint32_t {
        const std::size_t at = (block * set.arity + corner) * kBlock + within;
        return set.indices16.empty() ? set.indices32[at] : set.indices16[at];
      };
      if (particle(0) >= particleCount) continue;  // padding
      for (std::size_t corner = 0; corner < set.arity; ++corner) list.particles.push_back(particle(corner));
      const std::size_t first = block * (set.parameterCount + 1) * kBlock + within;
      for (std::size_t k = 0; k < set.parameterCount; ++k) list.parameters.push_back(set.values[first + k * kBlock]);
      list.compliance.push_back(set.values[first + set.parameterCount * kBlock]);
    }
    list.colourStart.push_back(list.compliance.size());
  }
  return list;
}

}  // namespace toile
