// Gradients against central differences, and what follows from C being unchanged by rigid motion.
#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <utility>

#include "kernels/evaluate.h"

namespace toile::test {
namespace {

/// C alone. For the dihedral angle the exact arc tangent, so that the polynomial's own derivative, which is off
/// by more than its value, doesn't blur the comparison; the polynomial is tested in arc_tangent_test.cpp.
double value(const ScalarConstraint& kind, const Points& x, const std::vector<double>& parameters) {
  if (kind.name != "dihedral_bending") return kind.evaluate(x, parameters).constraint;
  const auto at = [&](int i) {
    const auto j = static_cast<std::size_t>(i);
    return DoubleVec3{x[j].x, x[j].y, x[j].z};
  };
  return hingeAngle(at(0), at(1), at(2), at(3)) - parameters[0];
}

double& coordinate(Point& p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

double largestGradient(const Evaluation& evaluation) {
  double largest = 0.0;
  for (const Point& g : evaluation.gradient) largest = std::max(largest, norm(g));
  return largest;
}

/// `feature`: the smallest length that C depends on (the height of the thinnest triangle). With the step
/// 1e-4 · feature the truncation is (step/feature)²/6 ≈ 2e-9 of the gradient times a few; rounding, amplified
/// size/feature times by the cancellation in thin triangles, 1e-16 · (size/feature)/1e-4.
void expectGradient(const ScalarConstraint& kind, const Points& x, const std::vector<double>& parameters, double size,
                    double feature) {
  const Evaluation evaluation = kind.evaluate(x, parameters);
  const double step = 1e-4 * feature;
  const double scale = std::max(largestGradient(evaluation), 1e-3);
  const double thinness = size / feature;
  const double tolerance = scale * (1e-7 + 1e-11 * thinness * thinness);
  for (std::size_t i = 0; i < kind.arity; ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      Points plus = x, minus = x;
      coordinate(plus[i], axis) += step;
      coordinate(minus[i], axis) -= step;
      const double taken = coordinate(plus[i], axis) - coordinate(minus[i], axis);
      double difference = value(kind, plus, parameters) - value(kind, minus, parameters);
      if (kind.name == "dihedral_bending") difference = std::remainder(difference, 2.0 * M_PI);
      Point gradient = evaluation.gradient[i];
      EXPECT_NEAR(difference / taken, coordinate(gradient, axis), tolerance)
          << kind.name << " particle " << i << " axis " << axis << " feature " << feature;
    }
  }
}

std::vector<ScalarConstraint> allConstraints() {
  std::vector<ScalarConstraint> all = invariantConstraints();
  all.push_back(quadraticComponent<0>());
  all.push_back(quadraticComponent<1>());
  all.push_back(quadraticComponent<2>());
  return all;
}

/// Smallest height of the triangles (or length of the edge) of a stencil.
double smallestFeature(const Points& x) {
  if (x.size() == 2) return norm(x[1] - x[0]);
  const auto height = [&](std::size_t a, std::size_t b, std::size_t c) {
    const double longest = std::max({norm(x[b] - x[a]), norm(x[c] - x[a]), norm(x[c] - x[b])});
    return norm(cross(x[b] - x[a], x[c] - x[a])) / longest;
  };
  const double first = height(0, 1, 2);
  return x.size() == 3 ? first : std::min(first, height(0, 1, 3));
}

/// Columns of F of a random triangle may be nearly zero though the triangle isn't.
double smallestFeature(const ScalarConstraint& kind, const Points& x, const std::vector<double>& p, double size) {
  double feature = smallestFeature(x);
  if (kind.parameterCount != 7) return feature;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const Point f = (x[1] - x[0]) * p[2 * axis] + (x[2] - x[0]) * p[2 * axis + 1];
    feature = std::min(feature, norm(f) * size);
  }
  return feature;
}

TEST(Gradients, RandomStencils) {
  Random random(1);
  for (const ScalarConstraint& kind : allConstraints()) {
    int checked = 0;
    for (const double size : {1.0, 0.01}) {
      for (int i = 0; i < 200; ++i) {
        Points x;
        for (std::size_t k = 0; k < kind.arity; ++k) x.push_back(random.point(size));
        const std::vector<double> parameters = randomParameters(kind, random, size);
        const double feature = smallestFeature(kind, x, parameters, size);
        if (feature < 1e-3 * size) continue;  // NearlyDegenerate has those
        expectGradient(kind, x, parameters, size, feature);
        ++checked;
      }
    }
    EXPECT_GT(checked, 300) << kind.name;
  }
}

TEST(Gradients, NearlyDegenerateStencils) {
  Random random(2);
  for (const ScalarConstraint& kind : allConstraints()) {
    for (const double thin : {1e-2, 1e-3, 1e-4}) {
      int checked = 0;
      for (int i = 0; i < 50; ++i) {
        // Points along a line, `thin` off it; for the edge: ends that close.
        const Point direction = random.point(1.0) * (1.0);
        Points x;
        for (std::size_t k = 0; k < kind.arity; ++k) {
          const double along = kind.arity == 2 ? 0.0 : random(-1.0, 1.0);
          x.push_back(direction * along + random.point(thin));
        }
        const std::vector<double> parameters = randomParameters(kind, random, 1.0);
        const double feature = smallestFeature(kind, x, parameters, 1.0);
        if (feature < 0.1 * thin) continue;
        expectGradient(kind, x, parameters, 1.0, feature);
        ++checked;
      }
      EXPECT_GT(checked, 10) << kind.name;
    }
  }
}

/// Rotation matrix from a random quaternion.
struct Rotation {
  Point rows[3];
  explicit Rotation(Random& random) {
    double q[4], squared = 0.0;
    do {
      squared = 0.0;
      for (double& c : q) c = random(-1.0, 1.0), squared += c * c;
    } while (squared < 0.01);
    for (double& c : q) c /= std::sqrt(squared);
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    rows[0] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)};
    rows[1] = {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)};
    rows[2] = {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)};
  }
  Point operator()(Point p) const { return {dot(rows[0], p), dot(rows[1], p), dot(rows[2], p)}; }
};

