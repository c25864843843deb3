#include "io/volume_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace toile {
namespace {

/// In double: the plane of a sliver would be lost in floats.
struct Point {
  double x, y, z;
};
Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Point operator*(Point a, double s) { return {a.x * s, a.y * s, a.z * s}; }
double dot(Point a, Point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Point cross(Point a, Point b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
Point unit(Point a) { return a * (1.0 / std::max(std::sqrt(dot(a, a)), 1e-300)); }

/// What of a triangle is nearest.
enum Feature : std::uint8_t { kCornerA, kCornerB, kCornerC, kEdgeAB, kEdgeBC, kEdgeCA, kFace };

struct Nearest {
  double squared = INFINITY;  ///< m²
  Point away{};               ///< from there to the point asked for
  Feature feature = kFace;
};

void lookAtEdge(Point p, Point a, Point b, Feature atA, Feature atB, Feature edge, Nearest& best) {
  const Point e = b - a, s = p - a;
  const double length = dot(e, e), u = length > 0.0 ? dot(s, e) / length : 0.0;
  const Point away = s - e * std::clamp(u, 0.0, 1.0);
  if (dot(away, away) < best.squared) best = {dot(away, away), away, u <= 0.0 ? atA : u >= 1.0 ? atB : edge};
}

Nearest nearestOf(Point p, Point a, Point b, Point c) {
  const Point e = b - a, f = c - a, s = p - a;
  const double ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), se = dot(s, e), sf = dot(s, f);
  const double area = ee * ff - ef * ef, u = ff * se - ef * sf, v = ee * sf - ef * se;
  if (area > 0.0 && u > 0.0 && v > 0.0 && u + v < area) {
    const Point away = s - e * (u / area) - f * (v / area);
    return {dot(away, away), away, kFace};
  }
  Nearest best;
  lookAtEdge(p, a, b, kCornerA, kCornerB, kEdgeAB, best);
  lookAtEdge(p, b, c, kCornerB, kCornerC, kEdgeBC, best);
  lookAtEdge(p, c, a, kCornerC, kCornerA, kEdgeCA, best);
  return best;
}

/// The triangles, and which way is out at each of their features.
class Outside {
 public:
  Outside(std::span<const Vec3> points, std::span<const std::uint32_t> triangles) {
    std::map<std::array<float, 3>, std::uint32_t> numbers;  // vertices at one place are one
    for (const std::uint32_t v : triangles) {
      const Vec3 p = points[v];
      const auto [at, isNew] = numbers.try_emplace({p.x, p.y, p.z}, static_cast<std::uint32_t>(places_.size()));
      if (isNew) places_.push_back({double{p.x}, double{p.y}, double{p.z}});
      corners_.push_back(at->second);
    }
    atCorner_.assign(places_.size(), Point{});
    for (std::size_t t = 0; t < count(); ++t) {
      const Point n = normal(t);
      for (std::size_t k = 0; k < 3; ++k) {
        const Point e = unit(corner(t, (k + 1) % 3) - corner(t, k)), f = unit(corner(t, (k + 2) % 3) - corner(t, k));
        Point& sum = atCorner_[corners_[3 * t + k]];
        sum = sum + n * std::acos(std::clamp(dot(e, f), -1.0, 1.0));
        Point& edge = atEdge_[keyOf(t, k)];
        edge = edge + n;
      }
    }
  }

  std::size_t count() const { return corners_.size() / 3; }
  Point corner(std::size_t t, std::size_t k) const { return places_[corners_[3 * t + k]]; }
  Nearest nearest(std::size_t t, Point p) const { return nearestOf(p, corner(t, 0), corner(t, 1), corner(t, 2)); }
  bool isInside(std::size_t t, const Nearest& found) const { return dot(found.away, out(t, found.feature)) < 0.0; }

 private:
  Point normal(std::size_t t) const { return unit(cross(corner(t, 1) - corner(t, 0), corner(t, 2) - corner(t, 0))); }
  /// Of the edge that begins at corner k.
  std::uint64_t keyOf(std::size_t t, std::size_t k) const {
    const auto [low, high] = std::minmax(corners_[3 * t + k], corners_[3 * t + (k + 1) % 3]);
    return std::uint64_t{low} << 32 | high;
  }
  Point out(std::size_t t, Feature feature) const {
    if (feature == kFace) return normal(t);
    if (feature < kEdgeAB) return atCorner_[corners_[3 * t + feature]];
    return atEdge_.at(keyOf(t, static_cast<std::size_t>(feature - kEdgeAB)));
  }

  std::vector<Point> places_;
  std::vector<std::uint32_t> corners_;
  std::vector<Point> atCorner_;                      ///< the normals round it, weighted with their angles
  std::unordered_map<std::uint64_t, Point> atEdge_;  ///< the sum of its two
};

class Refinement {
 public:
  Refinement(const Outside& mesh, VolumeGrid& grid, float band) : mesh_(mesh), grid_(grid), band_(double{band}) {
    near_.assign(grid.distances.size(), {band * band, kNobody});
  }

  /// Looks at the samples in the triangle's box, grown by the band.
  void add(std::size_t t) {
    std::array<std::uint32_t, 3> first{}, last{};
    const Point a = mesh_.corner(t, 0), b = mesh_.corner(t, 1), c = mesh_.corner(t, 2);
    const double corners[3][3] = {{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}};
    const float origins[3] = {grid_.origin.x, grid_.origin.y, grid_.origin.z};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax({corners[k][0], corners[k][1], corners[k][2]});
      const double most = static_cast<double>(grid_.samples[k] - 1);
      const auto index = [&](double at) {
        return std::clamp((at - double{origins[k]}) / double{grid_.cell}, 0.0, most);
      };
      first[k] = static_cast<std::uint32_t>(index(low - band_));
      last[k] = static_cast<std::uint32_t>(std::ceil(index(high + band_)));
    }
    for (std::uint32_t z = first[2]; z <= last[2]; ++z) {
      for (std::uint32_t y = first[1]; y <= last[1]; ++y) {
        for (std::uint32_t x = first[0]; x <= last[0]; ++x) {
          Near& near = near_[offset(x, y, z)];
          const auto squared = static_cast<float>(mesh_.nearest(t, place(x, y, z)).squared);
          if (squared < near.squared) near = {squared, static_cast<std::uint32_t>(t)};
        }
      }
    }
  }

  void finish() {
    forEach([&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
      const std::size_t i = offset(x, y, z);
      if (near_[i].triangle == kNobody) return;
      const Nearest found = mesh_.nearest(near_[i].triangle, place(x, y, z));
      const auto exact = static_cast<float>(std::sqrt(found.squared));
      grid_.distances[i] = mesh_.isInside(near_[i].triangle, found) ? -exact : exact;
    });
    while (relax()) {
    }
  }

 private:
  static constexpr std::uint32_t kNobody = 0xffffffffu;
  struct Near {
    float squared;  ///< m², from the nearest triangle
    std::uint32_t triangle;
  };

  std::size_t offset(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    return x + grid_.samples[0] * (y + std::size_t{grid_.samples[1]} * z);
  }
  Point place(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    const auto at = [&](float origin, std::uint32_t i) { return double{origin} + double{grid_.cell} * i; };
    return {at(grid_.origin.x, x), at(grid_.origin.y, y), at(grid_.origin.z, z)};
  }
  template <class Do>
  void forEach(Do each) const {
    for (std::uint32_t z = 0; z < grid_.samples[2]; ++z) {
      for (std::uint32_t y = 0; y < grid_.samples[1]; ++y) {
        for (std::uint32_t x = 0; x < grid_.samples[0]; ++x) each(x, y, z);
      }
    }
  }

  /// What neighbours say about each other, there and back. Returns whether a sample was lowered.
  bool relax() {
    bool changed = false;
    const auto& n = grid_.samples;
    const std::size_t row = n[0], layer = row * n[1];
    forEach([&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
      const std::size_t i = offset(x, y, z);
      if (x > 0) changed |= lower(i, i - 1);
      if (y > 0) changed |= lower(i, i - row);
      if (z > 0) changed |= lower(i, i - layer);
    });
    forEach([&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
      const std::size_t i = near_.size() - 1 - offset(x, y, z);
      if (x > 0) changed |= lower(i, i + 1);
      if (y > 0) changed |= lower(i, i + row);
      if (z > 0) changed |= lower(i, i + layer);
    });
    return changed;
  }
  bool lower(std::size_t sample, std::size_t neighbour) {
    float& value = grid_.distances[sample];
    const float most = std::fabs(grid_.distances[neighbour]) + grid_.cell;
    if (near_[sample].triangle != kNobody || std::fabs(value) <= most) return false;
    value = value < 0.0f ? -most : most;
    return true;
  }

  const Outside& mesh_;
  VolumeGrid& grid_;
  double band_;
  std::vector<Near> near_;
};

}  // namespace

void refineNear(std::span<const Vec3> points, std::span<const std::uint32_t> triangles, float band, VolumeGrid& grid) {
  const Outside mesh(points, triangles);
  Refinement refinement(mesh, grid, band);
  for (std::size_t t = 0; t < mesh.count(); ++t) refinement.add(t);
  refinement.finish();
}

}  // namespace toile
