// World: cloths and colliders that move together through time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "toile/colliders.h"
#include "toile/drawing.h"
#include "toile/garment.h"
#include "toile/id.h"
#include "toile/result.h"
#include "toile/self_collision.h"
#include "toile/simd.h"
#include "toile/sleep.h"
#include "toile/stats.h"
#include "toile/tasks.h"
#include "toile/wind.h"

namespace toile {

struct WorldDef {
  Vec3 gravity{0.0f, -9.81f, 0.0f};  ///< m/s²
  Wind wind{};
  /// 1 … 1000, for each 1/60 s: a step of dt takes ceil(60·dt·substeps) equal parts. The default is exact enough to
  /// measure fabrics; games take 2 … 10 with tethers (docs/tuning.md).
  std::uint32_t substeps = 60;
  /// 1 … 1000, passes over all constraints a substep. One pass leaves distances softer than their fabric, the less the
  /// shorter the substep h and the lighter the particles: as if their compliance were larger by h² (w_a + w_b) / 4, or
  /// by twice that for a kind that is damped (docs/tuning.md). Substeps are the better buy.
  std::uint32_t iterations = 1;
  float maxStepTime = 0.25f;  ///< s, 1e-5 … 60; a longer step is cut to this, the rest is dropped (WorldStats)
  /// 1 … 1024, used through oneTBB unless parallelFor is set; no more than the machine has cores. Results do not depend
  /// on it.
  std::uint32_t threads = 1;
  ParallelFor parallelFor{};    ///< the engine's own tasks; replaces `threads`
  Simd simd = Simd::automatic;  ///< the widest there is; forced sets that the machine lacks are an error
  /// Cloths of one garment are solved together, one a lane, where there are enough of them. Off: for measurements; the
  /// results are the same bits.
  bool crowds = true;
};

/// Per-kind parameters that may change at run time.
struct KindParams {
  bool enabled = true;
  float stiffnessScale = 1.0f;  ///< 1, >= 1e-6; multiplies the stiffness built into the garment
  /// s, Rayleigh β; negative: from the fabric; of no effect in PBD mode. Beside a membrane kind that is damped less, β
  /// counts up to half a substep only, that of bending up to 100 (docs/tuning.md).
  float damping = -1.0f;
  /// 1, at most 1; PBD mode only: part of the error removed in a step, whatever the substeps and iterations; exactly so
  /// where constraints share no particle (docs/tuning.md). Negative: 1, and 0.1 for bending. Quadratic bending resists
  /// uneven stretch as well and then holds stretch back: a pass removes no more than a quarter of it, or it would feed
  /// energy into a hanging sheet.
  float pbdStiffness = -1.0f;
  friend bool operator==(const KindParams&, const KindParams&) = default;
};

/// Parameters of one cloth; may change at any time between steps.
struct ClothParams {
  PerKind<KindParams> kinds{};
  bool pbd = false;  ///< position based: compliance is ignored, pbdStiffness used
  /// 1/s, >= 0; all motion, as in a thick medium: a substep h multiplies velocities, with what gravity has just added,
  /// by 1 / (1 + h d). Cloth at rest therefore weighs 1 / (1 + h d) of its weight (3e-5 less at the defaults).
  float velocityDamping = 0.1f;
  float internalDamping =
      0.0f;  ///< 1/s, >= 0; motion that is not rigid (Müller 2007 §3.5): free fall and spin are left alone
  float gravityScale = 1.0f;      ///< 1
  Vec3 acceleration{};            ///< m/s², added to gravity
  float airDrag = -1.0f;          ///< 1; negative: from the fabric
  float airLift = -1.0f;          ///< 1, at most airDrag where both are set; negative: from the fabric
  float thickness = -1.0f;        ///< m, at most 1e9; negative: from the fabric
  float frictionStatic = -1.0f;   ///< 1; negative: from the fabric
  float frictionDynamic = -1.0f;  ///< 1, at most the static one in effect; negative: from the fabric
  float maxDistance = -1.0f;      ///< m; particles stay this close to their targets; negative: no limit
  std::uint32_t tethers = 1;      ///< 0 … 8, nearest pins each particle is tethered to; 0: none
  float tetherSlack = 0.005f;     ///< 1, >= 0; tether length = geodesic distance · (1 + slack)
  /// 0 … 6, coarse-to-fine levels that keep a stiff fabric from being stretched where substeps are few
  /// (docs/convergence.md): 3 for 2 … 10 substeps. 0: none, and the fabric's own stiffness is all there is, as 60
  /// substeps need no help.
  std::uint32_t coarseLevels = 0;
  float coarseSlack = 0.005f;  ///< 1, >= 0; levels do nothing until a path of edges is longer by this than at rest
  /// m/s, > 0; how fast a particle found inside a collider is moved out; at the default what it pulls along stays below
  /// 5. A cloth with a solid through its middle is torn both ways all the same and thrown (docs/limits.md).
  float maxDepenetrationSpeed = 2.0f;
  float maxSpeed = 1000.0f;       ///< m/s, > 0; speeds are clamped to this
  SelfCollision selfCollision{};  ///< against itself and other cloths
  Sleep sleep{};                  ///< off
  friend bool operator==(const ClothParams&, const ClothParams&) = default;
};

struct ClothDef {
  GarmentPtr garment{};   ///< required
  Transform transform{};  ///< places the garment's rest pose in the world
  ClothParams params{};
  std::span<const std::uint32_t>
      pinned{};  ///< vertices held at their starting places; the garment's fixed vertices always are
  bool enabled = true;
  /// Bit masks. A cloth touches a collider, and another cloth, where each one's group shares a bit with the other's
  /// mask; two cloths need SelfCollision::enabled as well, and are moved together, so cloths that never meet are better
  /// in groups of their own.
  std::uint32_t collisionMask = 0xffffffffu;
  std::uint32_t collisionGroup = 1;
};

/// A cloth that touches a collider.
struct ClothTouch {
  ClothId cloth;
  std::size_t particles = 0;  ///< > 0
};

/// What a teleport does to the cloth's shape.
enum class TeleportMode : std::uint8_t {
  keep,   ///< shape and velocities are carried along rigidly
  reset,  ///< rest pose at the new place, at rest
};

/// One world. Not thread safe: calls on one world must not overlap, but worlds are independent and
/// garments are shared freely. Vertex arrays and indices always speak of the input mesh's vertices.
/// Every call that takes an id answers a stale or null one with an error and changes nothing.
/// Positions, targets and translations handed in are finite and within ±kLargestCoordinate (1e9 m) on each axis.
class World {
 public:
  static Result<World> create(const WorldDef& def = {});
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  // ---- cloths
  /// Errors name the field of the definition, or its element, that is missing or outside its range; nothing is made
  /// then.
  Result<ClothId> createCloth(const ClothDef& def);
  Status destroyCloth(ClothId cloth);
  bool isValid(ClothId cloth) const;
  /// A disabled cloth does not move at all. Enabling puts pinned vertices on their targets, and the others stay where
  /// they were left: after a far move, teleport the cloth first, or the next step stretches it from there to here.
  Status setEnabled(ClothId cloth, bool enabled);
  /// An error names the field that is outside its range; the cloth then keeps all it had.
  Status setParams(ClothId cloth, const ClothParams& params);
  Result<ClothParams> params(ClothId cloth) const;
  GarmentPtr garment(ClothId cloth) const;  ///< null for a stale id
  /// Where the rest pose lies in the world: ClothDef::transform and all teleports since.
  Result<Transform> transform(ClothId cloth) const;
  /// Wakes a cloth that sleeps, and those it sees (Sleep).
  Status wake(ClothId cloth);
  Status setCollisionMask(ClothId cloth, std::uint32_t mask);
  Status setCollisionGroup(ClothId cloth, std::uint32_t group);

