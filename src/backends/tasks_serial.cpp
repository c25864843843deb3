// TOILE_TASKS=serial: no threads but the caller's.
#include "backends/tasks.h"

namespace toile {

std::uint32_t taskConcurrency() { return 1; }

ParallelFor taskParallelFor(std::uint32_t) { return {}; }

struct TaskCrew::Arena {};

TaskCrew::TaskCrew(std::uint32_t) {}
TaskCrew::~TaskCrew() = default;

void TaskCrew::run(const std::function<void()>& leader, std::uint32_t helpers,
                   const std::function<void(std::uint32_t)>& help) {
  leader();
  for (std::uint32_t i = 1; i <= helpers; ++i) help(i);
}

}  // namespace toile
