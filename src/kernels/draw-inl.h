// A fine mesh drawn over a coarse one by Phong tessellation (Boubekeur & Alexa 2008).
//
//   p  = b₀ x₀ + b₁ x₁ + b₂ x₂                              the vertex on its coarse triangle
//   p* = p − ¾ Σ bᵢ ((p − xᵢ)·nᵢ) nᵢ                        drawn towards the corners' tangent planes, eq. 3 with α = ¾
//   n  = (b₀ n₀ + b₁ n₁ + b₂ n₂) / |…|                      the smooth normal
//   P  = p* + offset · n                                    the drawn vertex
//   T  = (a (x₁ − x₀) + b (x₂ − x₀)) made ⊥ n, unit         the tangent: the material's own direction
//   N  = c₀ n + c₁ T + c₂ n × T                             the normal of vertices whose own differed from n at rest
// Weights, offset and parts are those that give the drawn mesh back exactly at rest (skinning/bind.h).
// Degenerate: where the normals cancel, corner 0's is taken; a tangent without a direction is replaced by an axis.
#if defined(TOILE_KERNELS_DRAW_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_KERNELS_DRAW_INL_H
#undef TOILE_KERNELS_DRAW_INL_H
#else
#define TOILE_KERNELS_DRAW_INL_H
#endif

#include "constraint_set.h"
#include "kernels/draw_kernels.h"
#include "kernels/particles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// Unit vector along a; `otherwise` where |a|² is not above `least`.
template <class V>
HWY_INLINE Vector<V> unitOr(Vector<V> a, V least, Vector<V> otherwise) {
  const V squared = dot(a, a);
  const auto fine = less(least, squared);
  const V safe = select(fine, squared, broadcast<V>(1.0f));
  return select(fine, a * (broadcast<V>(1.0f) / squareRoot(safe)), otherwise);
}

template <class V>
void ringNormals(const RingArguments& a) {
  const Vector<V> up{zero<V>(), broadcast<V>(1.0f), zero<V>()};
  for (std::size_t block = a.firstBlock; block < a.endBlock; ++block) {
    const std::uint32_t* particles = a.particles + block * kBlock;
    for (std::size_t lane = 0; lane < kBlock; lane += LaneCount<V>::value) {
      const Vector<V> middle = load<V>(a.x, particles + lane).x;
      Vector<V> sum{zero<V>(), zero<V>(), zero<V>()};
      const std::uint32_t* row = a.neighbours + std::size_t{a.firstRow[block]} * kBlock + lane;
      Vector<V> before = load<V>(a.x, row).x - middle;
      for (std::uint32_t k = a.firstRow[block] + 1; k < a.firstRow[block + 1]; ++k) {
        row += kBlock;
        const Vector<V> after = load<V>(a.x, row).x - middle;
        sum = sum + cross(before, after);
        before = after;
      }
      store(Particle<V>{unitOr(sum, broadcast<V>(1e-36f), up), zero<V>()}, a.normals, particles + lane);
    }
  }
}

/// As many Vec3 as V has lanes.
template <class V>
HWY_INLINE void storeTriples(const Vector<V>& v, float* out) {
  if constexpr (LaneCount<V>::value == 1) {
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
  } else {
#if HWY_TARGET != HWY_SCALAR
    hn::StoreInterleaved3(v.x.raw, v.y.raw, v.z.raw, typename V::Tag(), out);
#endif
  }
}
template <class V>
HWY_INLINE void storeQuadruples(const Vector<V>& v, V w, float* out) {
  if constexpr (LaneCount<V>::value == 1) {
    out[0] = v.x, out[1] = v.y, out[2] = v.z, out[3] = w;
  } else {
#if HWY_TARGET != HWY_SCALAR
    hn::StoreInterleaved4(v.x.raw, v.y.raw, v.z.raw, w.raw, typename V::Tag(), out);
#endif
  }
}

