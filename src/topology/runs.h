// Runs: constraints of one stencil whose corners are consecutive particles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "topology/colour.h"
#include "topology/topology.h"

namespace toile {

/// Renumbers particles of regular meshes so that runs exist: the order `newIndex` is cut into 16 stretches of equal
/// length and one particle of each is taken in turn, so that the sixteen copies of a stencil, one a stretch, have
/// consecutive corners and none in common. Meshes whose edges have few distinct index distances (grids, tubes) are
/// regular; others are left alone. Returns true where it renumbered.
bool interleave(const Topology& topology, std::size_t particleCount, std::vector<std::uint32_t>& newIndex);

/// A colouring whose colours start with runs: 16 constraints whose corners are those of the first plus 0 … 15.
/// `runCount[c]` of them stand at the front of colour c. A run may have gaps: kNone in
/// `colouring.order`. What lies there is loaded and stored with the rest, so it is kept from the colour's others too.
struct RunColouring {
  Colouring colouring;
  std::vector<std::uint32_t> runCount;
};

/// The first lane of a run that is no gap.
std::size_t firstPresent(std::span<const std::uint32_t> run);

/// Constraints a run has to have to be worth its time, 16 being all: one that is half empty takes as long as a full
/// one, and single constraints take one and a half times as long each.
inline constexpr std::size_t kLeastOfRun = 11;
/// Of regular garments, where fewer than one constraint in kMostSingles is left over: these are solved in columns,
/// where sixteen single constraints take as long as a dozen runs.
inline constexpr std::size_t kLeastOfRest = 2, kMostSingles = 4;

/// Finds runs of at least kLeastOfRun among the constraints and colours runs as wholes, the rest one by one.
RunColouring colourWithRuns(std::span<const std::uint32_t> particles, std::size_t arity, std::size_t particleCount);

}  // namespace toile
