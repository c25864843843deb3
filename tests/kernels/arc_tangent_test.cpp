// The arc tangent of the hinge angle, against the library's, and the angle's sign and wrapping.
#include <gtest/gtest.h>

#include "kernels/evaluate.h"

namespace toile::test {
namespace {

// In float: half a unit in the last place of π (1.2e-7), that of the constants (0.9e-7), the polynomial (3e-8),
// and the rounding of the reduced argument (6e-8).
constexpr double kFloatError = 3e-7;

TEST(ArcTangent, AgreesWithTheLibraryAllRoundTheCircle) {
  double worst = 0.0, worstDouble = 0.0;
  for (int i = 0; i <= 400000; ++i) {
    const double angle = -M_PI + 2.0 * M_PI * i / 400000.0;
    const float y = static_cast<float>(std::sin(angle)), x = static_cast<float>(std::cos(angle));
    const double exact = std::atan2(static_cast<double>(y), static_cast<double>(x));
    worst = std::max(worst, std::fabs(kernels::arcTangent<float>(y, x) - exact));
    worstDouble = std::max(worstDouble, std::fabs(kernels::arcTangent<double>(y, x) - exact));
  }
  EXPECT_LT(worst, kFloatError);
  EXPECT_LT(worstDouble, 1.2e-7);  // the polynomial and the constants alone
}

TEST(ArcTangent, SmallAnglesKeepTheirRelativePrecision) {
  for (float y = 1e-30f; y < 0.1f; y *= 1.7f) {
    for (const float sign : {1.0f, -1.0f}) {
      const float angle = kernels::arcTangent<float>(sign * y, 1.0f);
      EXPECT_NEAR(angle / std::atan(static_cast<double>(sign * y)), 1.0, 4e-7) << y;
    }
  }
}

TEST(ArcTangent, SpecialPlaces) {
  EXPECT_EQ(kernels::arcTangent<float>(0.0f, 0.0f), 0.0f);
  EXPECT_EQ(kernels::arcTangent<float>(0.0f, 1.0f), 0.0f);
  EXPECT_NEAR(kernels::arcTangent<float>(0.0f, -1.0f), M_PI, kFloatError);
  EXPECT_NEAR(kernels::arcTangent<float>(1.0f, 0.0f), M_PI / 2, kFloatError);
  EXPECT_NEAR(kernels::arcTangent<float>(-1.0f, 0.0f), -M_PI / 2, kFloatError);
  EXPECT_TRUE(std::isfinite(kernels::arcTangent<float>(1e38f, 1e38f)));
  EXPECT_NEAR(kernels::arcTangent<float>(1e-38f, 1e-38f), M_PI / 4, kFloatError);
}

/// Hinge over the edge from the origin to (1, 0, 0), c ahead (+y), d behind, both lowered to bend it by `angle`.
Points ridge(double angle) {
  const double c = std::cos(0.5 * angle), s = std::sin(0.5 * angle);
  return {{0, 0, 0}, {1, 0, 0}, {0.3, c, -s}, {0.6, -c, -s}};
}

TEST(HingeAngle, IsPositiveForARidgeAndAgreesWithTheTopology) {
  const ScalarConstraint kind = scalarConstraint<kernels::DihedralBending>("dihedral_bending");
  for (double angle = -3.1; angle < 3.1; angle += 0.1) {
    const Points x = ridge(angle);
    const auto at = [&](std::size_t i) { return DoubleVec3{x[i].x, x[i].y, x[i].z}; };
    const double constraint = kind.evaluate(x, {0.0}).constraint;
    EXPECT_NEAR(constraint, angle, kFloatError);
    EXPECT_NEAR(constraint, hingeAngle(at(0), at(1), at(2), at(3)), kFloatError);
  }
}

TEST(HingeAngle, DifferencesWrapToTheShorterWay) {
  const ScalarConstraint kind = scalarConstraint<kernels::DihedralBending>("dihedral_bending");
  EXPECT_NEAR(kind.evaluate(ridge(3.0), {-3.0}).constraint, 6.0 - 2.0 * M_PI, kFloatError);
  EXPECT_NEAR(kind.evaluate(ridge(-3.0), {3.0}).constraint, 2.0 * M_PI - 6.0, kFloatError);
  EXPECT_NEAR(kind.evaluate(ridge(0.5), {-1.0}).constraint, 1.5, kFloatError);
}

}  // namespace
}  // namespace toile::test
