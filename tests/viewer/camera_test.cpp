#include "viewer/camera.h"

#include <gmock/gmock.h>

#include "viewer/projection.h"

namespace toile::view {
namespace {

constexpr float kPi = 3.14159265f;

void expectNear(Vec3 a, Vec3 b, float tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

/// Place on the picture, −1 … 1 each.
Vec2 seenAt(const OrbitCamera& camera, Vec3 point) {
  const Vec4 clip = project(perspective(camera.view(1.5f, 1.0f)), point);
  return {clip.x / clip.w, clip.y / clip.w};
}

TEST(OrbitCamera, TakesASceneCameraAsItIs) {
  const OrbitCamera camera(Camera{{1.0f, 2.0f, 3.0f}, {0.5f, 0.5f, 0.0f}, 0.7f});
  expectNear(camera.eye(), {1.0f, 2.0f, 3.0f}, 1e-5f);  // rounding of sines
  expectNear(camera.target, {0.5f, 0.5f, 0.0f}, 0.0f);
}

TEST(OrbitCamera, TurnsRoundItsTarget) {
  OrbitCamera camera;
  camera.azimuth = 0.0f, camera.elevation = 0.0f, camera.distance = 2.0f, camera.target = {};
  expectNear(camera.eye(), {0.0f, 0.0f, 2.0f}, 1e-6f);
  camera.orbit(0.5f * kPi, 0.0f);
  expectNear(camera.eye(), {2.0f, 0.0f, 0.0f}, 1e-6f);
  camera.orbit(0.0f, 10.0f);  // no further than straight up
  EXPECT_GT(camera.eye().y, 1.99f);
  EXPECT_LT(camera.elevation, 0.5f * kPi);
}

TEST(OrbitCamera, PanCarriesWhatIsAtTheTargetAlong) {
  OrbitCamera camera;
  const Vec3 point = camera.target;
  camera.pan(-0.25f, -0.1f);  // the scene goes a quarter of the height to the right, a tenth up
  const Vec2 at = seenAt(camera, point);
  EXPECT_NEAR(at.x * 1.5f, 0.5f, 1e-5f);
  EXPECT_NEAR(at.y, 0.2f, 1e-5f);
}

TEST(OrbitCamera, ZoomGoesNearerAndNeverThrough) {
  OrbitCamera camera;
  const float before = camera.distance;
  camera.zoom(1.0f);
  EXPECT_NEAR(camera.distance * 1.15f, before, 1e-5f);
  camera.zoom(1e6f);
  EXPECT_GT(camera.distance, 0.0f);
}

TEST(OrbitCamera, FliesAlongItsOwnAxes) {
  OrbitCamera camera;
  camera.azimuth = 0.5f * kPi, camera.elevation = 0.0f;
  const Vec3 before = camera.eye();
  camera.fly({1.0f, 2.0f, 3.0f});  // looks along −x: right is −z
  expectNear(camera.eye() - before, {-3.0f, 2.0f, -1.0f}, 1e-5f);
}

TEST(OrbitCamera, FramesAllPointsAndFillsThePicture) {
  OrbitCamera camera;
  const std::vector<Vec3> points{{-1, 0, -2}, {3, 0.5f, 1}, {0, 4, 0}, {2, 1, -1}};
  camera.frame(points, 1.5f, 0.8f);
  float widest = 0.0f;
  for (const Vec3& p : points) {
    const Vec2 at = seenAt(camera, p);
    EXPECT_LE(std::fabs(at.x), 0.8f + 1e-4f);
    EXPECT_LE(std::fabs(at.y), 0.8f + 1e-4f);
    widest = std::max({widest, std::fabs(at.x), std::fabs(at.y)});
  }
  EXPECT_NEAR(widest, 0.8f, 1e-3f);
}

TEST(Projection, DepthIsOneAtTheNearPlaneAndNothingFarAway) {
  View view = makeView({0, 0, 0}, {0, 0, -1}, 1.0f, 1.0f);
  view.nearDepth = 0.01f;
  const Matrix m = perspective(view);
  const Vec4 near = project(m, {0, 0, -0.01f}), far = project(m, {0, 0, -1e6f});
  EXPECT_NEAR(near.z / near.w, 1.0f, 1e-6f);
  EXPECT_NEAR(far.z / far.w, 0.0f, 1e-7f);
}

TEST(Projection, ALightSeesTwoRadiiBeforeAndBehind) {
  const Matrix m = parallel(makeView({1, 2, 3}, {0, -1, 0}, 1.0f, 1.0f), 2.0f);
  EXPECT_NEAR(project(m, {1, 2, 3}).z, 0.5f, 1e-6f);
  EXPECT_NEAR(project(m, {1, 6, 3}).z, 0.0f, 1e-6f);
  EXPECT_NEAR(project(m, {1, -2, 3}).z, 1.0f, 1e-6f);
  EXPECT_NEAR(std::fabs(project(m, {3, 2, 3}).x), 1.0f, 1e-6f);
}

}  // namespace
}  // namespace toile::view
