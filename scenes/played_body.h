// A mesh body of a scene: where its mesh comes from, and what moves it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "scenes/meshes.h"
#include "scenes/motion.h"
#include "scenes/skin.h"

namespace toile {

/// What is moving in a scene.
struct SceneMotion {
  const Scene& scene;
  std::span<const CharacterPlay> characters;
  std::span<const Pose> poses;
  std::span<const Transform> startPlaces, places;  ///< of nodes
};

class PlayedBody {
 public:
  /// Reads or makes the mesh.
  static Result<PlayedBody> load(const BodySource& source, const SceneMotion& motion);

  const BodyMeshPtr& mesh() const { return mesh_; }
  /// Whether its vertices move, not only its collider.
  bool bends() const { return skin_.has_value() || character_ != kRigid; }
  /// Where they are now, in the frame the collider has in `frame`.
  std::span<const Vec3> vertices(const SceneMotion& motion);
  /// Frame of the collider's own transform: the node's, the character's, or the world.
  Transform frame(const SceneMotion& motion, const Transform& node) const;

 private:
  static constexpr std::size_t kRigid = static_cast<std::size_t>(-1);
  BodyMeshPtr mesh_;
  std::optional<SkinnedSurface> skin_;
  std::size_t character_ = kRigid;
  std::vector<Vec3> vertices_;
};

}  // namespace toile
