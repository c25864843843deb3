#include "collision/self/tangles.h"

#include <algorithm>
#include <cmath>

namespace toile::self {
namespace {

Vec3 at(const float* x, std::uint32_t particle) {
  const float* p = x + 4 * std::size_t{particle};
  return {p[0], p[1], p[2]};
}

/// Where along the edge, 0 … 1, it goes through the triangle; negative where it does not. Touching counts as through.
float throughPart(Vec3 p, Vec3 q, Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 n = cross(b - a, c - a);
  const float from = dot(n, p - a), to = dot(n, q - a);
  if ((from > 0.0f) == (to > 0.0f) || from == to) return -1.0f;
  const float part = from / (from - to);
  const Vec3 m = p + (q - p) * part;
  const bool inside =
      dot(cross(b - a, m - a), n) >= 0.0f && dot(cross(c - b, m - b), n) >= 0.0f && dot(cross(a - c, m - c), n) >= 0.0f;
  return inside ? part : -1.0f;
}

std::array<std::uint32_t, 4> vertexTriangleKey(std::uint32_t v, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::array<std::uint32_t, 4> key{v, a, b, c};
  std::sort(key.begin() + 1, key.end());
  return key;
}

std::array<std::uint32_t, 4> edgeEdgeKey(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  std::array<std::uint32_t, 2> e{std::min(a, b), std::max(a, b)}, f{std::min(c, d), std::max(c, d)};
  if (f < e) std::swap(e, f);
  return {e[0], e[1], f[0], f[1]};
}

template <class Keys, class MakeKey>
void exceptIn(PairList& list, const Keys& keys, MakeKey makeKey) {
  for (std::size_t i = 0; i < list.count; ++i) {
    if (std::binary_search(keys.begin(), keys.end(), makeKey(list.p[0][i], list.p[1][i], list.p[2][i], list.p[3][i])))
      list.except(i);
  }
}

/// The way the edge goes so that the line of crossing becomes shorter: with E along the edge, N the triangle's normal
/// and R along the line into each of the edge's own triangles, Σ (R − (E·R)/(E·N) N).
Vec3 shorteningWay(const float* x, const EdgeTriangle& t) {
  const Vec3 p = at(x, t.edge[0]), q = at(x, t.edge[1]), a = at(x, t.triangle[0]);
  const Vec3 n = normalizedOr(cross(at(x, t.triangle[1]) - a, at(x, t.triangle[2]) - a), {});
  const Vec3 e = normalizedOr(q - p, {});
  const float slope = dot(e, n);
  Vec3 way;
  for (const std::uint32_t opposite : t.opposite) {
    if (opposite == kNoFeature) continue;
    const Vec3 into = at(x, opposite) - p, inward = into - e * dot(e, into);
    Vec3 r = normalizedOr(cross(n, cross(e, into)), {});
    if (dot(r, inward) < 0.0f) r = -r;
    // A nearly parallel edge goes along the normal without bound.
    const float steep = std::fabs(slope) > 0.05f ? slope : (slope < 0.0f ? -0.05f : 0.05f);
    way += r - n * (dot(e, r) / steep);
  }
  return way;
}

}  // namespace

void Tangles::find(const SearchInput& input, SearchScratch& scratch) {
  findEdgesAtTriangles(input, scratch, candidates_);
  tangles_.clear(), vertexTriangles_.clear(), edgeEdges_.clear();
  for (const EdgeTriangle& t : candidates_) {
    if (throughPart(at(input.base, t.edge[0]), at(input.base, t.edge[1]), at(input.base, t.triangle[0]),
                    at(input.base, t.triangle[1]), at(input.base, t.triangle[2])) < 0.0f)
      continue;
    tangles_.push_back(t);
    for (std::size_t k = 0; k < 3; ++k) {
      edgeEdges_.push_back(edgeEdgeKey(t.edge[0], t.edge[1], t.triangle[k], t.triangle[(k + 1) % 3]));
    }
    for (const std::uint32_t v : t.edge) {
      vertexTriangles_.push_back(vertexTriangleKey(v, t.triangle[0], t.triangle[1], t.triangle[2]));
    }
  }
  std::sort(vertexTriangles_.begin(), vertexTriangles_.end());
  std::sort(edgeEdges_.begin(), edgeEdges_.end());
}

void Tangles::except(PairLists& pairs) const {
  if (tangles_.empty()) return;
  exceptIn(pairs.vertexTriangle, vertexTriangles_, &vertexTriangleKey);
  exceptIn(pairs.edgeEdge, edgeEdges_, &edgeEdgeKey);
}

void Tangles::draw(float* x, float way) const {
  for (const EdgeTriangle& t : tangles_) {
    const float part = throughPart(at(x, t.edge[0]), at(x, t.edge[1]), at(x, t.triangle[0]), at(x, t.triangle[1]),
                                   at(x, t.triangle[2]));
    if (part < 0.0f) continue;
    const Vec3 wanted = shorteningWay(x, t);
    const float size = length(wanted);
    if (!(size > 1e-6f)) continue;
    const Vec3 move = wanted * (way / std::sqrt(size * size + 0.04f));
    const std::uint32_t particles[5] = {t.edge[0], t.edge[1], t.triangle[0], t.triangle[1], t.triangle[2]};
    const float weights[5] = {1.0f - part, part, -1.0f / 3.0f, -1.0f / 3.0f, -1.0f / 3.0f};
    float sum = 0.0f;
    for (int i = 0; i < 5; ++i) sum += weights[i] * weights[i] * x[4 * std::size_t{particles[i]} + 3];
    if (!(sum > 0.0f)) continue;
    for (int i = 0; i < 5; ++i) {
      float* p = x + 4 * std::size_t{particles[i]};
      const Vec3 change = move * (weights[i] * p[3] / sum);
      p[0] += change.x, p[1] += change.y, p[2] += change.z;
    }
  }
}

}  // namespace toile::self
