// Surfaces that already cross when they are handed in (imported garments do): which pairs may pass through each other,
// and what draws them apart.
//
// A tangle is an edge through a triangle. While it lasts, the pairs that have to meet for it to end are excepted from
// contact and guard: the edge's two vertices and the triangle, and the edge and the triangle's three edges. All others
// are watched as ever, so what has come free stays free. The line in which two surfaces cross is shortened until it is
// gone (Volino and Magnenat-Thalmann 2006, Resolving Surface Collisions through Intersection Contour Minimization):
// it needs no memory of which side a surface was on, which nobody knows of an imported garment.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collision/self/pairs.h"
#include "collision/self/search.h"

namespace toile::self {

class Tangles {
 public:
  /// Finds all edges through triangles at `input.base`.
  void find(const SearchInput& input, SearchScratch& scratch);
  bool empty() const { return tangles_.empty(); }
  std::size_t count() const { return tangles_.size(); }
  void clear() { tangles_.clear(); }

  /// Marks the pairs that tangles except.
  void except(PairLists& pairs) const;
  /// Draws what still crosses apart, by at most `way` (m) of each pair. x: w is the inverse mass.
  void draw(float* x, float way) const;

 private:
  using Key = std::array<std::uint32_t, 4>;
  std::vector<EdgeTriangle> tangles_, candidates_;
  std::vector<Key> vertexTriangles_, edgeEdges_;  ///< sorted
};

}  // namespace toile::self