/// A unit vector perpendicular to n.
template <class V>
HWY_INLINE Vector<V> anyTangent(const Vector<V>& n) {
  const V one = broadcast<V>(1.0f), none = zero<V>();
  const auto alongX = less(broadcast<V>(0.81f), n.x * n.x);
  const Vector<V> spare{select(alongX, none, one), select(alongX, one, none), none};
  return unitOr(spare - n * dot(n, spare), none, spare);
}

/// Blocks whose corners are loaded before any of them is finished: what follows a block's square roots and divisions
/// would else wait for them, because a processor does not look past the loads of a whole block.
inline constexpr std::size_t kDrawChunk = 8;

/// A vertex on its way: what needs its corners has been computed.
template <class V>
struct HalfDrawn {
  Vector<V> position;  ///< without the offset
  Vector<V> normal;    ///< not unit
  Vector<V> along;     ///< the tangent before it is made ⊥ to the normal
};

template <class V, class Index>
HWY_INLINE HalfDrawn<V> onTriangle(const DrawArguments& a, const Index* corner, const float* values) {
  const V b1 = loadFloats<V>(values), b2 = loadFloats<V>(values + kBlock);
  const V b0 = broadcast<V>(1.0f) - b1 - b2;
  const Vector<V> x0 = load<V>(a.x, corner).x, n0 = load<V>(a.normals, corner).x;
  const Vector<V> e1 = load<V>(a.x, corner + kBlock).x - x0, n1 = load<V>(a.normals, corner + kBlock).x;
  const Vector<V> e2 = load<V>(a.x, corner + 2 * kBlock).x - x0, n2 = load<V>(a.normals, corner + 2 * kBlock).x;
  const Vector<V> p = e1 * b1 + e2 * b2;  // from x0, so that nothing is lost far from the origin
  const Vector<V> pull = n0 * (b0 * dot(p, n0)) + n1 * (b1 * dot(p - e1, n1)) + n2 * (b2 * dot(p - e2, n2));
  Vector<V> normal = n0 * b0 + n1 * b1 + n2 * b2;
  const auto lost = less(dot(normal, normal), broadcast<V>(1e-12f));
  normal = select(lost, n0, normal);
  return {x0 + (p - pull * broadcast<V>(0.75f)), normal,
          e1 * loadFloats<V>(values + 3 * kBlock) + e2 * loadFloats<V>(values + 4 * kBlock)};
}

/// Vectors of a chunk in memory: `kBlock` floats each, three in a row.
template <class V>
HWY_INLINE void keep(const Vector<V>& v, float* at) {
  storeFloats(v.x, at), storeFloats(v.y, at + kBlock), storeFloats(v.z, at + 2 * kBlock);
}
template <class V>
HWY_INLINE Vector<V> kept(const float* at) {
  return {loadFloats<V>(at), loadFloats<V>(at + kBlock), loadFloats<V>(at + 2 * kBlock)};
}

template <class V>
struct DrawnVertex {
  Vector<V> position, normal, tangent;
  V handedness;
};