TEST(Invariance, RigidMotionLeavesTheConstraintAlone) {
  Random random(3);
  for (const ScalarConstraint& kind : invariantConstraints()) {
    for (int i = 0; i < 200; ++i) {
      Points x, moved;
      for (std::size_t k = 0; k < kind.arity; ++k) x.push_back(random.point(1.0));
      const std::vector<double> parameters = randomParameters(kind, random, 1.0);
      const double feature = smallestFeature(kind, x, parameters, 1.0);
      if (feature < 0.01) continue;
      const Rotation rotation(random);
      const Point translation = random.point(10.0);
      for (const Point& p : x) moved.push_back(rotation(p) + translation);
      // Coordinates of 10 are rounded by 1e-15, amplified by the thinness.
      EXPECT_NEAR(kind.evaluate(x, parameters).constraint, kind.evaluate(moved, parameters).constraint,
                  1e-13 / (feature * feature))
          << kind.name;
    }
  }
}

TEST(Invariance, ForcesAndTorquesSumToZero) {
  Random random(4);
  for (const ScalarConstraint& kind : invariantConstraints()) {
    for (int i = 0; i < 200; ++i) {
      Points x;
      for (std::size_t k = 0; k < kind.arity; ++k) x.push_back(random.point(1.0));
      const std::vector<double> parameters = randomParameters(kind, random, 1.0);
      const double feature = smallestFeature(kind, x, parameters, 1.0);
      if (feature < 0.01) continue;
      const Evaluation evaluation = kind.evaluate(x, parameters);
      Point force{0, 0, 0}, torque{0, 0, 0};
      for (std::size_t k = 0; k < kind.arity; ++k) {
        force = force + evaluation.gradient[k];
        torque = torque + cross(x[k], evaluation.gradient[k]);
      }
      const double tolerance = 1e-13 * std::max(1.0, largestGradient(evaluation)) / feature;
      EXPECT_LT(norm(force), tolerance) << kind.name;
      EXPECT_LT(norm(torque), tolerance) << kind.name;
    }
  }
}

