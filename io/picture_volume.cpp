#include "io/picture_volume.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace toile {
namespace {

constexpr std::uint32_t kMostLookedAt = 128;

using Place = std::array<std::uint32_t, 3>;

class SurfaceNet {
 public:
  explicit SurfaceNet(const Volume& volume) : volume_(volume), grid_(*volume.volume) {
    const auto samples = grid_.samples();
    const std::uint32_t most = std::max({samples[0], samples[1], samples[2]});
    step_ = (most + kMostLookedAt - 1) / kMostLookedAt;
    for (std::size_t k = 0; k < 3; ++k) count_[k] = (samples[k] - 1 + step_ - 1) / step_ + 1;
  }

  ShapeMesh make() {
    for (std::uint32_t z = 0; z + 1 < count_[2]; ++z) {
      for (std::uint32_t y = 0; y + 1 < count_[1]; ++y) {
        for (std::uint32_t x = 0; x + 1 < count_[0]; ++x) addVertex({x, y, z});
      }
    }
    // Edges whose four cells all exist; those on the border have none.
    for (const auto& [key, vertex] : vertexOf_) {
      const Place cell = placeOf(key);
      for (std::size_t axis = 0; axis < 3; ++axis) addQuad(cell, axis);
    }
    sortTriangles();
    return std::move(mesh_);
  }

 private:
  /// The last cell along an axis may be smaller than the others.
  std::uint32_t sampleAt(Place p, std::size_t axis) const {
    return std::min(p[axis] * step_, grid_.samples()[axis] - 1);
  }
  float valueAt(Place p) const {
    const auto samples = grid_.samples();
    const std::size_t row = sampleAt(p, 1) + std::size_t{samples[1]} * sampleAt(p, 2);
    return grid_.distances()[sampleAt(p, 0) + std::size_t{samples[0]} * row] - volume_.radius;
  }
  Vec3 position(Place p) const {
    const auto along = [&](std::size_t axis) { return static_cast<float>(sampleAt(p, axis)) * grid_.cell(); };
    return grid_.origin() + Vec3{along(0), along(1), along(2)};
  }
  std::size_t keyOf(Place p) const { return p[0] + std::size_t{count_[0]} * (p[1] + std::size_t{count_[1]} * p[2]); }
  Place placeOf(std::size_t key) const {
    return {static_cast<std::uint32_t>(key % count_[0]), static_cast<std::uint32_t>(key / count_[0] % count_[1]),
            static_cast<std::uint32_t>(key / count_[0] / count_[1])};
  }

  /// The mean of where the surface cuts the edges of the cell.
  void addVertex(Place cell) {
    // Neighbours differ by 1.1 of what they are apart at most (SdfVolume::build): from here the surface is out of
    // reach.
    if (std::fabs(valueAt(cell)) > 3.4f * grid_.cell() * static_cast<float>(step_)) return;
    Vec3 sum{};
    int cuts = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (std::uint32_t k = 0; k < 4; ++k) {
        Place a = cell;
        a[(axis + 1) % 3] += k & 1u, a[(axis + 2) % 3] += k >> 1;
        Place b = a;
        ++b[axis];
        const float from = valueAt(a), to = valueAt(b);
        if ((from < 0.0f) == (to < 0.0f)) continue;
        sum += position(a) + (position(b) - position(a)) * (from / (from - to));
        ++cuts;
      }
    }
    if (cuts == 0) return;
    vertexOf_[keyOf(cell)] = static_cast<std::uint32_t>(mesh_.positions.size());
    const Vec3 p = sum * (1.0f / static_cast<float>(cuts));
    const float step = 0.5f * grid_.cell();
    const auto along = [&](Vec3 e) {
      return signedDistance(volume_, p + e * step) - signedDistance(volume_, p - e * step);
    };
    mesh_.positions.push_back(p);
    mesh_.normals.push_back(normalizedOr({along({1, 0, 0}), along({0, 1, 0}), along({0, 0, 1})}, {0, 1, 0}));
  }

  /// Round the edge that leads from the cell's first corner along `axis`.
  void addQuad(Place cell, std::size_t axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    Place end = cell;
    ++end[axis];
    if (cell[u] == 0 || cell[v] == 0) return;
    const bool inside = valueAt(cell) < 0.0f;
    if (inside == (valueAt(end) < 0.0f)) return;
    std::array<std::uint32_t, 4> corners;
    for (std::size_t k = 0; k < 4; ++k) {
      Place around = cell;
      if (k == 0 || k == 3) --around[u];
      if (k < 2) --around[v];
      corners[k] = vertexOf_.at(keyOf(around));
    }
    // Counter-clockwise seen along −axis from outside when the first end is inside.
    if (!inside) std::swap(corners[1], corners[3]);
    quads_.push_back(corners);
  }

  /// The order of a hash is nobody's; that of the vertices is.
  void sortTriangles() {
    std::sort(quads_.begin(), quads_.end());
    for (const auto& q : quads_) mesh_.triangles.insert(mesh_.triangles.end(), {q[0], q[1], q[2], q[0], q[2], q[3]});
  }

  const Volume& volume_;
  const SdfVolume& grid_;
  std::uint32_t step_ = 1;
  Place count_{};
  std::unordered_map<std::size_t, std::uint32_t> vertexOf_;
  std::vector<std::array<std::uint32_t, 4>> quads_;
  ShapeMesh mesh_;
};

}  // namespace

ShapeMesh volumeMesh(const Volume& volume) { return SurfaceNet(volume).make(); }

}  // namespace toile
