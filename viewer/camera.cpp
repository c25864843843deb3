#include "viewer/camera.h"

#include <algorithm>
#include <cmath>

namespace toile::view {
namespace {

constexpr float kPi = 3.14159265f;
constexpr float kSteepest = 0.5f * kPi - 1e-3f;      // there is no right and left any more at the pole
constexpr float kNearest = 1e-4f, kFarthest = 1e6f;  // m

}  // namespace

OrbitCamera::OrbitCamera(const Camera& camera)
    : target(camera.target), verticalFieldOfView(camera.verticalFieldOfView) {
  const Vec3 back = camera.eye - camera.target;
  distance = std::max(length(back), kNearest);
  azimuth = std::atan2(back.x, back.z);
  elevation = std::clamp(std::asin(std::clamp(back.y / distance, -1.0f, 1.0f)), -kSteepest, kSteepest);
}

Vec3 OrbitCamera::direction() const {
  const float level = std::cos(elevation);
  return {-std::sin(azimuth) * level, -std::sin(elevation), -std::cos(azimuth) * level};
}

void OrbitCamera::orbit(float a, float e) {
  azimuth = std::remainder(azimuth + a, 2.0f * kPi);
  elevation = std::clamp(elevation + e, -kSteepest, kSteepest);
}

void OrbitCamera::pan(float rightPart, float upPart) {
  const View axes = view(1.0f, 1.0f);
  const float height = 2.0f * axes.tangentY * distance;
  target += axes.right * (rightPart * height) + axes.up * (upPart * height);
}

void OrbitCamera::zoom(float notches) {
  distance = std::clamp(distance * std::pow(1.15f, -notches), kNearest, kFarthest);
}

void OrbitCamera::fly(Vec3 motion) {
  const View axes = view(1.0f, 1.0f);
  target += axes.right * motion.x + axes.up * motion.y + axes.forward * motion.z;
}

void OrbitCamera::frame(std::span<const Vec3> points, float aspect, float fill) {
  if (points.empty()) return;
  Vec3 low = points[0], high = low;
  for (const Vec3& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const float size = std::max(length(high - low), 1e-3f);
  const View axes = view(aspect, size);
  const Vec3 eye = framingEye(axes, points, fill, 0.01f * size);
  // What is turned about is as far as the middle of what is seen.
  distance = std::clamp(dot((low + high) * 0.5f - eye, axes.forward), kNearest, kFarthest);
  target = eye + axes.forward * distance;
}

View OrbitCamera::view(float aspect, float scale) const {
  const float tangent = std::tan(0.5f * verticalFieldOfView);
  View view = makeView(eye(), direction(), tangent * aspect, tangent);
  view.nearDepth = 1e-3f * std::max(scale, 1e-3f);
  return view;
}

}  // namespace toile::view
