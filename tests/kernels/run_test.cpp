// In columns runs are loaded as whole vectors; the bits must be those of particles loaded one by one.
#include <gtest/gtest.h>

#include <cstring>
#include <optional>

#include "backends/cpu.h"
#include "garment_data.h"
#include "kernels/target.h"
#include "toile/grid.h"

namespace toile {
namespace {

/// `compliance`: of all kinds, where it shall be the same for all constraints.
GarmentPtr sheet(std::optional<float> compliance) {
  GarmentDef def;
  for (std::size_t k = 0; k < kKindCount; ++k) {
    def.kinds.add(static_cast<Kind>(k));
    def.compliance[static_cast<Kind>(k)] = compliance;
  }
  return Garment::build(makeGrid({40, 70, 0.01f, GridCut::quads}), def).value();
}

/// A crumpled state, so that every constraint has work to do.
ClothState crumpled(const GarmentData& data) {
  ClothState state;
  state.x.assign(std::size_t{4} * data.paddedCount, 0.0f);
  std::uint32_t seed = 1;
  const auto noise = [&seed] {
    seed = seed * 1664525u + 1013904223u;
    return static_cast<float>(seed >> 8) / 16777216.0f - 0.5f;
  };
  for (std::size_t i = 0; i < data.paddedCount; ++i) {
    const bool real = i < data.particleCount;
    const Vec3 p = real ? data.restPositions[i] : Vec3{static_cast<float>(i % 4), static_cast<float>(i % 3), 0.0f};
    state.x[4 * i] = p.x + 0.01f * noise(), state.x[4 * i + 1] = p.y + 0.01f * noise();
    state.x[4 * i + 2] = p.z + 0.01f * noise(), state.x[4 * i + 3] = real ? 1000.0f : 0.0f;
  }
  state.start = state.x;
  for (std::size_t i = 0; i < state.start.size(); i += 4) state.start[i] += 1e-4f;
  for (const ConstraintSet& set : data.sets) {
    state.multipliers.emplace_back(std::size_t{set.blockCount} * set.lambdaCount * kBlock, 0.0f);
  }
  return state;
}

/// All x, all y, all z, all w.
AlignedVector<float> columnsOf(const AlignedVector<float>& particles) {
  AlignedVector<float> columns(particles.size());
  for (std::size_t i = 0; i < particles.size(); ++i) columns[i % 4 * (particles.size() / 4) + i / 4] = particles[i];
  return columns;
}

/// Every block of `set` read as if it were in no run, with a compliance for each lane.
ConstraintSet withoutRuns(const ConstraintSet& set) {
  ConstraintSet plain = set;
  plain.runs.clear(), plain.indices16.clear(), plain.present.clear(), plain.compliance.clear();
  for (std::size_t block = 0; block < set.blockCount; ++block) {
    for (std::size_t corner = 0; corner < set.arity; ++corner) {
      for (std::size_t lane = 0; lane < kBlock; ++lane)
        plain.indices16.push_back(static_cast<std::uint16_t>(set.particle(block * kBlock + lane, corner)));
    }
    for (std::size_t lane = 0; lane < kBlock; ++lane)
      plain.compliance.push_back(set.complianceAt(block * kBlock + lane));
  }
  for (ColourRange& colour : plain.colours) colour.runCount = colour.runsBefore = 0;
  return plain;
}

class Runs : public testing::TestWithParam<std::optional<float>> {};
INSTANTIATE_TEST_SUITE_P(Compliance, Runs, testing::Values(std::nullopt, 0.0f, 1e-3f));

TEST_P(Runs, InColumnsGiveTheBitsOfSingleParticles) {
  const GarmentPtr garment = sheet(GetParam());
  const GarmentData& data = garment->data();
  for (const ConstraintSet& set : data.sets) ASSERT_EQ(set.present.empty(), !GetParam().has_value());
  PassOptions options;
  options.complianceFactor = 360000.0f;
  options.gamma = 0.5f;
  for (const bool general : {false, true}) {
    options.general = general;
    for (std::size_t s = 0; s < data.sets.size(); ++s) {
      ClothState reference = crumpled(data);
      options.columns = false;
      solveSet(makeCpuBackend({Simd::scalar, 1}, 1, {}), withoutRuns(data.sets[s]), reference, s, options);
      const AlignedVector<float> expected = columnsOf(reference.x);
      options.columns = true;
      for (const KernelTarget target : availableTargets()) {
        ClothState state = crumpled(data);
        state.columns = columnsOf(state.x);
        state.startColumns = columnsOf(state.start);
        solveSet(makeCpuBackend(target, 1, {}), data.sets[s], state, s, options);
        EXPECT_EQ(std::memcmp(state.columns.data(), expected.data(), expected.size() * sizeof(float)), 0)
            << kindName(data.sets[s].kind) << " " << targetName(target) << (general ? " general" : " fast");
      }
    }
  }
}

}  // namespace
}  // namespace toile