/// Force on i is −K_i C, so the torque is −L × C, which vanishes where L is parallel to C: always when the rest
/// shape is flat, and for a curved one where the hinge is bent without being stretched.
TEST(Invariance, QuadraticBendingExertsNeitherForceNorTorque) {
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const double bent = random(-3.0, 3.0), rest = i % 2 == 0 ? 0.0 : random(-1.0, 1.0);
    // Two equilateral triangles over the edge from (−½, 0, 0) to (½, 0, 0), folded by `bent`.
    const double height = std::sqrt(0.75);
    const Point c{0.0, height * std::cos(0.5 * bent), -height * std::sin(0.5 * bent)};
    const Point d{0.0, -height * std::cos(0.5 * bent), -height * std::sin(0.5 * bent)};
    const Rotation rotation(random);
    const Point x[4] = {rotation({-0.5, 0, 0}), rotation({0.5, 0, 0}), rotation(c), rotation(d)};
    const double cotangent = 1.0 / std::sqrt(3.0);
    const double parameters[4] = {2 * cotangent, -2 * cotangent, -2 * cotangent, rest};
    double weight[4];
    const Point constraint = kernels::QuadraticBending::evaluate(x, parameters, weight);
    // |L| = 2 |e| sin(θ/2), along the bisector, positive for a ridge.
    EXPECT_NEAR(norm(constraint), std::fabs(2.0 * std::sin(0.5 * bent) - rest), 1e-14);
    Point force{0, 0, 0}, torque{0, 0, 0};
    for (int k = 0; k < 4; ++k) {
      force = force + constraint * weight[k];
      torque = torque + cross(x[k], constraint * weight[k]);
    }
    EXPECT_LT(norm(force), 1e-14);
    EXPECT_LT(norm(torque), 1e-14);
  }
}

/// A hinge of two equilateral triangles with edges of 1 m, bent by `angle`, turned at random, then every point moved by
/// up to `moved` (m) in each direction.
std::array<Point, 4> bentHinge(double angle, double moved, Random& random) {
  const double height = std::sqrt(0.75);
  const Point flat[4] = {{-0.5, 0, 0},
                         {0.5, 0, 0},
                         {0.0, height * std::cos(0.5 * angle), -height * std::sin(0.5 * angle)},
                         {0.0, -height * std::cos(0.5 * angle), -height * std::sin(0.5 * angle)}};
  const Rotation rotation(random);
  std::array<Point, 4> x;
  for (std::size_t i = 0; i < 4; ++i) x[i] = rotation(flat[i]) + random.point(moved);
  return x;
}

/// The largest part by which an edge is longer or shorter than 1 m.
double largestStrain(const std::array<Point, 4>& x) {
  double largest = 0.0;
  for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}}) {
    const Point edge = x[static_cast<std::size_t>(i)] - x[static_cast<std::size_t>(j)];
    largest = std::max(largest, std::fabs(norm(edge) - 1.0));
  }
  return largest;
}

/// What a hinge with a curved rest shape makes of its energy ½ |C|², C = L − rest · n: the solver's gradient KᵢC, and
/// the one by central differences, in which n turns as well.
struct CurvedHinge {
  Points solver, exact;
  double strain = 0.0;
};

CurvedHinge curvedHinge(double restAngle, double angle, double moved, Random& random) {
  const double cotangent = 1.0 / std::sqrt(3.0), rest = 2.0 * std::sin(0.5 * restAngle);  // |e| = 1 m
  const double parameters[4] = {2 * cotangent, -2 * cotangent, -2 * cotangent, rest};
  const std::array<Point, 4> x = bentHinge(angle, moved, random);
  const auto constraint = [&](const std::array<Point, 4>& at, double(&weight)[4]) {
    const Point points[4] = {at[0], at[1], at[2], at[3]};
    return kernels::QuadraticBending::evaluate(points, parameters, weight);
  };
  CurvedHinge hinge;
  hinge.strain = largestStrain(x);
  double weight[4], unused[4];
  const Point c = constraint(x, weight);
  constexpr double step = 1e-5;  // m: truncation 1e-10 of the gradient, rounding 1e-11
  for (std::size_t i = 0; i < 4; ++i) {
    hinge.solver.push_back(c * weight[i]);
    Point exact{0, 0, 0};
    for (int axis = 0; axis < 3; ++axis) {
      std::array<Point, 4> plus = x, minus = x;
      coordinate(plus[i], axis) += step, coordinate(minus[i], axis) -= step;
      const Point a = constraint(plus, unused), b = constraint(minus, unused);
      coordinate(exact, axis) = (0.5 * dot(a, a) - 0.5 * dot(b, b)) / (2.0 * step);
    }
    hinge.exact.push_back(exact);
  }
  return hinge;
}

