#include "collision/placement.h"

#include <algorithm>
#include <cmath>

#include "collision/hull/hull_data.h"
#include "collision/volume/volume_data.h"

namespace toile {
namespace {

// Only a run that is farther than rounding can account for may be left out, so that the result does not
// depend on which particles lie in one run. Local coordinates are off by a few units in the last place
// (6e-8 relative) of the world coordinates they come from.
constexpr float kRounding = 4e-6f;

/// Row i of Rᵀ is the collider's axis i in world coordinates.
void transposedRotation(Quat rotation, double (&m)[3][3]) {
  double x = rotation.x, y = rotation.y, z = rotation.z, w = rotation.w;
  const double scale = 1.0 / std::sqrt(x * x + y * y + z * z + w * w);
  x *= scale, y *= scale, z *= scale, w *= scale;
  const double rows[3][3] = {{1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)},
                             {2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)},
                             {2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)}};
  for (int i = 0; i < 3; ++i) std::copy(rows[i], rows[i] + 3, m[i]);
}

ShapeSize symmetric(float x, float y, float z, float halfThickness) {
  return {{-x, -y, -z}, {x, y, z}, halfThickness, halfThickness};
}
ShapeSize sizeOf(const Sphere& s) { return symmetric(s.radius, s.radius, s.radius, s.radius); }
ShapeSize sizeOf(const Capsule& s) { return symmetric(s.radius, s.radius + s.halfLength, s.radius, s.radius); }
ShapeSize sizeOf(const TaperedCapsule& s) {
  const float thick = std::max(s.radiusBottom, s.radiusTop), thin = std::min(s.radiusBottom, s.radiusTop);
  ShapeSize size = symmetric(thick, 0.0f, thick, thick - thin < 2.0f * s.halfLength ? thin : thick);
  size.lowest[1] = std::min(-s.halfLength - s.radiusBottom, s.halfLength - s.radiusTop);
  size.highest[1] = std::max(s.halfLength + s.radiusTop, -s.halfLength + s.radiusBottom);
  return size;
}
ShapeSize sizeOf(const Plane&) {
  constexpr float kEndless = 1e30f;  // a half-space has one side only: nothing can come out of another
  ShapeSize size = symmetric(kEndless, kEndless, kEndless, kEndless);
  size.highest[1] = 0.0f;
  return size;
}
ShapeSize sizeOf(const Box& s) {
  const Vec3 e = s.halfExtents;
  return symmetric(e.x, e.y, e.z, std::min({e.x, e.y, e.z}));
}
ShapeSize sizeOf(const ConvexHull& s) {
  const HullData& hull = s.mesh->data();
  const Vec3 low = hull.lowest, high = hull.highest;
  return {{low.x - s.radius, low.y - s.radius, low.z - s.radius},
          {high.x + s.radius, high.y + s.radius, high.z + s.radius},
          hull.halfThickness + s.radius,
          hull.halfThickness + s.radius};
}
ShapeSize sizeOf(const Volume& s) {
  const VolumeData& data = s.volume->data();
  const Vec3 low = data.lowest, high = data.highest;
  return {{low.x - s.radius, low.y - s.radius, low.z - s.radius},
          {high.x + s.radius, high.y + s.radius, high.z + s.radius},
          data.report.deepest + s.radius,
          data.cell + s.radius};
}
/// Mesh bodies have boxes of their own (collision/body) and are never asked.
ShapeSize sizeOf(const MeshBody&) { return symmetric(0.0f, 0.0f, 0.0f, 0.0f); }

}  // namespace

Placement placement(const ColliderMotion& collider) {
  double from[3][3], to[3][3];
  transposedRotation(collider.from.rotation, from);
  transposedRotation(collider.to.rotation, to);
  const Vec3 a = collider.from.translation, b = collider.to.translation;
  const double back[3] = {double(a.x) - double(b.x), double(a.y) - double(b.y), double(a.z) - double(b.z)};
  Placement p;
  p.translation[0] = b.x, p.translation[1] = b.y, p.translation[2] = b.z;
  p.moves = false;
  for (int i = 0; i < 3; ++i) {
    p.shift[i] = static_cast<float>(from[i][0] * back[0] + from[i][1] * back[1] + from[i][2] * back[2]);
    p.moves = p.moves || p.shift[i] != 0.0f;
    for (int k = 0; k < 3; ++k) {
      p.toLocal[i][k] = static_cast<float>(to[i][k]);
      p.turn[i][k] = static_cast<float>(to[i][k] - from[i][k]);
      p.moves = p.moves || p.turn[i][k] != 0.0f;
    }
  }
  return p;
}

