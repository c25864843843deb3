// A crowd: cloths of one garment, each in a lane of the vectors it is solved in.
//
// While a cloth is in a crowd its positions and velocities may lie in two places: its own arrays (ClothState) and its
// lane. Steps read and write lanes and leave `ownStale` behind; who needs the arrays calls bringHome first, and who
// changes them marks the lane stale, so that the next step reads it again. Targets, parameters, masses and pins are
// always the cloth's own.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "aligned.h"
#include "backends/cpu.h"
#include "cloth.h"
#include "crowd/schedule.h"
#include "kernels/crowd_kernels.h"
#include "step.h"

namespace toile {

/// What cloths of one crowd have in common; all else may differ.
struct CrowdSignature {
  const GarmentData* garment = nullptr;
  KindSet enabled, general, damped;  ///< kinds that are solved, that keep multipliers, that are damped
  bool pbd = false;
  bool air = false;            ///< drag or lift
  bool accelerations = false;  ///< per vertex
  bool limits = false;         ///< maxDistance
  friend bool operator==(const CrowdSignature&, const CrowdSignature&) = default;
};
CrowdSignature crowdSignature(const Cloth& cloth, std::uint32_t iterations);

/// Per-lane arrays of pins, made at the start of each step.
struct CrowdPins {
  std::vector<std::uint16_t> slots;  ///< pinned in some lane
  AlignedVector<float> from, to;     ///< m, 3 vectors a pin
};

/// Made anew when pins or tether parameters of a member change.
struct CrowdTethers {
  std::vector<CrowdTether> shared;   ///< where all members have the same ones …
  std::vector<std::uint16_t> slots;  ///< … else these
  AlignedVector<std::int32_t> anchors;
  AlignedVector<float> lengths;
};

/// Arguments of the kernels that stay the same during a step.
struct CrowdArguments {
  CrowdMotionArguments motion;
  CrowdAirArguments air;
  std::vector<CrowdSolveArguments> solve;  ///< a set
};

struct CrowdGroup {
  GarmentPtr garment;
  std::shared_ptr<const CrowdSchedule> schedule;
  CrowdSignature signature;
  const CrowdKernels* kernels = nullptr;
  std::uint32_t lanes = 0;
  std::array<Cloth*, kMostLanes> members{};  ///< null: an empty lane
  std::uint32_t memberCount = 0;

  bool ownStale = false;         ///< the members' own arrays are older than their lanes
  std::uint32_t lanesStale = 0;  ///< bit i: lane i is older than its cloth's arrays
  bool tethersStale = true;

  // vectors; slots · 4 of x, slots · 3 of the others
  AlignedVector<float> x;         ///< m, 1/kg
  AlignedVector<float> velocity;  ///< m/s
  // scratch of a step
  AlignedVector<float> start, air, acceleration, targets, targetsFrom;
  std::vector<AlignedVector<float>> multipliers;  ///< a set, general path only
  std::vector<float> limitScale;                  ///< a slot
  CrowdArguments arguments;
  CrowdPins pins;
  CrowdTethers tethers;
  AlignedVector<float> nowhere;  ///< a cloth's array that empty lanes are read from and written to

  const GarmentData& data() const { return garment->data(); }
};

/// An empty crowd for cloths of this signature.
std::unique_ptr<CrowdGroup> makeCrowd(const Cloth& like, const CrowdSignature& signature,
                                      std::shared_ptr<const CrowdSchedule> schedule, const CrowdKernels& kernels,
                                      std::uint32_t lanes);

/// A cloth takes an empty lane, or leaves its lane with its state in its own arrays.
void enterCrowd(CrowdGroup& group, Cloth& cloth);
void leaveCrowd(Cloth& cloth);

/// Writes the members' own positions and velocities where they are stale.
void bringHome(CrowdGroup& group);
/// Reads the lanes that are stale.
void refreshLanes(CrowdGroup& group);

/// Copies an array of the members (16 bytes a particle) into vectors or back; `lanes` names them, bit by bit. Empty
/// lanes are never written, nor is anything of theirs read.
void joinLanes(const CrowdGroup& group, AlignedVector<float> ClothState::*from, AlignedVector<float>& to,
               std::uint32_t vectorsPerSlot, std::uint32_t lanes);
void partLanes(CrowdGroup& group, AlignedVector<float>& from, AlignedVector<float> ClothState::*to,
               std::uint32_t vectorsPerSlot, std::uint32_t lanes);

/// Bits of the lanes that are taken.
std::uint32_t takenLanes(const CrowdGroup& group);

}  // namespace toile
