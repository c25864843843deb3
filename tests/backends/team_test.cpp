// Every part of every stage is done once, in the order of stages, however many threads come to help.
#include "backends/team.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace toile {
namespace {

constexpr std::uint32_t kStages = 300;

/// Stage s of a part may begin only when all parts of stage s − 1 are done.
void playStages(Team& team) {
  std::vector<std::atomic<std::uint32_t>> done(team.parts());
  std::atomic<std::uint32_t> early{0};
  team.lead([&] {
    EXPECT_TRUE(team.leading());
    for (std::uint32_t stage = 0; stage < kStages; ++stage) {
      team.run([&](std::uint32_t part) {
        for (const auto& other : done) {
          const std::uint32_t reached = other.load();
          if (reached != stage && reached != stage + 1) ++early;
        }
        if (done[part].fetch_add(1) != stage) ++early;
      });
      for (const auto& part : done) EXPECT_EQ(part.load(), stage + 1);
    }
  });
  EXPECT_FALSE(team.leading());
  EXPECT_EQ(early.load(), 0u);
}

TEST(Team, DoesEveryPartOnceAndStagesInTurn) {
  const tbb::global_control more(tbb::global_control::max_allowed_parallelism, 8);  // more threads than cores
  for (const std::uint32_t threads : {1u, 2u, 3u, 8u}) {
    Team team(threads);
    EXPECT_EQ(team.parts(), threads);
    for (int again = 0; again < 3; ++again) playStages(team);
  }
}

TEST(Team, WaitsForNobodyWhoDoesNotCome) {
  const tbb::global_control none(tbb::global_control::max_allowed_parallelism, 1);
  Team team(4);
  playStages(team);
}

TEST(Team, WaitsForThoseWhoHaveBegun) {
  const tbb::global_control two(tbb::global_control::max_allowed_parallelism, 2);
  Team team(2);
  std::atomic<int> finished{0};
  team.lead([&] {
    for (int stage = 0; stage < 20; ++stage) {
      team.run([&](std::uint32_t part) {
        if (part == 1) std::this_thread::sleep_for(std::chrono::microseconds(200));
        ++finished;
      });
      EXPECT_EQ(finished.load(), 2 * (stage + 1));
    }
  });
}

}  // namespace
}  // namespace toile
