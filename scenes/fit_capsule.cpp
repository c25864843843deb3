#include "scenes/fit_capsule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace toile {
namespace {

constexpr std::size_t kUnknowns = 8;
using Unknowns = std::array<double, kUnknowns>;  ///< centres a and b, radii of both
using Point = std::array<double, 3>;
constexpr double kLeastRadius = 1e-3;  // m

double dotOf(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double lengthOf(const Point& a) { return std::sqrt(dotOf(a, a)); }

/// Signed distance from the hull of two spheres; shares nothing with the step's own.
double capsuleDistance(const Unknowns& u, const Point& p) {
  const Point a{u[0], u[1], u[2]}, axis{u[3] - u[0], u[4] - u[1], u[5] - u[2]}, own = minus(p, a);
  const double length = lengthOf(axis), taper = u[6] - u[7];
  if (length <= std::fabs(taper)) {  // one holds the other
    const Point b{u[3], u[4], u[5]};
    return taper > 0.0 ? lengthOf(own) - u[6] : lengthOf(minus(p, b)) - u[7];
  }
  const double along = dotOf(own, axis) / length;
  const double aside = std::sqrt(std::max(0.0, dotOf(own, own) - along * along));
  // In the half-plane of axis and point: the foot on the axis of the cone's normal through the point.
  const double sine = taper / length, tangent = sine / std::sqrt(1.0 - sine * sine);
  const double foot = std::clamp(along - aside * tangent, 0.0, length), part = foot / length;
  const double radius = u[6] + (u[7] - u[6]) * part;
  return std::hypot(along - foot, aside) - radius;
}

double sumOfSquares(const Unknowns& u, std::span<const SkinPoint> points) {
  double sum = 0.0;
  for (const SkinPoint& point : points) {
    const double d = capsuleDistance(u, {point.x.x, point.x.y, point.x.z});
    sum += static_cast<double>(point.area) * d * d;
  }
  return sum;
}

/// Solves m x = r in place by elimination with pivots; m is positive definite here.
bool solve(std::array<std::array<double, kUnknowns>, kUnknowns> m, Unknowns& r) {
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    std::size_t pivot = i;
    for (std::size_t k = i + 1; k < kUnknowns; ++k) pivot = std::fabs(m[k][i]) > std::fabs(m[pivot][i]) ? k : pivot;
    if (!(std::fabs(m[pivot][i]) > 1e-30)) return false;
    std::swap(m[i], m[pivot]), std::swap(r[i], r[pivot]);
    for (std::size_t k = i + 1; k < kUnknowns; ++k) {
      const double factor = m[k][i] / m[i][i];
      for (std::size_t c = i; c < kUnknowns; ++c) m[k][c] -= factor * m[i][c];
      r[k] -= factor * r[i];
    }
  }
  for (std::size_t i = kUnknowns; i-- > 0;) {
    for (std::size_t k = i + 1; k < kUnknowns; ++k) r[i] -= m[i][k] * r[k];
    r[i] /= m[i][i];
  }
  return true;
}

/// The step that Gauss–Newton takes, damped by `damping` of the diagonal.
bool stepFrom(const Unknowns& u, std::span<const SkinPoint> points, double damping, Unknowns& step) {
  constexpr double kDifference = 1e-6;  // m
  std::array<std::array<double, kUnknowns>, kUnknowns> matrix{};
  step = {};
  for (const SkinPoint& point : points) {
    const Point p{point.x.x, point.x.y, point.x.z};
    const double weight = static_cast<double>(point.area), d = capsuleDistance(u, p);
    Unknowns slope;
    for (std::size_t i = 0; i < kUnknowns; ++i) {
      Unknowns more = u, less = u;
      more[i] += kDifference, less[i] -= kDifference;
      slope[i] = (capsuleDistance(more, p) - capsuleDistance(less, p)) / (2.0 * kDifference);
    }
    for (std::size_t i = 0; i < kUnknowns; ++i) {
      for (std::size_t k = 0; k < kUnknowns; ++k) matrix[i][k] += weight * slope[i] * slope[k];
      step[i] -= weight * slope[i] * d;
    }
  }
  double trace = 0.0;
  for (std::size_t i = 0; i < kUnknowns; ++i) trace += matrix[i][i];
  for (std::size_t i = 0; i < kUnknowns; ++i) matrix[i][i] += damping * trace / kUnknowns;
  return solve(matrix, step);
}

/// Down to where nothing gets better any more.
double descend(Unknowns& u, std::span<const SkinPoint> points) {
  double best = sumOfSquares(u, points), damping = 1e-2;
  for (int i = 0; i < 60 && damping < 1e6; ++i) {
    Unknowns step;
    if (!stepFrom(u, points, damping, step)) break;
    Unknowns next = u;
    for (std::size_t k = 0; k < kUnknowns; ++k) next[k] += step[k];
    next[6] = std::max(next[6], kLeastRadius), next[7] = std::max(next[7], kLeastRadius);
    const double sum = sumOfSquares(next, points);
    if (sum < best) {
      const bool done = best - sum < 1e-9 * best;
      u = next, best = sum, damping = std::max(damping * 0.2, 1e-9);
      if (done) break;
    } else {
      damping *= 5.0;
    }
  }
  return best;
}

struct Spread {
  Point centre{};
  std::array<Point, 3> axes{};  ///< unit
};

/// Principal axes by Jacobi's rotations.
Spread spreadOf(std::span<const SkinPoint> points) {
  Spread spread;
  double weight = 0.0;
  for (const SkinPoint& point : points) {
    const double w = static_cast<double>(point.area);
    weight += w;
    const Point p{point.x.x, point.x.y, point.x.z};
    for (std::size_t k = 0; k < 3; ++k) spread.centre[k] += w * p[k];
  }
  for (double& c : spread.centre) c /= std::max(weight, 1e-30);
  double m[3][3] = {};
  for (const SkinPoint& point : points) {
    const Point d = minus({point.x.x, point.x.y, point.x.z}, spread.centre);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) m[i][k] += static_cast<double>(point.area) * d[i] * d[k];
    }
  }
  for (std::size_t i = 0; i < 3; ++i) spread.axes[i][i] = 1.0;
  for (int sweep = 0; sweep < 30; ++sweep) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t k = (i + 1) % 3;
      if (std::fabs(m[i][k]) < 1e-30) continue;
      const double angle = 0.5 * std::atan2(2.0 * m[i][k], m[i][i] - m[k][k]), c = std::cos(angle), s = std::sin(angle);
      for (auto& row : m) {
        const double a = row[i], b = row[k];
        row[i] = c * a + s * b, row[k] = c * b - s * a;
      }
      for (std::size_t col = 0; col < 3; ++col) {
        const double a = m[i][col], b = m[k][col];
        m[i][col] = c * a + s * b, m[k][col] = c * b - s * a;
        const double x = spread.axes[i][col], y = spread.axes[k][col];
        spread.axes[i][col] = c * x + s * y, spread.axes[k][col] = c * y - s * x;
      }
    }
  }
  return spread;
}

