// One cloth of a world: a garment's instance with its own parameters, masses, pins and state.
#pragma once

#include <cstdint>
#include <vector>

#include "collision/body/candidates.h"
#include "collision/collide.h"
#include "garment_data.h"
#include "state.h"
#include "toile/world.h"

namespace toile {

struct CrowdGroup;

/// A coarser net of the cloth's own particles (topology/coarsen.h) with their masses and those of what follows them.
struct CoarseLevel {
  std::uint32_t count = 0, padded = 0;
  std::vector<std::uint32_t> particles;  ///< the cloth's, one a node
  ConstraintSet links;                   ///< of this level's nodes
  // padded · 4 floats each
  AlignedVector<float> x;                ///< m; w: inverse mass
  AlignedVector<float> motion;           ///< m, how far the node is moved; before that, from where
  AlignedVector<float> start, velocity;  ///< for contacts
  // how the particles of the next finer level, or the cloth's, follow (FollowArguments)
  AlignedVector<std::uint32_t> parents;
  AlignedVector<float> weights;
};

/// Whether a cloth has come to rest (toile/sleep.h, world_sleep.cpp).
struct SleepState {
  bool asleep = false;
  bool still = false;        ///< has been near `places` for Sleep::time
  float time = 0.0f;         ///< s, since it was at `places`
  float sinceLook = 0.0f;    ///< s
  std::vector<Vec3> places;  ///< m, a particle; empty: not looked yet
  Vec3 low, high;            ///< m, the box round it while it sleeps
};

struct Cloth;

/// A device that moves cloths and keeps their newest positions and velocities (world_gpu.h).
struct ClothRemote {
  virtual ~ClothRemote() = default;
  /// Copies them into the cloth's own arrays, which keep what they hold where that fails. Afterwards both are the
  /// newest.
  virtual void bringHome(Cloth& cloth) = 0;
  /// The same, before its own arrays are written: they will be what counts. A device that cannot be waited for throws
  /// here where it is ahead of them, and nothing has changed.
  virtual void giveUp(Cloth& cloth) { bringHome(cloth); }
};
/// Where the newest positions and velocities of a cloth are: in its own arrays, on its device, or alike in both.
enum class Newest : std::uint8_t { home, both, remote };

struct Cloth {
  ClothId id;
  GarmentPtr garment;
  ClothParams params;
  Transform transform;  ///< rest pose → world
  std::uint32_t collisionMask = 0xffffffffu;
  std::uint32_t collisionGroup = 1;
  bool enabled = true;
  bool frozen = false;
  /// The crowd it is solved in and its lane there, or null. Then x and velocity may be newer in the lane:
  /// crowd/group.h.
  CrowdGroup* crowd = nullptr;
  std::uint32_t crowdLane = 0;
  ClothRemote* remote = nullptr;  ///< the device that moves it, or null
  Newest newest = Newest::home;
  bool inContactGroup = false;  ///< it is moved by stepTogether (contact_group.h)
  SleepState sleep;
  bool placed = true;  ///< something else than a step has moved particles: they may cross (contact_group.h)

  ClothState state;
  std::vector<float> mass;           ///< kg, every particle's, pinned or not
  std::vector<std::uint8_t> pinned;  ///< a particle
  std::vector<std::uint32_t> pins;   ///< pinned particles, ascending
  float meanEdgeLength = 0.0f;       ///< m, at rest
  bool targetsMoved = false;         ///< targets were set since targetsFrom became them
  bool tethersStale = true;          ///< pins or tether parameters changed
  std::size_t tetherCount = 0;
  std::vector<CoarseLevel> levels;   ///< coarsest first
  ConstraintSet limits;              ///< edges from the pins on, for limitStretch; with levels only
  bool levelsStale = true;           ///< pins, masses or coarseLevels changed
  std::size_t contacts = 0;          ///< particles pushed in the last substep
  std::vector<std::size_t> touched;  ///< a collider of the world: particles that touched it in the last substep

  bool inColumns = false;  ///< within a step: ClothState::columns are newer than x, but for w

  // scratch of the step, kept so that steps do not allocate
  std::vector<ColliderMotion> motions;       ///< colliders this cloth can meet, in the current substep
  std::vector<std::size_t> motionColliders;  ///< their places in the world's list
  std::vector<std::size_t> motionTouched;
  std::vector<std::size_t> partTouched, partPushed;  ///< the same, a range of particles
  AlignedVector<float> beforeContacts, trueStart;    ///< x and start before this substep's contacts (impacts.h)
  std::uint32_t impactPasses = 0;                    ///< asked for by this substep's contacts
  std::vector<BodyCandidates> bodyCandidates;        ///< a collider of the world; of mesh bodies only
  AlignedVector<float> bodyFrom, bodyTo;             ///< corners of a body in the current substep
  double bodyMilliseconds = 0.0;                     ///< spent on mesh bodies in this step
  std::vector<Vec3> airPositions, airVelocities;
  PerKind<float> relaxation{};  ///< 1: part of the error a pass removes in PBD mode, this step

  const GarmentData& data() const { return garment->data(); }
  const Fabric& fabric() const { return data().def.fabric; }
  Vec3 position(std::uint32_t particle) const { return pointAt(state.x, particle); }
};

/// A cloth in its rest pose, at rest. The definition has been validated.
Cloth makeCloth(const ClothDef& def);

/// Rest pose at the cloth's transform, at rest, thawed; targets at the rest pose.
void resetState(Cloth& cloth);

/// Writes a particle's inverse mass from its mass and whether it is pinned.
void refreshInverseMass(Cloth& cloth, std::uint32_t particle);

/// Holds or frees particles. Targets of newly pinned ones are where they are.
void pinParticle(Cloth& cloth, std::uint32_t particle);
void unpinParticle(Cloth& cloth, std::uint32_t particle);

/// Makes room for λ and columns, which any step may need once iterations or damping are set, so that none allocates.
void allocateScratch(Cloth& cloth);

/// Rebuilds tethers where pins or parameters changed. Allocates.
void refreshTethers(Cloth& cloth);

/// Rebuilds coarse levels where pins, masses or their number changed. Allocates.
void refreshLevels(Cloth& cloth);

ClothStats measure(const Cloth& cloth);

}  // namespace toile
