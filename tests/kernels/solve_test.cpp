// One constraint alone: it converges, to its rest shape without compliance and to C = −α̃ λ with; damping acts on
// its own motion and leaves rigid motion alone.
#include <gtest/gtest.h>

#include "kernels/evaluate.h"
#include "kernels/problem.h"

namespace toile::test {
namespace {

/// A kind's scalar constraints, and a stencil near the rest shape that its parameters describe.
struct Sample {
  Kind kind;
  std::vector<ScalarConstraint> scalars;
  Points rest;
  std::vector<float> parameters;
};

std::vector<Sample> samples() {
  const Points edge{{0, 0, 0}, {1, 0, 0}};
  const Points triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  // Two right triangles over an edge, folded by ½ rad: cotangents 0 at the ends' right angles and 1 else.
  const double c = std::cos(0.25), s = std::sin(0.25);
  const Points hinge{{0, 0, 0}, {1, 0, 0}, {0, c, -s}, {1, -c, -s}};
  return {{Kind::stretch, {scalarConstraint<kernels::Distance>("distance")}, edge, {1.0f}},
          {Kind::area, {scalarConstraint<kernels::Area>("area")}, triangle, {0.5f}},
          {Kind::triangleShear, {scalarConstraint<kernels::TriangleShear>("triangle_shear")}, triangle, {0.0f}},
          {Kind::strain,
           {strainStretch<0>(), strainStretch<1>(), strainShear()},
           triangle,
           {1.0f, 0.0f, 0.0f, 1.0f, 1.0f, 2.0f, 5.0f}},
          {Kind::dihedralBending, {scalarConstraint<kernels::DihedralBending>("dihedral_bending")}, hinge, {0.5f}},
          {Kind::quadraticBending,
           {quadraticComponent<0>(), quadraticComponent<1>(), quadraticComponent<2>()},
           hinge,
           {1.0f, -1.0f, -1.0f, static_cast<float>(2.0 * s)}}};
}

std::vector<float> floats(const Points& points) {
  std::vector<float> out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& p = points[i];
    // Unequal masses, so that a forgotten weight shows.
    for (const double value : {p.x, p.y, p.z, 1.0 + 0.5 * static_cast<double>(i)}) {
      out.push_back(static_cast<float>(value));
    }
  }
  return out;
}

Points points(const AlignedVector<float>& x, std::size_t count) {
  Points out;
  for (std::size_t i = 0; i < count; ++i) out.push_back({x[4 * i], x[4 * i + 1], x[4 * i + 2]});
  return out;
}

Problem single(const Sample& sample, const Points& x, float compliance) {
  Problem problem(kinds()[static_cast<std::size_t>(sample.kind)], floats(x));
  std::vector<std::uint32_t> stencil;
  for (std::uint32_t i = 0; i < x.size(); ++i) stencil.push_back(i);
  problem.addBlock(stencil, sample.parameters, {compliance});
  return problem;
}

Points perturbed(const Points& x, double size, unsigned seed) {
  Random random(seed);
  Points out;
  for (const Point& p : x) out.push_back(p + random.point(size));
  return out;
}

std::vector<double> doubles(const std::vector<float>& values) { return {values.begin(), values.end()}; }

TEST(OneConstraint, WithoutComplianceReachesItsRestShape) {
  for (const Sample& sample : samples()) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
      for (const bool general : {false, true}) {
        Problem problem = single(sample, perturbed(sample.rest, 0.2, seed), 0.0f);
        problem.complianceFactor = 1e6f;
        const Outcome out = problem.run(scalarKernel(sample.kind), general, false, 60);
        for (const ScalarConstraint& scalar : sample.scalars) {
          // Coordinates near 1 are rounded by 6e-8, in a dozen of operations.
          EXPECT_NEAR(scalar.evaluate(points(out.x, sample.rest.size()), doubles(sample.parameters)).constraint, 0.0,
                      2e-6)
              << scalar.name << " seed " << seed << (general ? " general" : " fast");
        }
      }
    }
  }
}

