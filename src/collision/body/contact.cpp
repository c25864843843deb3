// Contacts with a body, compiled once for each instruction set. Candidates are asked sixteen at a time; those few
// particles and corners that touch are answered one by one, so that no bit depends on the width of vectors.
//
//   particle   nearest point of the body at the end of the substep: pushed out to `thickness` along the outward
//              direction; one that went far: if it has gone through a triangle from front to back, it comes back to
//              the front of the first one it went through
//   corner     of the body, against a triangle of the cloth that was outside of it: the triangle's particles are
//              pushed, each by its weight at the place and its inverse mass
#include "collision/body/contact.h"

#include <algorithm>

namespace toile {
using BodyContactFunction = void (*)(const BodyContactArguments&, BodyCandidates&);
}  // namespace toile

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision/body/contact.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "collision/body/crossing-inl.h"
#include "collision/body/normals-inl.h"
#include "collision/body/respond-inl.h"
#include "collision/self/closest-inl.h"
#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// Of a coordinate, relative: bounds leave room for its rounding.
constexpr float kBodyRounding = 4e-6f;

/// m: how far behind the front a way may start and still be one from the front.
HWY_INLINE float behindFront(const BodyContactArguments& a, float part) { return part * a.thickness + 1e-6f; }

template <class V>
HWY_INLINE Vector<V> everywhere(Vector<float> p) {
  return {broadcast<V>(p.x), broadcast<V>(p.y), broadcast<V>(p.z)};
}

HWY_INLINE Vector<float> driftOf(const BodyContactArguments& a, float time) {
  const Vec3 drift = a.body.drift;
  return {drift.x * time, drift.y * time, drift.z * time};
}

/// m: p and any corner of the body have come no farther towards each other than this, p from `from` on in `time` of the
/// step.
HWY_INLINE float wayBound(const BodyContactArguments& a, Vector<float> from, Vector<float> p, float time) {
  const Vector<float> way = p - from - driftOf(a, time);
  const float size = absolute(p.x) + absolute(p.y) + absolute(p.z);
  return squareRoot(dot(way, way)) + a.body.farthest * time + kBodyRounding * size;
}

/// Whether a point seen then cannot have come near, neither now nor on its way in this substep.
HWY_INLINE bool staysClear(const BodyContactArguments& a, const BodyCandidates::Clearance& seen, int k,
                           Vector<float> origin, Vector<float> p) {
  const Vector<float> then{seen.x[k][0], seen.x[k][1], seen.x[k][2]};
  const float room = seen.distance - a.thickness;
  return wayBound(a, then, p, a.timeEnd - seen.time) < room &&
         wayBound(a, then, origin, a.timeBegin - seen.time) < room;
}

HWY_INLINE void setSeen(BodyCandidates::Clearance& seen, int k, Vector<float> p) {
  seen.x[k][0] = p.x, seen.x[k][1] = p.y, seen.x[k][2] = p.z;
}

// ---- particles

struct NearTriangle {
  float squared = 3e38f;  ///< m²
  std::uint32_t triangle = kNoTriangle;
};

/// The nearest triangle of a list, the first of several.
template <class V>
HWY_INLINE NearTriangle nearestTriangle(const BodyCandidates& c, BodyCandidates::List list, const float* corners,
                                        Vector<float> p) {
  NearTriangle best;
  const Vector<V> point = everywhere<V>(p);
  for (std::uint32_t r = list.begin; r < list.begin + list.rows; ++r) {
    const CandidateRow& row = c.rows[r];
    for (std::uint32_t lane = 0; lane < kBodyRow; lane += LaneCount<V>::value) {
      const Nearest<V> near =
          nearestVertexTriangle(point, load<V>(corners, row.corner[0] + lane).x,
                                load<V>(corners, row.corner[1] + lane).x, load<V>(corners, row.corner[2] + lane).x);
      const V squared = dot(near.apart, near.apart);
      if (!anyTrue(less(squared, broadcast<V>(best.squared)))) continue;
      alignas(64) float values[kBodyRow];
      storeFloats(squared, values);
      for (std::uint32_t l = 0; l < LaneCount<V>::value; ++l) {
        if (values[l] < best.squared) best = {values[l], row.triangle[lane + l]};
      }
    }
  }
  return best;
}