template <class V>
HWY_INLINE DrawnVertex<V> finishVertex(const DrawArguments& a, const HalfDrawn<V>& half, std::size_t block,
                                       std::size_t lane) {
  const float* values = a.values + block * kDrawValues * kBlock + lane;
  const V one = broadcast<V>(1.0f), least = broadcast<V>(1e-12f);
  const V normalSquared = dot(half.normal, half.normal);
  const Vector<V> n = half.normal * (one / squareRoot(normalSquared));
  DrawnVertex<V> drawn;
  drawn.position = half.position + n * loadFloats<V>(values + 2 * kBlock);
  drawn.normal = n;
  drawn.handedness = loadFloats<V>(values + 5 * kBlock);
  const std::uint32_t detail = a.detail[block];
  if (a.tangents == nullptr && detail == 0xffffffffu) return drawn;

  // By the square, not by n: the two roots need not wait for each other.
  const Vector<V> level = half.along - half.normal * (dot(half.normal, half.along) / normalSquared);
  const V squared = dot(level, level);
  const auto lost = less(squared, least);
  drawn.tangent = level * (one / squareRoot(select(lost, one, squared)));
  if (anyTrue(lost)) drawn.tangent = select(lost, anyTangent(n), drawn.tangent);
  if (detail == 0xffffffffu) return drawn;
  const float* parts = a.details + std::size_t{detail} * kDetailValues * kBlock + lane;
  const Vector<V> normal = n * loadFloats<V>(parts) + drawn.tangent * loadFloats<V>(parts + kBlock) +
                           cross(n, drawn.tangent) * loadFloats<V>(parts + 2 * kBlock);
  drawn.normal = unitOr(normal, least, n);
  const Vector<V> across = drawn.tangent - drawn.normal * dot(drawn.normal, drawn.tangent);
  drawn.tangent = unitOr(across, least, anyTangent(drawn.normal));
  return drawn;
}

template <class V>
HWY_INLINE void storeDrawn(const DrawArguments& a, const DrawnVertex<V>& drawn, std::size_t first) {
  if (first + LaneCount<V>::value <= a.vertexCount) {
    if (a.positions != nullptr) storeTriples(drawn.position, a.positions + 3 * first);
    if (a.drawnNormals != nullptr) storeTriples(drawn.normal, a.drawnNormals + 3 * first);
    if (a.tangents != nullptr) storeQuadruples(drawn.tangent, drawn.handedness, a.tangents + 4 * first);
    return;
  }
  // The last vertices go by way of a buffer: nothing may be written behind them.
  float buffer[4 * kBlock];
  const std::size_t left = a.vertexCount - first;
  const auto copy = [&](float* out, std::size_t width) {
    for (std::size_t k = 0; k < width * left; ++k) out[width * first + k] = buffer[k];
  };
  if (a.positions != nullptr) storeTriples(drawn.position, buffer), copy(a.positions, 3);
  if (a.drawnNormals != nullptr) storeTriples(drawn.normal, buffer), copy(a.drawnNormals, 3);
  if (a.tangents != nullptr) storeQuadruples(drawn.tangent, drawn.handedness, buffer), copy(a.tangents, 4);
}

template <class V, class Index>
void drawBlocks(const DrawArguments& a, const Index* corners) {
  alignas(64) float chunk[kDrawChunk * 9 * kBlock];
  for (std::size_t begin = a.firstBlock; begin < a.endBlock; begin += kDrawChunk) {
    const std::size_t end = begin + kDrawChunk < a.endBlock ? begin + kDrawChunk : a.endBlock;
    for (std::size_t block = begin; block < end; ++block) {
      for (std::size_t lane = 0; lane < kBlock; lane += LaneCount<V>::value) {
        const HalfDrawn<V> half =
            onTriangle<V>(a, corners + block * 3 * kBlock + lane, a.values + block * kDrawValues * kBlock + lane);
        float* at = chunk + (block - begin) * 9 * kBlock + lane;
        keep(half.position, at), keep(half.normal, at + 3 * kBlock), keep(half.along, at + 6 * kBlock);
      }
    }
    for (std::size_t block = begin; block < end; ++block) {
      for (std::size_t lane = 0; lane < kBlock; lane += LaneCount<V>::value) {
        const std::size_t first = block * kBlock + lane;
        if (first >= a.vertexCount) break;
        const float* at = chunk + (block - begin) * 9 * kBlock + lane;
        const HalfDrawn<V> half{kept<V>(at), kept<V>(at + 3 * kBlock), kept<V>(at + 6 * kBlock)};
        storeDrawn(a, finishVertex(a, half, block, lane), first);
      }
    }
  }
}

template <class V>
void drawAnyIndex(const DrawArguments& a) {
  a.corners16 != nullptr ? drawBlocks<V>(a, a.corners16) : drawBlocks<V>(a, a.corners32);
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
