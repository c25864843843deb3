// Contacts of one substep: pairs closer than their thickness are pushed apart, with friction between layers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collision/self/pairs.h"
#include "kernels/kernel.h"

namespace toile::self {

/// Sixteen pairs of one list that have no particle in common, so that all are pushed at once and their order means
/// nothing. Places from `count` on name a particle that belongs to no surface.
struct alignas(64) PushRow {
  std::uint32_t p[4][kRow];
  float n[3][kRow];
  float thickness[kRow], side[kRow];
  float hold[kRow], drag[kRow];  ///< static and dynamic friction
  float part[4][kRow];           ///< of the inverse mass that counts: what rests on solids yields less
  std::uint32_t count = 0;
  /// A row far from touching is not looked at in every substep. Of the last look: the least gap, in thicknesses, and
  /// how many substeps ago it was; and how many more it is left alone.
  float gap = kUnknownGap;
  std::uint32_t since = 0, wait = 0;
  bool pushed = false;  ///< in this substep

  static constexpr float kUnknownGap = 1e30f;
};

struct PushRows {
  std::vector<PushRow> vertexTriangle, edgeEdge;
  // scratch of makePushRows
  std::vector<std::uint32_t> waiting, left, stamp;
  std::vector<std::uint8_t> level;
};

/// The pairs that may touch before the next search (PairList::mayTouch), those that are expected to in rows of their
/// own, in an order that spreads neighbours over rows. supported[particle]: a collider held it.
void makePushRows(const ContactSurface& surface, const PairLists& pairs, std::span<const std::uint8_t> supported,
                  PushRows& rows);

struct PushArguments {
  float* x = nullptr;            ///< joint particles at the end of the substep, w: inverse mass; moved
  const float* start = nullptr;  ///< at its start
  float h = 0.0f;                ///< s
  KernelTarget target;
};

/// Gauss–Seidel over the rows in their order. Returns how many pairs were pushed.
std::size_t pushApart(const PushArguments& arguments, PushRows& rows);
/// Once more over the rows that pushed.
void pushApartAgain(const PushArguments& arguments, PushRows& rows);

}  // namespace toile::self
