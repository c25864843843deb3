// Which regions are flat enough, compiled once for each instruction set.
//
// Places are taken relative to the region's centre and seen along one direction, as u and v on two vectors which need
// not be exact: any linear map that covers no place twice will do. With S the largest |x − centre|₁ and u = 2⁻²⁴ a
// coordinate is off by less than 5uS, a difference of two by 12uS, and a cross product of two differences, each no more
// than 2S, by less than 112uS². What is above 128uS² is positive for certain.
#include "collision/self/flat.h"

#include "collision/self/surface.h"

namespace toile::self {
using FindFlatFunction = void (*)(const FlatInput&, FlatScratch&, std::vector<std::uint8_t>&);
}  // namespace toile::self

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision/self/flat.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "collision/surface-inl.h"
#include "kernels/particles-inl.h"
#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

constexpr float kFlatRounding = 128.0f / 16777216.0f;

/// Two vectors across the direction seen along; false where there is none.
struct View {
  Vector<float> u, v;
};

template <class V>
HWY_INLINE V sumOfSizes(Vector<V> a) {
  return absolute(a.x) + absolute(a.y) + absolute(a.z);
}

template <class V>
class FlatTest {
 public:
  FlatTest(const self::FlatInput& input, self::FlatScratch& scratch)
      : input_(input), flat_(input.surface.flat), local_(scratch.local) {
    local_.resize(4 * 256);
  }

  bool isFlat(const self::FlatRegion& region) {
    View view;
    if (!findView(region.cluster, view)) return false;
    const float size = project(region, view);
    const float rounding = kFlatRounding * (size * size);
    return trianglesShow(region, rounding < region.leastArea ? region.leastArea : rounding) &&
           borderIsStar(region, rounding);
  }

 private:
  /// Along the cluster's normals at both ends of the way.
  bool findView(std::uint32_t cluster, View& view) const {
    const auto& row = input_.surface.triangles[input_.surface.clusters[cluster].triangleBegin];
    alignas(64) float sums[3][self::kRow];
    for (std::size_t lane = 0; lane < self::kRow; lane += LaneCount<V>::value) {
      Vector<V> n{zero<V>(), zero<V>(), zero<V>()};
      for (const float* x : {input_.base, input_.end}) {
        const Vector<V> a = load<V>(x, row.particle + lane).x, b = load<V>(x, row.particle + self::kRow + lane).x;
        const Vector<V> c = load<V>(x, row.particle + 2 * self::kRow + lane).x;
        n = n + cross(b - a, c - a);
      }
      storeFloats(n.x, sums[0] + lane), storeFloats(n.y, sums[1] + lane), storeFloats(n.z, sums[2] + lane);
    }
    for (std::size_t half = self::kRow / 2; half > 0; half /= 2) {
      for (auto& sum : sums) {
        for (std::size_t i = 0; i < half; ++i) sum[i] += sum[i + half];
      }
    }
    Vector<float> n{sums[0][0], sums[1][0], sums[2][0]};
    const float size = std::sqrt(dot(n, n));
    if (!(size > 1e-18f)) return false;
    n = n * (1.0f / size);
    const float x = absolute(n.x), y = absolute(n.y), z = absolute(n.z);
    const Vector<float> axis = x <= y && x <= z ? Vector<float>{1, 0, 0}
                               : y <= z         ? Vector<float>{0, 1, 0}
                                                : Vector<float>{0, 0, 1};
    view.u = cross(axis, n);
    view.u = view.u * (1.0f / std::sqrt(dot(view.u, view.u)));
    view.v = cross(n, view.u);
    return true;
  }

  /// Fills local_: u and v at the start, u and v at the end. Returns the largest |x − centre|₁.
  float project(const self::FlatRegion& region, const View& view) {
    const std::uint32_t* vertices = flat_.vertices.data();
    const std::size_t centre = 4 * std::size_t{vertices[region.vertexBegin]};
    const Vector<V> from{broadcast<V>(input_.base[centre]), broadcast<V>(input_.base[centre + 1]),
                         broadcast<V>(input_.base[centre + 2])};
    const Vector<V> to{broadcast<V>(input_.end[centre]), broadcast<V>(input_.end[centre + 1]),
                       broadcast<V>(input_.end[centre + 2])};
    const Vector<V> u{broadcast<V>(view.u.x), broadcast<V>(view.u.y), broadcast<V>(view.u.z)};
    const Vector<V> v{broadcast<V>(view.v.x), broadcast<V>(view.v.y), broadcast<V>(view.v.z)};
    V size = zero<V>();
    for (std::size_t i = region.vertexBegin; i < region.vertexEnd; i += LaneCount<V>::value) {
      const Vector<V> base = load<V>(input_.base, vertices + i).x - from;
      const Vector<V> end = load<V>(input_.end, vertices + i).x - to;
      size = higher(size, higher(sumOfSizes(base), sumOfSizes(end)));
      storeRow<V>({{dot(base, u), dot(base, v), dot(end, u)}, dot(end, v)}, local_.data(), i - region.vertexBegin);
    }
    alignas(64) float sizes[LaneCount<V>::value];
    storeFloats(size, sizes);
    float largest = 0.0f;
    for (const float one : sizes) largest = one > largest ? one : largest;
    return largest;
  }

