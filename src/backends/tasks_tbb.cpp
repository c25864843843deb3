// TOILE_TASKS=tbb: oneTBB.
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>

#include "backends/tasks.h"

namespace toile {

std::uint32_t taskConcurrency() { return static_cast<std::uint32_t>(std::max(1, tbb::info::default_concurrency())); }

ParallelFor taskParallelFor(std::uint32_t threads) {
  const auto arena = std::make_shared<tbb::task_arena>(static_cast<int>(threads));
  return [arena](std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& body) {
    const auto run = [&] {
      // Parts must be whole multiples of the grain: cut the range of grains.
      const std::size_t parts = (count + grain - 1) / grain;
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, parts), [&](const tbb::blocked_range<std::size_t>& range) {
        body(range.begin() * grain, std::min(count, range.end() * grain));
      });
    };
    arena->execute(run);
  };
}

struct TaskCrew::Arena {
  explicit Arena(std::uint32_t threads) : arena(static_cast<int>(threads)) {}
  tbb::task_arena arena;
};

TaskCrew::TaskCrew(std::uint32_t threads) : arena_(std::make_unique<Arena>(threads)) {}
TaskCrew::~TaskCrew() = default;

void TaskCrew::run(const std::function<void()>& leader, std::uint32_t helpers,
                   const std::function<void(std::uint32_t)>& help) {
  arena_->arena.execute([&] {
    tbb::task_group group;
    for (std::uint32_t i = 1; i <= helpers; ++i) {
      group.run([&help, i] { help(i); });
    }
    leader();
    group.wait();
  });
}

}  // namespace toile
