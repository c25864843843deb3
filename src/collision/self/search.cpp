// The search, compiled once for each instruction set.
#include "collision/self/search.h"

#include <algorithm>

namespace toile::self {
using FindPairsFunction = void (*)(const SearchInput&, SearchScratch&, PairLists&);
using FindEdgesFunction = void (*)(const SearchInput&, SearchScratch&, std::vector<EdgeTriangle>&);
}  // namespace toile::self

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision/self/search.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "collision/self/boxes-inl.h"
#include "collision/self/closest-inl.h"
#include "collision/self/planes-inl.h"
#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// Parts of one cloth keep this part of their distance at rest where that is less than the thickness.
constexpr float kRestPart = 0.9f;
/// Part of the margins within which a pair is expected to stay: as ContactSpace's kReusedPart.
constexpr float kTouchPart = 0.5f;
/// Pairs are expected to touch that come nearer than this many thicknesses as far as is foreseen.
constexpr float kNearlyTouching = 1.1f;

/// Bit i: feature i of the row has a corner that is `particle`.
template <class V, std::size_t corners>
HWY_INLINE std::uint32_t sharingFeatures(const self::FeatureRow<corners>& row, std::uint32_t particle) {
  std::uint32_t bits = 0;
#if HWY_TARGET != HWY_SCALAR
  if constexpr (LaneCount<V>::value > 1) {
    const hn::FixedTag<std::uint32_t, LaneCount<V>::value> d;
    const auto wanted = hn::Set(d, particle);
    for (std::size_t lane = 0; lane < self::kRow; lane += LaneCount<V>::value) {
      auto same = hn::Eq(wanted, hn::Load(d, row.particle + lane));
      for (std::size_t k = 1; k < corners; ++k) {
        same = hn::Or(same, hn::Eq(wanted, hn::Load(d, row.particle + k * self::kRow + lane)));
      }
#if HWY_TARGET == HWY_AVX3
      bits |= static_cast<std::uint32_t>(same.raw) << lane;
#else
      std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(d, same, bytes);
      bits |= (bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8) << lane;
#endif
    }
    return bits;
  }
#endif
  for (std::size_t i = 0; i < self::kRow; ++i) {
    for (std::size_t k = 0; k < corners; ++k) {
      if (row.particle[k * self::kRow + i] == particle) bits |= 1u << i;
    }
  }
  return bits;
}

template <class V>
class PairFinder {
 public:
  PairFinder(const self::SearchInput& input, self::SearchScratch& scratch,
             std::vector<self::EdgeTriangle>* edges = nullptr)
      : input_(input), surface_(input.surface), scratch_(scratch), edges_(edges) {}

  void bound() {
    const std::size_t floats = 4 * std::size_t{surface_.particleCount};
    scratch_.low.resize(floats), scratch_.high.resize(floats);
    boundPaths<V>(input_, scratch_);
    scratch_.vertexBoxes.resize(surface_.vertices.size());
    scratch_.edgeBoxes.resize(surface_.edges.size());
    scratch_.triangleBoxes.resize(surface_.triangles.size());
    scratch_.bounded.assign(surface_.clusters.size(), 0);
    if (!isWhole() && !input_.anyAround) return;
    boundFeatures<V>(surface_.triangles, 0, surface_.triangles.size(), scratch_, scratch_.triangleBoxes);
    auto& tree = scratch_.tree;
    std::size_t& levels = scratch_.levels;
    tree.resize(8);  // 16⁸ clusters
    levels = 0;
    // A cluster's triangles are one row, and hold its vertices and edges.
    const std::vector<self::BoxRow>* below = &scratch_.triangleBoxes;
    do {
      boundRows(*below, tree[levels]);
      below = &tree[levels++];
    } while (below->size() > 1);
    if (!isWhole()) mark();
  }

  void findCandidates() {
    scratch_.candidateCount[0] = scratch_.candidateCount[1] = 0;
    scratch_.complete = true;
    if (surface_.clusters.empty()) return;
    if (isWhole() || input_.anyAround) meetNodes(scratch_.levels - 1, 0, 0);
    for (const std::uint32_t pair : input_.also) {
      const std::size_t a = surface_.flat.nearOwner[pair], b = surface_.flat.nearCluster[pair];
      if (!input_.anyAround || (scratch_.marked[0][a] | scratch_.marked[0][b]) == 0) meetAlone(a, b);
    }
  }

 private:
  bool isWhole() const { return input_.around == nullptr; }

