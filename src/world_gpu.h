// The cloths of a world on a GPU, whatever device that is: which cloths are in which batch, what a step needs, and what
// comes back. A device copies GpuBatch::writes, runs GpuBatch::dispatches and hands back what it reads.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "backends/gpu/batch.h"
#include "world_impl.h"

namespace toile {

class GpuSession {
 public:
  /// All cloths of the world, which has to outlive the session. `remote` reads them back.
  GpuSession(World& world, ClothRemote& remote, const GpuLimits& limits, const GpuOptions& options = {});
  /// The cloths keep what was read back of them last: read all back before.
  ~GpuSession();
  /// The device is gone, maybe while this session was asking it (ClothRemote::bringHome): the cloths are the host's
  /// again, and nothing is prepared any more. The session has to live on until the call that led here has returned.
  void release();
  GpuSession(const GpuSession&) = delete;
  GpuSession& operator=(const GpuSession&) = delete;

  /// Ok where the device can move all cloths through a step of this length; else why not, and which.
  Status supports(float dt);
  /// False: prepare() will arrange the cloths in batches anew, for which it has all of them brought home.
  bool isArranged() const;
  /// Whether a cloth of a batch still lives: one that was destroyed is in its batch until the next prepare().
  bool isMember(const Cloth* cloth) const;
  /// Makes ready what a step of dt seconds needs. An error changes nothing. False: nothing is to be done.
  Result<bool> prepare(float dt);
  std::span<const std::unique_ptr<GpuBatch>> batches() const { return batches_; }
  /// Changes when batches were made anew: what a device keeps of older ones is of no more use.
  std::uint64_t generation() const { return generation_; }
  /// After the writes and dispatches were handed over: the world's clock, colliders and targets move on.
  void commit();

  /// After all batches took their status: what World::colliderContacts tells.
  void countContacts();

  struct Place {
    GpuBatch* batch = nullptr;
    std::size_t index = 0;
  };
  /// Where a cloth is, if it is on the device.
  std::optional<Place> find(const Cloth& cloth) const;
  std::optional<Place> find(ClothId id) const;
  GpuWork work() const;  ///< of the last step prepared
  /// Of cloth against itself, all cloths together, as World::stats tells it; of the last step that was told of.
  ContactStats contactStats() const;

 private:
  void arrange();

  World::Impl& world_;
  ClothRemote& remote_;
  GpuLimits limits_;
  GpuOptions options_;
  std::vector<std::unique_ptr<GpuBatch>> batches_;
  std::unordered_map<const Cloth*, Place> places_;
  std::vector<Cloth*> members_;  ///< in order of the world's; some may be gone
  std::uint64_t generation_ = 0;
  StepTiming timing_;
  bool released_ = false;
};

}  // namespace toile
