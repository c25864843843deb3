#include "contact_group.h"

#include <algorithm>
#include <cmath>

#include "step_parts.h"

namespace toile {
namespace {

constexpr float kLegsPerSecond = 60.0f;

/// The substep at which the leg that begins with this one ends: legs are as equal as whole substeps allow.
std::uint32_t endOfLeg(const StepInput& input, std::uint32_t begin) {
  // A hundredth more than a leg is one leg: 1/60 s is not a number of binary digits.
  const float dt = input.h * static_cast<float>(input.substeps);
  const float wanted = std::ceil(dt * kLegsPerSecond - 0.01f);
  const auto legs = static_cast<std::uint64_t>(std::clamp(wanted, 1.0f, static_cast<float>(input.substeps)));
  const std::uint64_t n = input.substeps, leg = ((begin + std::uint64_t{1}) * legs + n - 1) / n;
  return static_cast<std::uint32_t>(leg * n / legs);
}

float ownOr(float own, float other) { return own >= 0.0f ? own : other; }

bool seeing(const ContactMember& a, const ContactMember& b) {
  return (a.group & b.mask) != 0 && (b.group & a.mask) != 0;
}

bool takesPart(const Cloth& cloth) { return cloth.enabled && !cloth.frozen && cloth.params.selfCollision.enabled; }

std::vector<std::array<std::uint32_t, 2>> edgesOf(const Topology& topology) {
  std::vector<std::array<std::uint32_t, 2>> edges;
  for (const Edge& edge : topology.edges) edges.push_back({edge.a, edge.b});
  return edges;
}

}  // namespace

ContactMember contactMember(const Cloth& cloth, std::uint64_t created) {
  const ClothParams& params = cloth.params;
  const SelfCollision& self = params.selfCollision;
  const Fabric& fabric = cloth.fabric();
  return {&cloth,
          cloth.garment.get(),
          created,
          cloth.collisionGroup,
          cloth.collisionMask,
          ownOr(self.thickness, fabric.thickness),
          ownOr(self.frictionStatic, ownOr(params.frictionStatic, fabric.frictionStatic)),
          ownOr(self.frictionDynamic, ownOr(params.frictionDynamic, fabric.frictionDynamic))};
}

ContactGroup::ContactGroup(std::vector<Cloth*> cloths, std::span<const ContactMember> members)
    : cloths_(std::move(cloths)) {
  std::vector<self::SurfaceInput> inputs;
  std::vector<std::vector<std::array<std::uint32_t, 2>>> edges;
  for (std::size_t c = 0; c < cloths_.size(); ++c) edges.push_back(edgesOf(cloths_[c]->data().topology));
  for (std::size_t c = 0; c < cloths_.size(); ++c) {
    const GarmentData& data = cloths_[c]->data();
    first_.push_back(particleCount_);
    self::SurfaceInput input;
    input.triangles = data.topology.triangles, input.edges = edges[c];
    input.rest = data.restPositions, input.thicknessScale = data.thicknessScale;
    input.firstParticle = particleCount_;
    input.group = members[c].group, input.mask = members[c].mask;
    input.thickness = members[c].thickness;
    input.frictionStatic = members[c].frictionStatic;
    input.frictionDynamic = std::min(members[c].frictionDynamic, members[c].frictionStatic);
    input.meanEdge = cloths_[c]->meanEdgeLength;
    inputs.push_back(input);
    particleCount_ += data.paddedCount;
  }
  space_.setSurfaces(inputs, particleCount_);
}

float* ContactGroup::gather(AlignedVector<float> ClothState::*array, AlignedVector<float>& joint) {
  if (cloths_.size() == 1) return (cloths_[0]->state.*array).data();
  joint.resize(4 * std::size_t{particleCount_});
  for (std::size_t c = 0; c < cloths_.size(); ++c) {
    const AlignedVector<float>& own = cloths_[c]->state.*array;
    std::copy(own.begin(), own.end(), joint.begin() + 4 * static_cast<std::ptrdiff_t>(first_[c]));
  }
  return joint.data();
}

void ContactGroup::scatter(AlignedVector<float> ClothState::*array, const AlignedVector<float>& joint) {
  if (cloths_.size() == 1) return;
  for (std::size_t c = 0; c < cloths_.size(); ++c) {
    AlignedVector<float>& own = cloths_[c]->state.*array;
    const auto begin = joint.begin() + 4 * static_cast<std::ptrdiff_t>(first_[c]);
    std::copy(begin, begin + static_cast<std::ptrdiff_t>(own.size()), own.begin());
  }
}

void ContactGroup::beginSubstep(const StepInput& input, std::uint32_t substep) {
  if (substep == 0) stats_ = {}, leg_ = {};
  if (substep != leg_.end) return;
  leg_ = {substep, endOfLeg(input, substep)};
  beginLeg(input);
}

void ContactGroup::endSubstep(const StepInput& input, std::uint32_t substep) {
  if (substep + 1 == leg_.end) endLeg(input);
}

void ContactGroup::beginLeg(const StepInput& input) {
  for (Cloth* cloth : cloths_) {
    if (cloth->placed) space_.forget();
    cloth->placed = false;
  }
  met_ = 0;
  const float* x = gather(&ClothState::x, x_);
  const float dt = input.h * static_cast<float>(leg_.end - leg_.begin);
  const float arrival = substepTime(input, leg_.end - 1).end;
  expected_.resize(4 * std::size_t{particleCount_});
  for (std::size_t c = 0; c < cloths_.size(); ++c) {
    const ClothState& state = cloths_[c]->state;
    float* expected = &expected_[4 * std::size_t{first_[c]}];
    for (std::size_t i = 0; i < state.x.size(); ++i) expected[i] = state.x[i] + state.velocity[i] * dt;
    for (const std::uint32_t pin : cloths_[c]->pins) {
      for (std::size_t k = 4 * std::size_t{pin}; k < 4 * std::size_t{pin} + 3; ++k)
        expected[k] = onTheWay(state.targetsFrom[k], state.targets[k], arrival);
    }
  }
  space_.beginStep(x, expected_.data(), input.backend.target);
}

bool ContactGroup::meet(const StepInput& input) {
  float* x = gather(&ClothState::x, x_);
  const float* start = gather(&ClothState::start, start_);
  const bool touched = space_.push(x, start, input.h, ++met_, leg_.end - leg_.begin);
  scatter(&ClothState::x, x_);
  return touched;
}

void ContactGroup::meetAgain(const StepInput& input) {
  float* x = gather(&ClothState::x, x_);
  space_.pushAgain(x, gather(&ClothState::start, start_), input.h);
  scatter(&ClothState::x, x_);
}

void ContactGroup::endLeg(const StepInput& input) {
  float* x = gather(&ClothState::x, x_);
  float* velocity = gather(&ClothState::velocity, velocity_);
  space_.endStep(x, velocity, input.h * static_cast<float>(leg_.end - leg_.begin));
  const self::SpaceStats& leg = space_.stats();
  stats_.pairs = std::max(stats_.pairs, leg.pairs), stats_.touching = std::max(stats_.touching, leg.touching);
  stats_.searches += leg.searches, stats_.binding += leg.binding;
  stats_.shortened += leg.shortened, stats_.excepted = leg.excepted;
  if (leg.shortened == 0) return;
  scatter(&ClothState::x, x_);
  scatter(&ClothState::velocity, velocity_);
}

void refreshContactGroups(ContactGroups& groups, std::span<Cloth* const> cloths,
                          std::span<const std::uint64_t> created) {
  std::vector<ContactMember>& members = groups.found;
  members.clear();
  for (std::size_t i = 0; i < cloths.size(); ++i) {
    members.push_back(contactMember(*cloths[i], created[i]));
    if (!takesPart(*cloths[i])) members.back().cloth = nullptr;
  }
  if (members == groups.members) return;
  groups.members = members;
  groups.groups.clear();
  // Cloths that see each other, directly or by others between them; in order of creation.
  std::vector<std::uint8_t> taken(cloths.size(), 0);
  for (std::size_t i = 0; i < cloths.size(); ++i) {
    cloths[i]->inContactGroup = members[i].cloth != nullptr;
    if (members[i].cloth == nullptr || taken[i] != 0) continue;
    std::vector<std::size_t> together{i};
    taken[i] = 1;
    for (std::size_t next = 0; next < together.size(); ++next) {
      for (std::size_t j = 0; j < cloths.size(); ++j) {
        if (members[j].cloth == nullptr || taken[j] != 0 || !seeing(members[together[next]], members[j])) continue;
        taken[j] = 1;
        together.push_back(j);
      }
    }
    std::sort(together.begin(), together.end());
    std::vector<Cloth*> own;
    std::vector<ContactMember> ownMembers;
    for (const std::size_t j : together) own.push_back(cloths[j]), ownMembers.push_back(members[j]);
    groups.groups.push_back(std::make_unique<ContactGroup>(std::move(own), ownMembers));
  }
}

}  // namespace toile
