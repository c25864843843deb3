#include "crowd/crowds.h"

#include <algorithm>
#include <iterator>

namespace toile {
namespace {

/// Cloths that touch others, or do what no crowd does, have to be refused here.
bool fitsCrowd(const Cloth& cloth) {
  // Levels are solved cloth by cloth only.
  return cloth.enabled && !cloth.frozen && !cloth.sleep.asleep && !cloth.inContactGroup &&
         cloth.params.coarseLevels == 0 && cloth.data().particleCount <= kMostCrowdParticles;
}

/// A crowd takes as long as half to two thirds as many cloths would alone (docs/performance.md), whether its lanes are
/// taken or not.
bool pays(std::size_t members, std::uint32_t lanes) { return 4 * members >= 3 * lanes; }

}  // namespace

Crowds::Crowds(KernelTarget target, bool allowed)
    : target_(target), allowed_(allowed && target.lanes > 1), kernels_(crowdKernels(target)) {}

void Crowds::bringHome() {
  for (const auto& group : groups_) toile::bringHome(*group);
}

std::shared_ptr<const CrowdSchedule> Crowds::scheduleOf(const Cloth& cloth) {
  for (const auto& group : groups_) {
    if (group->garment == cloth.garment) return group->schedule;
  }
  return std::make_shared<const CrowdSchedule>(makeSchedule(cloth.data()));
}

void Crowds::arrange(std::span<Cloth* const> cloths, const StepInput& input) {
  alone_.clear();
  if (!allowed_) {
    std::copy_if(cloths.begin(), cloths.end(), std::back_inserter(alone_),
                 [](const Cloth* cloth) { return !cloth->inContactGroup && !cloth->sleep.asleep; });
    return;
  }
  dismiss(input);
  gather(cloths, input);
}

/// Members that no longer fit leave, and so do all of a crowd that no longer pays.
void Crowds::dismiss(const StepInput& input) {
  for (const auto& group : groups_) {
    for (Cloth* member : group->members) {
      if (member == nullptr) continue;
      if (!fitsCrowd(*member) || crowdSignature(*member, input.iterations) != group->signature) leaveCrowd(*member);
    }
  }
  std::erase_if(groups_, [](const std::unique_ptr<CrowdGroup>& group) {
    if (pays(group->memberCount, group->lanes)) return false;
    for (Cloth* member : group->members) {
      if (member != nullptr) leaveCrowd(*member);
    }
    return true;
  });
}

void Crowds::gather(std::span<Cloth* const> cloths, const StepInput& input) {
  waiting_.clear();
  for (Cloth* cloth : cloths) {
    if (cloth->crowd != nullptr || cloth->inContactGroup || cloth->sleep.asleep) continue;
    if (fitsCrowd(*cloth)) {
      waiting_.emplace_back(crowdSignature(*cloth, input.iterations), cloth);
    } else {
      alone_.push_back(cloth);
    }
  }
  while (!waiting_.empty()) {
    const CrowdSignature signature = waiting_.front().first;
    const auto others =
        std::partition(waiting_.begin(), waiting_.end(), [&](const auto& entry) { return entry.first == signature; });
    auto next = waiting_.begin();
    for (const auto& group : groups_) {
      while (group->signature == signature && group->memberCount < group->lanes && next != others) {
        enterCrowd(*group, *next++->second);
      }
    }
    while (pays(static_cast<std::size_t>(others - next), target_.lanes)) {
      Cloth& first = *next->second;
      groups_.push_back(makeCrowd(first, signature, scheduleOf(first), kernels_, target_.lanes));
      while (next != others && groups_.back()->memberCount < target_.lanes) {
        enterCrowd(*groups_.back(), *next++->second);
      }
    }
    while (next != others) alone_.push_back(next++->second);
    waiting_.erase(waiting_.begin(), others);
  }
}

void bringHome(const Cloth& cloth) {
  if (cloth.crowd != nullptr) bringHome(*cloth.crowd);
}

void takeHome(Cloth& cloth) {
  if (cloth.crowd == nullptr) return;
  bringHome(*cloth.crowd);
  cloth.crowd->lanesStale |= 1u << cloth.crowdLane;
}

}  // namespace toile