  bool trianglesShow(const self::FlatRegion& region, float least) const {
    const V needed = broadcast<V>(least), twice = needed + needed;
    for (std::size_t row = region.triangleBegin; row < region.triangleEnd; row += 3 * self::kRow) {
      for (std::size_t lane = 0; lane < self::kRow; lane += LaneCount<V>::value) {
        const std::uint8_t* corners = flat_.triangles.data() + row + lane;
        const Particle<V> a = load<V>(local_.data(), corners), b = load<V>(local_.data(), corners + self::kRow);
        const Particle<V> c = load<V>(local_.data(), corners + 2 * self::kRow);
        const V bu = b.x.x - a.x.x, bv = b.x.y - a.x.y, cu = c.x.x - a.x.x, cv = c.x.y - a.x.y;
        const V du = b.x.z - a.x.z, dv = b.w - a.w, eu = c.x.z - a.x.z, ev = c.w - a.w;
        const auto shows = both(both(less(needed, bu * cv - bv * cu), less(needed, du * ev - dv * eu)),
                                less(twice, (bu * ev - bv * eu) + (du * cv - dv * cu)));
        if (maskBits(shows) != kAllLanes) return false;
      }
    }
    return true;
  }

  /// Every edge of the border turns round the centre the same way, and all of them once.
  bool borderIsStar(const self::FlatRegion& region, float least) const {
    const V needed = broadcast<V>(least), twice = needed + needed, none = zero<V>();
    int rounds = 0;
    for (std::size_t row = region.borderBegin; row < region.borderEnd; row += 2 * self::kRow) {
      std::uint32_t rising = 0;
      for (std::size_t lane = 0; lane < self::kRow; lane += LaneCount<V>::value) {
        const std::uint8_t* ends = flat_.borders.data() + row + lane;
        const Particle<V> a = load<V>(local_.data(), ends), b = load<V>(local_.data(), ends + self::kRow);
        const auto turns =
            both(both(less(needed, a.x.x * b.x.y - a.x.y * b.x.x), less(needed, a.x.z * b.w - a.w * b.x.z)),
                 less(twice, (a.x.x * b.w - a.x.y * b.x.z) + (a.x.z * b.x.y - a.w * b.x.x)));
        if (maskBits(turns) != kAllLanes) return false;
        rising |= (maskBits(less(a.x.y, none)) & ~maskBits(less(b.x.y, none)) & kAllLanes) << lane;
      }
      rising &= (1u << flat_.borderUsed[row / (2 * self::kRow)]) - 1u;
      for (; rising != 0; rising &= rising - 1) ++rounds;
    }
    return rounds == 1;
  }

  static constexpr std::uint32_t kAllLanes = (1u << LaneCount<V>::value) - 1u;
  const self::FlatInput& input_;
  const self::FlatRegions& flat_;
  AlignedVector<float>& local_;
};

template <class V>
void findAllFlat(const self::FlatInput& input, self::FlatScratch& scratch, std::vector<std::uint8_t>& proven) {
  const self::FlatRegions& flat = input.surface.flat;
  proven.assign(flat.pairCount(), 0);
  FlatTest<V> test(input, scratch);
  const auto prove = [&](const self::FlatRegion& region) {
    if (!test.isFlat(region)) return;
    for (std::uint32_t i = region.pairBegin; i < region.pairEnd; ++i) proven[flat.proves[i]] = 1;
  };
  for (const std::uint32_t r : flat.around) prove(flat.regions[r]);
  for (std::size_t pair = 0; pair < flat.pairCount(); ++pair) {
    if (proven[pair] == 0 && flat.regionOfPair[pair] != self::kNoFeature) prove(flat.regions[flat.regionOfPair[pair]]);
  }
}

template <class V>
struct FindFlat {
  static self::FindFlatFunction make() { return &findAllFlat<V>; }
};
self::FindFlatFunction findFindFlat(std::uint32_t lanes) { return forLanes<FindFlat>(lanes); }

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "kernels/export.h"
namespace toile {
namespace {
TOILE_EXPORT_KERNEL(self::FindFlatFunction, findFlatFunction, findFindFlat)
}  // namespace

namespace self {
void findFlat(const FlatInput& input, FlatScratch& scratch, std::vector<std::uint8_t>& proven) {
  findFlatFunction(input.target)(input, scratch, proven);
}
}  // namespace self

}  // namespace toile
#endif
