// Signed distances on a grid, trilinear between samples.
//
//   inside the grid   distance = the interpolated value, normal = the direction of its gradient
//   outside it        with c the nearest point of the grid, d and n there: p − (c − d n) leads from about the nearest
//                     point of the surface to p; its length is the distance, its direction the normal. On the border
//                     both are those of the inside.
//
// The interpolated value changes by up to report.slope a metre, not by 1 as true distances do, and it is not convex:
// volumes have a sweep of their own.
//
// Degenerate: where the gradient vanishes (in the middle of a solid, or where values are cut off) the normal is +Y.
#if defined(TOILE_COLLISION_VOLUME_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TOILE_COLLISION_VOLUME_INL_H
#undef TOILE_COLLISION_VOLUME_INL_H
#else
#define TOILE_COLLISION_VOLUME_INL_H
#endif

#include "collision/surface-inl.h"
#include "collision/volume/volume_data.h"
#include "kernels/particles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

/// The eight samples round each lane's point and where it lies between them.
struct VolumeCells {
  alignas(64) float corner[8][16];  ///< bit 0 of the first index: next in x, bit 1: in y, bit 2: in z
  alignas(64) float part[3][16];    ///< 0 … 1
};

/// `place` in cells from the first sample, clamped to the grid; lanes that are not numbers take its first cell.
inline void gatherCells(const VolumeData& data, const float (&place)[3][16], int lanes, VolumeCells& cells) {
  const std::size_t stepY = data.samples[0], stepZ = stepY * data.samples[1];
  for (int lane = 0; lane < lanes; ++lane) {
    std::size_t first[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const float last = static_cast<float>(data.samples[axis] - 1);
      float at = place[axis][lane];
      at = at >= 0.0f ? at : 0.0f;
      at = at <= last ? at : last;
      first[axis] = static_cast<std::size_t>(at);
      if (first[axis] + 2 > data.samples[axis]) first[axis] = data.samples[axis] - 2;
      cells.part[axis][lane] = at - static_cast<float>(first[axis]);
    }
    const float* values = data.distances.data() + first[0] + stepY * first[1] + stepZ * first[2];
    for (std::size_t k = 0; k < 8; ++k) {
      cells.corner[k][lane] = values[(k & 1) + (k >> 1 & 1) * stepY + (k >> 2) * stepZ];
    }
  }
}

struct VolumeSurface {
  static constexpr bool kSampled = true;
  const VolumeData& data;
  float rounding;
  explicit VolumeSurface(const Volume& s) : data(s.volume->data()), rounding(s.radius) {}

  /// What is known at a point.
  template <class V>
  struct Look {
    Surface<V> surface;  ///< without rounding
    V beyond;            ///< m outside the grid
    V onGrid;            ///< m, the interpolated value at the nearest point of the grid
  };

  template <class V>
  HWY_NOINLINE Look<V> look(Vector<V> p) const {
    const V inverse = broadcast<V>(data.inverseCell);
    const Vector<V> place = (p - axisVector<V>(data.origin.x, data.origin.y, data.origin.z)) * inverse;
    const Vector<V> within{clamped(place.x, 0), clamped(place.y, 1), clamped(place.z, 2)};
    Look<V> found{interpolate(within), zero<V>(), zero<V>()};
    found.onGrid = found.surface.distance;
    const Vector<V> away = (place - within) * broadcast<V>(data.cell);
    const V awaySquared = dot(away, away);
    const auto outside = less(zero<V>(), awaySquared);
    if (anyTrue(outside)) {
      Surface<V>& surface = found.surface;
      const Surface<V> far = lengthAndDirection(away + surface.normal * surface.distance, surface.normal);
      surface.distance = select(outside, far.distance, surface.distance);
      surface.normal = select(outside, far.normal, surface.normal);
      found.beyond = select(outside, squareRoot(awaySquared), zero<V>());
    }
    return found;
  }
  template <class V>
  HWY_INLINE Surface<V> at(Vector<V> p) const {
    Surface<V> surface = look(p).surface;
    surface.distance = surface.distance - broadcast<V>(rounding);
    return surface;
  }
  /// No more than the way from p to where the shape begins, for positive values. Outside the grid nothing is nearer
  /// than the grid, nor than the distance there less the way to it.
  template <class V>
  HWY_INLINE V atLeast(Vector<V> p) const {
    const Look<V> found = look(p);
    return select(less(zero<V>(), found.onGrid), wayOutside(found), found.onGrid) - broadcast<V>(rounding);
  }
  /// m that a point may go before it is nearer than `reach` (m).
  HWY_INLINE float room(const Look<float>& found, float reach) const {
    if (found.beyond > 0.0f) return wayOutside(found) - reach - rounding;
    return (found.onGrid - reach - rounding) / data.report.slope;
  }

 private:
  template <class V>
  HWY_INLINE V clamped(V place, std::size_t axis) const {
    return higher(lower(place, broadcast<V>(static_cast<float>(data.samples[axis] - 1))), zero<V>());
  }
  template <class V>
  HWY_INLINE V wayOutside(const Look<V>& found) const {
    return higher(found.beyond, found.onGrid * broadcast<V>(1.0f / data.report.slope) - found.beyond);
  }
  template <class V>
  HWY_INLINE static V between(V a, V b, V part) {
    return a + (b - a) * part;
  }

  template <class V>
  HWY_INLINE Surface<V> interpolate(Vector<V> place) const {
    alignas(64) float places[3][16];
    storeFloats(place.x, places[0]), storeFloats(place.y, places[1]), storeFloats(place.z, places[2]);
    VolumeCells cells;
    gatherCells(data, places, LaneCount<V>::value, cells);
    const V x = loadFloats<V>(cells.part[0]), y = loadFloats<V>(cells.part[1]), z = loadFloats<V>(cells.part[2]);
    V start[4], rise[4];  // along the four edges in x
    for (int k = 0; k < 4; ++k) {
      start[k] = loadFloats<V>(cells.corner[2 * k]);
      rise[k] = loadFloats<V>(cells.corner[2 * k + 1]) - start[k];
      start[k] = start[k] + rise[k] * x;
    }
    const V riseLow = start[1] - start[0], riseHigh = start[3] - start[2];
    const V low = start[0] + riseLow * y, high = start[2] + riseHigh * y;
    const Vector<V> gradient{between(between(rise[0], rise[1], y), between(rise[2], rise[3], y), z),
                             between(riseLow, riseHigh, z), high - low};
    return {between(low, high, z), lengthAndDirection(gradient, axisVector<V>(0.0f, 1.0f, 0.0f)).normal};
  }
};

/// As for convex shapes (sweep-inl.h), but no step is longer than the distance allows, and the path goes on where it
/// meets the surface on its way out. The tangent plane at the entry holds only what is near it.
inline Surface<float> sweep(const VolumeSurface& shape, Vector<float> a, Vector<float> motion, float thickness,
                            float tolerance) {
  constexpr int kSteps = 128;
  const float length = squareRoot(dot(motion, motion));
  float s = 0.0f;
  for (int i = 0; i < kSteps; ++i) {
    const VolumeSurface::Look<float> found = shape.look(a + motion * s);
    const float rate = dot(found.surface.normal, motion), room = shape.room(found, thickness);
    if (room < tolerance && rate < 0.0f) {
      return {found.surface.distance - shape.rounding + rate * (1.0f - s), found.surface.normal};
    }
    s = s + (room < tolerance ? tolerance : room) / length;
    if (!(s < 1.0f)) break;
  }
  return shape.at(a + motion);
}

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggling guard
