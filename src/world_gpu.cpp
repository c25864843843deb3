#include "world_gpu.h"

#include <algorithm>
#include <map>
#include <utility>

#include "collision/self/crossings.h"
#include "step_parts.h"

namespace toile {
namespace {

bool selfCollides(const Cloth& cloth) { return cloth.enabled && !cloth.frozen && cloth.params.selfCollision.enabled; }

/// Bytes of one cloth in the largest of the buffers that grow with their number.
std::uint64_t largestShare(const Cloth& cloth, const GpuOptions& options) {
  const GarmentData& data = cloth.data();
  std::uint64_t multipliers = 0, corrections = 0;
  for (const ConstraintSet& set : data.sets) {
    multipliers += std::uint64_t{4} * set.count * set.lambdaCount;
    if (options.jacobi > 0.0f) corrections = std::max(corrections, std::uint64_t{16} * set.count * set.arity);
  }
  const std::uint64_t rows = std::max<std::uint64_t>(4, cloth.params.tethers);
  const std::uint64_t contact = selfCollides(cloth) ? gpuContactBytes(data) : 0;
  return std::max({multipliers, corrections, contact, rows * sizeof(GpuTether) * data.paddedCount});
}

std::size_t mostInBatch(const Cloth& cloth, const GpuLimits& limits, const GpuOptions& options) {
  return std::clamp<std::uint64_t>(limits.storageBytes / largestShare(cloth, options), 1, limits.groups);
}

/// How many of the cloths that collide have each group and mask: there are many cloths and few of these.
using Crowding = std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t>;

Crowding crowdingOf(std::span<Cloth* const> cloths) {
  Crowding found;
  for (const Cloth* cloth : cloths) {
    if (selfCollides(*cloth)) ++found[{cloth->collisionGroup, cloth->collisionMask}];
  }
  return found;
}

bool seesAnother(const Cloth& cloth, const Crowding& crowding) {
  return std::any_of(crowding.begin(), crowding.end(), [&](const auto& entry) {
    const auto [group, mask] = entry.first;
    const bool own = group == cloth.collisionGroup && mask == cloth.collisionMask;
    return (cloth.collisionGroup & mask) != 0 && (group & cloth.collisionMask) != 0 && entry.second > (own ? 1u : 0u);
  });
}

constexpr const char* kLost = "the device was lost while it was read back";

std::size_t crossingsOf(const Cloth& cloth) {
  std::vector<Vec3> positions;
  std::vector<CrossingTriangle> triangles;
  for (std::uint32_t p = 0; p < cloth.data().particleCount; ++p) positions.push_back(cloth.position(p));
  for (const auto& corners : cloth.data().topology.triangles) triangles.push_back({corners, 0});
  return findCrossings(
             positions, triangles, [](const void*, std::uint32_t, std::uint32_t) { return true; }, nullptr)
      .size();
}

/// What the guard stands on: it lets nothing out of itself that was handed in through itself.
Status supportsContact(Cloth& cloth, const Crowding& crowding, bool known) {
  if (seesAnother(cloth, crowding))
    return Error{"selfCollision of cloths that see each other is not solved on the GPU yet"};
  // What was kept from crossing in the last step and moved by nobody since does not cross.
  if (known && cloth.newest != Newest::home) return {};
  if (cloth.newest == Newest::remote) {
    cloth.remote->bringHome(cloth);
    if (cloth.remote == nullptr) return Error{kLost};
  }
  const std::size_t crossings = crossingsOf(cloth);
  if (crossings == 0) return {};
  return Error{"selfCollision of a cloth that crosses itself when it is handed in (" + std::to_string(crossings) +
               " pairs of triangles) is not solved on the GPU yet"};
}

}  // namespace

GpuSession::GpuSession(World& world, ClothRemote& remote, const GpuLimits& limits, const GpuOptions& options)
    : world_(world.impl()), remote_(remote), limits_(limits), options_(options) {}

GpuSession::~GpuSession() { release(); }

void GpuSession::release() {
  if (released_) return;
  released_ = true;
  for (Cloth* cloth : world_.inOrder) {
    if (cloth->remote == &remote_) cloth->remote = nullptr, cloth->newest = Newest::home;
  }
}

Status GpuSession::supports(float dt) {
  if (released_) return Error{kLost};
  if (const Status status = world_.checkStep(dt); !status) return status;
  const StepInput input = world_.stepInput(world_.timing(std::max(dt, 1e-5f)));
  if (const Status status = solidsSupportedOnGpu(input, limits_); !status) return status;
  const Crowding crowding = crowdingOf(world_.inOrder);
  for (std::size_t i = 0; i < world_.cloths.size(); ++i) {
    const ClothSlot& slot = world_.cloths[i];
    if (!slot.cloth) continue;
    if (slot.cloth->remote != nullptr && slot.cloth->remote != &remote_) {
      return Error{"cloth id " + std::to_string(i + 1) + "." + std::to_string(slot.generation) +
                   " is moved by another device"};
    }
    Status status = supportedOnGpu(*slot.cloth, input, limits_, options_);
    if (status && selfCollides(*slot.cloth)) {
      // A cloth of another time may have been at the same address.
      const auto place = slot.cloth->remote != nullptr ? find(*slot.cloth) : std::nullopt;
      status = place && place->batch->lacksRoom(place->index)
                   ? Error{"selfCollision has more pairs than this device has room for in one buffer"}
                   : supportsContact(*slot.cloth, crowding, place && place->batch->wasKeptApart(place->index));
    }
    if (!status) {
      return Error{"cloth id " + std::to_string(i + 1) + "." + std::to_string(slot.generation) + ": " + status.error()};
    }
  }
  return {};
}

Result<bool> GpuSession::prepare(float dt) {
  if (const Status status = supports(dt); !status) return Error{status.error()};
  if (dt == 0.0f) return false;
  timing_ = world_.timing(dt);
  if (timing_.duration != 0.0) {
    arrange();
    if (released_) return Error{kLost};
    const StepInput input = world_.stepInput(timing_);
    for (const auto& batch : batches_) batch->prepare(input);
    if (released_) return Error{kLost};
  }
  world_.pendingTime = timing_.pending;
  world_.droppedTime += timing_.dropped;
  return timing_.duration != 0.0;
}

bool GpuSession::isMember(const Cloth* cloth) const {
  const auto found = std::find(world_.inOrder.begin(), world_.inOrder.end(), cloth);
  return found != world_.inOrder.end() && (*found)->remote == &remote_;
}

bool GpuSession::isArranged() const {
  if (members_ != world_.inOrder) return false;
  if (!std::all_of(members_.begin(), members_.end(), [this](const Cloth* c) { return c->remote == &remote_; }))
    return false;
  // Cloths that have begun to collide need more room than they did.
  return std::all_of(batches_.begin(), batches_.end(), [this](const std::unique_ptr<GpuBatch>& batch) {
    const auto found = std::find_if(batch->cloths().begin(), batch->cloths().end(),
                                    [](const Cloth* cloth) { return selfCollides(*cloth); });
    return found == batch->cloths().end() || batch->cloths().size() <= mostInBatch(**found, limits_, options_);
  });
}

/// Cloths of a garment, in order of creation, in as few batches as the device takes.
void GpuSession::arrange() {
  // World::step may have put them there since.
  for (Cloth* cloth : world_.inOrder) {
    if (cloth->crowd != nullptr) leaveCrowd(*cloth);
  }
  if (isArranged()) return;
  world_.bringAllHome();
  if (released_) return;
  batches_.clear();
  places_.clear();
  ++generation_;
  members_ = world_.inOrder;
  std::vector<Cloth*> left = members_;
  while (!left.empty()) {
    const Cloth& first = *left.front();
    std::size_t most = limits_.groups;
    for (const Cloth* cloth : left) {
      if (cloth->garment == first.garment) most = std::min(most, mostInBatch(*cloth, limits_, options_));
    }
    std::vector<Cloth*> chosen, others;
    for (Cloth* cloth : left) {
      (cloth->garment == first.garment && chosen.size() < most ? chosen : others).push_back(cloth);
    }
    batches_.push_back(std::make_unique<GpuBatch>(first.garment, chosen, limits_, options_));
    for (std::size_t i = 0; i < chosen.size(); ++i) places_[chosen[i]] = {batches_.back().get(), i};
    left = std::move(others);
  }
  for (Cloth* cloth : members_) {
    cloth->remote = &remote_;
    cloth->newest = Newest::home;
  }
}

void GpuSession::commit() {
  for (Cloth* cloth : members_) {
    const bool moves = cloth->enabled && !cloth->frozen;
    // One that has just frozen stays where the device has put it back to.
    if (moves) cloth->newest = Newest::remote;
    if (cloth->newest == Newest::home) cloth->newest = Newest::both;
    if (moves) toile::endStep(*cloth);
  }
  world_.endStep(timing_);
}

void GpuSession::countContacts() { world_.countContacts(); }

std::optional<GpuSession::Place> GpuSession::find(const Cloth& cloth) const {
  const auto found = places_.find(&cloth);
  return found == places_.end() ? std::optional<Place>{} : found->second;
}

std::optional<GpuSession::Place> GpuSession::find(ClothId id) const {
  const Cloth* cloth = world_.record(id);
  return cloth == nullptr || cloth->remote != &remote_ ? std::optional<Place>{} : find(*cloth);
}

ContactStats GpuSession::contactStats() const {
  ContactStats all;
  for (const auto& batch : batches_) {
    for (const ContactStats& one : batch->contactStats()) {
      all.pairs += one.pairs, all.touching += one.touching;
      all.searches = std::max(all.searches, one.searches);
      all.binding += one.binding, all.shortened += one.shortened;
    }
  }
  return all;
}

GpuWork GpuSession::work() const {
  GpuWork all;
  for (const auto& batch : batches_) {
    const GpuWork& one = batch->work();
    all.dispatches += one.dispatches, all.barriers += one.barriers;
    all.bytes += one.bytes, all.uploaded += one.uploaded, all.constraints += one.constraints;
  }
  return all;
}

}  // namespace toile