  void mark() {
    auto& marked = scratch_.marked;
    marked.resize(8);
    marked[0].assign(surface_.clusters.size(), 0);
    for (std::size_t c = 0; c < surface_.clusters.size(); ++c) {
      const self::Cluster& cluster = surface_.clusters[c];
      for (std::uint32_t t = cluster.triangleBegin; t < cluster.triangleEnd; ++t) {
        for (const std::uint32_t particle : surface_.triangles[t].particle) marked[0][c] |= input_.around[particle];
      }
    }
    for (std::size_t level = 1; level < scratch_.levels; ++level) {
      marked[level].assign(scratch_.tree[level - 1].size(), 0);
      for (std::size_t i = 0; i < marked[level - 1].size(); ++i) marked[level][i / self::kRow] |= marked[level - 1][i];
    }
  }

  /// All pairs of things below rows a <= b of a level.
  void meetNodes(std::size_t level, std::size_t a, std::size_t b) {
    const self::BoxRow &rowA = scratch_.tree[level][a], &rowB = scratch_.tree[level][b];
    for (std::size_t i = 0; i < self::kRow; ++i) {
      std::uint32_t bits = meetingBoxes<V>(rowA, i, rowB);
      if (a == b) bits &= ~0u << i;
      for (; bits != 0; bits &= bits - 1) {
        const std::size_t childA = a * self::kRow + i;
        const std::size_t childB = b * self::kRow + hwy::Num0BitsBelowLS1Bit_Nonzero32(bits);
        if (scratch_.candidateCount[0] + scratch_.candidateCount[1] > input_.most) scratch_.complete = false;
        if (!scratch_.complete) return;
        if (input_.around != nullptr && (scratch_.marked[level][childA] | scratch_.marked[level][childB]) == 0)
          continue;
        level == 0 ? meetClusters(childA, childB) : meetNodes(level - 1, childA, childB);
      }
    }
  }

  void meetClusters(std::size_t a, std::size_t b) {
    const self::Cluster &p = surface_.clusters[a], &q = surface_.clusters[b];
    if (!surface_.sees(p.surface, q.surface)) return;
    const std::uint32_t pair = surface_.flat.pairOf(a, b);
    if (pair != self::kNoFeature && input_.flat != nullptr && input_.flat[pair] != 0) return;
    neighbours_ = pair != self::kNoFeature;
    boundCluster(a), boundCluster(b);
    if (edges_ != nullptr) {
      meetTriangles(p, q, b);
      if (a != b) meetTriangles(q, p, a);
      return;
    }
    meetVertices(p, q, b);
    if (a != b) meetVertices(q, p, a);
    meetEdges(p, q, a, b);
  }

  void boundCluster(std::size_t c) {
    if (scratch_.bounded[c] != 0) return;
    scratch_.bounded[c] = 1;
    const self::Cluster& cluster = surface_.clusters[c];
    boundFeatures<V>(surface_.vertices, cluster.vertexBegin, cluster.vertexEnd, scratch_, scratch_.vertexBoxes);
    boundFeatures<V>(surface_.edges, cluster.edgeBegin, cluster.edgeEnd, scratch_, scratch_.edgeBoxes);
  }

  /// Two clusters of which the tree does not know.
  void meetAlone(std::size_t a, std::size_t b) {
    auto& tree = scratch_.tree;
    if (tree.empty()) tree.resize(8);
    const std::size_t rows = (surface_.clusters.size() + self::kRow - 1) / self::kRow;
    if (tree[0].size() < rows) tree[0].resize(rows);
    for (const std::size_t c : {a, b}) {
      if (scratch_.bounded[c] != 0) continue;
      const std::size_t t = surface_.clusters[c].triangleBegin;
      boundFeatures<V>(surface_.triangles, t, t + 1, scratch_, scratch_.triangleBoxes);
      boundRow(scratch_.triangleBoxes[t], tree[0][c / self::kRow], c % self::kRow);
    }
    meetClusters(a, b);
  }