struct BodySurface {
  bool found = false;
  float distance = 0.0f;  ///< m, negative inside
  Vector<float> normal{0.0f, 0.0f, 0.0f};
  std::uint32_t triangle = 0;
  float weight[3] = {};
};

/// The surface of the body nearest to p: none beyond reach, nor behind a border.
HWY_INLINE BodySurface surfaceNear(const BodyContactArguments& a, const BodyCandidates& c, const float* corners,
                                   Vector<float> p, const NearTriangle& nearest) {
  BodySurface s;
  if (!(nearest.squared <= c.reach * c.reach)) return s;
  const BodyData& data = a.body.data();
  const std::uint32_t t = s.triangle = nearest.triangle;
  const Nearest<float> near = nearestVertexTriangle(
      p, pointOf(corners, data.corner(t, 0)), pointOf(corners, data.corner(t, 1)), pointOf(corners, data.corner(t, 2)));
  for (int k = 0; k < 3; ++k) s.weight[k] = near.weight[k + 1];
  const FeatureNormal feature = featureNormal(data, corners, t, s.weight);
  const float side = dot(feature.direction, near.apart);
  s.found = !(side < 0.0f && feature.border);
  if (feature.face) {
    s.distance = side, s.normal = feature.direction;
    return s;
  }
  const float distance = squareRoot(nearest.squared), sign = side < 0.0f ? -1.0f : 1.0f;
  s.distance = sign * distance;
  // Nearer than rounding can tell a direction, the feature's own is taken.
  s.normal = distance > 1e-6f ? near.apart * (sign / distance) : unitOrZero(feature.direction);
  s.found = s.found && dot(s.normal, s.normal) > 0.5f;
  return s;
}

/// The triangle that a way goes through first, from its front to its back.
template <class V>
HWY_NOINLINE BodySurface sweepTriangles(const BodyContactArguments& a, const BodyCandidates& c,
                                        BodyCandidates::List list, Vector<float> origin, Vector<float> p,
                                        float sweptLength) {
  BodySurface s;
  float first = 2.0f;
  const Vector<V> from = everywhere<V>(origin), to = everywhere<V>(p), way = everywhere<V>(p - origin);
  for (std::uint32_t r = list.begin; r < list.begin + list.rows; ++r) {
    const CandidateRow& row = c.rows[r];
    for (std::uint32_t lane = 0; lane < kBodyRow; lane += LaneCount<V>::value) {
      Vector<V> before[3], after[3];
      for (int k = 0; k < 3; ++k) {
        before[k] = load<V>(a.from, row.corner[k] + lane).x, after[k] = load<V>(a.to, row.corner[k] + lane).x;
      }
      const TriangleCoordinates<V> start = coordinatesIn(from, before[0], before[1], before[2]);
      const TriangleCoordinates<V> end = coordinatesIn(to, after[0], after[1], after[2]);
      const Crossing<V> crossing = findCrossing(start, end, broadcast<V>(1.0f), broadcast<V>(behindFront(a, 0.05f)));
      const Vector<V> own = way - (after[0] - before[0]);
      const V time =
          select(less(broadcast<V>(sweptLength * sweptLength), dot(own, own)), crossing.time, broadcast<V>(2.0f));
      if (!anyTrue(less(time, broadcast<V>(first)))) continue;
      alignas(64) float values[8][kBodyRow];
      storeFloats(time, values[0]), storeFloats(end.height, values[1]);
      for (int k = 0; k < 3; ++k) storeFloats(crossing.weight[k], values[2 + k]);
      storeFloats(end.normal.x, values[5]), storeFloats(end.normal.y, values[6]), storeFloats(end.normal.z, values[7]);
      for (std::uint32_t l = 0; l < LaneCount<V>::value; ++l) {
        if (!(values[0][l] < first)) continue;
        first = values[0][l];
        s = {true,
             values[1][l],
             {values[5][l], values[6][l], values[7][l]},
             row.triangle[lane + l],
             {values[2][l], values[3][l], values[4][l]}};
      }
    }
  }
  return s;
}

