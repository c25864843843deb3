// Threads that work on one cloth, stage after stage.
//
// A step of a large cloth is hundreds of short stages (a colour, all particles), each of which needs all of the one
// before. Handing every one to a task system costs as much as it saves, and lets particles wander between the cores'
// caches. Here helpers stay for the whole step, spin between stages, and each takes the same part of every stage. Who
// comes late misses nothing: the leader takes parts nobody has claimed, so no stage waits for a thread that may never
// come.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace toile {

class Team {
 public:
  explicit Team(std::uint32_t threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  std::uint32_t parts() const { return static_cast<std::uint32_t>(claims_.size()); }
  /// Whether lead is under way.
  bool leading() const { return leading_; }

  /// Calls work() on this thread while the others stand by for run. From one thread at a time.
  template <class Work>
  void lead(const Work& work) {
    leadCall({[](const void* object, std::uint32_t) { (*static_cast<const Work*>(object))(); }, &work});
  }

  /// One stage, from within lead: body(part) for part = 0 … parts() − 1, each once, on any thread; returns when all are
  /// done. Parts must not depend on each other.
  template <class Body>
  void run(const Body& body) {
    runCall({[](const void* object, std::uint32_t part) { (*static_cast<const Body*>(object))(part); }, &body});
  }

  /// A run of stages whose parts wait for each other only where they say so: body(parts) for disjoint lists of parts,
  /// all of them at the same time. The leader's list holds those that nobody has claimed in time.
  template <class Body>
  void runLinked(const Body& body) {
    linkedCall(
        {[](const void* object, std::span<const std::uint32_t> parts) { (*static_cast<const Body*>(object))(parts); },
         &body});
  }
  /// Within runLinked: these parts are done with what others wait for in stage `stage`, counted from 1.
  void reach(std::span<const std::uint32_t> parts, std::uint32_t stage) {
    for (const std::uint32_t part : parts) reached_[part].stage.store(stage, std::memory_order_release);
  }
  /// Within runLinked: returns once all parts have reached `stage`.
  void await(std::uint32_t stage) const;

 private:
  struct Call {
    void (*function)(const void*, std::uint32_t) = nullptr;
    const void* object = nullptr;
    void operator()(std::uint32_t part) const { function(object, part); }
  };
  /// The last stage in which a part was taken. Apart from each other: each is written by its own helper.
  struct alignas(64) Claim {
    std::atomic<std::uint32_t> stage{0};
    bool take(std::uint32_t now) {
      std::uint32_t before = now - 1;
      return stage.compare_exchange_strong(before, now, std::memory_order_acq_rel);
    }
  };
  struct LinkedCall {
    void (*function)(const void*, std::span<const std::uint32_t>) = nullptr;
    const void* object = nullptr;
  };
  struct Workers;

  void linkedCall(LinkedCall body);
  void leadCall(Call work);
  void runCall(Call body);
  void help(std::uint32_t part);

  std::unique_ptr<Workers> workers_;
  std::vector<Claim> claims_, reached_;
  std::vector<std::uint32_t> taken_;  ///< the leader's list
  bool leading_ = false;
  bool linked_ = false;  ///< the current stage is linkedBody_, not body_
  LinkedCall linkedBody_;
  Call body_;  ///< of the current stage; read by who has claimed a part of it
  alignas(64) std::atomic<std::uint32_t> stage_{0};
  alignas(64) std::atomic<std::uint32_t> done_{0};  ///< parts of this stage that helpers have finished
};

}  // namespace toile
