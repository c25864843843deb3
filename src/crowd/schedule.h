// A garment as a crowd reads it: particles in slots, constraints one after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "aligned.h"
#include "garment_data.h"

namespace toile {

/// Constraints of one kind in the order in which a crowd solves them; no padding.
struct CrowdSet {
  Kind kind = Kind::stretch;
  std::uint32_t arity = 2, parameterCount = 0, lambdaCount = 1;
  std::uint32_t count = 0;
  std::vector<std::uint16_t> slots;  ///< arity each
  std::vector<float> values;         ///< parameters, then compliance
};

/// Constraints [first, first + count) of one set.
struct CrowdSegment {
  std::uint32_t set = 0, first = 0, count = 0;
};

struct CrowdSchedule {
  std::vector<std::uint16_t> particleOfSlot, slotOfParticle;
  std::vector<CrowdSet> sets;            ///< as GarmentData::sets
  std::vector<CrowdSegment> segments;    ///< one pass; backwards: the last one first, and each from its end
  std::vector<std::uint16_t> triangles;  ///< 3 slots each, in the order of their colours

  std::uint32_t slotCount() const { return static_cast<std::uint32_t>(particleOfSlot.size()); }
};

/// More particles are not solved in crowds: their vectors would not stay in a cache.
inline constexpr std::uint32_t kMostCrowdParticles = 4096;

/// Every particle meets its constraints in the order of kinds and colours, as alone, so that the bits are the same.
/// Constraints that share no particle may change places: see schedule.cpp.
CrowdSchedule makeSchedule(const GarmentData& garment);

}  // namespace toile
