// How the blocks of a garment's colours are shared among the parts of a team.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "constraint_set.h"
#include "state.h"

namespace toile {

/// Every part gets the same share of every colour's runs and of its single constraints, both of which lie in the order
/// of their particles. `particles` counts dummies as well.
BlockShares shareBlocks(std::span<const ConstraintSet> sets, std::size_t particles, std::uint32_t parts);

}  // namespace toile