TEST(OneConstraint, WithComplianceTheMultiplierIsTheForce) {
  const float compliance = 1e-3f, factor = 1e3f;  // α̃ = 1: C and Δx of one size
  for (const Sample& sample : samples()) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
      Problem problem = single(sample, perturbed(sample.rest, 0.1, seed), compliance);
      problem.complianceFactor = factor;
      const Outcome out = problem.run(scalarKernel(sample.kind), true, false, 200);
      for (std::size_t i = 0; i < sample.scalars.size(); ++i) {
        const double multiple = sample.kind == Kind::strain ? sample.parameters[4 + i] : 1.0;
        const double constraint =
            sample.scalars[i].evaluate(points(out.x, sample.rest.size()), doubles(sample.parameters)).constraint;
        EXPECT_NEAR(constraint, -multiple * compliance * factor * out.lambda[i * kBlock], 2e-6)
            << sample.scalars[i].name << " seed " << seed;
        // Without the force there would be nothing to compare.
        if (i == 0) {
          EXPECT_GT(std::fabs(out.lambda[0]), 1e-5f) << sample.scalars[i].name;
        }
      }
    }
  }
}

/// ∇C·(x − start) is what damping sees. At rest (C = 0), moved by a translation it is exactly zero, and by a
/// rotation of ω it is of order ω² · size · |∇C|.
TEST(Damping, LeavesRigidMotionAlone) {
  const double omega = 1e-3;
  for (const Sample& sample : samples()) {
    for (const bool turn : {false, true}) {
      Points moved;
      for (const Point& p : sample.rest) {
        if (turn) {
          moved.push_back(
              {p.x * std::cos(omega) - p.y * std::sin(omega), p.x * std::sin(omega) + p.y * std::cos(omega), p.z});
        } else {
          moved.push_back(p + Point{0.25, -0.5, 0.125});
        }
      }
      Problem problem = single(sample, moved, 1e-6f);
      const std::vector<float> start = floats(sample.rest);
      std::copy(start.begin(), start.end(), problem.start.begin());
      problem.complianceFactor = 1e6f;
      problem.gamma = 10.0f;
      const Outcome out = problem.run(scalarKernel(sample.kind), true, false);
      const double tolerance = turn ? 4.0 * omega * omega : 1e-6;
      for (std::size_t i = 0; i < 4 * sample.rest.size(); ++i) {
        EXPECT_NEAR(out.x[i], problem.x[i], tolerance) << sample.scalars[0].name << (turn ? " turned" : " moved");
      }
    }
  }
}

TEST(Damping, TakesSpeedFromTheConstraintsOwnMotion) {
  for (const Sample& sample : samples()) {
    const Points moved = perturbed(sample.rest, 0.1, 3);
    Problem problem = single(sample, moved, 1.0f);
    const std::vector<float> start = floats(sample.rest);
    std::copy(start.begin(), start.end(), problem.start.begin());
    problem.complianceFactor = 1e12f;  // no elastic force to speak of …
    problem.gamma = 1e12f;             // … but γ = α̃ β̃ / h of strong damping
    const Outcome damped = problem.run(scalarKernel(sample.kind), true, false);
    for (const ScalarConstraint& scalar : sample.scalars) {
      const auto rate = [&](const Points& x) {
        const Evaluation at = scalar.evaluate(moved, doubles(sample.parameters));
        double sum = 0.0;
        for (std::size_t i = 0; i < x.size(); ++i) sum += dot(at.gradient[i], x[i] - sample.rest[i]);
        return sum;
      };
      // The bound leaves room for strain's three constraints, which disturb each other.
      EXPECT_LT(std::fabs(rate(points(damped.x, moved.size()))), 0.9 * std::fabs(rate(moved))) << scalar.name;
    }
  }
}

}  // namespace
}  // namespace toile::test
