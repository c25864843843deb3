// A scene that is being played with: its world, time, and what hands do to it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenes/play.h"

namespace toile::view {

struct SessionOptions {
  std::uint32_t threads = 1;
  FileSpace meshSpace;  ///< of a mesh given as source
};

/// A vertex of a cloth: `cloth` counts ScenePlay::cloths(), `vertex` the simulated garment's.
struct ClothVertex {
  std::size_t cloth = 0;
  std::uint32_t vertex = 0;
  friend bool operator==(const ClothVertex&, const ClothVertex&) = default;
};

/// Not thread safe. A call that fails leaves everything as it was and says why.
class Session {
 public:
  /// A named scene, a scene file, or a mesh (findScene).
  static Result<Session> open(const std::string& source, const SessionOptions& options = {});

  /// Another scene in its place.
  Status load(const std::string& source);
  /// The scene from its start, with all parameters and weights as they are now. Pins are the scene's again, colliders
  /// are where it puts them.
  Status reset();
  /// Writes the scene with parameters and painted weights as they are now. Relative paths of meshes become absolute.
  Status save(const std::string& path) const;

  // ---- time
  /// One frame of the scene: pins and colliders that are moved by hand go where they are wanted.
  Status advance();
  /// Advances as many frames as `seconds` of real time ask for, none while paused; at most two, so that a scene that is
  /// slower than real time runs slowly instead of stopping the window.
  Status play(double seconds);
  bool paused = false;

  // ---- hands
  /// Pulls a vertex as an animated pin from where it is; letGo() gives back the mass and the freedom it had.
  Status grab(const ClothVertex& vertex);
  Status pull(Vec3 place);  ///< m, where it is to be at the end of the next frame
  Status letGo();
  const std::optional<ClothVertex>& grabbed() const { return grabbed_; }
  /// Moves a collider there, and keeps it from the scene's own motion until reset.
  Status moveCollider(std::size_t collider, const Transform& place);
  Status togglePin(const ClothVertex& vertex);

  // ---- parameters; all take effect at the next frame
  /// Of a cloth of the scene and all its copies.
  Status setParams(std::size_t sceneCloth, const ClothParams& params);
  /// Makes the garment anew; its cloths stay where they are and as fast as they are.
  Status setGarment(std::size_t garment, const SceneGarment& described);
  Status setWind(const Wind& wind);
  Status setGravity(Vec3 gravity);
  Status setSubsteps(std::uint32_t substeps, std::uint32_t iterations);

  World& world() { return played_.world; }
  const World& world() const { return played_.world; }
  const ScenePlay& play() const { return played_.play; }
  const Scene& scene() const { return scene_; }
  const std::string& source() const { return source_; }
  /// Counts loads and resets: ids and indices of before mean nothing any more.
  std::uint64_t generation() const { return generation_; }

 private:
  Session(Scene scene, PlayedWorld played, std::string source, const SessionOptions& options);
  static Result<PlayedWorld> make(const Scene& scene, const SessionOptions& options);
  void forgetHands();

  Scene scene_;  ///< with everything that was changed
  PlayedWorld played_;
  std::string source_;
  SessionOptions options_;
  double owed_ = 0.0;  ///< s of real time not yet played
  std::optional<ClothVertex> grabbed_;
  bool grabbedWasPinned_ = false;
  Vec3 pulledTo_;
  std::map<std::size_t, Transform> moved_;  ///< colliders by hand
  std::uint64_t generation_ = 0;
};

}  // namespace toile::view