  /// Edges of p at triangles of q.
  void meetTriangles(const self::Cluster& p, const self::Cluster& q, std::size_t nameOfQ) {
    for (std::uint32_t r = p.edgeBegin; r < p.edgeEnd; ++r) {
      const self::BoxRow& boxes = scratch_.edgeBoxes[r];
      for (std::uint32_t bits = inCluster(boxes, nameOfQ); bits != 0; bits &= bits - 1) {
        const std::size_t i = hwy::Num0BitsBelowLS1Bit_Nonzero32(bits);
        const std::uint32_t *edge = surface_.edges[r].particle + i, *far = surface_.opposites[r].particle + i;
        for (std::uint32_t t = q.triangleBegin; t < q.triangleEnd; ++t) {
          const auto& row = surface_.triangles[t];
          std::uint32_t met = meetingBoxes<V>(boxes, i, scratch_.triangleBoxes[t]);
          if (met != 0 && neighbours_)
            met &= ~(sharingFeatures<V>(row, edge[0]) | sharingFeatures<V>(row, edge[self::kRow]));
          for (; met != 0; met &= met - 1) {
            const std::uint32_t* corner = row.particle + hwy::Num0BitsBelowLS1Bit_Nonzero32(met);
            edges_->push_back({{edge[0], edge[self::kRow]},
                               {corner[0], corner[self::kRow], corner[2 * self::kRow]},
                               {far[0], far[self::kRow]}});
          }
        }
      }
    }
  }

  std::uint32_t inCluster(const self::BoxRow& row, std::size_t cluster) const {
    return meetingBoxes<V>(scratch_.tree[0][cluster / self::kRow], cluster % self::kRow, row);
  }

  void meetVertices(const self::Cluster& p, const self::Cluster& q, std::size_t nameOfQ) {
    for (std::uint32_t r = p.vertexBegin; r < p.vertexEnd; ++r) {
      const self::BoxRow& boxes = scratch_.vertexBoxes[r];
      for (std::uint32_t bits = inCluster(boxes, nameOfQ); bits != 0; bits &= bits - 1) {
        const std::size_t i = hwy::Num0BitsBelowLS1Bit_Nonzero32(bits);
        const std::uint32_t vertex = surface_.vertices[r].particle[i];
        for (std::uint32_t t = q.triangleBegin; t < q.triangleEnd; ++t) {
          std::uint32_t met = meetingBoxes<V>(boxes, i, scratch_.triangleBoxes[t]);
          if (met != 0 && neighbours_) met &= ~sharingFeatures<V>(surface_.triangles[t], vertex);
          const std::uint32_t* corner = surface_.triangles[t].particle;
          reserve(0);
          for (; met != 0; met &= met - 1) {
            const std::size_t k = hwy::Num0BitsBelowLS1Bit_Nonzero32(met);
            put(0, vertex, corner[k], corner[self::kRow + k], corner[2 * self::kRow + k]);
          }
        }
      }
    }
  }

  void meetEdges(const self::Cluster& p, const self::Cluster& q, std::size_t a, std::size_t b) {
    for (std::uint32_t r = p.edgeBegin; r < p.edgeEnd; ++r) {
      const self::BoxRow& boxes = scratch_.edgeBoxes[r];
      for (std::uint32_t bits = inCluster(boxes, b); bits != 0; bits &= bits - 1) {
        const std::size_t i = hwy::Num0BitsBelowLS1Bit_Nonzero32(bits);
        const std::uint32_t u = surface_.edges[r].particle[i], v = surface_.edges[r].particle[self::kRow + i];
        for (std::uint32_t t = a == b ? r : q.edgeBegin; t < q.edgeEnd; ++t) {
          std::uint32_t met = meetingBoxes<V>(boxes, i, scratch_.edgeBoxes[t]);
          if (t == r) met &= (~0u << i) << 1;
          if (met != 0 && neighbours_)
            met &= ~(sharingFeatures<V>(surface_.edges[t], u) | sharingFeatures<V>(surface_.edges[t], v));
          const std::uint32_t* corner = surface_.edges[t].particle;
          reserve(1);
          for (; met != 0; met &= met - 1) {
            const std::size_t k = hwy::Num0BitsBelowLS1Bit_Nonzero32(met);
            put(1, u, v, corner[k], corner[self::kRow + k]);
          }
        }
      }
    }
  }

  void reserve(int type) {
    auto& lists = scratch_.candidates[type];
    if (lists[0].size() >= scratch_.candidateCount[type] + 2 * self::kRow) return;
    for (auto& list : lists) list.resize(2 * list.size() + 64 * self::kRow);
  }
  void put(int type, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    auto& lists = scratch_.candidates[type];
    const std::size_t at = scratch_.candidateCount[type]++;
    lists[0][at] = a, lists[1][at] = b, lists[2][at] = c, lists[3][at] = d;
  }

  const self::SearchInput& input_;
  const self::ContactSurface& surface_;
  self::SearchScratch& scratch_;
  bool neighbours_ = true;                  ///< the clusters that meet may have particles in common
  std::vector<self::EdgeTriangle>* edges_;  ///< where edges at triangles are asked for, not pairs
};

