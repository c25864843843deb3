// How polygons are cut into triangles.
#include <algorithm>
#include <array>

#include "math/double_vec.h"
#include "toile/surface_mesh.h"

namespace toile {

namespace {

/// Turns smaller than this (twice the area over the product of the two sides, a sine) count as straight:
/// float coordinates of a planar polygon are off by about 1e-7 of its size.
constexpr double kStraight = 1e-6;
/// Diagonals whose squared lengths differ by less than this part are equal, so that a grid written in floats
/// is cut the same way everywhere.
constexpr double kEqualDiagonals = 1e-4;

struct Corner {
  std::uint32_t vertex = 0;
  DoubleVec2 p;
};

/// Corners without neighbours at the same place.
std::vector<std::uint32_t> distinctCorners(std::span<const Vec3> positions, std::span<const std::uint32_t> polygon) {
  std::vector<std::uint32_t> corners;
  for (const std::uint32_t v : polygon) {
    if (corners.empty() || !(positions[corners.back()] == positions[v])) corners.push_back(v);
  }
  while (corners.size() > 1 && positions[corners.front()] == positions[corners.back()]) corners.pop_back();
  return corners;
}

/// Twice the area, along the normal (Newell).
DoubleVec3 areaVector(std::span<const Vec3> positions, const std::vector<std::uint32_t>& corners) {
  const DoubleVec3 origin = toDouble(positions[corners[0]]);
  DoubleVec3 sum;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    sum = sum + cross(toDouble(positions[corners[i]]) - origin, toDouble(positions[corners[i + 1]]) - origin);
  }
  return sum;
}

double sizeSquared(std::span<const Vec3> positions, const std::vector<std::uint32_t>& corners) {
  const DoubleVec3 origin = toDouble(positions[corners[0]]);
  double largest = 0.0;
  for (const std::uint32_t v : corners) {
    const DoubleVec3 d = toDouble(positions[v]) - origin;
    largest = std::max(largest, dot(d, d));
  }
  return largest;
}

/// The polygon seen against its area vector: counter-clockwise.
std::vector<Corner> flatten(std::span<const Vec3> positions, const std::vector<std::uint32_t>& corners,
                            DoubleVec3 normal) {
  const double ax = std::abs(normal.x), ay = std::abs(normal.y), az = std::abs(normal.z);
  DoubleVec3 helper{0.0, 0.0, 0.0};
  (ax <= ay && ax <= az ? helper.x : ay <= az ? helper.y : helper.z) = 1.0;
  DoubleVec3 u = cross(helper, normal);
  u = u * (1.0 / length(u));
  const DoubleVec3 v = cross(normal, u) * (1.0 / length(normal));
  const DoubleVec3 origin = toDouble(positions[corners[0]]);
  std::vector<Corner> flat;
  flat.reserve(corners.size());
  for (const std::uint32_t vertex : corners) {
    const DoubleVec3 d = toDouble(positions[vertex]) - origin;
    flat.push_back({vertex, {dot(d, u), dot(d, v)}});
  }
  return flat;
}

/// Twice the signed area of a, b, c.
double turn(const Corner& a, const Corner& b, const Corner& c) { return cross(b.p - a.p, c.p - a.p); }

/// Sine of the turn at b; 0 within rounding.
double turnSine(const Corner& a, const Corner& b, const Corner& c) {
  const double scale = length(b.p - a.p) * length(c.p - b.p);
  const double sine = scale > 0.0 ? turn(a, b, c) / scale : 0.0;
  return std::abs(sine) < kStraight ? 0.0 : sine;
}

/// How good a triangle is: twice its signed area over its longest side squared.
double shapeOf(const Corner& a, const Corner& b, const Corner& c) {
  const DoubleVec2 ab = b.p - a.p, bc = c.p - b.p, ca = a.p - c.p;
  const double longest = std::max({dot(ab, ab), dot(bc, bc), dot(ca, ca)});
  return longest > 0.0 ? turn(a, b, c) / longest : 0.0;
}

void emit(const Corner& a, const Corner& b, const Corner& c, std::vector<std::uint32_t>& out) {
  out.insert(out.end(), {a.vertex, b.vertex, c.vertex});
}

void cutQuad(const std::vector<Corner>& q, std::vector<std::uint32_t>& out) {
  const double across02 = std::min(shapeOf(q[0], q[1], q[2]), shapeOf(q[0], q[2], q[3]));
  const double across13 = std::min(shapeOf(q[0], q[1], q[3]), shapeOf(q[1], q[2], q[3]));
  bool first = across02 >= across13;
  if (across02 > kStraight && across13 > kStraight) {  // both cut it properly: the shorter one
    const DoubleVec2 d02 = q[2].p - q[0].p, d13 = q[3].p - q[1].p;
    first = dot(d02, d02) <= dot(d13, d13) * (1.0 + kEqualDiagonals);
  }
  if (first) {
    emit(q[0], q[1], q[2], out);
    emit(q[0], q[2], q[3], out);
  } else {
    emit(q[0], q[1], q[3], out);
    emit(q[1], q[2], q[3], out);
  }
}

/// Clips the best-shaped ear again and again. O(corners²).
class EarClipper {
 public:
  EarClipper(const std::vector<Corner>& corners, std::vector<std::uint32_t>& out) : ring_(corners), out_(out) {
    rateAll();
  }

