// Which cloths of a world are solved together.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "crowd/group.h"

namespace toile {

/// Not thread safe, as the world is not. Which cloths form crowds decides about time, never about a bit.
class Crowds {
 public:
  /// `allowed`: WorldDef::crowds.
  Crowds(KernelTarget target, bool allowed);
  Crowds(const Crowds&) = delete;
  Crowds& operator=(const Crowds&) = delete;

  /// At the start of a step: cloths that no longer fit leave, those that fit join. Allocates only where either happens.
  void arrange(std::span<Cloth* const> cloths, const StepInput& input);
  /// After arrange: crowds, and cloths that are stepped alone.
  std::span<const std::unique_ptr<CrowdGroup>> groups() const { return groups_; }
  std::span<Cloth* const> alone() const { return alone_; }

  /// Every member's own arrays hold its state.
  void bringHome();

 private:
  std::shared_ptr<const CrowdSchedule> scheduleOf(const Cloth& cloth);
  void dismiss(const StepInput& input);
  void gather(std::span<Cloth* const> cloths, const StepInput& input);

  KernelTarget target_;
  bool allowed_;
  CrowdKernels kernels_;
  std::vector<std::unique_ptr<CrowdGroup>> groups_;
  std::vector<Cloth*> alone_;
  std::vector<std::pair<CrowdSignature, Cloth*>> waiting_;
};

/// For who reads a cloth's own positions and velocities.
void bringHome(const Cloth& cloth);
/// For who reads or writes anything of a cloth.
void takeHome(Cloth& cloth);

}  // namespace toile
