#include "impacts.h"

#include <algorithm>
#include <cmath>

#include "collision/placement.h"

namespace toile {
namespace {

/// ε: stretch that the impacts of one substep may add, and the least motion given to a particle, in edge lengths, that
/// counts as an impact. What moves along with a collider is no impact.
constexpr float kAddedStretch = 0.03f;
/// 1/s. A collider is fast that goes farther than it is thick at this rate.
constexpr float kJumpRate = 60.0f;

/// A bound of the way any point of the shape goes, m: |Δt| + 2 |Δq| r, where 2 |Δq| is at least the chord of the turn
/// on the unit circle.
float travelBound(const ColliderMotion& motion, const ShapeSize& size) {
  const float shift = length(motion.to.translation - motion.from.translation);
  const Quat a = motion.from.rotation, b = motion.to.rotation;
  const float side = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0.0f ? -1.0f : 1.0f;
  const float x = a.x - side * b.x, y = a.y - side * b.y, z = a.z - side * b.z, w = a.w - side * b.w;
  float radiusSquared = 0.0f;
  for (int i = 0; i < 3; ++i) {
    const float reach = std::max(-size.lowest[i], size.highest[i]);
    radiusSquared += reach * reach;
  }
  return shift + 2.0f * std::sqrt((x * x + y * y + z * z + w * w) * radiusSquared);
}

}  // namespace

float fastTravel(const Cloth& cloth, float h) {
  float farthest = 0.0f;
  for (const ColliderMotion& motion : cloth.motions) {
    if (motion.trigger || std::holds_alternative<Plane>(motion.shape)) continue;  // a half-space is endlessly thick
    const ShapeSize size = shapeSize(motion.shape);
    const float way = travelBound(motion, size);
    if (2.0f * size.halfThickness * kJumpRate * h < way) farthest = std::max(farthest, way);
  }
  return kAddedStretch * cloth.meanEdgeLength < farthest ? farthest : 0.0f;
}

void keepBeforeContacts(Cloth& cloth) {
  cloth.beforeContacts = cloth.state.x;
  cloth.trueStart = cloth.state.start;
}

std::uint32_t impactPasses(const Cloth& cloth, float travel) {
  float mostSquared = 0.0f;
  for (std::size_t i = 0; i < cloth.beforeContacts.size(); i += 4) {
    float squared = 0.0f;
    for (std::size_t k = i; k < i + 3; ++k) {
      const float given = (cloth.state.x[k] - cloth.state.start[k]) - (cloth.beforeContacts[k] - cloth.trueStart[k]);
      squared += given * given;
    }
    mostSquared = std::max(mostSquared, squared);
  }
  const float added = kAddedStretch * cloth.meanEdgeLength;
  if (!(added * added < mostSquared)) return 0;
  const float passes = (travel / added) * (travel / added);
  return passes < static_cast<float>(kMostImpactPasses) ? static_cast<std::uint32_t>(passes) : kMostImpactPasses;
}

}  // namespace toile