  void run() {
    while (ring_.size() > 3) {
      std::size_t ear = best();
      if (quality_[ear] == kNotAnEar) {
        rateAll();  // a reflex corner that has become convex may have freed ears far away
        ear = best();
      }
      if (quality_[ear] == kNotAnEar) ear = leastBad();
      clip(ear);
    }
    emit(ring_[0], ring_[1], ring_[2], out_);
  }

 private:
  static constexpr double kNotAnEar = -1.0;

  const Corner& at(std::size_t i) const { return ring_[i % ring_.size()]; }
  const Corner& before(std::size_t i) const { return ring_[(i + ring_.size() - 1) % ring_.size()]; }

  static bool inside(const Corner& p, const Corner& a, const Corner& b, const Corner& c) {
    return turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
  }
  static bool samePlace(const Corner& a, const Corner& b) { return a.p.x == b.p.x && a.p.y == b.p.y; }

  double rate(std::size_t i) const {
    const Corner &a = before(i), &b = at(i), &c = at(i + 1);
    const double sine = turnSine(a, b, c);
    if (sine < 0.0) return kNotAnEar;
    // A straight corner is an ear without area; cutting it early would leave a T-junction. A spike that turns
    // back on itself as well.
    if (sine == 0.0) return 0.0;
    for (std::size_t k = 0; k < ring_.size(); ++k) {
      const Corner& p = ring_[k];
      if (blocks_[k] == 0 || samePlace(p, a) || samePlace(p, b) || samePlace(p, c)) continue;
      if (inside(p, a, b, c)) return kNotAnEar;
    }
    return shapeOf(a, b, c);
  }

  void rateAll() {
    quality_.resize(ring_.size());
    blocks_.resize(ring_.size());
    for (std::size_t i = 0; i < ring_.size(); ++i) updateBlocks(i);
    for (std::size_t i = 0; i < ring_.size(); ++i) quality_[i] = rate(i);
  }

  /// Only reflex and straight corners can lie inside another corner's triangle.
  void updateBlocks(std::size_t i) { blocks_[i] = turnSine(before(i), at(i), at(i + 1)) <= 0.0 ? 1 : 0; }

  std::size_t best() const {
    return static_cast<std::size_t>(std::max_element(quality_.begin(), quality_.end()) - quality_.begin());
  }

  /// For polygons that cross themselves: there is no right answer, but there is an end.
  std::size_t leastBad() const {
    std::size_t choice = 0;
    double shape = -2.0;
    for (std::size_t i = 0; i < ring_.size(); ++i) {
      const double s = shapeOf(before(i), at(i), at(i + 1));
      if (s > shape) {
        shape = s;
        choice = i;
      }
    }
    return choice;
  }

