// Threads that the CPU back end borrows from a task system: one file a system (tasks_*.cpp), of which CMake's
// TOILE_TASKS chooses one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "toile/tasks.h"

namespace toile {

/// Threads that can run at once, at least 1; exactly 1 where there is no task system, as in a browser.
std::uint32_t taskConcurrency();

/// Loops on up to `threads` threads. Precondition: 2 <= threads <= taskConcurrency().
ParallelFor taskParallelFor(std::uint32_t threads);

/// Places for a leader and helpers.
class TaskCrew {
 public:
  explicit TaskCrew(std::uint32_t threads);
  ~TaskCrew();

  /// leader() on this thread and help(1) … help(helpers) on others, each as soon as a thread is free for it, which may
  /// be after the leader has finished. Returns when all have.
  void run(const std::function<void()>& leader, std::uint32_t helpers, const std::function<void(std::uint32_t)>& help);

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
};

}  // namespace toile
