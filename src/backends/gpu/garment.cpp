#include "backends/gpu/garment.h"

#include <algorithm>
#include <cstring>

#include "backends/gpu/kernels.h"

namespace toile {
namespace {

constexpr std::uint32_t kParticleBytes = 16;

/// What one set's dispatches have in common, and where its colours end.
struct SetLayout {
  GpuJob job;
  std::vector<std::uint32_t> ends;  ///< stencils up to the end of each colour
};

bool isPadding(const ConstraintSet& set, std::size_t lane, std::uint32_t particleCount) {
  // Triangles for air have no compliance; their padding names dummies.
  return set.compliance.empty() ? set.particle(lane, 0) >= particleCount : set.complianceAt(lane) == kNothing;
}

/// The lanes of a set that hold something, and how many there are up to the end of each colour.
std::vector<std::size_t> realLanes(const ConstraintSet& set, std::uint32_t particleCount,
                                   std::vector<std::uint32_t>& ends) {
  std::vector<std::size_t> lanes;
  for (const ColourRange& colour : set.colours) {
    for (std::size_t lane = std::size_t{colour.firstBlock} * kBlock; lane < std::size_t{colour.endBlock()} * kBlock;
         ++lane) {
      if (!isPadding(set, lane, particleCount)) lanes.push_back(lane);
    }
    ends.push_back(static_cast<std::uint32_t>(lanes.size()));
  }
  return lanes;
}

void appendCorners(const ConstraintSet& set, std::span<const std::size_t> lanes, bool narrow, GpuGarment& garment) {
  std::uint32_t low = 0;
  std::size_t at = 0;
  for (std::uint32_t corner = 0; corner < set.arity; ++corner) {
    for (const std::size_t lane : lanes) {
      const std::uint32_t particle = set.particle(lane, corner);
      if (!narrow) {
        garment.corners.push_back(particle);
      } else if (at % 2 == 0) {
        low = particle;
        garment.corners.push_back(low);
      } else {
        garment.corners.back() = low | particle << 16;
      }
      ++at;
    }
  }
}

SetLayout appendSet(const ConstraintSet& set, const GarmentData& data, GpuGarment& garment) {
  SetLayout layout;
  const std::vector<std::size_t> lanes = realLanes(set, data.particleCount, layout.ends);
  const bool narrow = data.paddedCount <= 0x10000u;
  GpuJob& job = layout.job;
  job.total = static_cast<std::uint32_t>(lanes.size());
  job.corners = static_cast<std::uint32_t>(garment.corners.size());
  job.values = static_cast<std::uint32_t>(garment.values.size());
  job.kind = static_cast<std::uint32_t>(set.kind);
  job.padded = data.paddedCount;
  job.flags = narrow ? kGpuNarrow : 0;
  appendCorners(set, lanes, narrow, garment);
  if (set.compliance.empty()) return layout;
  for (std::uint32_t k = 0; k < set.parameterCount; ++k) {
    for (const std::size_t lane : lanes) garment.values.push_back(set.parameter(lane, k));
  }
  for (const std::size_t lane : lanes) garment.values.push_back(set.complianceAt(lane));
  job.lambda = garment.lambdaCount;
  garment.lambdaCount += job.total * set.lambdaCount;
  return layout;
}

std::uint32_t appendJob(const GpuJob& job, GpuGarment& garment) {
  const std::size_t at = garment.jobs.size();
  garment.jobs.resize(at + kGpuUniformStride);
  std::memcpy(&garment.jobs[at], &job, sizeof job);
  return static_cast<std::uint32_t>(at);
}

/// Jobs of one dispatch in all its variants.
GpuColours appendColours(GpuJob job, std::uint32_t kernel, std::uint32_t groups, std::uint32_t stencils,
                         GpuGarment& garment) {
  GpuColours colours{kernel, groups, stencils};
  const std::uint32_t flags = job.flags;
  colours.forwards = appendJob(job, garment);
  job.flags = flags | kGpuFresh;
  colours.fresh = appendJob(job, garment);
  job.flags = flags | kGpuBackwards;
  colours.backwards = appendJob(job, garment);
  return colours;
}

/// `kernels`: of one colour, of several.
std::vector<GpuColours> cutColours(const SetLayout& layout, const std::uint32_t (&kernels)[2], GpuGarment& garment) {
  std::vector<GpuColours> dispatches;
  const auto begin = [&](std::size_t c) { return c == 0 ? 0 : layout.ends[c - 1]; };
  const auto count = [&](std::size_t c) { return layout.ends[c] - begin(c); };
  const std::uint32_t width = gpuKernels()[kernels[0]].width;
  for (std::size_t c = 0; c < layout.ends.size();) {
    std::size_t end = c;
    while (end < layout.ends.size() && count(end) <= kGpuSmallColour) ++end;
    GpuJob job = layout.job;
    if (end < c + 2) {
      job.first = begin(c), job.count = count(c);
      if (job.count != 0) {
        dispatches.push_back(appendColours(job, kernels[0], (job.count + width - 1) / width, job.count, garment));
      }
      ++c;
      continue;
    }
    job.firstColour = static_cast<std::uint32_t>(garment.corners.size());
    job.colourCount = static_cast<std::uint32_t>(end - c);
    garment.corners.push_back(begin(c));
    for (std::size_t k = c; k < end; ++k) garment.corners.push_back(layout.ends[k]);
    dispatches.push_back(appendColours(job, kernels[1], 1, layout.ends[end - 1] - begin(c), garment));
    c = end;
  }
  return dispatches;
}

/// Of each particle the corners of the set that are it; of each constraint the part that is applied.
void appendIncidence(const ConstraintSet& set, const GarmentData& data, GpuGarment& garment) {
  std::vector<std::uint32_t> ends;
  const std::vector<std::size_t> lanes = realLanes(set, data.particleCount, ends);
  std::vector<std::uint32_t> begin(data.particleCount + 1, 0);
  for (std::uint32_t corner = 0; corner < set.arity; ++corner) {
    for (const std::size_t lane : lanes) ++begin[set.particle(lane, corner) + 1];
  }
  for (const std::size_t lane : lanes) {
    std::uint32_t most = 1;
    for (std::uint32_t corner = 0; corner < set.arity; ++corner)
      most = std::max(most, begin[set.particle(lane, corner) + 1]);
    garment.values.push_back(1.0f / static_cast<float>(most));
  }
  const std::size_t first = garment.incidence.size(), entries = first + begin.size();
  for (std::size_t p = 1; p < begin.size(); ++p) begin[p] += begin[p - 1];
  for (const std::uint32_t b : begin) garment.incidence.push_back(static_cast<std::uint32_t>(entries) + b);
  garment.incidence.resize(entries + set.arity * lanes.size());
  std::uint32_t slot = 0;
  for (std::uint32_t corner = 0; corner < set.arity; ++corner) {
    for (const std::size_t lane : lanes) garment.incidence[entries + begin[set.particle(lane, corner)]++] = slot++;
  }
}

/// The whole set in one dispatch, and what moves the particles after it.
void appendJacobi(const ConstraintSet& set, GpuJob job, const GarmentData& data, GpuGarment& garment, GpuSet& own) {
  GpuJob spread;
  spread.first = static_cast<std::uint32_t>(garment.incidence.size());
  spread.count = data.particleCount, spread.padded = data.paddedCount;
  spread.colourCount = garment.correctionCount, spread.kind = job.kind;
  job.first = 0, job.count = job.total;
  job.flags |= kGpuJacobi;
  job.firstColour = static_cast<std::uint32_t>(garment.values.size());
  job.colourCount = garment.correctionCount;
  appendIncidence(set, data, garment);
  const std::uint32_t kernel = gpuConstraintKernel(set.kind, false), width = gpuKernels()[kernel].width;
  own.jacobi = appendColours(job, kernel, (job.total + width - 1) / width, job.total, garment);
  own.spread = appendJob(spread, garment);
}

}  // namespace

GpuGarment makeGpuGarment(const GarmentData& data, bool jacobi) {
  GpuGarment garment;
  std::vector<SetLayout> layouts;
  layouts.reserve(data.sets.size());
  for (const ConstraintSet& set : data.sets) layouts.push_back(appendSet(set, data, garment));
  const SetLayout triangles = appendSet(data.triangles, data, garment);
  for (std::size_t s = 0; s < data.sets.size(); ++s)
    garment.correctionCount = std::max(garment.correctionCount, data.sets[s].arity * layouts[s].job.total);
  const std::uint32_t cornerBytes = data.paddedCount <= 0x10000u ? 2 : 4;
  for (std::size_t s = 0; s < data.sets.size(); ++s) {
    const ConstraintSet& set = data.sets[s];
    layouts[s].job.lambdaStride = garment.lambdaCount;
    GpuSet& own = garment.sets.emplace_back();
    own.kind = set.kind;
    own.stencilBytes = set.arity * (cornerBytes + 2 * kParticleBytes) + (set.parameterCount + 1) * 4;
    own.lambdaBytes = set.lambdaCount * 8;
    own.colours =
        cutColours(layouts[s], {gpuConstraintKernel(set.kind, false), gpuConstraintKernel(set.kind, true)}, garment);
    if (jacobi && layouts[s].job.total != 0) appendJacobi(set, layouts[s].job, data, garment, own);
  }
  garment.triangles.stencilBytes = 3 * (cornerBytes + 3 * kParticleBytes);
  garment.triangles.colours =
      cutColours(triangles, {gpuKernel(GpuKernel::airColour), gpuKernel(GpuKernel::airColours)}, garment);
  GpuJob particles;
  particles.count = data.particleCount, particles.padded = data.paddedCount;
  garment.particleJob = appendJob(particles, garment);
  return garment;
}

}  // namespace toile
