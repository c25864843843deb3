#include "collision/hull/convex_hull.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

#include "math/double_vec.h"
#include "math/exact_orientation.h"

namespace toile {
namespace {

constexpr double kTolerance = 1e-6;  ///< of the extent: what is rounding of the points themselves
constexpr double kFlat = 1e-5;       ///< of the extent: thinner hulls are refused
constexpr std::uint32_t kNobody = 0xffffffffu;

struct HullTriangle {
  std::array<std::uint32_t, 3> vertices;
  std::array<std::uint32_t, 3> neighbours;  ///< over the edge from vertex k to the next
  DoubleVec3 normal;                        ///< unit
  std::vector<std::uint32_t> outside;       ///< points above it that no other triangle has
  std::uint32_t farthest = kNobody;
  double distance = 0.0;  ///< m, of the farthest
  bool alive = true;
};

class Quickhull {
 public:
  Quickhull(std::span<const Vec3> points, std::size_t mostFaces) : mostFaces_(mostFaces) {
    points_.reserve(points.size());
    for (const Vec3 p : points) points_.push_back({exact(p.x), exact(p.y), exact(p.z)});
  }

  std::string start();
  void grow();
  HullTriangles result() const;

 private:
  struct HorizonEdge {
    std::uint32_t from, to, beyond;  ///< beyond: the triangle that stays
  };

  /// Within the range of exactOrientation.
  static float exact(float value) { return std::fabs(value) < 1e-30f ? 0.0f : value; }
  DoubleVec3 at(std::uint32_t point) const { return toDouble(points_[point]); }
  bool above(std::uint32_t t, std::uint32_t point) const {
    const auto& v = triangles_[t].vertices;
    return exactOrientation(points_[v[0]], points_[v[1]], points_[v[2]], points_[point]) < 0;
  }
  double distanceAbove(std::uint32_t t, std::uint32_t point) const {
    return dot(triangles_[t].normal, at(point) - at(triangles_[t].vertices[0]));
  }
  std::uint32_t add(std::array<std::uint32_t, 3> vertices);
  void give(std::uint32_t point, std::span<const std::uint32_t> triangles);
  void giveAgain();
  std::uint32_t next() const;
  void findVisible(std::uint32_t first, std::uint32_t point);
  void sortHorizon();
  void replaceVisible(std::uint32_t point);

  std::vector<Vec3> points_;
  std::size_t mostFaces_;
  double extent_ = 0.0;
  std::vector<HullTriangle> triangles_;
  std::size_t living_ = 0;
  std::vector<std::uint32_t> visible_;
  std::vector<HorizonEdge> horizon_;
};

/// The point of the greatest value; the first of equals.
template <class Value>
std::uint32_t greatest(std::size_t count, Value value) {
  std::uint32_t best = 0;
  double most = value(0);
  for (std::uint32_t i = 1; i < count; ++i) {
    const double own = value(i);
    if (own > most) most = own, best = i;
  }
  return best;
}

std::uint32_t Quickhull::add(std::array<std::uint32_t, 3> vertices) {
  HullTriangle triangle;
  triangle.vertices = vertices;
  const DoubleVec3 n = cross(at(vertices[1]) - at(vertices[0]), at(vertices[2]) - at(vertices[0]));
  triangle.normal = n * (1.0 / length(n));
  triangle.neighbours.fill(kNobody);
  triangles_.push_back(std::move(triangle));
  ++living_;
  return static_cast<std::uint32_t>(triangles_.size() - 1);
}

/// A point belongs to that of the triangles it lies highest above; what lies above none is inside for good.
void Quickhull::give(std::uint32_t point, std::span<const std::uint32_t> triangles) {
  std::uint32_t best = kNobody;
  double highest = 0.0;
  for (const std::uint32_t t : triangles) {
    const double distance = distanceAbove(t, point);
    if ((best == kNobody || distance > highest) && above(t, point)) best = t, highest = distance;
  }
  if (best == kNobody) return;
  HullTriangle& triangle = triangles_[best];
  triangle.outside.push_back(point);
  if (triangle.farthest == kNobody || highest > triangle.distance)
    triangle.farthest = point, triangle.distance = highest;
}

/// Gives all points that are still outside once more, to the triangles they lie highest above now: one that barely
/// lies above a sliver may lie far above a triangle that was there before.
void Quickhull::giveAgain() {
  std::vector<std::uint32_t> points, living;
  for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
    HullTriangle& triangle = triangles_[t];
    if (!triangle.alive) continue;
    living.push_back(t);
    points.insert(points.end(), triangle.outside.begin(), triangle.outside.end());
    triangle.outside.clear();
    triangle.farthest = kNobody, triangle.distance = 0.0;
  }
  std::sort(points.begin(), points.end());
  for (const std::uint32_t point : points) give(point, living);
}

/// The triangle whose farthest point is the farthest of all, if that is more than rounding.
std::uint32_t Quickhull::next() const {
  std::uint32_t best = kNobody;
  for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
    const HullTriangle& triangle = triangles_[t];
    if (!triangle.alive || triangle.farthest == kNobody || triangle.distance <= kTolerance * extent_) continue;
    if (best == kNobody || triangle.distance > triangles_[best].distance) best = t;
  }
  return best;
}

