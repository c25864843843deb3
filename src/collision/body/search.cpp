// The search of candidates, compiled once for each instruction set: sixteen neighbours go down the tree together, then
// each of them is tested against the leaves they found.
#include <algorithm>

#include "collision/body/candidates.h"

namespace toile {
using BodySearchFunction = void (*)(const BodySearchArguments&, BodyCandidates&);
}  // namespace toile

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision/body/search.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "collision/body/boxes-inl.h"
#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// Particles and triangles that go down the tree together.
constexpr std::uint32_t kTogether = 16;

template <class V>
void findLeaves(const BodyMotion& body, const BodyBox& box, std::size_t level, std::uint32_t row,
                std::vector<std::uint32_t>& leaves) {
  if (level == 0) {
    leaves.push_back(row);
    return;
  }
  for (std::uint32_t bits = meetingPlaces<V>(box, body.levels[level][row]); bits != 0; bits &= bits - 1) {
    const auto child = row * kBodyRow + static_cast<std::uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
    findLeaves<V>(body, box, level - 1, child, leaves);
  }
}

template <class V>
void listTriangles(const BodySearchArguments& a, BodyCandidates& c, const BodyBox& box, BodyCandidates::List& list) {
  list.begin = static_cast<std::uint32_t>(c.rows.size());
  std::uint32_t place = kBodyRow;
  for (const std::uint32_t leaf : c.leaves) {
    for (std::uint32_t bits = meetingPlaces<V>(box, a.body.levels[0][leaf]); bits != 0; bits &= bits - 1) {
      const auto i = static_cast<std::uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
      if (place == kBodyRow) c.rows.emplace_back(), place = 0;
      CandidateRow& row = c.rows.back();
      for (int k = 0; k < 3; ++k) row.corner[k][place] = a.body.data().leaves[leaf].corner[k][i];
      row.triangle[place++] = leaf * kBodyRow + i;
    }
  }
  list.rows = static_cast<std::uint32_t>(c.rows.size()) - list.begin;
  for (; list.rows != 0 && place < kBodyRow; ++place) {
    CandidateRow& row = c.rows.back();
    for (int k = 0; k < 3; ++k) row.corner[k][place] = row.corner[k][place - 1];
    row.triangle[place] = row.triangle[place - 1];
  }
  c.usedRows += list.rows;
}

template <class V>
void searchParticles(const BodySearchArguments& a, BodyCandidates& c) {
  for (std::uint32_t first = 0; first < a.particles; first += kTogether) {
    const std::uint32_t end = std::min(first + kTogether, a.particles);
    BodyBox all;
    for (std::uint32_t k = first; k < end; ++k) {
      const std::uint32_t i = c.particleOrder[k];
      if (c.searched[i] != 0) all.add(&c.low[4 * std::size_t{i}], &c.high[4 * std::size_t{i}], c.reach);
    }
    if (!(all.low[0] <= all.high[0])) continue;
    c.leaves.clear();
    findLeaves<V>(a.body, all, a.body.levels.size() - 1, 0, c.leaves);
    for (std::uint32_t k = first; k < end; ++k) {
      const std::uint32_t i = c.particleOrder[k];
      if (c.searched[i] == 0) continue;
      c.usedRows -= c.ofParticle[i].rows;
      c.ofParticle[i].rows = 0;
      c.particleClearance[i].distance = 0.0f;
      if (!(a.x[4 * std::size_t{i} + 3] > 0.0f)) continue;
      BodyBox box;
      box.add(&c.low[4 * std::size_t{i}], &c.high[4 * std::size_t{i}], c.reach);
      listTriangles<V>(a, c, box, c.ofParticle[i]);
    }
  }
}

/// The direction between the triangles at a corner at the end of the step; its length says nothing.
inline void findNormal(const BodyMotion& body, BodyCandidates& c, std::uint32_t corner) {
  if (c.normalOf[corner] == body.refit) return;
  c.normalOf[corner] = body.refit;
  const BodyData& data = body.data();
  Vector<float> sum{0.0f, 0.0f, 0.0f};
  for (std::uint32_t i = data.ringStart[corner]; i < data.ringStart[corner + 1]; ++i) {
    Vector<float> p[3];
    for (std::uint32_t k = 0; k < 3; ++k) {
      const float* at = &body.end[4 * std::size_t{data.corner(data.ring[i], k)}];
      p[k] = {at[0], at[1], at[2]};
    }
    sum = sum + cross(p[1] - p[0], p[2] - p[0]);
  }
  float* normal = &c.normals[4 * std::size_t{corner}];
  normal[0] = sum.x, normal[1] = sum.y, normal[2] = sum.z;
}

