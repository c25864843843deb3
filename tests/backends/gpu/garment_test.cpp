// What a garment's GPU buffers hold, read back as a shader would, against the garment's own constraints.
#include "backends/gpu/garment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>

#include "backends/gpu/kernels.h"
#include "toile/toile.h"

namespace toile {
namespace {

GpuJob jobAt(const GpuGarment& garment, std::uint32_t offset) {
  GpuJob job;
  std::memcpy(&job, &garment.jobs[offset], sizeof job);
  return job;
}

std::uint32_t cornerOf(const GpuGarment& garment, const GpuJob& job, std::uint32_t i, std::uint32_t corner) {
  const std::uint32_t at = corner * job.total + i;
  if ((job.flags & kGpuNarrow) == 0) return garment.corners[job.corners + at];
  return garment.corners[job.corners + at / 2] >> (16 * (at % 2)) & 0xffffu;
}

/// First constraints of the colours of a dispatch, and the end.
std::vector<std::uint32_t> bordersOf(const GpuGarment& garment, const GpuJob& job) {
  if (job.colourCount == 0) return {job.first, job.first + job.count};
  const auto first = garment.corners.begin() + job.firstColour;
  return {first, first + job.colourCount + 1};
}

using Row = std::vector<float>;

std::vector<Row> expected(const Garment& garment, Kind kind) {
  const ConstraintList list = garment.constraints(kind);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < list.count(); ++i) {
    Row row;
    for (std::size_t k = 0; k < list.arity; ++k) row.push_back(static_cast<float>(list.particles[i * list.arity + k]));
    for (std::size_t k = 0; k < list.parameterCount; ++k) row.push_back(list.parameters[i * list.parameterCount + k]);
    row.push_back(list.compliance[i]);
    rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// All constraints of a set, as its jobs lead to them; fails where two of a colour share a particle.
std::vector<Row> found(const GpuGarment& garment, const GpuSet& set, const ConstraintSet& shape) {
  std::vector<Row> rows;
  for (const GpuColours& colours : set.colours) {
    const GpuJob job = jobAt(garment, colours.forwards);
    const std::vector<std::uint32_t> borders = bordersOf(garment, job);
    for (std::size_t c = 0; c + 1 < borders.size(); ++c) {
      std::set<std::uint32_t> taken;
      for (std::uint32_t i = borders[c]; i < borders[c + 1]; ++i) {
        Row row;
        for (std::uint32_t k = 0; k < shape.arity; ++k) {
          const std::uint32_t particle = cornerOf(garment, job, i, k);
          EXPECT_TRUE(taken.insert(particle).second) << "two of a colour share particle " << particle;
          row.push_back(static_cast<float>(particle));
        }
        for (std::uint32_t k = 0; k <= shape.parameterCount; ++k)
          row.push_back(garment.values[job.values + k * job.total + i]);
        rows.push_back(row);
      }
    }
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

GarmentPtr sheet(std::uint32_t width) {
  GarmentDef def;
  def.kinds = {Kind::stretch, Kind::shear, Kind::quadraticBending, Kind::area, Kind::strain};
  if (width > 256) def.kinds = {Kind::stretch};  // more particles than 16 bits name, in little time
  return *Garment::build(makeGrid({.width = width, .height = width, .spacing = 0.01f}), def);
}

class Widths : public testing::TestWithParam<std::uint32_t> {};

/// 13: all colours small, an odd number of corners. 80: small and large ones. 270: corners of 32 bits.
TEST_P(Widths, EveryConstraintIsThereOnce) {
  const GarmentPtr garment = sheet(GetParam());
  const GpuGarment gpu = makeGpuGarment(garment->data());
  ASSERT_EQ(gpu.sets.size(), garment->data().sets.size());
  std::uint32_t lambdas = 0;
  for (std::size_t s = 0; s < gpu.sets.size(); ++s) {
    const ConstraintSet& set = garment->data().sets[s];
    EXPECT_EQ(found(gpu, gpu.sets[s], set), expected(*garment, set.kind)) << kindName(set.kind);
    const GpuJob job = jobAt(gpu, gpu.sets[s].colours.front().forwards);
    EXPECT_EQ(job.lambda, lambdas);
    lambdas += set.count * set.lambdaCount;
  }
  EXPECT_EQ(gpu.lambdaCount, lambdas);
}
INSTANTIATE_TEST_SUITE_P(GpuGarment, Widths, testing::Values(13u, 80u, 270u));

TEST(GpuGarment, SmallColoursShareADispatchAndLargeOnesHaveTheirOwn) {
  const GarmentPtr little = sheet(13), large = sheet(200);
  const GpuGarment a = makeGpuGarment(little->data()), b = makeGpuGarment(large->data());
  for (const GpuSet& set : a.sets) {
    ASSERT_EQ(set.colours.size(), 1u);
    EXPECT_EQ(set.colours[0].kernel, gpuConstraintKernel(set.kind, true));
    EXPECT_EQ(set.colours[0].groups, 1u);
  }
  for (std::size_t s = 0; s < b.sets.size(); ++s) {
    std::size_t wide = 0;
    for (const GpuColours& colours : b.sets[s].colours) {
      if (colours.kernel != gpuConstraintKernel(b.sets[s].kind, false)) continue;
      EXPECT_EQ(colours.groups, (colours.stencils + 63) / 64);
      ++wide;
    }
    EXPECT_GT(wide, 1u);
    EXPECT_LE(b.sets[s].colours.size(), large->data().sets[s].colours.size());
  }
}

TEST(GpuGarment, JobsDifferInWhereTheyStartOnly) {
  const GarmentPtr garment = sheet(13);
  const GpuGarment gpu = makeGpuGarment(garment->data());
  const GpuColours& colours = gpu.sets[0].colours[0];
  const GpuJob forwards = jobAt(gpu, colours.forwards);
  GpuJob fresh = jobAt(gpu, colours.fresh), backwards = jobAt(gpu, colours.backwards);
  EXPECT_EQ(fresh.flags, forwards.flags | kGpuFresh);
  EXPECT_EQ(backwards.flags, forwards.flags | kGpuBackwards);
  fresh.flags = backwards.flags = forwards.flags;
  EXPECT_EQ(std::memcmp(&fresh, &forwards, sizeof fresh), 0);
  EXPECT_EQ(std::memcmp(&backwards, &forwards, sizeof backwards), 0);
  EXPECT_EQ(colours.fresh % kGpuUniformStride, 0u);
}

}  // namespace
}  // namespace toile