  // ---- pins
  /// Holds vertices where they are now: that becomes their target, in place of one set for maxDistance, whose centre
  /// it stays after unpinning. Pinning a vertex pins all copies of its particle.
  Status pin(ClothId cloth, std::span<const std::uint32_t> vertices);
  /// Lets vertices go with the velocity of their pins and their exact old mass. Fixed vertices: an error.
  Status unpin(ClothId cloth, std::span<const std::uint32_t> vertices);
  Result<bool> isPinned(ClothId cloth, std::uint32_t vertex) const;
  /// Where vertices are to be at the end of the next step (m, world), and stay until told otherwise.
  /// Pinned ones are moved there, evenly over the substeps; for others it is the centre of maxDistance.
  Status setTargets(ClothId cloth, std::span<const std::uint32_t> vertices, std::span<const Vec3> targets);

  // ---- masses (kg, 1e-25 … 1e25 each); pins keep holding
  Status setTotalMass(ClothId cloth, float mass);
  Status setVertexMasses(ClothId cloth, std::span<const float> masses);
  Status readMasses(ClothId cloth, std::span<float> masses) const;  ///< per vertex: its particle's mass

  // ---- state; spans of the garment's vertexCount(). Positions and velocities are read without allocating; normals and
  // ---- tangents allocate a temporary of as many positions.
  Status readPositions(ClothId cloth, std::span<Vec3> positions) const;
  Status readVelocities(ClothId cloth, std::span<Vec3> velocities) const;
  /// Area-weighted smooth normals; copies of one particle share theirs where they did at rest. +Y for loose vertices.
  Status readNormals(ClothId cloth, std::span<Vec3> normals) const;
  /// Unit tangents along u, orthogonal to the normals; w = ±1 is the handedness. Needs UVs.
  Status readTangents(ClothId cloth, std::span<Vec4> tangents) const;
  /// The drawn mesh of a cloth whose garment is drawn.simulated(): Phong tessellation, each vertex with the offset it
  /// had at rest (docs/drawing.md). Spans of drawn.vertexCount() or empty; the simulated mesh itself where it is the
  /// drawn one. The same bits on every instruction set and thread count. Allocates on the first call for a cloth.
  Status readDrawn(ClothId cloth, const DrawnGarment& drawn, const DrawnFrame& frame) const;
  /// Puts the state of `cloth` on another garment of the same drawn mesh, `to.simulated()`: places and velocities are
  /// those of the surface `from` draws, the transform, parameters, mask and id stay, a frozen cloth is thawed. `pinned`
  /// are simulated vertices of `to`, held where they are. Accelerations are removed. For levels of detail use
  /// LodCloth.
  Status changeGarment(ClothId cloth, const DrawnGarment& from, const DrawnGarment& to,
                       std::span<const std::uint32_t> pinned);
  /// Of several copies of one particle the first decides; loose vertices stay. Pinned vertices are held where they are
  /// put: their targets move along, those of others don't. Velocities stay, and a frozen cloth stays frozen (reset).
  Status writePositions(ClothId cloth, std::span<const Vec3> positions);
  /// Copies as for positions; pinned vertices stay at rest. Within ±1e9 m/s on each axis.
  Status writeVelocities(ClothId cloth, std::span<const Vec3> velocities);
  /// Per-vertex acceleration (m/s²) added until changed; an empty span removes it.
  /// Non-finite values are refused.
  Status setAccelerations(ClothId cloth, std::span<const Vec3> accelerations);
  /// Moves the cloth by the rigid motion `motion` (world space) without any dynamics. The cloth's transform is moved
  /// as well and must stay within ±kLargestCoordinate.
  Status teleport(ClothId cloth, const Transform& motion, TeleportMode mode);
  /// Back to the rest pose at the cloth's transform, at rest, thawed; pins and parameters stay.
  Status reset(ClothId cloth);
  Result<ClothStats> stats(ClothId cloth) const;

