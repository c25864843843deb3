// Free fall: semi-implicit Euler to the last bit of what floats can hold, whatever the cloth is made of.
#include "physics/lab.h"

namespace toile::test {
namespace {

constexpr GridDef kFallingSheet{.width = 6, .height = 5, .spacing = 0.1f};

GarmentDef everyKind() {
  GarmentDef def;
  for (std::size_t k = 0; k < kKindCount; ++k) def.kinds.add(static_cast<Kind>(k));
  return def;
}

/// −g h² n (n + 1)/2 after n substeps: v grows first, then x moves.
double fallen(std::size_t n, double h) { return kGravity * h * h * 0.5 * static_cast<double>(n * (n + 1)); }

TEST(FreeFall, IsSemiImplicitEulerToTheBit) {
  GarmentDef loose;
  loose.kinds = {};
  Lab lab(makeGrid(kFallingSheet), loose, bareParams(), {}, worldOf(10));
  const std::vector<Vec3> start = lab.positions();
  lab.step(30);
  const float h = static_cast<float>(static_cast<double>(kFrame) / 10.0), g = -9.81f;
  float v = 0.0f;
  std::vector<float> y;
  for (const Vec3& p : start) y.push_back(p.y);
  for (int n = 0; n < 300; ++n) {
    v = v + g * h;
    for (float& one : y) one = one + v * h;
  }
  const std::vector<Vec3> x = lab.positions(), velocities = lab.velocities();
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(x[i], (Vec3{start[i].x, y[i], 0.0f}));
    EXPECT_EQ(velocities[i], (Vec3{0.0f, v, 0.0f}));
  }
  // The sequence itself has the closed form; v is rounded to 2.4e-7 m/s at most 300 times.
  EXPECT_NEAR(start[0].y - y[0], fallen(300, h), 300 * 2.4e-7 * 0.5 + 300 * 6e-8);
}

TEST(FreeFall, ConstraintsOfAllKindsStayOutOfIt) {
  Lab lab(makeGrid(kFallingSheet), everyKind(), bareParams(), {}, worldOf(10));
  const std::vector<Vec3> start = lab.positions();
  lab.step(30);
  const double h = static_cast<double>(kFrame) / 10.0;
  // Falling through y = 0 … −1.6 m rounds places to 6e-8 m; constraints answer with that much over h, at random,
  // every substep: √300 · 6e-8 m · 600 /s.
  const double speedError = 6e-4;
  const std::vector<Vec3> x = lab.positions(), v = lab.velocities();
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(v[i].y, -kGravity * h * 300, speedError);
    EXPECT_NEAR(x[i].y, start[i].y - fallen(300, h), 0.5 * speedError);
  }
}

TEST(FreeFall, SmallSubstepsDoNotLoseGravity) {
  // g h² = 2.7e-9 m is a twentieth of the last place of a position near 1 m.
  SurfaceMesh mesh = makeGrid(kFallingSheet);
  for (Vec3& p : mesh.positions) p.y += 1.0f;
  Lab lab(mesh, {}, bareParams(), {}, worldOf(1000));
  const double startHeight = lab.positions()[0].y;
  lab.step(12);
  const double h = static_cast<double>(kFrame) / 1000.0;
  const double expected = fallen(12000, h);
  // Velocities are exact to 12000 roundings of 1e-7 m/s; positions wander by √n halves of the last place.
  EXPECT_NEAR(startHeight - lab.positions()[0].y, expected, 1e-3 * expected);
  EXPECT_NEAR(lab.velocities()[0].y, -kGravity * 0.2, 12000 * 1.2e-7);
}

TEST(FreeFall, AcceleratesByGravityScaleOwnAndVertexAccelerations) {
  ClothParams params = bareParams();
  params.gravityScale = 0.5f;
  params.acceleration = {1.0f, 0.0f, -2.0f};
  GarmentDef loose;
  loose.kinds = {};
  Lab lab(makeGrid(kFallingSheet), loose, params, {}, worldOf(4));
  const std::vector<Vec3> own(lab.garment->vertexCount(), Vec3{0.0f, 3.0f, 0.0f});
  ASSERT_TRUE(lab.world.setAccelerations(lab.cloth, own).ok());
  lab.step(60);
  for (const Vec3& v : lab.velocities()) {  // after 1 s; rounding of 240 sums below 8 m/s
    EXPECT_NEAR(v.x, 1.0, 240 * 2.4e-7);
    EXPECT_NEAR(v.y, -0.5 * kGravity + 3.0, 240 * 2.4e-7);
    EXPECT_NEAR(v.z, -2.0, 240 * 2.4e-7);
  }
}

TEST(FreeFall, VelocityDampingEndsAtAccelerationOverDamping) {
  ClothParams params = bareParams();
  params.velocityDamping = 4.0f;
  Lab lab(makeGrid(kFallingSheet), {}, params, {}, worldOf(4));
  lab.step(300);  // e^−20 of the way is left
  for (const Vec3& v : lab.velocities()) EXPECT_NEAR(v.y, -kGravity / 4.0, 1e-5);
}

}  // namespace
}  // namespace toile::test