  void clip(std::size_t i) {
    emit(before(i), at(i), at(i + 1), out_);
    ring_.erase(ring_.begin() + static_cast<std::ptrdiff_t>(i));
    quality_.erase(quality_.begin() + static_cast<std::ptrdiff_t>(i));
    blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(i));
    const std::size_t next = i % ring_.size();
    const std::size_t previous = (i + ring_.size() - 1) % ring_.size();
    updateBlocks(previous);
    updateBlocks(next);
    quality_[previous] = rate(previous);
    quality_[next] = rate(next);
  }

  std::vector<Corner> ring_;
  std::vector<double> quality_;
  std::vector<std::uint8_t> blocks_;
  std::vector<std::uint32_t>& out_;
};

bool isConcave(const std::vector<Corner>& corners) {
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (turnSine(corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]) < 0.0) return true;
  }
  return false;
}

/// Two sides cross within both. Sides that touch, at corners of the same place or along each other, do not.
bool crossesItself(const std::vector<Corner>& c) {
  const std::size_t n = c.size();
  const auto apart = [&](std::size_t i, std::size_t j) {  // both ends of side j strictly on either side of side i
    const Corner &a = c[i], &b = c[(i + 1) % n], &p = c[j], &q = c[(j + 1) % n];
    const double s = turnSine(a, b, p), t = turnSine(a, b, q);
    return (s < 0.0 && t > 0.0) || (s > 0.0 && t < 0.0);
  };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 2; j < n; ++j) {
      if ((j + 1) % n != i && apart(i, j) && apart(j, i)) return true;
    }
  }
  return false;
}

Outline outlineOf(const std::vector<Corner>& corners) {
  // What turns one way only can cross itself by going round twice. That is looked for where it costs little.
  constexpr std::size_t kFewCorners = 64;
  const bool concave = isConcave(corners);
  if ((concave || corners.size() <= kFewCorners) && crossesItself(corners)) return Outline::crossing;
  return concave ? Outline::concave : Outline::convex;
}

bool onOneLine(std::span<const Vec3> positions, const std::vector<std::uint32_t>& corners) {
  const DoubleVec3 origin = toDouble(positions[corners[0]]);
  DoubleVec3 farthest;
  for (const std::uint32_t v : corners) {
    const DoubleVec3 d = toDouble(positions[v]) - origin;
    if (dot(farthest, farthest) < dot(d, d)) farthest = d;
  }
  const double size = dot(farthest, farthest);
  return std::all_of(corners.begin(), corners.end(), [&](std::uint32_t v) {
    return length(cross(farthest, toDouble(positions[v]) - origin)) <= kStraight * size;
  });
}

}  // namespace

Outline triangulatePolygon(std::span<const Vec3> positions, std::span<const std::uint32_t> polygon,
                           std::vector<std::uint32_t>& out) {
  const std::vector<std::uint32_t> corners = distinctCorners(positions, polygon);
  if (corners.size() < 3) return Outline::convex;
  if (corners.size() == 3) {
    out.insert(out.end(), corners.begin(), corners.end());
    return Outline::convex;
  }
  const DoubleVec3 normal = areaVector(positions, corners);
  if (length(normal) <= 1e-12 * sizeSquared(positions, corners)) {
    // No plane (all on a line, or a figure of eight): any cut is as good as another.
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
      out.insert(out.end(), {corners[0], corners[i], corners[i + 1]});
    }
    return onOneLine(positions, corners) ? Outline::convex : Outline::crossing;
  }
  const std::vector<Corner> flat = flatten(positions, corners, normal);
  if (flat.size() == 4) {
    cutQuad(flat, out);
  } else {
    EarClipper(flat, out).run();
  }
  return outlineOf(flat);
}

}  // namespace toile