  // ---- colliders; errors as those of cloths
  Result<ColliderId> addCollider(const ColliderDef& def);
  Status removeCollider(ColliderId collider);
  bool isValid(ColliderId collider) const;
  /// Where the collider is to be at the end of the next step; it moves there evenly.
  Status moveCollider(ColliderId collider, const Transform& target);
  /// Puts the collider there at once: it sweeps nothing.
  Status teleportCollider(ColliderId collider, const Transform& transform);
  /// Where the vertices of a mesh body are to be at the end of the next step, in the collider's own frame (m; one a
  /// vertex of its mesh, copies of one place as the first of them); they move there evenly and stay. An error for other
  /// shapes.
  Status moveColliderVertices(ColliderId collider, std::span<const Vec3> vertices);
  /// Puts them there at once: they sweep nothing.
  Status teleportColliderVertices(ColliderId collider, std::span<const Vec3> vertices);
  /// Where the vertices of a mesh body are now (m, in the collider's own frame).
  Status readColliderVertices(ColliderId collider, std::span<Vec3> vertices) const;
  Status setColliderEnabled(ColliderId collider, bool enabled);
  Result<ColliderDef> collider(ColliderId collider) const;
  /// Replaces everything about the collider, its shape as well. Where def.transform is the one that collider() tells, a
  /// move under way goes on; another one puts the collider there at once, as teleportCollider does. A mesh body starts
  /// in its rest pose, unless its mesh stays the same.
  Status setCollider(ColliderId collider, const ColliderDef& def);
  /// Particles that touched it in the last step's last substep (triggers count as well). What a new or changed collider
  /// or mask touches is told after the next step.
  Result<std::size_t> colliderContacts(ColliderId collider) const;
  /// Which cloths those belong to, in order of creation, disabled ones apart. Returns how many there are; fills
  /// `touching` as far as it goes. Allocates nothing.
  Result<std::size_t> readTouching(ColliderId collider, std::span<ClothTouch> touching) const;

  // ---- world
  Status setGravity(Vec3 gravity);  ///< m/s², finite
  Vec3 gravity() const;
  Status setWind(const Wind& wind);  ///< from the next step on; an error for values outside the ranges of Wind
  const Wind& wind() const;          ///< the world's own: setWind changes it
  Status setSubsteps(std::uint32_t substeps, std::uint32_t iterations);  ///< ranges as in WorldDef
  /// Advances by dt seconds. dt = 0 does nothing, negative or non-finite is an error. Steps shorter than
  /// 1e-5 s are saved up until they amount to that; longer than maxStepTime are cut. Bounded time, never NaN.
  Status step(float dt);
  WorldStats stats() const;
  /// Pairs of triangles that share no particle and cross each other, within each cloth and between cloths that see each
  /// other, enabled or not. Exact (no rounding), by code that shares nothing with the step; not cheap: about 0.1 ms a
  /// thousand triangles. Touching is not crossing.
  std::size_t countCrossings() const;
  /// A few lines of text for a console: what is in the world and how it is.
  std::string status() const;
  /// 64-bit FNV-1a hash over the bits of all positions and velocities, in order of creation.
  std::uint64_t stateHash() const;
  /// The instruction set and lane count in use, e.g. "avx512 x16".
  std::string simdName() const;

  /// For the library's own parts.
  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  explicit World(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace toile
