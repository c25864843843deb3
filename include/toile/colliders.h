// Solids that push cloth.
#pragma once

#include <cstdint>
#include <variant>

#include "toile/body.h"
#include "toile/hull.h"
#include "toile/vec.h"
#include "toile/volume.h"

namespace toile {

/// Shapes are given in the collider's own frame (metres) and placed by ColliderDef::transform.
struct Sphere {
  float radius = 0.1f;  ///< m, >= 0; centre at the origin
};
/// All points within `radius` of the segment (0, −halfLength, 0) … (0, +halfLength, 0).
struct Capsule {
  float radius = 0.1f;      ///< m, >= 0
  float halfLength = 0.2f;  ///< m, >= 0
};
/// The convex hull of a sphere of radiusBottom at (0, −halfLength, 0) and one of radiusTop at (0, +halfLength, 0).
struct TaperedCapsule {
  float radiusBottom = 0.1f;  ///< m, >= 0
  float radiusTop = 0.05f;    ///< m, >= 0
  float halfLength = 0.2f;    ///< m, >= 0
};
/// Everything on or below the local plane y = 0 is solid; its normal is local +Y.
struct Plane {};
struct Box {
  Vec3 halfExtents{0.1f, 0.1f, 0.1f};  ///< m, each >= 0
};

/// A triangle mesh, in its rest pose until World::moveColliderVertices moves it. Pushes particles that are in front of
/// it, or behind it by no more than a quarter of its mean edge (more under coarse cloth and thick fabric), to its
/// front, and the cloth's triangles off its vertices. In between substeps its vertices move evenly along straight
/// lines.
struct MeshBody {
  BodyMeshPtr mesh{};  ///< required
};

/// All points within `radius` of a convex solid made of triangles.
struct ConvexHull {
  HullMeshPtr mesh{};   ///< required
  float radius = 0.0f;  ///< m, >= 0; rounds edges and corners
};

/// A solid given by signed distances on a grid, which moves but does not bend.
struct Volume {
  SdfVolumePtr volume{};  ///< required
  float radius = 0.0f;    ///< m, >= 0; how far the surface is moved out, at most VolumeReport::band
};

using Shape = std::variant<Sphere, Capsule, TaperedCapsule, Plane, Box, MeshBody, ConvexHull, Volume>;

struct ColliderDef {
  Shape shape = Sphere{};
  Transform transform{};
  float frictionStatic = 1.0f;   ///< 1, >= 0; multiplies the fabric's coefficient
  float frictionDynamic = 1.0f;  ///< 1, >= 0; likewise; the product is at most the static one
  float restitution = 0.0f;      ///< 1, 0 … 1; part of the approach speed that is given back
  bool enabled = true;
  bool trigger = false;  ///< reports contacts (World::colliderContacts, readTouching) and pushes nothing
  /// Bit masks, as of rigid bodies: it touches cloths whose ClothDef::collisionMask shares a bit with its group, and
  /// whose collisionGroup shares one with its mask. At the defaults, all.
  std::uint32_t group = 1;
  std::uint32_t mask = 0xffffffffu;
};

/// The plane through `point` with solid below it; `normal` need not be of unit length.
/// Precondition: `normal` is finite and not zero.
ColliderDef planeCollider(Vec3 point, Vec3 normal);

/// The capsule of `radius` round the segment a … b; a sphere where a = b.
ColliderDef capsuleCollider(Vec3 a, Vec3 b, float radius);

/// The hull of a sphere of radiusA at a and one of radiusB at b.
ColliderDef taperedCapsuleCollider(Vec3 a, float radiusA, Vec3 b, float radiusB);

/// Signed distance in metres from `point` (in the shape's own frame) to the shape's surface, negative inside.
/// Exact for every shape, but for volumes: those interpolate between their samples. For a mesh in its rest pose, at the
/// cost of looking at every triangle. Thread safe.
float signedDistance(const Shape& shape, Vec3 point);

}  // namespace toile
