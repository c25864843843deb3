#include "backends/gpu/colliders.h"

#include <algorithm>

#include "collision/placement.h"
#include "collision/tapered_capsule-inl.h"
#include "step_parts.h"

namespace toile {
namespace {

/// Numbers as in shaders/include/shapes.wgsl.
enum GpuShape : std::uint32_t { kSphere, kCapsule, kTaperedCapsule, kPlane, kBox, kHull, kVolume };

struct ShapeWriter {
  GpuCollider& out;
  const GpuSolids& solids;

  void put(GpuShape shape, float a, float b = 0.0f, float c = 0.0f, float d = 0.0f) const {
    out.flags |= shape << 8;
    out.size[0] = a, out.size[1] = b, out.size[2] = c, out.size[3] = d;
  }
  void operator()(const Sphere& s) const { put(kSphere, s.radius); }
  void operator()(const Capsule& s) const { put(kCapsule, s.radius, s.halfLength); }
  void operator()(const TaperedCapsule& s) const {
    const HWY_NAMESPACE::TaperedCapsuleSurface t(s);
    put(kTaperedCapsule, t.bottom, t.radiusBottom, t.top, t.radiusTop);
    out.cone[0] = t.across, out.cone[1] = t.along, out.cone[2] = t.lowEnd, out.cone[3] = t.highEnd;
  }
  void operator()(const Plane&) const { put(kPlane, 0.0f); }
  void operator()(const Box& s) const { put(kBox, s.halfExtents.x, s.halfExtents.y, s.halfExtents.z); }
  void operator()(const MeshBody&) const {}
  void operator()(const ConvexHull& s) const { put(kHull, s.radius, solids.record(s.mesh.get())); }
  void operator()(const Volume& s) const { put(kVolume, s.radius, solids.record(s.volume.get())); }
};

GpuCollider describe(const ColliderRecord& collider, std::size_t index, const GpuSolids& solids,
                     const SubstepTime& time) {
  const ColliderMotion motion = motionOf(collider, time);
  const Placement place = placement(motion);
  GpuCollider out;
  for (int i = 0; i < 3; ++i) {
    std::copy(place.toLocal[i], place.toLocal[i] + 3, out.toLocal[i]);
    std::copy(place.turn[i], place.turn[i] + 3, out.turn[i]);
    out.toLocal[i][3] = place.translation[i];
    out.turn[i][3] = place.shift[i];
  }
  std::visit(ShapeWriter{out, solids}, collider.def.shape);
  out.frictionStatic = motion.frictionStatic, out.frictionDynamic = motion.frictionDynamic;
  out.restitution = motion.restitution;
  out.halfThickness = shapeSize(collider.def.shape).finest;
  out.flags |= (place.moves ? kGpuMoves : 0) | (motion.trigger ? kGpuTrigger : 0);
  out.group = collider.def.group, out.mask = collider.def.mask;
  out.index = static_cast<std::uint32_t>(index);
  return out;
}

}  // namespace

void appendGpuColliders(std::span<const ColliderRecord> colliders, const GpuSolids& solids, const SubstepTime& time,
                        std::vector<GpuCollider>& out) {
  for (const bool planes : {false, true}) {
    for (std::size_t i = 0; i < colliders.size(); ++i) {
      const ColliderRecord& collider = colliders[i];
      if (!collider.alive || !collider.def.enabled || collider.body != nullptr) continue;
      if (std::holds_alternative<Plane>(collider.def.shape) == planes)
        out.push_back(describe(collider, i, solids, time));
    }
  }
}

}  // namespace toile