/// Motion of the surface in this substep at a place of a triangle, m.
HWY_INLINE Vector<float> surfaceMotion(const BodyContactArguments& a, const BodySurface& s) {
  Vector<float> way[3];
  for (std::uint32_t k = 0; k < 3; ++k) {
    const std::uint32_t corner = a.body.data().corner(s.triangle, k);
    way[k] = pointOf(a.to, corner) - pointOf(a.from, corner);
  }
  return weighted(s.weight, way[0], way[1], way[2]);
}

/// m of the depth that has to stay: what the particle was inside at the start beyond the limit.
template <class V>
HWY_INLINE float heldDepth(const BodyContactArguments& a, const BodyCandidates& c, BodyCandidates::List list,
                           Vector<float> origin, Vector<float> way, float depth) {
  const float room = a.maxDepenetration - depth;
  // Depth grows by at most the way gone, so most contacts need not look.
  if (!(room < 0.0f || room * room < dot(way, way))) return 0.0f;
  const NearTriangle nearest = nearestTriangle<V>(c, list, a.from, origin);
  const BodySurface before = surfaceNear(a, c, a.from, origin, nearest);
  return before.found ? higher(a.thickness - before.distance - a.maxDepenetration, 0.0f) : 0.0f;
}

template <class V>
HWY_INLINE void meetParticle(const BodyContactArguments& a, BodyCandidates& c, std::uint32_t i) {
  const BodyCandidates::List list = c.ofParticle[i];
  float *x = a.x + 4 * std::size_t{i}, *start = a.start + 4 * std::size_t{i};
  const Vector<float> p = pointOf(a.x, i), origin = pointOf(a.origin, i);
  BodyCandidates::Clearance& seen = c.particleClearance[i];
  if (staysClear(a, seen, 0, origin, p)) return;
  const NearTriangle nearest = nearestTriangle<V>(c, list, a.to, p);
  const float way = wayBound(a, origin, p, a.timeEnd - a.timeBegin), sweptLength = kSweptPart * a.thickness;
  BodySurface s;
  // The distance changes by at most the way gone.
  if (sweptLength < way && nearest.squared < way * way) s = sweepTriangles<V>(a, c, list, origin, p, sweptLength);
  if (!s.found) s = surfaceNear(a, c, a.to, p, nearest);
  if (!s.found || !(s.distance < a.thickness)) {
    seen.distance = lower(squareRoot(nearest.squared), c.reach), seen.time = a.timeEnd;
    setSeen(seen, 0, p);
    return;
  }
  seen.distance = 0.0f;
  const Vector<float> own = surfaceMotion(a, s);
  BodyTouch touch{s.normal, s.distance, p - pointOf(a.start, i) - own, pointOf(a.velocity, i) * a.h - own};
  if (!(dot(touch.motion, touch.motion) < kFarthest * kFarthest)) return;
  c.touched[i] = 1;
  if (a.trigger) return;
  const float held = heldDepth<V>(a, c, list, origin, p - origin - own, a.thickness - s.distance);
  const BodyResponse response = respond(a, touch, held);
  addTo(x, response.x), addTo(start, response.start);
}

template <class V>
void meetParticles(const BodyContactArguments& a, BodyCandidates& c) {
  for (std::uint32_t i = a.first; i < a.end; ++i) {
    if (c.ofParticle[i].rows != 0 && a.x[4 * std::size_t{i} + 3] > 0.0f) meetParticle<V>(a, c, i);
  }
}

// ---- corners

/// A triangle of the cloth at the end and at the true start of the substep.
struct ClothTriangle {
  Vector<float> x[3], origin[3];
};
HWY_INLINE ClothTriangle clothTriangle(const BodyContactArguments& a, const std::array<std::uint32_t, 3>& particles) {
  ClothTriangle t;
  for (std::size_t k = 0; k < 3; ++k)
    t.x[k] = pointOf(a.x, particles[k]), t.origin[k] = pointOf(a.origin, particles[k]);
  return t;
}

