// Every kind's C and ∇C in double precision, as a list of scalar constraints that tests can go through.
#pragma once

#include <array>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "kernels/area-inl.h"
#include "kernels/dihedral_bending-inl.h"
#include "kernels/distance-inl.h"
#include "kernels/quadratic_bending-inl.h"
#include "kernels/strain-inl.h"
#include "kernels/triangle_shear-inl.h"
#include "topology/hinge_angle.h"

namespace toile::test {

namespace kernels = toile::HWY_NAMESPACE;
using Point = kernels::Vector<double>;
using Points = std::vector<Point>;
using kernels::cross;
using kernels::dot;
using kernels::operator+;
using kernels::operator-;
using kernels::operator*;

inline double norm(Point a) { return std::sqrt(dot(a, a)); }

struct Evaluation {
  double constraint = 0.0;
  Points gradient;
};

/// One scalar constraint: C and ∇C from points and parameters.
struct ScalarConstraint {
  std::string name;
  std::size_t arity = 0, parameterCount = 0;
  std::function<Evaluation(const Points&, const std::vector<double>&)> evaluate;
};

template <std::size_t N, class Evaluate>
Evaluation call(const Points& points, Evaluate evaluate) {
  Point x[N], gradient[N];
  for (std::size_t i = 0; i < N; ++i) x[i] = points[i];
  const double constraint = evaluate(x, gradient);
  return {constraint, Points(gradient, gradient + N)};
}

template <class Kind>
ScalarConstraint scalarConstraint(std::string name) {
  return {std::move(name), Kind::arity, Kind::parameterCount, [](const Points& points, const std::vector<double>& p) {
            return call<Kind::arity>(
                points, [&](const auto& x, auto& gradient) { return Kind::evaluate(x, p.data(), gradient); });
          }};
}

/// Component of the quadratic hinge's C along an axis; its gradient is the weight along that axis.
template <int axis>
ScalarConstraint quadraticComponent() {
  return {"quadratic_bending_" + std::string(1, "xyz"[axis]), 4, 4,
          [](const Points& points, const std::vector<double>& p) {
            return call<4>(points, [&](const auto& x, auto& gradient) {
              double weight[4];
              const Point c = kernels::QuadraticBending::evaluate(x, p.data(), weight);
              for (int i = 0; i < 4; ++i) {
                gradient[i] = {axis == 0 ? weight[i] : 0.0, axis == 1 ? weight[i] : 0.0, axis == 2 ? weight[i] : 0.0};
              }
              return axis == 0 ? c.x : axis == 1 ? c.y : c.z;
            });
          }};
}

template <int axis>
ScalarConstraint strainStretch() {
  return {axis == 0 ? "strain_u" : "strain_v", 3, 7, [](const Points& points, const std::vector<double>& p) {
            return call<3>(points, [&](const auto& x, auto& gradient) {
              return kernels::Strain::evaluateStretch<axis>(x, p.data(), gradient);
            });
          }};
}

inline ScalarConstraint strainShear() {
  return {"strain_uv", 3, 7, [](const Points& points, const std::vector<double>& p) {
            return call<3>(points, [&](const auto& x, auto& gradient) {
              return kernels::Strain::evaluateShear(x, p.data(), gradient);
            });
          }};
}

/// Without the quadratic hinge, whose components are no invariants of their own.
inline std::vector<ScalarConstraint> invariantConstraints() {
  return {scalarConstraint<kernels::Distance>("distance"),
          scalarConstraint<kernels::DihedralBending>("dihedral_bending"),
          scalarConstraint<kernels::Area>("area"),
          scalarConstraint<kernels::TriangleShear>("triangle_shear"),
          strainStretch<0>(),
          strainStretch<1>(),
          strainShear()};
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double operator()(double from, double to) {
    // Not std::uniform_real_distribution: its numbers differ from library to library.
    return from + (to - from) * (static_cast<double>(engine_()) / 4294967296.0);
  }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_() % n); }
  Point point(double size) {
    const double x = (*this)(-size, size), y = (*this)(-size, size), z = (*this)(-size, size);
    return {x, y, z};
  }

 private:
  std::mt19937 engine_;
};

/// Inverse of random rest edges (at least moderately independent), then three multiples.
inline std::vector<double> strainParameters(Random& random, double size) {
  for (;;) {
    const double bx = random(-size, size), by = random(-size, size);
    const double cx = random(-size, size), cy = random(-size, size);
    const double determinant = bx * cy - cx * by;
    if (std::fabs(determinant) < 0.2 * size * size) continue;
    return {cy / determinant, -by / determinant, -cx / determinant, bx / determinant, 1.0, 1.0, 1.0};
  }
}

inline std::vector<double> randomParameters(const ScalarConstraint& kind, Random& random, double size) {
  if (kind.parameterCount == 7) return strainParameters(random, size);
  if (kind.parameterCount == 4) return {random(0.2, 2.0), random(-2.0, -0.2), random(-2.0, -0.2), 0.0};
  if (kind.name == "dihedral_bending") return {random(-1.0, 1.0)};
  if (kind.name == "distance") return {random(0.5, 1.5) * size};
  return {random(0.5, 1.5) * size * size};
}

}  // namespace toile::test
