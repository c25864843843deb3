#include "toile/colliders.h"

#include <cassert>

#include "collision/body/distance.h"
#include "collision/box-inl.h"
#include "collision/capsule-inl.h"
#include "collision/hull/hull-inl.h"
#include "collision/plane-inl.h"
#include "collision/sphere-inl.h"
#include "collision/tapered_capsule-inl.h"
#include "collision/volume/volume-inl.h"

namespace toile {
namespace {

using namespace HWY_NAMESPACE;
float distanceTo(const Sphere& s, Vector<float> p) { return SphereSurface(s).at(p).distance; }
float distanceTo(const Capsule& s, Vector<float> p) { return CapsuleSurface(s).at(p).distance; }
float distanceTo(const TaperedCapsule& s, Vector<float> p) { return TaperedCapsuleSurface(s).at(p).distance; }
float distanceTo(const Plane& s, Vector<float> p) { return PlaneSurface(s).at(p).distance; }
float distanceTo(const Box& s, Vector<float> p) { return BoxSurface(s).at(p).distance; }
float distanceTo(const ConvexHull& s, Vector<float> p) { return HullSurface(s).at(p).distance; }
float distanceTo(const Volume& s, Vector<float> p) { return VolumeSurface(s).at(p).distance; }
float distanceTo(const MeshBody& s, Vector<float> p) { return bodyDistance(s.mesh->data(), {p.x, p.y, p.z}); }

/// The shortest rotation that takes +Y to `direction` (any length but zero). Half a turn goes about X.
Quat rotationFromY(Vec3 direction) {
  // Scaled first, so that the length of very small and very large vectors neither vanishes nor overflows.
  const float scale = std::fmax(std::fabs(direction.x), std::fmax(std::fabs(direction.y), std::fabs(direction.z)));
  if (!(scale > 0.0f)) return {};
  const Vec3 scaled{direction.x / scale, direction.y / scale, direction.z / scale};
  const Vec3 n = normalizedOr(scaled, {0.0f, 1.0f, 0.0f});
  // (cross(Y, n), 1 + Y·n), normalised. Near n = −Y, 1 + n.y cancels: (n.x² + n.z²) / (1 − n.y) does not.
  const float sideSquared = n.x * n.x + n.z * n.z;
  const float w = n.y >= 0.0f ? 1.0f + n.y : sideSquared / (1.0f - n.y);
  if (!(sideSquared > 1e-30f)) return n.y >= 0.0f ? Quat{} : Quat{1.0f, 0.0f, 0.0f, 0.0f};
  return normalized(Quat{n.z, 0.0f, -n.x, w});
}

}  // namespace

ColliderDef planeCollider(Vec3 point, Vec3 normal) {
  assert(isFinite(normal) && !(normal == Vec3{}));
  ColliderDef def;
  def.shape = Plane{};
  def.transform = {rotationFromY(normal), point};
  return def;
}

ColliderDef capsuleCollider(Vec3 a, Vec3 b, float radius) {
  ColliderDef def;
  def.shape = Capsule{radius, 0.5f * distance(a, b)};
  def.transform = {rotationFromY(b - a), 0.5f * (a + b)};
  return def;
}

ColliderDef taperedCapsuleCollider(Vec3 a, float radiusA, Vec3 b, float radiusB) {
  ColliderDef def;
  def.shape = TaperedCapsule{radiusA, radiusB, 0.5f * distance(a, b)};
  def.transform = {rotationFromY(b - a), 0.5f * (a + b)};
  return def;
}

float signedDistance(const Shape& shape, Vec3 point) {
  return std::visit([&](const auto& s) { return distanceTo(s, {point.x, point.y, point.z}); }, shape);
}

}  // namespace toile