/// A first tetrahedron, as large as a few looks make it. Returns what is wrong with the points.
std::string Quickhull::start() {
  if (points_.size() < 4) return "has " + std::to_string(points_.size()) + " points, needs at least 4";
  const std::size_t count = points_.size();
  const auto apart = [&](std::uint32_t from) {
    return [&, from](std::uint32_t i) { return length(at(i) - at(from)); };
  };
  const std::uint32_t a = greatest(count, apart(0)), b = greatest(count, apart(a));
  extent_ = length(at(b) - at(a));
  const DoubleVec3 line = at(b) - at(a);
  const std::uint32_t c = greatest(count, [&](std::uint32_t i) { return length(cross(at(i) - at(a), line)); });
  const DoubleVec3 n = cross(line, at(c) - at(a));
  const double area = length(n);
  const std::uint32_t d = greatest(count, [&](std::uint32_t i) { return std::fabs(dot(at(i) - at(a), n)); });
  const double height = area > 0.0 ? std::fabs(dot(at(d) - at(a), n)) / area : 0.0;
  if (!(area > kFlat * extent_ * extent_) || !(height > kFlat * extent_)) {
    char reason[120];
    std::snprintf(reason, sizeof reason, "is flat: %zu points of an extent of %g m are within %g m of one %s", count,
                  extent_,
                  area > kFlat * extent_ * extent_ ? height
                  : extent_ > 0.0                  ? area / extent_
                                                   : 0.0,
                  area > kFlat * extent_ * extent_ ? "plane" : "line");
    return reason;
  }
  std::array<std::uint32_t, 3> base{a, b, c};
  if (dot(n, at(d) - at(a)) > 0.0) std::swap(base[1], base[2]);
  const std::uint32_t faces[4] = {add(base), add({base[1], base[0], d}), add({base[2], base[1], d}),
                                  add({base[0], base[2], d})};
  triangles_[0].neighbours = {1, 2, 3};
  triangles_[1].neighbours = {0, 3, 2};
  triangles_[2].neighbours = {0, 1, 3};
  triangles_[3].neighbours = {0, 2, 1};
  for (std::uint32_t i = 0; i < count; ++i) give(i, faces);
  return {};
}