ShapeSize shapeSize(const Shape& shape) {
  return std::visit([](const auto& s) { return sizeOf(s); }, shape);
}

void enlarge(PathBounds& all, const PathBounds& more) {
  for (int i = 0; i < 3; ++i) {
    all.end.lowest[i] = std::min(all.end.lowest[i], more.end.lowest[i]);
    all.end.highest[i] = std::max(all.end.highest[i], more.end.highest[i]);
    all.start.lowest[i] = std::min(all.start.lowest[i], more.start.lowest[i]);
    all.start.highest[i] = std::max(all.start.highest[i], more.start.highest[i]);
  }
  all.longestSquared = std::max(all.longestSquared, more.longestSquared);
}

namespace {

struct CentreExtent {
  float centre[3], extent[3];  ///< centre relative to the collider's origin
  float magnitude;             ///< m, of the world coordinates (rounding)
};
CentreExtent relative(const Bounds& b, const Placement& p) {
  CentreExtent r;
  r.magnitude = 0.0f;
  for (int i = 0; i < 3; ++i) {
    r.centre[i] = 0.5f * (b.lowest[i] + b.highest[i]) - p.translation[i];
    r.extent[i] = 0.5f * (b.highest[i] - b.lowest[i]);
    r.magnitude += std::fabs(p.translation[i]) + std::fabs(r.centre[i]) + r.extent[i];
  }
  return r;
}
/// Value and half width of row · (point − translation) + constant over the box.
void range(const float (&row)[3], const CentreExtent& box, float& middle, float& width) {
  middle = row[0] * box.centre[0] + row[1] * box.centre[1] + row[2] * box.centre[2];
  width = std::fabs(row[0]) * box.extent[0] + std::fabs(row[1]) * box.extent[1] + std::fabs(row[2]) * box.extent[2];
}

}  // namespace

// Paths are straight in the collider's frame, so they lie in the box round both ends' boxes there.
// Comparisons are written so that overflow to infinity or NaN answers true.
bool mayTouch(const Placement& p, const ShapeSize& size, const PathBounds& paths, float reach) {
  const CentreExtent end = relative(paths.end, p), start = relative(paths.start, p);
  const float slack = reach + kRounding * (end.magnitude + start.magnitude);
  for (int i = 0; i < 3; ++i) {
    float middle, width, startMiddle, startWidth;
    range(p.toLocal[i], end, middle, width);
    float lowest = middle - width, highest = middle + width;
    range(p.toLocal[i], start, startMiddle, startWidth);
    if (p.moves) {  // local start = R₁ᵀ (start − T₁) − A (start − T₁) − c
      float turned, turnedWidth;
      range(p.turn[i], start, turned, turnedWidth);
      startMiddle = startMiddle - turned - p.shift[i];
      startWidth = startWidth + turnedWidth;
    }
    lowest = std::min(lowest, startMiddle - startWidth);
    highest = std::max(highest, startMiddle + startWidth);
    if (lowest > size.highest[i] + slack || highest < size.lowest[i] - slack) return false;
  }
  return true;
}

float longestMotion(const Placement& p, const PathBounds& paths) {
  float motion = std::sqrt(paths.longestSquared);
  if (p.moves) {
    const CentreExtent start = relative(paths.start, p);
    float carriedSquared = 0.0f;
    for (int i = 0; i < 3; ++i) {
      float middle, width;
      range(p.turn[i], start, middle, width);
      const float carried = std::fabs(middle + p.shift[i]) + width + kRounding * start.magnitude;
      carriedSquared += carried * carried;
    }
    motion += std::sqrt(carriedSquared);
  }
  return motion * (1.0f + kRounding);
}

}  // namespace toile