/// A cloth's triangle stands across a corner's outward direction where the cosine between that and its own is at least
/// this; others lie along it, and on which side they are says nothing.
constexpr float kAcross = 0.3f;

HWY_INLINE void pushTriangle(const BodyContactArguments& a, BodyCandidates& c,
                             const std::array<std::uint32_t, 3>& particles, std::uint32_t corner) {
  const ClothTriangle t = clothTriangle(a, particles);
  const Vector<float> from = pointOf(a.from, corner), to = pointOf(a.to, corner),
                      out = pointOf(c.normals.data(), corner);
  const TriangleCoordinates<float> end = coordinatesIn(to, t.x[0], t.x[1], t.x[2]);
  const float across = dot(end.normal, out);
  if (!(kAcross * kAcross * dot(out, out) < across * across)) return;
  const float side = across < 0.0f ? 1.0f : -1.0f;  // where the corner belongs: the cloth is outside of it
  const TriangleCoordinates<float> start = coordinatesIn(from, t.origin[0], t.origin[1], t.origin[2]);
  const float behind = behindFront(a, 0.5f), distance = end.height * side;
  const Crossing<float> crossing = findCrossing(start, end, side, behind);
  float weight[3];
  if (crossing.time <= 1.0f) {
    std::copy_n(crossing.weight, 3, weight);
  } else {
    std::copy_n(end.weight, 3, weight);
    const bool over = weight[0] >= 0.0f && weight[1] >= 0.0f && weight[2] >= 0.0f;
    if (!over || !(distance < a.thickness) || distance < -a.thickness || start.height * side < -behind) return;
  }
  float sum = 0.0f, share[3];
  for (std::size_t k = 0; k < 3; ++k) {
    share[k] = weight[k] * a.x[4 * std::size_t{particles[k]} + 3];
    sum += weight[k] * share[k];
  }
  if (!(sum > 1e-30f)) return;
  const Vector<float> own = to - from;
  Vector<float> way[3], velocity[3];
  for (std::size_t k = 0; k < 3; ++k) {
    way[k] = t.x[k] - pointOf(a.start, particles[k]), velocity[k] = pointOf(a.velocity, particles[k]) * a.h;
  }
  const BodyTouch touch{end.normal * -side, distance, weighted(weight, way[0], way[1], way[2]) - own,
                        weighted(weight, velocity[0], velocity[1], velocity[2]) - own};
  if (!(dot(touch.motion, touch.motion) < kFarthest * kFarthest)) return;
  const float held = higher(a.thickness - start.height * side - a.maxDepenetration, 0.0f);
  const BodyResponse response = respond(a, touch, held);
  for (std::size_t k = 0; k < 3; ++k) {
    if (share[k] == 0.0f) continue;
    c.touched[particles[k]] = 1;
    if (a.trigger) continue;
    addTo(a.x + 4 * std::size_t{particles[k]}, response.x * (share[k] / sum));
    addTo(a.start + 4 * std::size_t{particles[k]}, response.start * (share[k] / sum));
  }
}

/// Bit i: corner i of the row may touch the triangle, or may have gone through it. `least`: m², of all distances.
template <class V>
HWY_INLINE std::uint32_t nearCorners(const BodyContactArguments& a, const CornerRow& row, const ClothTriangle& t,
                                     float way, V& least) {
  std::uint32_t bits = 0;
  const V thickness = broadcast<V>(a.thickness * a.thickness), farthest = broadcast<V>(way * way);
  const Vector<V> x[3] = {everywhere<V>(t.x[0]), everywhere<V>(t.x[1]), everywhere<V>(t.x[2])};
  const Vector<float> before = cross(t.origin[1] - t.origin[0], t.origin[2] - t.origin[0]);
  for (std::uint32_t lane = 0; lane < kBodyRow; lane += LaneCount<V>::value) {
    const Vector<V> to = load<V>(a.to, row.corner + lane).x, from = load<V>(a.from, row.corner + lane).x;
    const Nearest<V> near = nearestVertexTriangle(to, x[0], x[1], x[2]);
    const V squared = dot(near.apart, near.apart);
    least = lower(squared, least);
    const V changes = dot(everywhere<V>(before), from - everywhere<V>(t.origin[0])) * dot(near.normal, to - x[0]);
    const auto through = both(less(changes, zero<V>()), less(squared, farthest));
    bits |= maskBits(either(less(squared, thickness), through)) << lane;
  }
  return bits;
}