/// Along `axis` through the centre, as long as the points and as thick as they are on average.
Unknowns startAlong(const Spread& spread, const Point& axis, std::span<const SkinPoint> points) {
  double low = 1e30, high = -1e30, radius = 0.0;
  for (const SkinPoint& point : points) {
    const Point own = minus({point.x.x, point.x.y, point.x.z}, spread.centre);
    const double along = dotOf(own, axis);
    low = std::min(low, along), high = std::max(high, along);
    radius += std::sqrt(std::max(0.0, dotOf(own, own) - along * along));
  }
  radius = std::max(radius / static_cast<double>(points.size()), kLeastRadius);
  const double half = std::max(0.5 * (high - low) - radius, 0.1 * radius), middle = 0.5 * (high + low);
  Unknowns u;
  for (std::size_t k = 0; k < 3; ++k) {
    u[k] = spread.centre[k] + (middle - half) * axis[k];
    u[3 + k] = spread.centre[k] + (middle + half) * axis[k];
  }
  u[6] = u[7] = radius;
  return u;
}

/// Both radii changed alike, so that the part `inside` of the points is in it.
void widen(Unknowns& u, std::span<const SkinPoint> points, double inside) {
  std::vector<double> distances;
  for (const SkinPoint& point : points) distances.push_back(capsuleDistance(u, {point.x.x, point.x.y, point.x.z}));
  std::sort(distances.begin(), distances.end());
  const auto last = static_cast<double>(distances.size() - 1);
  const double more = distances[static_cast<std::size_t>(std::lround(inside * last))];
  u[6] = std::max(u[6] + more, kLeastRadius), u[7] = std::max(u[7] + more, kLeastRadius);
}

}  // namespace

FittedCapsule fitCapsule(std::span<const SkinPoint> points, float inside) {
  const Spread spread = spreadOf(points);
  Unknowns best{};
  double least = 1e300;
  for (const Point& axis : spread.axes) {
    Unknowns u = startAlong(spread, axis, points);
    const double sum = descend(u, points);
    if (sum < least) least = sum, best = u;
  }
  widen(best, points, static_cast<double>(inside));
  const auto toFloat = [&](std::size_t first) {
    return Vec3{static_cast<float>(best[first]), static_cast<float>(best[first + 1]),
                static_cast<float>(best[first + 2])};
  };
  const ColliderDef def =
      taperedCapsuleCollider(toFloat(0), static_cast<float>(best[6]), toFloat(3), static_cast<float>(best[7]));
  FittedCapsule fitted{std::get<TaperedCapsule>(def.shape), def.transform, 0.0f, 0.0f};
  double sum = 0.0;
  std::size_t held = 0;
  for (const SkinPoint& point : points) {
    const float d = signedDistance(fitted.shape, applyInverse(fitted.place, point.x));
    sum += std::fabs(static_cast<double>(d));
    held += d <= 1e-6f ? 1 : 0;
  }
  fitted.inside = static_cast<float>(static_cast<double>(held) / static_cast<double>(points.size()));
  fitted.meanDistance = static_cast<float>(sum / static_cast<double>(points.size()));
  return fitted;
}

}  // namespace toile
