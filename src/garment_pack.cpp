#include "garment_pack.h"

#include "topology/colour.h"
#include "topology/runs.h"

namespace toile {

namespace {

/// Where a constraint goes, or what fills the place of one.
struct Lane {
  std::size_t at = 0;                ///< among the lanes of the whole set
  std::uint32_t constraint = kNone;  ///< kNone: padding
  std::uint32_t model = 0;           ///< a constraint whose values may be repeated
  bool inRun = false;                ///< then …
  std::int64_t fromModel = 0;        ///< … its corners are the model's plus this
};

/// Calls place(Lane) for every lane.
template <class Place>
void layOut(const RunColouring& runs, Place place) {
  const std::vector<std::size_t>& start = runs.colouring.colourStart;
  std::size_t block = 0;
  for (std::size_t c = 0; c + 1 < start.size(); ++c) {
    const std::span<const std::uint32_t> order =
        std::span(runs.colouring.order).subspan(start[c], start[c + 1] - start[c]);
    const std::size_t blocks = (order.size() + kBlock - 1) / kBlock;
    for (std::size_t b = 0; b < blocks; ++b, ++block) {
      const std::span<const std::uint32_t> own =
          order.subspan(b * kBlock, std::min<std::size_t>(kBlock, order.size() - b * kBlock));
      const std::size_t model = firstPresent(own);
      const bool isRun = b < runs.runCount[c];
      for (std::size_t i = 0; i < kBlock; ++i) {
        const std::uint32_t constraint = i < own.size() ? own[i] : kNone;
        const std::size_t from = constraint == kNone ? model : i;
        place(Lane{block * kBlock + i, constraint, own[from], isRun,
                   static_cast<std::int64_t>(i) - static_cast<std::int64_t>(from)});
      }
    }
  }
}

/// Blocks of each colour, runs in front.
void setColours(const RunColouring& runs, ConstraintSet& set) {
  set.blockCount = 0;
  const std::vector<std::size_t>& start = runs.colouring.colourStart;
  std::uint32_t runsBefore = 0;
  for (std::size_t c = 0; c + 1 < start.size(); ++c) {
    const auto blocks = static_cast<std::uint32_t>((start[c + 1] - start[c] + kBlock - 1) / kBlock);
    set.colours.push_back({set.blockCount, blocks, runs.runCount[c], runsBefore});
    set.blockCount += blocks;
    runsBefore += runs.runCount[c];
  }
}

void packIndices(const RunColouring& runs, std::span<const std::uint32_t> particles, std::uint32_t particleCount,
                 ConstraintSet& set) {
  const std::size_t runCount = set.colours.empty() ? 0 : set.colours.back().runsBefore + set.colours.back().runCount;
  const std::size_t size = (set.blockCount - runCount) * set.arity * kBlock;
  set.narrow = paddedParticleCount(particleCount) <= 65536;
  set.runs.reserve(runCount * set.arity);
  set.narrow ? set.indices16.resize(size) : set.indices32.resize(size);
  std::size_t others = 0;  // blocks that are no runs, so far
  layOut(runs, [&](const Lane& lane) {
    const std::size_t within = lane.at % kBlock;
    if (lane.inRun && within != 0) return;
    for (std::size_t corner = 0; corner < set.arity; ++corner) {
      std::uint32_t particle = particles[std::size_t{lane.model} * set.arity + corner];
      if (lane.inRun) {
        set.runs.push_back(static_cast<std::uint32_t>(particle + lane.fromModel));
        continue;
      }
      if (lane.constraint == kNone) particle = particleCount + static_cast<std::uint32_t>(corner);
      const std::size_t at = (others * set.arity + corner) * kBlock + within;
      if (set.narrow) {
        set.indices16[at] = static_cast<std::uint16_t>(particle);
      } else {
        set.indices32[at] = particle;
      }
    }
    if (!lane.inRun && within == kBlock - 1) ++others;
  });
}

/// A number and sixteen bits a block, where these say it all.
void shortenCompliance(ConstraintSet& set) {
  AlignedVector<float> one(set.blockCount, 0.0f);
  AlignedVector<std::uint16_t> present(set.blockCount, 0);
  for (std::size_t lane = 0; lane < set.compliance.size(); ++lane) {
    const std::size_t block = lane / kBlock;
    const float value = set.compliance[lane];
    if (value == kNothing) continue;
    if (present[block] != 0 && one[block] != value) return;
    one[block] = value;
    present[block] = static_cast<std::uint16_t>(present[block] | 1u << lane % kBlock);
  }
  set.compliance.swap(one);
  set.present.swap(present);
}

}  // namespace

ConstraintSet packConstraints(const KindInfo& kind, const RawConstraints& raw, std::uint32_t particleCount) {
  return packColoured(kind, raw, particleCount, colourWithRuns(raw.particles, kind.arity, particleCount));
}

ConstraintSet packColoured(const KindInfo& kind, const RawConstraints& raw, std::uint32_t particleCount,
                           const RunColouring& runs) {
  ConstraintSet set;
  set.kind = kind.kind;
  set.arity = kind.arity;
  set.parameterCount = kind.parameterCount;
  set.lambdaCount = kind.lambdaCount;
  set.count = static_cast<std::uint32_t>(raw.count());
  setColours(runs, set);
  packIndices(runs, raw.particles, particleCount, set);
  set.parameters.resize(std::size_t{set.blockCount} * kind.parameterCount * kBlock);
  set.compliance.resize(std::size_t{set.blockCount} * kBlock);
  layOut(runs, [&](const Lane& lane) {
    const std::size_t first = lane.at / kBlock * kind.parameterCount * kBlock + lane.at % kBlock;
    for (std::size_t k = 0; k < kind.parameterCount; ++k) {
      set.parameters[first + k * kBlock] = raw.parameters[std::size_t{lane.model} * kind.parameterCount + k];
    }
    set.compliance[lane.at] = lane.constraint == kNone ? kNothing : raw.compliance[lane.constraint];
    if (lane.constraint != kNone && raw.compliance[lane.constraint] != 0.0f) set.rigid = false;
  });
  shortenCompliance(set);
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
  RunColouring runs{colour(particles, 3, particleCount), {}};  // wind takes them one by one
  runs.runCount.assign(runs.colouring.colourStart.size() - 1, 0);
  setColours(runs, set);
  packIndices(runs, particles, particleCount, set);
  return set;
}

ConstraintList unpackConstraints(const ConstraintSet& set) {
  ConstraintList list;
  list.arity = set.arity;
  list.parameterCount = set.parameterCount;
  list.particles.reserve(std::size_t{set.count} * set.arity);
  list.colourStart.push_back(0);
  for (const ColourRange& range : set.colours) {
    for (std::size_t lane = std::size_t{range.firstBlock} * kBlock; lane < std::size_t{range.endBlock()} * kBlock;
         ++lane) {
      const float compliance = set.complianceAt(lane);
      if (compliance == kNothing) continue;  // padding
      for (std::size_t corner = 0; corner < set.arity; ++corner) list.particles.push_back(set.particle(lane, corner));
      for (std::size_t k = 0; k < set.parameterCount; ++k) list.parameters.push_back(set.parameter(lane, k));
      list.compliance.push_back(compliance);
    }
    list.colourStart.push_back(list.compliance.size());
  }
  return list;
}

}  // namespace toile
