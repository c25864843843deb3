// The broad and the narrow phase: which vertex–triangle and edge–edge pairs may meet.
//
// Each particle is promised to go from `base` in a straight line to a place within its margin (each axis) of
// `expected`, give or take a motion common to all. Boxes hold every such path; pairs whose boxes are apart cannot meet.
// Of the others a plane between the two drops what the search is not for: of which it proves that they keep their
// distance, or do not meet on their way (Keep).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "aligned.h"
#include "collision/self/pairs.h"
#include "collision/self/surface.h"
#include "kernels/kernel.h"

namespace toile::self {

/// Lower and upper bounds of sixteen features on each axis.
struct alignas(64) BoxRow {
  float low[3][kRow];
  float high[3][kRow];
};

/// Kept between searches, so that they do not allocate.
struct SearchScratch {
  AlignedVector<float> low, high;  ///< four floats a particle
  std::vector<BoxRow> vertexBoxes, edgeBoxes, triangleBoxes;
  std::vector<std::uint8_t> bounded;              ///< a cluster: its vertices and edges have boxes
  std::vector<std::vector<BoxRow>> tree;          ///< tree[0]: rows of clusters; tree[k]: rows of rows of tree[k − 1]
  std::vector<std::vector<std::uint8_t>> marked;  ///< a level: what there is below has a particle of `around`
  std::size_t levels = 0;                         ///< of tree that are in use
  AlignedVector<std::uint32_t> candidates[2][4];  ///< vertex–triangle, edge–edge
  std::size_t candidateCount[2] = {};
  bool complete = true;  ///< false: the last search stopped at SearchInput::most
};

/// Which pairs whose boxes meet a search keeps.
enum class Keep : std::uint8_t {
  bounds,  ///< those not kept apart by their thickness wherever particles may end within their margins
  touch,   ///< those that may come closer than their thickness within half the margins
  guard,   ///< those of which no plane tried proves that they do not meet on the straight ways from base to expected
  boxes,   ///< all: particles may end anywhere in the box of base and expected, each on its own
};

struct SearchInput {
  const ContactSurface& surface;
  const float* base = nullptr;      ///< four floats a particle; w: half its thickness, m
  const float* expected = nullptr;  ///< four floats a particle; w: margin, m
  KernelTarget target{};
  float common[3] = {};  ///< m, motion common to all, which boxes leave out
  float slop = 0.0f;     ///< m, added to all boxes: rounding of what `expected` is compared with
  Keep keep = Keep::bounds;
  /// Only pairs of clusters one of which has a particle marked here, or that are listed in `also`; or null.
  const std::uint8_t* around = nullptr;
  std::size_t most = ~std::size_t{0};     ///< candidates; a search that finds more stops
  const std::uint8_t* flat = nullptr;     ///< pairs of clusters (FlatRegions) that need no search; or null
  bool anyAround = true;                  ///< false: nothing is marked in `around`
  std::span<const std::uint32_t> also{};  ///< pairs of clusters (FlatRegions), with `around`
};

void findPairs(const SearchInput& input, SearchScratch& scratch, PairLists& pairs);

/// An edge and a triangle without a common corner, and the far corners of the edge's own triangles.
struct EdgeTriangle {
  std::uint32_t edge[2], triangle[3], opposite[2];
};

/// Edges and triangles whose boxes meet.
void findEdgesAtTriangles(const SearchInput& input, SearchScratch& scratch, std::vector<EdgeTriangle>& found);

}  // namespace toile::self