double largestDifference(const CurvedHinge& hinge) {
  double largest = 0.0;
  for (std::size_t i = 0; i < 4; ++i) largest = std::max(largest, norm(hinge.solver[i] - hinge.exact[i]));
  return largest;
}

// Where the hinge is bent and not stretched, L is parallel to n, and what the kernel leaves out of the gradient, how n
// turns, is nothing: the force is exact however far the hinge is from its rest angle.
TEST(CurvedQuadraticBending, GradientIsThatOfTheEnergyWhereTheHingeIsBentOnly) {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const double rest = random(-2.5, 2.5), angle = random(-2.5, 2.5);
    EXPECT_LT(largestDifference(curvedHinge(rest, angle, 0.0, random)), 1e-8) << "rest " << rest << ", bent " << angle;
  }
}

// Stretched as well, the force is off by rest · (∂n/∂xᵢ)ᵀ L: only the part of L across n counts, which strain ε alone
// makes. For equilateral triangles of edges e: each median turns by up to 2.31 ε and grows by up to 1.67 ε, so that
// this part is at most √(4.62² + 3.34²) ε e; n turns by at most 1 / (√¾ e cos ½θ), 1.66 / e up to 1.6 rad. Together 9.5
// rest ε whatever the angle; random strains come to 4 (docs/bending.md).
TEST(CurvedQuadraticBending, ErrorOfTheGradientIsBoundedByRestAndStrain) {
  Random random(8);
  double worst = 0.0;
  for (const double moved : {1e-4, 1e-3, 1e-2}) {
    for (const double restAngle : {0.1, 0.5, 1.5}) {
      double worstHere = 0.0, againstKept = 0.0;
      for (int i = 0; i < 200; ++i) {
        const double angle = restAngle + (i % 2 == 0 ? 0.1 : -0.1);
        const CurvedHinge hinge = curvedHinge(restAngle, angle, moved, random);
        const double error = largestDifference(hinge);
        double kept = 0.0;
        for (const Point& force : hinge.solver) kept = std::max(kept, norm(force));
        worstHere = std::max(worstHere, error / (2.0 * std::sin(0.5 * restAngle) * hinge.strain));
        againstKept = std::max(againstKept, error / (kept * hinge.strain));
      }
      std::cout << "moved " << moved << " m, rest angle " << restAngle << ": error " << worstHere << " rest strain, "
                << againstKept << " strain of the force 0.1 rad off rest\n";
      worst = std::max(worst, worstHere);
    }
  }
  EXPECT_GT(worst, 0.1) << "the error this test is about is there";
  EXPECT_LT(worst, 9.5);
}

TEST(Degenerate, StencilsWithoutDirectionGiveFiniteValues) {
  Random random(6);
  for (const ScalarConstraint& kind : allConstraints()) {
    const std::vector<double> parameters = randomParameters(kind, random, 1.0);
    const Points coincident(kind.arity, Point{1.0, 2.0, 3.0});
    Points line;
    for (std::size_t k = 0; k < kind.arity; ++k) line.push_back({static_cast<double>(k), 0.0, 0.0});
    for (const Points& x : {coincident, line}) {
      const Evaluation evaluation = kind.evaluate(x, parameters);
      EXPECT_TRUE(std::isfinite(evaluation.constraint)) << kind.name;
      for (const Point& g : evaluation.gradient) EXPECT_TRUE(std::isfinite(norm(g))) << kind.name;
    }
  }
}

}  // namespace
}  // namespace toile::test