/// All triangles the point lies above: they are connected, since the hull is convex. Fills visible_ and horizon_.
void Quickhull::findVisible(std::uint32_t first, std::uint32_t point) {
  visible_.assign(1, first);
  horizon_.clear();
  std::vector<std::uint8_t> seen(triangles_.size(), 0);  // 1: visible, 2: not
  seen[first] = 1;
  for (std::size_t next = 0; next < visible_.size(); ++next) {
    const HullTriangle& triangle = triangles_[visible_[next]];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t neighbour = triangle.neighbours[k];
      if (seen[neighbour] == 0) {
        seen[neighbour] = above(neighbour, point) ? 1 : 2;
        if (seen[neighbour] == 1) visible_.push_back(neighbour);
      }
      if (seen[neighbour] == 2) horizon_.push_back({triangle.vertices[k], triangle.vertices[(k + 1) % 3], neighbour});
    }
  }
  sortHorizon();
}

/// Into a ring.
void Quickhull::sortHorizon() {
  for (std::size_t i = 0; i + 1 < horizon_.size(); ++i) {
    const auto next = std::find_if(horizon_.begin() + static_cast<std::ptrdiff_t>(i) + 1, horizon_.end(),
                                   [&](const HorizonEdge& edge) { return edge.from == horizon_[i].to; });
    assert(next != horizon_.end());
    std::iter_swap(horizon_.begin() + static_cast<std::ptrdiff_t>(i) + 1, next);
  }
}

/// A fan from the point to the horizon takes the place of what it sees.
void Quickhull::replaceVisible(std::uint32_t point) {
  std::vector<std::uint32_t> homeless;
  for (const std::uint32_t t : visible_) {
    HullTriangle& triangle = triangles_[t];
    homeless.insert(homeless.end(), triangle.outside.begin(), triangle.outside.end());
    triangle.alive = false;
    triangle.outside.clear();
  }
  living_ -= visible_.size();
  const auto first = static_cast<std::uint32_t>(triangles_.size());
  const auto count = static_cast<std::uint32_t>(horizon_.size());
  std::vector<std::uint32_t> fan;
  for (std::uint32_t i = 0; i < count; ++i) {
    const HorizonEdge& edge = horizon_[i];
    fan.push_back(add({edge.from, edge.to, point}));
    triangles_.back().neighbours = {edge.beyond, first + (i + 1) % count, first + (i + count - 1) % count};
    HullTriangle& beyond = triangles_[edge.beyond];
    for (std::size_t k = 0; k < 3; ++k) {
      if (beyond.vertices[k] == edge.to && beyond.vertices[(k + 1) % 3] == edge.from) beyond.neighbours[k] = fan.back();
    }
  }
  std::sort(homeless.begin(), homeless.end());  // the order of points decides between equals, not that of triangles
  for (const std::uint32_t p : homeless) {
    if (p != point) give(p, fan);
  }
}

void Quickhull::grow() {
  while (true) {
    std::uint32_t best = next();
    if (best == kNobody) giveAgain(), best = next();
    if (best == kNobody) return;
    const std::uint32_t point = triangles_[best].farthest;
    findVisible(best, point);
    if (living_ - visible_.size() + horizon_.size() > mostFaces_) return;
    replaceVisible(point);
  }
}

HullTriangles Quickhull::result() const {
  HullTriangles hull;
  for (const HullTriangle& triangle : triangles_) {
    if (triangle.alive) hull.corners.insert(hull.corners.end(), triangle.vertices.begin(), triangle.vertices.end());
  }
  std::sort(hull.corners.begin(), hull.corners.end());
  hull.corners.erase(std::unique(hull.corners.begin(), hull.corners.end()), hull.corners.end());
  for (const HullTriangle& triangle : triangles_) {
    if (!triangle.alive) continue;
    auto& corners = hull.triangles.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      const auto at = std::lower_bound(hull.corners.begin(), hull.corners.end(), triangle.vertices[k]);
      corners[k] = static_cast<std::uint32_t>(at - hull.corners.begin());
    }
  }
  return hull;
}

}  // namespace

Result<HullTriangles> convexHull(std::span<const Vec3> points, std::size_t mostFaces) {
  Quickhull quickhull(points, mostFaces);
  if (const std::string fault = quickhull.start(); !fault.empty()) return Error{fault};
  quickhull.grow();
  return quickhull.result();
}

}  // namespace toile
