#include "backends/team.h"

#include <hwy/cache_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <thread>

namespace toile {
namespace {

constexpr std::uint32_t kOver = 0xffffffffu;
/// Looks before a waiting thread lets others have its core.
constexpr int kPatience = 4000;

void pause(int& waited) {
  if (++waited > kPatience) {
    std::this_thread::yield();
  } else {
    hwy::Pause();
  }
}

}  // namespace

struct Team::Workers {
  explicit Workers(std::uint32_t threads) : arena(static_cast<int>(threads)) {}
  tbb::task_arena arena;
};

Team::Team(std::uint32_t threads) : workers_(std::make_unique<Workers>(threads)), claims_(threads) {}
Team::~Team() = default;

void Team::leadCall(Call work) {
  for (Claim& claim : claims_) claim.stage.store(0, std::memory_order_relaxed);
  stage_.store(0, std::memory_order_relaxed);
  workers_->arena.execute([&] {
    tbb::task_group helpers;
    for (std::uint32_t part = 1; part < parts(); ++part) {
      helpers.run([this, part] { help(part); });
    }
    leading_ = true;
    work(0);
    leading_ = false;
    stage_.store(kOver, std::memory_order_release);
    helpers.wait();
  });
}

void Team::help(std::uint32_t part) {
  for (int waited = 0;;) {
    const std::uint32_t now = stage_.load(std::memory_order_acquire);
    if (now == kOver) return;
    if (now != 0 && claims_[part].take(now)) {
      body_(part);
      done_.fetch_add(1, std::memory_order_release);
      waited = 0;
    } else {
      pause(waited);
    }
  }
}

void Team::runCall(Call body) {
  body_ = body;
  done_.store(0, std::memory_order_relaxed);
  const std::uint32_t now = stage_.load(std::memory_order_relaxed) + 1;
  stage_.store(now, std::memory_order_release);
  body(0);
  std::uint32_t others = 0;
  for (std::uint32_t part = 1; part < parts(); ++part) {
    if (claims_[part].take(now)) {
      body(part);
    } else {
      ++others;
    }
  }
  for (int waited = 0; done_.load(std::memory_order_acquire) != others;) pause(waited);
}

}  // namespace toile
