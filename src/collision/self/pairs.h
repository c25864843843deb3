// Pairs of features that may meet before the next search, in rows of sixteen.
#pragma once

#include <cstddef>
#include <cstdint>

#include "aligned.h"
#include "collision/self/surface.h"

namespace toile::self {

/// Vertex–triangle: particle 0 against 1 2 3. Edge–edge: 0 1 against 2 3. The first side is A, the other B.
struct PairList {
  std::size_t count = 0;                 ///< pairs; arrays are filled up to whole rows with pairs that never touch
  AlignedVector<std::uint32_t> p[4];     ///< joint particles
  AlignedVector<float> n[3];             ///< unit vector from B to A where they were nearest
  AlignedVector<float> thickness;        ///< m, distance kept
  AlignedVector<float> side;             ///< ±1: which side A was on (push.cpp); 0: excepted, may pass through
  AlignedVector<std::uint8_t> mayTouch;  ///< before the next search it (0) won't, (1) may, (2) is expected to
                                         ///< come closer than its thickness

  void clear() { count = 0; }
  bool isExcepted(std::size_t i) const { return side[i] == 0.0f; }
  void except(std::size_t i) { side[i] = 0.0f, thickness[i] = -1e30f; }
  std::size_t rows() const { return (count + kRow - 1) / kRow; }
  /// Room for `more` pairs beyond count, and the rest of the last row.
  void reserve(std::size_t more) {
    const std::size_t size = (count + more + 2 * kRow) / kRow * kRow;
    if (thickness.size() >= size) return;
    const std::size_t grown = size + size / 2 / kRow * kRow;
    for (auto& array : p) array.resize(grown);
    for (auto& array : n) array.resize(grown);
    thickness.resize(grown), side.resize(grown), mayTouch.resize(grown);
  }
  /// Fills the last row up: thickness −1 is less than any distance.
  void pad() {
    reserve(0);
    for (std::size_t i = count; i < rows() * kRow; ++i) {
      for (auto& array : p) array[i] = 0;
      for (auto& array : n) array[i] = 0.0f;
      thickness[i] = -1e30f, side[i] = 1.0f, mayTouch[i] = 0;
    }
  }
};

struct PairLists {
  PairList vertexTriangle, edgeEdge;
};

}  // namespace toile::self
