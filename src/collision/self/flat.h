// Regions of a surface that are proven free of contact with themselves at once, instead of pair by pair.
//
// Seen along one direction, a region whose triangles all keep showing the same side, and whose border stays a polygon
// that is star-shaped seen from one of its particles, covers no place twice: no part of it meets another. Moving, all
// of that is a polynomial of degree two in time, positive where its three Bernstein coefficients are (docs/contact.md).
// After Volino and Magnenat-Thalmann 1994 (normals and border) and Tang et al. 2009 (in continuous time); the test of
// the border by a star is ours.
#pragma once

#include <cstdint>
#include <vector>

#include "aligned.h"
#include "kernels/kernel.h"

namespace toile::self {

struct ContactSurface;

/// Triangles of some clusters, and others that round their border off. Places are multiples of kRow.
struct FlatRegion {
  std::uint32_t vertexBegin = 0, vertexEnd = 0;  ///< in FlatRegions::vertices; the first is the centre
  std::uint32_t triangleBegin = 0, triangleEnd = 0;
  std::uint32_t borderBegin = 0, borderEnd = 0;
  std::uint32_t pairBegin = 0, pairEnd = 0;  ///< in FlatRegions::proves
  std::uint32_t cluster = 0;                 ///< whose normals give the direction
  float leastArea = 0.0f;                    ///< m², twice what every triangle has to show at least
};

/// Pairs of clusters that some region proves are numbered: those of cluster a (with b >= a) are
/// [nearStart[a], nearStart[a + 1]).
struct FlatRegions {
  std::vector<FlatRegion> regions;
  AlignedVector<std::uint32_t> vertices;  ///< joint particles
  std::vector<std::uint8_t> triangles;    ///< a row: first corners, second, third; of the region's own vertices
  std::vector<std::uint8_t> borders;      ///< a row: first ends, second ends
  std::vector<std::uint8_t> borderUsed;   ///< a row of borders: how many of it are not padding
  std::vector<std::uint32_t> proves;      ///< pairs
  std::vector<std::uint32_t> nearStart, nearCluster, nearOwner;  ///< a pair is owner, cluster
  std::vector<std::uint32_t> regionOfPair;                       ///< a smaller one for the pair alone, or kNoFeature
  std::vector<std::uint32_t> around;                             ///< regions of a cluster and all its neighbours

  std::size_t pairCount() const { return nearCluster.size(); }
  /// The number of the pair of clusters a <= b, or kNoFeature.
  std::uint32_t pairOf(std::size_t a, std::size_t b) const {
    for (std::uint32_t i = nearStart[a]; i < nearStart[a + 1]; ++i) {
      if (nearCluster[i] == b) return i;
    }
    return 0xffffffffu;
  }
};

struct FlatScratch {
  AlignedVector<float> local;
};

struct FlatInput {
  const ContactSurface& surface;
  const float* base = nullptr;  ///< four floats a particle, as is `end`
  const float* end = nullptr;
  KernelTarget target;
};

/// proven[pair]: nothing of the two clusters meets on straight ways from base to end. Both of whole arrays.
void findFlat(const FlatInput& input, FlatScratch& scratch, std::vector<std::uint8_t>& proven);

}  // namespace toile::self