/// Bit i: the way of corner `first` + i meets the box.
template <class V>
HWY_INLINE std::uint32_t meetingCorners(const BodyMotion& body, const BodyBox& box, std::uint32_t first) {
  const Vector<V> lowest{broadcast<V>(box.low[0]), broadcast<V>(box.low[1]), broadcast<V>(box.low[2])};
  const Vector<V> highest{broadcast<V>(box.high[0]), broadcast<V>(box.high[1]), broadcast<V>(box.high[2])};
  std::uint32_t bits = 0;
  for (std::uint32_t lane = 0; lane < kBodyRow; lane += LaneCount<V>::value) {
    const Vector<V> a = loadRow<V>(body.start.data(), first + lane).x, b = loadRow<V>(body.end.data(), first + lane).x;
    auto apart = either(less(highest.x, lower(a.x, b.x)), less(higher(a.x, b.x), lowest.x));
    apart = either(apart, either(less(highest.y, lower(a.y, b.y)), less(higher(a.y, b.y), lowest.y)));
    apart = either(apart, either(less(highest.z, lower(a.z, b.z)), less(higher(a.z, b.z), lowest.z)));
    bits |= (~maskBits(apart) & ((1u << LaneCount<V>::value) - 1u)) << lane;
  }
  return bits;
}

template <class V>
void listCorners(const BodySearchArguments& a, BodyCandidates& c, const BodyBox& box, BodyCandidates::List& list) {
  const BodyMotion& body = a.body;
  list.begin = static_cast<std::uint32_t>(c.corners.size());
  bool full = true;
  std::uint32_t near = 0;
  for (const std::uint32_t leaf : c.leaves) {
    if (meetingPlaces<V>(box, body.levels[0][leaf]) == 0) continue;
    const std::uint32_t begin = body.data().firstCorner[leaf], end = body.data().firstCorner[leaf + 1];
    for (std::uint32_t corner = begin; corner < end; ++corner) {
      if ((corner - begin) % kBodyRow == 0) near = meetingCorners<V>(body, box, corner);
      if ((near >> (corner - begin) % kBodyRow & 1u) == 0) continue;
      findNormal(body, c, corner);
      if (full) {
        c.corners.emplace_back();
        std::fill_n(c.corners.back().corner, kBodyRow, corner);
      }
      CornerRow& row = c.corners.back();
      std::fill(row.corner + row.count, row.corner + kBodyRow, corner);
      full = ++row.count == kBodyRow;
    }
  }
  list.rows = static_cast<std::uint32_t>(c.corners.size()) - list.begin;
  c.usedCorners += list.rows;
}

template <class V>
void searchTriangles(const BodySearchArguments& a, BodyCandidates& c) {
  const auto count = static_cast<std::uint32_t>(a.triangles.size());
  const auto searched = [&](std::uint32_t t) {
    return (c.searched[a.triangles[t][0]] | c.searched[a.triangles[t][1]] | c.searched[a.triangles[t][2]]) != 0;
  };
  const auto add = [&](BodyBox& box, std::uint32_t t) {
    for (const std::uint32_t p : a.triangles[t])
      box.add(&c.low[4 * std::size_t{p}], &c.high[4 * std::size_t{p}], c.reach);
  };
  for (std::uint32_t first = 0; first < count; first += kTogether) {
    const std::uint32_t end = std::min(first + kTogether, count);
    BodyBox all;
    for (std::uint32_t k = first; k < end; ++k) {
      if (searched(c.triangleOrder[k])) add(all, c.triangleOrder[k]);
    }
    if (!(all.low[0] <= all.high[0])) continue;
    c.leaves.clear();
    findLeaves<V>(a.body, all, a.body.levels.size() - 1, 0, c.leaves);
    for (std::uint32_t k = first; k < end; ++k) {
      const std::uint32_t t = c.triangleOrder[k];
      if (!searched(t)) continue;
      c.usedCorners -= c.ofTriangle[t].rows;
      c.triangleClearance[t].distance = 0.0f;
      BodyBox box;
      add(box, t);
      listCorners<V>(a, c, box, c.ofTriangle[t]);
    }
  }
}