/// What the narrow phase says of as many candidates as V has lanes.
template <class V>
struct Verdict {
  std::uint32_t keep = 0;
  alignas(64) float n[3][self::kRow], thickness[self::kRow], side[self::kRow];
  std::uint32_t mayTouch = 0, touching = 0;
};

/// Unit vector between the nearest points; along the normal where they touch.
template <class V>
HWY_INLINE Vector<V> directionOf(const Nearest<V>& near) {
  const V squared = dot(near.apart, near.apart), area = dot(near.normal, near.normal);
  const auto apart = less(broadcast<V>(1e-24f), squared);
  const V length = squareRoot(select(apart, squared, higher(area, broadcast<V>(1e-36f))));
  return select(apart, near.apart, near.normal) * (broadcast<V>(1.0f) / length);
}

/// Keep::guard: the planes between the nearest points at the beginning, and at the end.
template <class K, class V>
HWY_INLINE void judgeWays(const self::SearchInput& input, const std::uint32_t* const (&particle)[4],
                          Verdict<V>& verdict) {
  Vector<V> base[4], end[4];
  for (int i = 0; i < 4; ++i) {
    base[i] = load<V>(input.base, particle[i]).x, end[i] = load<V>(input.expected, particle[i]).x;
  }
  const V half = broadcast<V>(0.5f), one = broadcast<V>(1.0f);
  const Vector<V> n = directionOf(K::nearest(base));
  const V proven = keepsApart<K>(base, n) * keepsApart<K>(end, n);
  verdict.keep = maskBits(less(proven, half));
  if (verdict.keep == 0) return;
  const Vector<V> m = directionOf(K::nearest(end));
  verdict.keep &= maskBits(less(keepsApart<K>(base, m) * keepsApart<K>(end, m), half));
  storeFloats(n.x, verdict.n[0]), storeFloats(n.y, verdict.n[1]), storeFloats(n.z, verdict.n[2]);
  storeFloats(zero<V>(), verdict.thickness), storeFloats(one, verdict.side);
  verdict.mayTouch = verdict.touching = 0;
}

template <class K, class V>
HWY_INLINE void judge(const self::SearchInput& input, const std::uint32_t* const (&particle)[4], Verdict<V>& verdict) {
  Vector<V> base[4], end[4];
  V margin = zero<V>(), half[2] = {zero<V>(), zero<V>()};
  V marginOf[2] = {zero<V>(), zero<V>()};
  for (int i = 0; i < 4; ++i) {
    const Particle<V> b = load<V>(input.base, particle[i]), e = load<V>(input.expected, particle[i]);
    base[i] = b.x, end[i] = e.x;
    const int s = i < K::ofA ? 0 : 1;
    half[s] = half[s] + b.w;
    marginOf[s] = higher(marginOf[s], e.w);
  }
  margin = marginOf[0] + marginOf[1];
  const V one = broadcast<V>(1.0f), none = zero<V>();
  V thickness = half[0] * broadcast<V>(1.0f / K::ofA) + half[1] * broadcast<V>(1.0f / (4 - K::ofA));
  const Nearest<V> near = K::nearest(base);
  const Vector<V> n = directionOf(near);
  // the worst that may come of it
  const V absolute = higher(n.x, -n.x) + higher(n.y, -n.y) + higher(n.z, -n.z);
  const V now = planeGap<K>(base, n), then = planeGap<K>(end, n) - margin * absolute;
  // Pushed are those that may touch within half the margins; the others are only guarded.
  const V off = broadcast<V>(kTouchPart) * margin * absolute;
  const bool touch = input.keep == self::Keep::touch;
  const V reach = thickness + (touch ? off : broadcast<V>(2.0f * input.slop));
  const V reachThen = touch ? thickness - off : reach;
  const V clear = select(both(less(reach, now), less(reachThen, then)), one, none);
  verdict.keep =
      input.keep == self::Keep::boxes ? (1u << LaneCount<V>::value) - 1u : maskBits(less(clear, broadcast<V>(0.5f)));
  if (verdict.keep == 0) return;
  Vector<V> rest[4];
  Particle<V> first{}, other{};
  for (int i = 0; i < 4; ++i) {
    const Particle<V> r = load<V>(input.surface.rest.data(), particle[i]);
    rest[i] = r.x;
    if (i == 0) first = r;
    if (i == K::ofA) other = r;
  }
  const Vector<V> restApart = K::nearest(rest).apart;
  const V atRest = broadcast<V>(kRestPart) * squareRoot(dot(restApart, restApart));
  // w: the surface's number
  const auto foreign = either(less(first.w, other.w), less(other.w, first.w));
  thickness = select(foreign, thickness, lower(thickness, atRest));
  const V side = select(less(dot(near.normal, near.apart), none), -one, one);
  storeFloats(n.x, verdict.n[0]), storeFloats(n.y, verdict.n[1]), storeFloats(n.z, verdict.n[2]);
  storeFloats(thickness, verdict.thickness), storeFloats(side, verdict.side);
  const V nearly = broadcast<V>(kNearlyTouching) * thickness;
  verdict.touching = maskBits(either(less(now, nearly), less(then + margin * absolute, nearly)));
  verdict.mayTouch = maskBits(either(less(now, thickness + off), less(then, thickness - off)));
  if (touch) verdict.keep &= verdict.mayTouch;
}

