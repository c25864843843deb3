// Small solver problems for kernels: particles, blocks of stencils, and a way to run a kernel on a copy.
#pragma once

#include <cstring>
#include <vector>

#include "aligned.h"
#include "constraint_set.h"
#include "constraints/constraint.h"
#include "kernels/kind_kernels.h"
#include "kernels/target.h"

namespace toile::test {

/// The state a kernel changes.
struct Outcome {
  AlignedVector<float> x, lambda;

  bool sameBits(const Outcome& other) const {
    return std::memcmp(x.data(), other.x.data(), x.size() * sizeof(float)) == 0 &&
           std::memcmp(lambda.data(), other.lambda.data(), lambda.size() * sizeof(float)) == 0;
  }
};

struct Problem {
  std::uint32_t arity = 2, parameterCount = 1, lambdaCount = 1, blockCount = 0;
  AlignedVector<float> x, start, parameters, compliances, lambda;
  AlignedVector<std::uint16_t> indices16;
  AlignedVector<std::uint32_t> indices32;
  float complianceFactor = 0.0f, gamma = 0.0f, relaxation = 1.0f;

  /// `particles`: 4 floats each; dummies are added behind them.
  Problem(const KindInfo& kind, const std::vector<float>& particles)
      : arity(kind.arity), parameterCount(kind.parameterCount), lambdaCount(kind.lambdaCount) {
    x.assign(particles.begin(), particles.end());
    firstDummy_ = static_cast<std::uint32_t>(particles.size() / 4);
    x.resize(x.size() + 4 * kDummies, 0.0f);
    start = x;
  }

  /// A block of up to 16 stencils that share no particle, the rest padding. `values`: parameters, stencil by stencil.
  void addBlock(const std::vector<std::uint32_t>& particles, const std::vector<float>& values,
                const std::vector<float>& compliance) {
    const std::size_t count = compliance.size();
    for (std::uint32_t corner = 0; corner < arity; ++corner) {
      for (std::size_t lane = 0; lane < kBlock; ++lane) {
        const std::uint32_t p = lane < count ? particles[lane * arity + corner] : firstDummy_ + corner;
        indices32.push_back(p);
        indices16.push_back(static_cast<std::uint16_t>(p));
      }
    }
    for (std::uint32_t k = 0; k < parameterCount; ++k) {
      for (std::size_t lane = 0; lane < kBlock; ++lane)
        parameters.push_back(lane < count ? values[lane * parameterCount + k] : 0.0f);
    }
    for (std::size_t lane = 0; lane < kBlock; ++lane) compliances.push_back(lane < count ? compliance[lane] : 0.0f);
    lambda.resize(lambda.size() + lambdaCount * kBlock, 0.0f);
    ++blockCount;
  }

  Outcome run(const KindKernel& kernel, bool general, bool wideIndices, int passes = 1) const {
    Outcome out{x, lambda};
    SolveArguments a;
    a.x = out.x.data();
    a.start = start.data();
    a.indices16 = wideIndices ? nullptr : indices16.data();
    a.indices32 = wideIndices ? indices32.data() : nullptr;
    a.parameters = parameters.data();
    a.compliance = compliances.data();
    a.lambda = out.lambda.data();
    a.endBlock = blockCount;
    a.complianceFactor = complianceFactor;
    a.gamma = gamma;
    a.relaxation = relaxation;
    const SolveFunction solve =
        general ? (wideIndices ? kernel.general32 : kernel.general16) : (wideIndices ? kernel.fast32 : kernel.fast16);
    for (int i = 0; i < passes; ++i) solve(a);
    return out;
  }

 private:
  std::uint32_t firstDummy_ = 0;
};

inline KindKernel scalarKernel(Kind kind) { return kindKernels({Simd::scalar, 1})[kind]; }

}  // namespace toile::test
