#include "world_gpu.h"

#include <algorithm>

#include "collision/self/crossings.h"
#include "step_parts.h"

namespace toile {
namespace {

/// Bytes of one cloth in the largest of the buffers that grow with their number.
std::uint64_t largestShare(const Cloth& cloth, const GpuOptions& options) {
  const GarmentData& data = cloth.data();
  std::uint64_t multipliers = 0, corrections = 0;
  for (const ConstraintSet& set : data.sets) {
    multipliers += std::uint64_t{4} * set.count * set.lambdaCount;
    if (options.jacobi > 0.0f) corrections = std::max(corrections, std::uint64_t{16} * set.count * set.arity);
  }
  const std::uint64_t rows = std::max<std::uint64_t>(4, cloth.params.tethers);
  return std::max({multipliers, corrections, rows * sizeof(GpuTether) * data.paddedCount});
}

std::size_t mostInBatch(const Cloth& cloth, const GpuLimits& limits, const GpuOptions& options) {
  return std::clamp<std::uint64_t>(limits.storageBytes / largestShare(cloth, options), 1, limits.groups);
}

bool selfCollides(const Cloth& cloth) { return cloth.enabled && !cloth.frozen && cloth.params.selfCollision.enabled; }

bool seesAnother(const Cloth& cloth, std::span<Cloth* const> cloths) {
  return std::any_of(cloths.begin(), cloths.end(), [&](const Cloth* other) {
    return other != &cloth && selfCollides(*other) && (cloth.collisionGroup & other->collisionMask) != 0 &&
           (other->collisionGroup & cloth.collisionMask) != 0;
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
Status supportsContact(Cloth& cloth, std::span<Cloth* const> cloths, bool known) {
  if (seesAnother(cloth, cloths))
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
  for (std::size_t i = 0; i < world_.cloths.size(); ++i) {
    const ClothSlot& slot = world_.cloths[i];
    if (!slot.cloth) continue;
    if (slot.cloth->remote != nullptr && slot.cloth->remote != &remote_) {
      return Error{"cloth id " + std::to_string(i + 1) + "." + std::to_string(slot.generation) +
                   " is moved by another device"};
    }
    Status status = supportedOnGpu(*slot.cloth, input, limits_, options_);
    if (status && selfCollides(*slot.cloth)) {
      const auto place = find(*slot.cloth);
      status = supportsContact(*slot.cloth, world_.inOrder, place && place->batch->wasKeptApart(place->index));
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
  return members_ == world_.inOrder && std::all_of(members_.begin(), members_.end(),
                                                   [this](const Cloth* cloth) { return cloth->remote == &remote_; });
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
  ++generation_;
  members_ = world_.inOrder;
  std::vector<Cloth*> left = members_;
  while (!left.empty()) {
    const Cloth& first = *left.front();
    const std::size_t most = mostInBatch(first, limits_, options_);
    std::vector<Cloth*> chosen, others;
    for (Cloth* cloth : left) {
      (cloth->garment == first.garment && chosen.size() < most ? chosen : others).push_back(cloth);
    }
    batches_.push_back(std::make_unique<GpuBatch>(first.garment, chosen, options_));
    batches_.back()->setStorageBytes(limits_.storageBytes);
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
  for (const auto& batch : batches_) {
    const auto found = std::find(batch->cloths().begin(), batch->cloths().end(), &cloth);
    if (found != batch->cloths().end())
      return Place{batch.get(), static_cast<std::size_t>(found - batch->cloths().begin())};
  }
  return {};
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
