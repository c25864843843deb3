// Animated skeletons and skins from glTF: joint motion to pin cloth to, and the character's moving surface.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/import.h"
#include "io/matrix.h"

namespace toile {

/// A node of the scene graph. Skins name some nodes as joints, but their parents may be plain nodes, and
/// any node may be animated: so all of them are kept.
struct SkeletonNode {
  std::string name;  ///< may be empty or not unique
  int parent = -1;   ///< index, always smaller than the node's own; −1 for a root
  bool isJoint = false;
  Vec3 translation;
  Quat rotation;
  Vec3 scale{1.0f, 1.0f, 1.0f};
  std::optional<Mat4> matrix;       ///< instead of the three above; such nodes are not animated
  std::vector<float> morphWeights;  ///< of its mesh at rest; empty without morph targets
};

enum class Interpolation : std::uint8_t { step, linear, cubicSpline };
enum class ChannelTarget : std::uint8_t { translation, rotation, scale, morphWeights };

/// Keys of one property of one node. `values` holds `width` floats a key (3, 4, or one a morph target);
/// a cubic spline holds in-tangent, value, out-tangent for each key: 3 · width floats.
struct AnimationChannel {
  std::size_t node = 0;
  ChannelTarget target = ChannelTarget::translation;
  Interpolation interpolation = Interpolation::linear;
  std::size_t width = 3;
  std::vector<float> times;  ///< s, ascending
  std::vector<float> values;
};

struct AnimationClip {
  std::string name;
  float duration = 0.0f;  ///< s, of the latest key
  std::vector<AnimationChannel> channels;
};

struct Skeleton {
  std::vector<SkeletonNode> nodes;  ///< parents before children
  std::vector<AnimationClip> clips;
  FileSpace space;  ///< of the file; poses come out Y up and in metres

  /// A joint of that name, else any node of that name, else nothing.
  std::optional<std::size_t> findNode(std::string_view name) const;
  /// Index of the clip of that name; nothing if there is none.
  std::optional<std::size_t> findClip(std::string_view name) const;
};

/// Where every node is: file units to metres and up axis included, so that a point given in a node's own
/// file space lands in our world.
struct Pose {
  std::vector<Mat4> global;                      ///< one a node
  std::vector<std::vector<float>> morphWeights;  ///< one list a node; empty without morph targets

  /// Rotation and place of a node; scale is dropped.
  Transform rigid(std::size_t node) const { return rigidPart(global[node]); }
};

/// The pose no clip touches.
Pose restPose(const Skeleton& skeleton);

/// The pose at `time` seconds into a clip: held before the first and after the last key. Wrap the time yourself
/// to loop. Rotations are interpolated along the shorter arc.
Pose evaluate(const Skeleton& skeleton, const AnimationClip& clip, float time);

/// One matrix a vertex can follow: a joint with its inverse bind matrix, or a node with the identity.
struct SkinSlot {
  std::size_t node = 0;
  Mat4 inverseBind;
};

/// Displacements of one morph target: of `count` vertices from `firstVertex` on.
struct MorphTarget {
  std::size_t node = 0;         ///< whose morphWeights apply
  std::size_t weightIndex = 0;  ///< in that list
  std::size_t firstVertex = 0;
  std::vector<Vec3> displacements;
};

/// A mesh that follows a skeleton. `bindPositions` are in each instance's own file space.
struct AnimatedModel {
  Skeleton skeleton;
  ImportedMesh surface;  ///< in the rest pose: what importMesh gives
  std::vector<Vec3> bindPositions;
  std::vector<SkinSlot> slots;
  std::size_t influencesPerVertex = 0;  ///< 1 (no skin in the file), 4 or 8
  std::vector<std::uint32_t> influenceSlots;
  std::vector<float> influenceWeights;  ///< of a vertex: >= 0, sum 1
  std::vector<MorphTarget> morphTargets;
};

/// Reads a glTF or GLB file with everything that moves in it. Errors as importMesh, except that a file without any
/// triangle gives its skeleton and an empty surface.
Result<AnimatedModel> importAnimatedModel(const std::filesystem::path& path, const ImportOptions& options = {});
Result<AnimatedModel> importAnimatedModelFromMemory(std::span<const std::byte> bytes, MeshFormat format,
                                                    std::string_view name, const ImportOptions& options = {});

/// Where each slot takes a point of the bind space to.
std::vector<Mat4> slotMatrices(const AnimatedModel& model, const Pose& pose);
/// What moves one vertex: the weighted sum of its slots' matrices (linear blend skinning).
Mat4 vertexMatrix(const AnimatedModel& model, const std::vector<Mat4>& matrices, std::size_t vertex);
/// Vertex positions of the model's surface in a pose, metres, Y up. Order and count as in model.surface.mesh.
std::vector<Vec3> posedPositions(const AnimatedModel& model, const Pose& pose);

}  // namespace toile
