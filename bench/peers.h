// Other libraries side by side: the same particles, distances, substeps and iterations, on one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/measure.h"

namespace toile::bench {

/// What was found when this was built; an error where nothing was, or where the scene has more than distances and
/// capsules.
Result<std::vector<PeerResult>> runPeers(const Scene& scene, const WorldDef& world, std::uint32_t steps);

}  // namespace toile::bench