template <class V>
void searchAll(const BodySearchArguments& a, BodyCandidates& c) {
  searchParticles<V>(a, c);
  searchTriangles<V>(a, c);
}

template <class V>
struct BodySearch {
  static BodySearchFunction make() { return &searchAll<V>; }
};
BodySearchFunction findBodySearch(std::uint32_t lanes) { return forLanes<BodySearch>(lanes); }

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "kernels/export.h"
namespace toile {
namespace {
TOILE_EXPORT_KERNEL(BodySearchFunction, bodySearchFunction, findBodySearch)

/// Part of the mean edge that a particle may leave its expected way by, and be inside: wider lists more, narrower
/// searches more often.
constexpr float kBodyMarginPart = 0.25f, kClothMarginPart = 0.1f;

/// Marks the particles that leave their boxes and gives them new ones. Returns whether there are any.
bool moveBoxes(const BodySearchArguments& a, BodyCandidates& c, bool all) {
  const float margin = c.margin, longest = 8.0f * a.body.data().meanEdge;
  bool any = false;
  for (std::uint32_t i = 0; i < a.particles; ++i) {
    const float *x = a.x + 4 * std::size_t{i}, *start = a.start + 4 * std::size_t{i};
    float *low = &c.low[4 * std::size_t{i}], *high = &c.high[4 * std::size_t{i}];
    bool inside = !all;
    for (int k = 0; k < 3; ++k) {
      inside = inside && low[k] <= x[k] && x[k] <= high[k] && low[k] <= start[k] && start[k] <= high[k];
    }
    c.searched[i] = inside ? 0 : 1;
    if (inside) continue;
    any = true;
    for (int k = 0; k < 3; ++k) {
      const float way = x[k] - start[k];
      float ahead = way * static_cast<float>(a.substepsLeft);
      ahead = ahead < -longest ? -longest : longest < ahead ? longest : ahead;
      const float end = x[k] + ahead;
      low[k] = std::min({start[k], x[k], end}) - margin, high[k] = std::max({start[k], x[k], end}) + margin;
    }
    // What is not finite, or nearly so, meets nothing.
    for (int k = 0; k < 3; ++k) {
      if (high[k] - low[k] < 1e9f) continue;
      for (int j = 0; j < 3; ++j) low[j] = 1e30f, high[j] = -1e30f;
    }
  }
  return any;
}

void findOrder(const BodySearchArguments& a, BodyCandidates& c) {
  if (c.particleOrder.size() == a.particles && c.triangleOrder.size() == a.triangles.size()) return;
  c.particleOrder = mortonOrder(a.rest);
  std::vector<Vec3> middles;
  for (const auto& t : a.triangles) middles.push_back((a.rest[t[0]] + a.rest[t[1]] + a.rest[t[2]]) * (1.0f / 3.0f));
  c.triangleOrder = mortonOrder(middles);
}

void start(const BodySearchArguments& a, BodyCandidates& c) {
  findOrder(a, c);
  const BodyData& data = a.body.data();
  c.refit = a.body.refit, c.thickness = a.thickness;
  c.margin = std::max(kBodyMarginPart * data.meanEdge, kClothMarginPart * a.clothEdge);
  c.reach = a.thickness + c.margin;
  c.low.resize(4 * std::size_t{a.particles}), c.high.resize(c.low.size());
  c.ofParticle.assign(a.particles, {}), c.ofTriangle.assign(a.triangles.size(), {});
  c.particleClearance.resize(a.particles), c.triangleClearance.resize(a.triangles.size());
  c.searched.resize(a.particles), c.touched.resize(a.particles);
  c.normals.resize(4 * std::size_t{data.cornerCount}), c.normalOf.resize(data.cornerCount);
  c.rows.clear(), c.corners.clear();
  c.usedRows = c.usedCorners = 0;
}

}  // namespace

void updateCandidates(const BodySearchArguments& a, BodyCandidates& c) {
  // What lists left behind must not pile up while a body rests.
  const bool littered = c.rows.size() > 4 * c.usedRows + 4096 || c.corners.size() > 4 * c.usedCorners + 4096;
  const bool all = littered || c.refit != a.body.refit || c.thickness != a.thickness;
  if (all) start(a, c);
  if (moveBoxes(a, c, all)) bodySearchFunction(a.target)(a, c);
}

}  // namespace toile
#endif