template <class K, class V>
void judgeAll(const self::SearchInput& input, self::SearchScratch& scratch, int type, self::PairList& pairs) {
  pairs.clear();
  const std::size_t count = scratch.candidateCount[type];
  auto& lists = scratch.candidates[type];
  for (std::size_t i = count; i % self::kRow != 0; ++i) {
    for (auto& list : lists) list[i] = list[i - 1];
  }
  Verdict<V> verdict;
  for (std::size_t i = 0; i < count; i += LaneCount<V>::value) {
    const std::uint32_t* const particle[4] = {&lists[0][i], &lists[1][i], &lists[2][i], &lists[3][i]};
    input.keep == self::Keep::guard ? judgeWays<K>(input, particle, verdict) : judge<K>(input, particle, verdict);
    std::uint32_t bits = verdict.keep;
    if (count - i < LaneCount<V>::value) bits &= (1u << (count - i)) - 1u;
    if (bits == 0) continue;
    pairs.reserve(self::kRow);
    for (; bits != 0; bits &= bits - 1) {
      const std::size_t lane = hwy::Num0BitsBelowLS1Bit_Nonzero32(bits), at = pairs.count++;
      for (int k = 0; k < 4; ++k) pairs.p[k][at] = particle[k][lane];
      for (int k = 0; k < 3; ++k) pairs.n[k][at] = verdict.n[k][lane];
      pairs.thickness[at] = verdict.thickness[lane], pairs.side[at] = verdict.side[lane];
      const std::uint32_t may = verdict.mayTouch >> lane & 1u;
      pairs.mayTouch[at] = static_cast<std::uint8_t>(may + (may & verdict.touching >> lane));
    }
  }
  pairs.pad();
}

template <class V>
void findAllPairs(const self::SearchInput& input, self::SearchScratch& scratch, self::PairLists& pairs) {
  PairFinder<V> finder(input, scratch);
  finder.bound();
  finder.findCandidates();
  judgeAll<VertexTriangle, V>(input, scratch, 0, pairs.vertexTriangle);
  judgeAll<EdgeEdge, V>(input, scratch, 1, pairs.edgeEdge);
}

template <class V>
void findAllEdges(const self::SearchInput& input, self::SearchScratch& scratch,
                  std::vector<self::EdgeTriangle>& found) {
  found.clear();
  PairFinder<V> finder(input, scratch, &found);
  finder.bound();
  finder.findCandidates();
}

template <class V>
struct FindEdges {
  static self::FindEdgesFunction make() { return &findAllEdges<V>; }
};
self::FindEdgesFunction findFindEdges(std::uint32_t lanes) { return forLanes<FindEdges>(lanes); }

template <class V>
struct FindPairs {
  static self::FindPairsFunction make() { return &findAllPairs<V>; }
};
self::FindPairsFunction findFindPairs(std::uint32_t lanes) { return forLanes<FindPairs>(lanes); }

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "kernels/export.h"
namespace toile {
namespace {
TOILE_EXPORT_KERNEL(self::FindPairsFunction, findPairsFunction, findFindPairs)
TOILE_EXPORT_KERNEL(self::FindEdgesFunction, findEdgesFunction, findFindEdges)
}  // namespace

namespace self {
void findPairs(const SearchInput& input, SearchScratch& scratch, PairLists& pairs) {
  findPairsFunction(input.target)(input, scratch, pairs);
}
void findEdgesAtTriangles(const SearchInput& input, SearchScratch& scratch, std::vector<EdgeTriangle>& found) {
  findEdgesFunction(input.target)(input, scratch, found);
}
}  // namespace self

}  // namespace toile
#endif
