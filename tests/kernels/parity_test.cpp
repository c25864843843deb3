// The same bits from every instruction set this machine has (1, 4, 8, 16 lanes), for all kinds, on both
// paths and with both widths of indices; and nothing but numbers from input that has no sense.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "kernels/evaluate.h"
#include "kernels/problem.h"

namespace toile::test {
namespace {

constexpr std::uint32_t kParticles = 600;

/// A quarter of the particles lie in general position, the others on few points, on a line, in a speck, or far
/// away; every fifth is pinned.
std::vector<float> particles(Random& random) {
  std::vector<float> x;
  for (std::uint32_t i = 0; i < kParticles; ++i) {
    Point p = random.point(1.0);
    switch (random.below(8)) {
      case 0:
        p = {0.25, -0.5, 1.0};
        break;
      case 1:
        p = {p.x, 0.0, 0.0};
        break;
      case 2:
        p = p * 1e-12;
        break;
      case 3:
        p = p * 1e4;
        break;
      case 4:
        p = {p.x, p.y, 0.0};
        break;
      case 5:
        p = {std::round(p.x), std::round(p.y), -0.0};
        break;
      default:
        break;
    }
    const double w = random.below(5) == 0 ? 0.0 : random.below(9) == 0 ? 1e6 : random(0.1, 10.0);
    for (const double value : {p.x, p.y, p.z, w}) x.push_back(static_cast<float>(value));
  }
  return x;
}

float randomCompliance(Random& random) {
  constexpr float choices[] = {0.0f, 0.0f, 1e-6f, 1e-3f, 1.0f, kSlack};
  return choices[random.below(6)];
}

float randomParameter(const KindInfo& kind, Random& random) {
  if (random.below(6) == 0) return 0.0f;
  const double size = kind.kind == Kind::strain && random.below(4) == 0 ? 1e5 : 2.0;
  return static_cast<float>(random(-size, size));
}

/// Blocks whose stencils share no particle; the last ones are partly and wholly padding. Some stencils name
/// particles at one place.
Problem randomProblem(const KindInfo& kind, unsigned seed) {
  Random random(seed);
  Problem problem(kind, particles(random));
  std::vector<std::uint32_t> order(kParticles);
  for (std::uint32_t block = 0; block < 40; ++block) {
    std::iota(order.begin(), order.end(), 0u);
    for (std::uint32_t i = kParticles - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
    const std::uint32_t count = block == 39 ? 0 : block > 30 ? 1 + random.below(16) : 16;
    std::vector<float> parameters, compliance;
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::uint32_t k = 0; k < kind.parameterCount; ++k) parameters.push_back(randomParameter(kind, random));
      compliance.push_back(randomCompliance(random));
    }
    problem.addBlock({order.begin(), order.begin() + count * kind.arity}, parameters, compliance);
  }
  for (float& value : problem.start) value += static_cast<float>(random(-0.01, 0.01));
  for (float& value : problem.lambda) value = static_cast<float>(random(-1.0, 1.0));
  problem.complianceFactor = 3.6e5f;  // 1/h² of 10 substeps at 60 Hz
  problem.gamma = 0.7f;
  problem.relaxation = 0.8f;
  return problem;
}

class Parity : public testing::TestWithParam<Kind> {};

TEST_P(Parity, EveryInstructionSetGivesTheSameBits) {
  const KindInfo& kind = kinds()[static_cast<std::size_t>(GetParam())];
  std::size_t compared = 0;
  for (const unsigned seed : {11u, 12u, 13u}) {
    for (const float complianceFactor : {3.6e5f, 0.0f}) {
      Problem problem = randomProblem(kind, seed);
      problem.complianceFactor = complianceFactor;
      for (const bool general : {false, true}) {
        const Outcome expected = problem.run(scalarKernel(kind.kind), general, true);
        for (const KernelTarget& target : availableTargets()) {
          const KindKernel kernel = kindKernels(target)[kind.kind];
          ASSERT_NE(kernel.fast16, nullptr) << targetName(target);
          for (const bool wideIndices : {false, true}) {
            EXPECT_TRUE(problem.run(kernel, general, wideIndices).sameBits(expected))
                << kind.name << " on " << targetName(target) << (general ? " general" : " fast")
                << (wideIndices ? " 32" : " 16");
            ++compared;
          }
        }
      }
    }
  }
  EXPECT_GE(compared, 3u * 2u * 2u * 2u);
}

TEST_P(Parity, SenselessInputNeverGivesAnythingButNumbers) {
  const KindInfo& kind = kinds()[static_cast<std::size_t>(GetParam())];
  for (const unsigned seed : {21u, 22u, 23u, 24u}) {
    for (const float complianceFactor : {0.0f, 3.6e5f, 1e10f}) {
      Problem problem = randomProblem(kind, seed);
      problem.complianceFactor = complianceFactor;
      for (const bool general : {false, true}) {
        const Outcome out = problem.run(scalarKernel(kind.kind), general, false);
        for (const float value : out.x) ASSERT_TRUE(std::isfinite(value)) << kind.name;
        for (const float value : out.lambda) ASSERT_TRUE(std::isfinite(value)) << kind.name;
      }
    }
  }
}

TEST_P(Parity, PinnedParticlesAndDummiesStayWhereTheyAre) {
  const KindInfo& kind = kinds()[static_cast<std::size_t>(GetParam())];
  const Problem problem = randomProblem(kind, 31);
  for (const bool general : {false, true}) {
    const Outcome out = problem.run(scalarKernel(kind.kind), general, false);
    for (std::size_t i = 0; i < out.x.size(); i += 4) {
      EXPECT_EQ(out.x[i + 3], problem.x[i + 3]);
      if (problem.x[i + 3] != 0.0f) continue;
      for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(out.x[i + k], problem.x[i + k]) << kind.name;
    }
  }
}

std::string nameOf(const testing::TestParamInfo<Kind>& info) { return std::string(kindName(info.param)); }

INSTANTIATE_TEST_SUITE_P(Kinds, Parity,
                         testing::Values(Kind::stretch, Kind::quadraticBending, Kind::dihedralBending, Kind::area,
                                         Kind::triangleShear, Kind::strain),
                         nameOf);

TEST(KindKernels, EveryKindHasAllFourPaths) {
  for (const KindInfo& kind : kinds()) {
    const KindKernel kernel = scalarKernel(kind.kind);
    EXPECT_NE(kernel.fast16, nullptr) << kind.name;
    EXPECT_NE(kernel.fast32, nullptr) << kind.name;
    EXPECT_NE(kernel.general16, nullptr) << kind.name;
    EXPECT_NE(kernel.general32, nullptr) << kind.name;
  }
}

}  // namespace
}  // namespace toile::test