template <class V>
HWY_INLINE void meetTriangle(const BodyContactArguments& a, BodyCandidates& c, std::uint32_t triangle) {
  const std::array<std::uint32_t, 3>& particles = a.triangles[triangle];
  const BodyCandidates::List list = c.ofTriangle[triangle];
  BodyCandidates::Clearance& seen = c.triangleClearance[triangle];
  const ClothTriangle t = clothTriangle(a, particles);
  bool clear = true;
  float way = 0.0f;
  for (int k = 0; k < 3; ++k) clear = clear && staysClear(a, seen, k, t.origin[k], t.x[k]);
  if (clear) return;
  for (int k = 0; k < 3; ++k) way = higher(way, wayBound(a, t.origin[k], t.x[k], a.timeEnd - a.timeBegin));
  // All rows are asked before any of them pushes: what is found does not depend on which corners share a row.
  c.near.resize(list.rows);
  V least = broadcast<V>(3e38f);
  bool any = false;
  for (std::uint32_t r = 0; r < list.rows; ++r) {
    c.near[r] = nearCorners<V>(a, c.corners[list.begin + r], t, way, least);
    any = any || c.near[r] != 0;
  }
  if (!any) {
    alignas(64) float values[kBodyRow];
    storeFloats(least, values);
    const float smallest = *std::min_element(values, values + LaneCount<V>::value);
    seen.distance = lower(squareRoot(smallest), c.reach), seen.time = a.timeEnd;
    for (int k = 0; k < 3; ++k) setSeen(seen, k, t.x[k]);
    return;
  }
  seen.distance = 0.0f;
  for (std::uint32_t r = 0; r < list.rows; ++r) {
    const CornerRow& row = c.corners[list.begin + r];
    for (std::uint32_t left = c.near[r] & ((1u << row.count) - 1u); left != 0; left &= left - 1) {
      pushTriangle(a, c, particles, row.corner[hwy::Num0BitsBelowLS1Bit_Nonzero32(left)]);
    }
  }
}

template <class V>
void meetTriangles(const BodyContactArguments& a, BodyCandidates& c) {
  for (std::uint32_t t = 0; t < a.triangles.size(); ++t) {
    if (c.ofTriangle[t].rows != 0) meetTriangle<V>(a, c, t);
  }
}

template <class V>
struct ParticleContacts {
  static BodyContactFunction make() { return &meetParticles<V>; }
};
BodyContactFunction findParticleContacts(std::uint32_t lanes) { return forLanes<ParticleContacts>(lanes); }

template <class V>
struct CornerContacts {
  static BodyContactFunction make() { return &meetTriangles<V>; }
};
BodyContactFunction findCornerContacts(std::uint32_t lanes) { return forLanes<CornerContacts>(lanes); }

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "kernels/export.h"
namespace toile {
namespace {
TOILE_EXPORT_KERNEL(BodyContactFunction, particleContactFunction, findParticleContacts)
TOILE_EXPORT_KERNEL(BodyContactFunction, cornerContactFunction, findCornerContacts)
}  // namespace

void meetBodyTriangles(const BodyContactArguments& arguments, BodyCandidates& candidates) {
  particleContactFunction(arguments.target)(arguments, candidates);
}

void meetBodyCorners(const BodyContactArguments& arguments, BodyCandidates& candidates) {
  cornerContactFunction(arguments.target)(arguments, candidates);
}

}  // namespace toile
#endif
