#include <algorithm>

#include "collision/self/push.h"

namespace toile::self {
namespace {

/// What shares particles is put off to the next round; after this many it gets a row of its own.
constexpr int kRounds = 6;

/// A pile on a solid is pushed apart from below: what a collider holds yields a quarter of its share, what lies on that
/// a half, and so on. Else a layer pushed into the solid, and out of it again, leaves the one above as deep as it was
/// (after the mass scaling of stacks: Macklin et al. 2014, Unified Particle Physics for Real-Time Applications, §5.1).
constexpr std::uint8_t kLevels = 3;
constexpr float kYields[kLevels + 1] = {0.25f, 0.5f, 0.75f, 1.0f};

std::uint8_t lowestLevel(const std::vector<std::uint8_t>& level, const PairList& list, std::uint32_t pair,
                         std::size_t begin, std::size_t end) {
  std::uint8_t lowest = kLevels;
  for (std::size_t i = begin; i < end; ++i) lowest = std::min(lowest, level[list.p[i][pair]]);
  return lowest;
}

/// Side B of pairs whose side A is of level k is no higher than k + 1, and the other way round.
void raise(std::vector<std::uint8_t>& level, const PairList& list, std::size_t ofA, std::uint8_t k) {
  const auto next = static_cast<std::uint8_t>(k + 1);
  for (std::uint32_t pair = 0; pair < list.count; ++pair) {
    if (list.mayTouch[pair] == 0) continue;
    const bool a = lowestLevel(level, list, pair, 0, ofA) == k, b = lowestLevel(level, list, pair, ofA, 4) == k;
    if (a == b) continue;
    for (std::size_t i = a ? ofA : 0; i < (a ? 4 : ofA); ++i) {
      level[list.p[i][pair]] = std::min(level[list.p[i][pair]], next);
    }
  }
}

void findLevels(const PairLists& pairs, std::span<const std::uint8_t> supported, std::vector<std::uint8_t>& level) {
  level.assign(supported.size(), kLevels);
  bool any = false;
  for (std::size_t i = 0; i < supported.size(); ++i) {
    if (supported[i] != 0) level[i] = 0, any = true;
  }
  for (std::uint8_t k = 0; any && k + 1 < kLevels; ++k) {
    raise(level, pairs.vertexTriangle, 1, k);
    raise(level, pairs.edgeEdge, 2, k);
  }
}

void putPair(const ContactSurface& surface, const std::vector<std::uint8_t>& level, const PairList& list,
             std::uint32_t pair, PushRow& row) {
  const std::uint32_t at = row.count++;
  for (std::size_t i = 0; i < 4; ++i) {
    row.p[i][at] = list.p[i][pair];
    row.part[i][at] = kYields[level[list.p[i][pair]]];
  }
  for (std::size_t k = 0; k < 3; ++k) row.n[k][at] = list.n[k][pair];
  row.thickness[at] = list.thickness[pair], row.side[at] = list.side[pair];
  const SurfaceProperties& a = surface.surfaces[surface.surfaceOf[list.p[0][pair]]];
  const SurfaceProperties& b = surface.surfaces[surface.surfaceOf[list.p[3][pair]]];
  row.hold[at] = 0.5f * (a.frictionStatic + b.frictionStatic);
  row.drag[at] = 0.5f * (a.frictionDynamic + b.frictionDynamic);
}

void finishRow(PushRow& row, std::uint32_t nobody) {
  for (std::uint32_t at = row.count; at < kRow; ++at) {
    for (auto& particles : row.p) particles[at] = nobody;
    for (auto& n : row.n) n[at] = 0.0f;
    for (auto& part : row.part) part[at] = 0.0f;
    row.thickness[at] = -1e30f, row.side[at] = 1.0f, row.hold[at] = row.drag[at] = 0.0f;
  }
}

/// Pairs that follow each other in a list are near each other and share particles: place l of row r takes pair
/// l · rows + r.
void addRows(const ContactSurface& surface, const PairList& list, std::uint8_t mayTouch, std::uint32_t nobody,
             PushRows& scratch, std::vector<PushRow>& rows) {
  auto &waiting = scratch.waiting, &left = scratch.left, &stamp = scratch.stamp;
  waiting.clear();
  for (std::uint32_t i = 0; i < list.count; ++i) {
    if (list.mayTouch[i] == mayTouch && !list.isExcepted(i)) waiting.push_back(i);
  }
  stamp.assign(surface.particleCount, 0);
  std::uint32_t now = 0;
  for (int round = 0; !waiting.empty(); ++round) {
    left.clear();
    const std::size_t count = waiting.size(), across = round < kRounds ? (count + kRow - 1) / kRow : count;
    for (std::size_t r = 0; r < across; ++r) {
      ++now;
      PushRow& row = rows.emplace_back();
      for (std::size_t i = r; i < count; i += across) {
        const std::uint32_t pair = waiting[i];
        bool taken = false;
        for (const auto& particles : list.p) taken = taken || stamp[particles[pair]] == now;
        if (taken) {
          left.push_back(pair);
          continue;
        }
        for (const auto& particles : list.p) stamp[particles[pair]] = now;
        putPair(surface, scratch.level, list, pair, row);
      }
      finishRow(row, nobody);
    }
    std::swap(waiting, left);
    std::sort(waiting.begin(), waiting.end());
  }
}

}  // namespace

void makePushRows(const ContactSurface& surface, const PairLists& pairs, std::span<const std::uint8_t> supported,
                  PushRows& rows) {
  findLevels(pairs, supported, rows.level);
  const auto nobody = static_cast<std::uint32_t>(
      std::find(surface.surfaceOf.begin(), surface.surfaceOf.end(), kNoFeature) - surface.surfaceOf.begin());
  rows.vertexTriangle.clear(), rows.edgeEdge.clear();
  for (const std::uint8_t mayTouch : {std::uint8_t{2}, std::uint8_t{1}}) {
    addRows(surface, pairs.vertexTriangle, mayTouch, nobody, rows, rows.vertexTriangle);
    addRows(surface, pairs.edgeEdge, mayTouch, nobody, rows, rows.edgeEdge);
  }
}

}  // namespace toile::self
