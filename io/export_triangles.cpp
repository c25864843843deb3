#include "io/export_triangles.h"

#include <array>

namespace toile {
namespace {

/// Doubles, so that slivers and far-away meshes still have a sign.
struct Point {
  double x = 0.0, y = 0.0;
};

/// Twice the signed area of a → b → c.
double area(Point a, Point b, Point c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// The polygon seen along its area vector: the axis in which that is longest is left out, which keeps every sign.
std::vector<Point> flatten(const SurfaceMesh& mesh, const std::uint32_t* corners, std::size_t size) {
  std::array<double, 3> normal{};
  const auto coordinate = [&](std::size_t i, int axis) -> double {
    const Vec3& p = mesh.positions[corners[i]];
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
  };
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t j = (i + 1) % size;
    for (int axis = 0; axis < 3; ++axis) {
      const int u = (axis + 1) % 3, w = (axis + 2) % 3;
      normal[axis] += (coordinate(i, u) - coordinate(j, u)) * (coordinate(i, w) + coordinate(j, w));
    }
  }
  int longest = 0;
  for (int axis = 1; axis < 3; ++axis) {
    if (normal[axis] * normal[axis] > normal[longest] * normal[longest]) longest = axis;
  }
  const double sign = normal[longest] < 0.0 ? -1.0 : 1.0;
  std::vector<Point> points(size);
  for (std::size_t i = 0; i < size; ++i) {
    points[i] = {sign * coordinate(i, (longest + 1) % 3), coordinate(i, (longest + 2) % 3)};
  }
  return points;
}

bool contains(Point a, Point b, Point c, Point p) {
  return area(a, b, p) >= 0.0 && area(b, c, p) >= 0.0 && area(c, a, p) >= 0.0;
}

bool isEar(const std::vector<Point>& points, const std::vector<std::size_t>& ring, std::size_t i) {
  const std::size_t n = ring.size();
  const Point a = points[ring[(i + n - 1) % n]], b = points[ring[i]], c = points[ring[(i + 1) % n]];
  if (!(area(a, b, c) > 0.0)) return false;
  for (std::size_t k = 0; k < n; ++k) {
    const Point p = points[ring[k]];
    const bool corner = (p.x == a.x && p.y == a.y) || (p.x == b.x && p.y == b.y) || (p.x == c.x && p.y == c.y);
    if (!corner && contains(a, b, c, p)) return false;
  }
  return true;
}

void clipEars(const std::vector<Point>& points, const std::uint32_t* corners, std::vector<std::uint32_t>& out) {
  std::vector<std::size_t> ring(points.size());
  for (std::size_t i = 0; i < ring.size(); ++i) ring[i] = i;
  std::size_t next = 0;
  while (ring.size() > 3) {
    const std::size_t n = ring.size();
    std::size_t ear = next % n;
    for (std::size_t tries = 0; tries < n && !isEar(points, ring, ear); ++tries) ear = (ear + 1) % n;
    // Without an ear (all in one line, or self-crossing) any cut is as good: the triangle count stays right.
    out.insert(out.end(), {corners[ring[(ear + n - 1) % n]], corners[ring[ear]], corners[ring[(ear + 1) % n]]});
    ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(ear));
    next = ear;
  }
  out.insert(out.end(), {corners[ring[0]], corners[ring[1]], corners[ring[2]]});
}

void cutQuad(const SurfaceMesh& mesh, const std::vector<Point>& p, const std::uint32_t* q,
             std::vector<std::uint32_t>& out) {
  const bool firstInside = area(p[0], p[1], p[2]) > 0.0 && area(p[0], p[2], p[3]) > 0.0;
  const bool secondInside = area(p[1], p[2], p[3]) > 0.0 && area(p[1], p[3], p[0]) > 0.0;
  const bool firstShorter =
      distance(mesh.positions[q[0]], mesh.positions[q[2]]) <= distance(mesh.positions[q[1]], mesh.positions[q[3]]);
  if (firstInside != secondInside ? firstInside : firstShorter) {
    out.insert(out.end(), {q[0], q[1], q[2], q[0], q[2], q[3]});
  } else {
    out.insert(out.end(), {q[1], q[2], q[3], q[1], q[3], q[0]});
  }
}

}  // namespace

std::vector<std::uint32_t> faceTriangles(const SurfaceMesh& mesh, std::size_t first, std::size_t count) {
  std::vector<std::uint32_t> out;
  std::size_t corner = 0;
  for (std::size_t f = 0; f < first + count; ++f) {
    const std::size_t size = mesh.faceSizes.empty() ? 3 : mesh.faceSizes[f];
    const std::uint32_t* corners = mesh.faceVertices.data() + corner;
    corner += size;
    if (f < first || size < 3) continue;
    if (size == 3) {
      out.insert(out.end(), corners, corners + 3);
      continue;
    }
    const std::vector<Point> points = flatten(mesh, corners, size);
    if (size == 4) {
      cutQuad(mesh, points, corners, out);
    } else {
      clipEars(points, corners, out);
    }
  }
  return out;
}

}  // namespace toile
