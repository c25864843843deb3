// Slots run along the garment's longest side, and a pass is one sweep along it: a constraint is taken as soon as those
// before it on its particles are done. So a pass keeps but a band of the cloth at hand, which lies in nearer caches
// than the vectors of all particles do, and every particle still meets its constraints in the same order.
#include "crowd/schedule.h"

#include <algorithm>
#include <numeric>

namespace toile {
namespace {

/// Slots that count as one place along the sweep. Constraints of one place stay in the order of colours, so that
/// kinds change seldom.
constexpr std::uint32_t kPlace = 16;

/// Slots in order of the rest pose's longest side.
void orderSlots(const GarmentData& garment, CrowdSchedule& schedule) {
  const std::size_t count = garment.particleCount;
  Vec3 low = garment.restPositions[0], high = low;
  for (const Vec3 p : garment.restPositions) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const Vec3 size = high - low;
  const auto along = [&](std::uint16_t particle) {
    const Vec3 p = garment.restPositions[particle];
    return size.y < size.x ? (size.z < size.x ? p.x : p.z) : (size.z < size.y ? p.y : p.z);
  };
  schedule.particleOfSlot.resize(count);
  std::iota(schedule.particleOfSlot.begin(), schedule.particleOfSlot.end(), std::uint16_t{0});
  std::stable_sort(schedule.particleOfSlot.begin(), schedule.particleOfSlot.end(),
                   [&](std::uint16_t a, std::uint16_t b) { return along(a) < along(b); });
  schedule.slotOfParticle.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    schedule.slotOfParticle[schedule.particleOfSlot[i]] = static_cast<std::uint16_t>(i);
  }
}

/// Where a constraint lies in a set.
struct Entry {
  std::uint32_t set = 0;
  std::size_t lane = 0;     ///< of the whole set
  std::uint32_t place = 0;  ///< where a sweep may take it
};

/// The real constraints of one colour.
void listColour(const ConstraintSet& set, std::uint32_t number, const ColourRange& colour, std::uint32_t particleCount,
                std::vector<Entry>& entries) {
  const std::size_t first = std::size_t{colour.firstBlock} * kBlock;
  for (std::size_t lane = first; lane < first + std::size_t{colour.blockCount} * kBlock; ++lane) {
    // Triangles have no values; there padding names dummy particles.
    const bool padding =
        set.compliance.empty() ? set.particle(lane, 0) >= particleCount : set.complianceAt(lane) == kNothing;
    if (!padding) entries.push_back({number, lane, 0});
  }
}

void append(const ConstraintSet& set, std::uint32_t number, std::size_t lane, CrowdSchedule& schedule) {
  CrowdSet& to = schedule.sets[number];
  for (std::size_t corner = 0; corner < set.arity; ++corner) {
    to.slots.push_back(schedule.slotOfParticle[set.particle(lane, corner)]);
  }
  for (std::size_t k = 0; k < set.parameterCount; ++k) to.values.push_back(set.parameter(lane, k));
  to.values.push_back(set.complianceAt(lane));
  if (schedule.segments.empty() || schedule.segments.back().set != number) {
    schedule.segments.push_back({number, to.count, 0});
  }
  ++schedule.segments.back().count;
  ++to.count;
}

/// Appends the constraints of a pass, which are in order of kinds and colours, in the order of their places.
void sweep(const GarmentData& garment, std::vector<Entry>& entries, CrowdSchedule& schedule) {
  std::vector<std::uint32_t> reached(garment.particleCount, 0);
  for (Entry& entry : entries) {
    const ConstraintSet& set = garment.sets[entry.set];
    for (std::size_t corner = 0; corner < set.arity; ++corner) {
      const std::uint32_t particle = set.particle(entry.lane, corner);
      const std::uint32_t own = schedule.slotOfParticle[particle] / kPlace;
      entry.place = std::max({entry.place, own, reached[particle]});
    }
    for (std::size_t corner = 0; corner < set.arity; ++corner) {
      reached[set.particle(entry.lane, corner)] = entry.place;
    }
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.place < b.place; });
  for (const Entry& entry : entries) append(garment.sets[entry.set], entry.set, entry.lane, schedule);
  entries.clear();
}

}  // namespace

CrowdSchedule makeSchedule(const GarmentData& garment) {
  CrowdSchedule schedule;
  orderSlots(garment, schedule);
  for (const ConstraintSet& set : garment.sets) {
    schedule.sets.push_back({set.kind, set.arity, set.parameterCount, set.lambdaCount, 0, {}, {}});
  }
  std::vector<Entry> entries;
  for (std::uint32_t s = 0; s < garment.sets.size(); ++s) {
    for (const ColourRange& colour : garment.sets[s].colours) {
      listColour(garment.sets[s], s, colour, garment.particleCount, entries);
    }
  }
  sweep(garment, entries, schedule);

  for (const ColourRange& colour : garment.triangles.colours) {
    listColour(garment.triangles, 0, colour, garment.particleCount, entries);
  }
  for (const Entry& entry : entries) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      schedule.triangles.push_back(schedule.slotOfParticle[garment.triangles.particle(entry.lane, corner)]);
    }
  }
  return schedule;
}

}  // namespace toile
