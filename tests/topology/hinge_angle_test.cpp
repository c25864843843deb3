#include "topology/hinge_angle.h"

#include <gtest/gtest.h>

namespace toile {
namespace {

constexpr double kPi = 3.14159265358979323846;

TEST(ExactAtan2, AgreesWithTheLibrary) {
  for (int i = -720; i <= 720; ++i) {
    const double angle = i * kPi / 720.0;
    const double y = std::sin(angle), x = std::cos(angle);
    EXPECT_NEAR(exactAtan2(y, x), std::atan2(y, x), 2e-15) << angle;
  }
  for (const double small : {1e-300, 1e-20, 1e-8, 1e-4}) {
    EXPECT_NEAR(exactAtan2(small, 1.0) / small, 1.0, 1e-8);
    EXPECT_DOUBLE_EQ(exactAtan2(small, 1.0), std::atan2(small, 1.0));
  }
}

TEST(ExactAtan2, Edges) {
  EXPECT_EQ(exactAtan2(0.0, 0.0), 0.0);
  EXPECT_EQ(exactAtan2(0.0, 1.0), 0.0);
  EXPECT_DOUBLE_EQ(exactAtan2(0.0, -1.0), kPi);
  EXPECT_DOUBLE_EQ(exactAtan2(1.0, 0.0), kPi / 2);
  EXPECT_DOUBLE_EQ(exactAtan2(-1.0, 0.0), -kPi / 2);
}

struct Folded {
  DoubleVec3 a{0, 0, 0}, b{2, 0, 0}, c{0.7, 1, 0}, d;
};

/// d lies below the edge and is lifted by `angle` towards the normals (+z).
Folded fold(double angle) {
  Folded f;
  f.d = {1.2, -1.5 * std::cos(angle), 1.5 * std::sin(angle)};
  return f;
}

TEST(HingeAngle, IsNegativeForAValleyAndPositiveForARidge) {
  for (int degrees = -179; degrees <= 179; ++degrees) {
    const double lift = degrees * kPi / 180.0;
    const Folded f = fold(lift);
    EXPECT_NEAR(hingeAngle(f.a, f.b, f.c, f.d), -lift, 1e-14);
    EXPECT_NEAR(hingeAngle(f.b, f.a, f.d, f.c), -lift, 1e-14);  // the same hinge from its other triangle
    EXPECT_NEAR(hingeAngle(f.b, f.a, f.c, f.d), lift, 1e-14);   // turned over
  }
}

TEST(HingeAngle, FlatIsExactlyZeroAndNoAreaIsNoAngle) {
  EXPECT_EQ(hingeAngle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, -1, 0}), 0.0);
  EXPECT_EQ(hingeAngle({0, 0, 0}, {0, 0, 0}, {0, 1, 0}, {1, -1, 0}), 0.0);
  EXPECT_EQ(hingeAngle({0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}, {1, -1, 0}), 0.0);
}

}  // namespace
}  // namespace toile
