#include "coarse_levels.h"

#include <algorithm>

namespace toile {
namespace {

/// Rounds of a level: limits forwards, limits backwards, contacts.
constexpr int kRounds = 3;

void inject(const AlignedVector<float>& from, const std::vector<std::uint32_t>& particles, AlignedVector<float>& to) {
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const float* p = &from[4 * std::size_t{particles[i]}];
    std::copy(p, p + 3, &to[4 * i]);
  }
}

void follow(const CpuBackend& backend, const CoarseLevel& level, float* x, std::uint32_t padded) {
  const FollowArguments arguments{x, level.motion.data(), level.parents.data(), level.weights.data()};
  forRows(backend, padded, [&](Rows rows) { backend.rows.follow(arguments, rows); });
}

void meet(Cloth& cloth, CoarseLevel& level, const StepInput& input, float thickness) {
  if (cloth.motions.empty()) return;
  inject(cloth.state.start, level.particles, level.start);
  cloth.motionTouched.assign(cloth.motions.size(), 0);
  CollideArguments arguments;
  arguments.x = level.x.data();
  arguments.start = level.start.data();
  arguments.velocity = level.velocity.data();
  arguments.end = level.padded;
  arguments.h = input.h;
  arguments.thickness = thickness;
  arguments.maxDepenetration = cloth.params.maxDepenetrationSpeed * input.h;
  arguments.target = input.backend.target;
  collide(arguments, cloth.motions, cloth.motionTouched);
}

}  // namespace

void solveLevels(Cloth& cloth, const StepInput& input, float thickness) {
  const CoarseLevel* coarser = nullptr;
  for (CoarseLevel& level : cloth.levels) {
    inject(cloth.state.x, level.particles, level.x);
    level.motion = level.x;
    if (coarser != nullptr) follow(input.backend, *coarser, level.x.data(), level.padded);
    for (int round = 0; round < kRounds; ++round) {
      limitSet(input.backend, level.links, level.x.data(), cloth.params.coarseSlack, false);
      limitSet(input.backend, level.links, level.x.data(), cloth.params.coarseSlack, true);
      meet(cloth, level, input, thickness);
    }
    for (std::size_t i = 0; i < level.motion.size(); ++i) level.motion[i] = level.x[i] - level.motion[i];
    coarser = &level;
  }
  follow(input.backend, *coarser, cloth.state.x.data(), cloth.data().paddedCount);
}

}  // namespace toile
