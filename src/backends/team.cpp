#include "backends/team.h"

#include <hwy/cache_control.h>

#include <functional>
#include <thread>

#include "backends/tasks.h"

namespace toile {
namespace {

constexpr std::uint32_t kOver = 0xffffffffu;
/// Looks before a waiting thread lets others have its core.
constexpr int kPatience = 4000;
/// Looks before the leader takes a part of a linked run: a helper who stands by needs a few.
constexpr int kClaimPatience = 50;

void pause(int& waited) {
  if (++waited > kPatience) {
    std::this_thread::yield();
  } else {
    hwy::Pause();
  }
}

}  // namespace

struct Team::Workers : TaskCrew {
  using TaskCrew::TaskCrew;
};

Team::Team(std::uint32_t threads) : workers_(std::make_unique<Workers>(threads)), claims_(threads), reached_(threads) {
  taken_.reserve(threads);
}
Team::~Team() = default;

void Team::leadCall(Call work) {
  for (Claim& claim : claims_) claim.stage.store(0, std::memory_order_relaxed);
  stage_.store(0, std::memory_order_relaxed);
  const auto leader = [&] {
    leading_ = true;
    work(0);
    leading_ = false;
    stage_.store(kOver, std::memory_order_release);
  };
  workers_->run(std::cref(leader), parts() - 1, [this](std::uint32_t part) { help(part); });
}

void Team::help(std::uint32_t part) {
  for (int waited = 0;;) {
    const std::uint32_t now = stage_.load(std::memory_order_acquire);
    if (now == kOver) return;
    if (now != 0 && claims_[part].take(now)) {
      if (linked_) {
        linkedBody_.function(linkedBody_.object, {&part, 1});
      } else {
        body_(part);
      }
      done_.fetch_add(1, std::memory_order_release);
      waited = 0;
    } else {
      pause(waited);
    }
  }
}

void Team::runCall(Call body) {
  body_ = body;
  linked_ = false;
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

void Team::linkedCall(LinkedCall body) {
  linkedBody_ = body;
  linked_ = true;
  for (Claim& reached : reached_) reached.stage.store(0, std::memory_order_relaxed);
  done_.store(0, std::memory_order_relaxed);
  const std::uint32_t now = stage_.load(std::memory_order_relaxed) + 1;
  stage_.store(now, std::memory_order_release);
  taken_.assign(1, 0);
  for (std::uint32_t part = 1; part < parts(); ++part) {
    for (int looks = 0; looks < kClaimPatience && claims_[part].stage.load(std::memory_order_relaxed) != now; ++looks) {
      hwy::Pause();
    }
    if (claims_[part].take(now)) taken_.push_back(part);
  }
  body.function(body.object, taken_);
  const auto others = static_cast<std::uint32_t>(parts() - taken_.size());
  for (int waited = 0; done_.load(std::memory_order_acquire) != others;) pause(waited);
}

void Team::await(std::uint32_t stage) const {
  for (const Claim& reached : reached_) {
    for (int waited = 0; reached.stage.load(std::memory_order_acquire) < stage;) pause(waited);
  }
}

}  // namespace toile
