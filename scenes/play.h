// A scene brought to life: its garments built, its cloths and colliders in a world, and what moves moved.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/picture.h"
#include "scenes/meshes.h"
#include "scenes/motion.h"
#include "scenes/played_body.h"
#include "scenes/scene.h"

namespace toile {

/// A garment of the scene with the mesh it was built from.
struct PlayedGarment {
  SourceMesh source;
  GarmentPtr garment;     ///< simulated
  DrawnGarmentPtr drawn;  ///< what is drawn over it: the source
};

/// One cloth in the world; a repeated cloth of the scene gives several.
struct PlayedCloth {
  ClothId id;
  std::size_t cloth = 0;    ///< of Scene::cloths
  std::size_t garment = 0;  ///< of Scene::garments
};

class ScenePlay {
 public:
  /// Builds everything of `scene` in `world`, placed as at t = 0. On an error the world is as before. Errors begin
  /// with the JSON pointer of the element: "/cloths/0/pins/1/vertices/0/list/2: vertex 99 is out of range …".
  static Result<ScenePlay> instantiate(const Scene& scene, World& world);

  const Scene& scene() const { return scene_; }
  std::span<const PlayedGarment> garments() const { return garments_; }
  std::span<const PlayedCloth> cloths() const { return cloths_; }
  std::span<const ColliderId> colliders() const { return colliderIds_; }
  /// Import warnings and what garments report, one line each with the garment's or character's name.
  std::vector<std::string> warnings() const;

  /// Makes a garment anew as `described` says, of the same mesh (SceneGarment::mesh and what is simulated in its place
  /// are those of before); its cloths keep places, velocities, pins and parameters. For tools that change fabrics and
  /// weights while cloth moves. On an error, which begins with the garment's pointer, everything is as before.
  Status changeGarment(World& world, std::size_t garment, const SceneGarment& described);

  /// Frames advanced so far; frame k is at k / framesPerSecond seconds.
  std::size_t frame() const { return frame_; }
  double time() const { return static_cast<double>(frame_) / scene_.framesPerSecond; }

  /// Says where colliders and pins are to be at the end of the next frame. advance() calls it itself.
  Status prepare(World& world);
  /// Steps one frame after prepare(): the part worth timing.
  Status step(World& world);
  /// The same, moved by something else than the world: `step` is given the seconds.
  Status step(const std::function<Status(float)>& step);
  Status advance(World& world) {
    const Status prepared = prepare(world);
    return prepared.ok() ? step(world) : prepared;
  }

 private:
  /// Vertices of one cloth that follow something.
  struct Follower {
    ClothId cloth;
    std::vector<std::uint32_t> vertices;
    std::vector<Vec3> start;  ///< m, at t = 0
    std::size_t node = kNone;
    std::size_t character = kNone;
    std::vector<std::uint32_t> surface;  ///< per vertex: nearest vertex of the character
    bool holds = true;
    double release = 0.0;
    bool released = false;
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  Status loadCharacters();
  Status loadGarments();
  Result<PlayedGarment> buildGarment(const SceneGarment& garment, std::size_t index) const;
  Result<std::vector<std::uint32_t>> heldVertices(const SceneGarment& garment, const SurfaceMesh& mesh) const;
  Status createCloths(World& world);
  Status createPins(World& world, const SceneCloth& cloth, std::size_t garment, ClothId id, const Transform& place);
  Status createColliders(World& world);
  void rollBack(World& world);
  void pose(double time);
  SceneMotion motion() const { return {scene_, characters_, poses_, startPlaces_, places_}; }
  void findNearestSurface(Follower& follower) const;
  Status moveFollower(World& world, Follower& follower, double time);

  Scene scene_;
  std::vector<CharacterPlay> characters_;
  std::vector<std::size_t> joints_;
  std::vector<PlayedGarment> garments_;
  std::vector<PlayedCloth> cloths_;
  std::vector<ColliderId> colliderIds_;
  std::vector<std::optional<PlayedBody>> bodies_;  ///< a collider
  std::vector<Follower> followers_;
  std::vector<Pose> poses_, startPoses_;
  std::vector<Transform> places_, startPlaces_;
  std::size_t frame_ = 0;
  std::vector<Vec3> targets_;
};

/// A world made for a scene, and the scene in it.
struct PlayedWorld {
  World world;
  ScenePlay play;
};

/// Creates the world as `def` says (see Scene::worldDef) and the scene in it.
Result<PlayedWorld> playScene(const Scene& scene, const WorldDef& def);

}  // namespace toile
