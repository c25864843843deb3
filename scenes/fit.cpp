#include "scenes/fit.h"

#include <algorithm>
#include <cmath>

#include "scenes/fit_capsule.h"
#include "scenes/motion.h"

namespace toile {
namespace {

constexpr std::size_t kNobody = static_cast<std::size_t>(-1);
constexpr std::size_t kFewest = 8;  ///< vertices that can tell a capsule's eight numbers

/// A third of each triangle's area to each of its corners, m².
std::vector<float> areasOf(const SurfaceMesh& mesh) {
  std::vector<float> areas(mesh.positions.size(), 0.0f);
  std::size_t first = 0;
  const std::size_t faces = mesh.faceSizes.empty() ? mesh.faceVertices.size() / 3 : mesh.faceSizes.size();
  for (std::size_t f = 0; f < faces; ++f) {
    const std::size_t size = mesh.faceSizes.empty() ? 3 : mesh.faceSizes[f];
    for (std::size_t k = 2; k < size; ++k) {
      const std::uint32_t v[3] = {mesh.faceVertices[first], mesh.faceVertices[first + k - 1],
                                  mesh.faceVertices[first + k]};
      const float area = 0.5f * length(cross(mesh.positions[v[1]] - mesh.positions[v[0]],
                                             mesh.positions[v[2]] - mesh.positions[v[0]]));
      for (const std::uint32_t corner : v) areas[corner] += area / 3.0f;
    }
    first += size;
  }
  return areas;
}

/// The slot that moves the vertex most.
std::size_t mainNode(const AnimatedModel& model, std::size_t vertex) {
  std::size_t best = 0;
  const std::size_t first = vertex * model.influencesPerVertex;
  for (std::size_t i = 1; i < model.influencesPerVertex; ++i) {
    if (model.influenceWeights[first + i] > model.influenceWeights[first + best]) best = i;
  }
  return model.slots[model.influenceSlots[first + best]].node;
}

class Fitting {
 public:
  Fitting(const AnimatedModel& model, const FitOptions& options)
      : model_(model), options_(options), pose_(restPose(model.skeleton)), skin_(model.skeleton.nodes.size()) {}

  Status collect();
  CharacterFit fit();

 private:
  bool canBeNamed(std::size_t node) const {
    const std::string& name = model_.skeleton.nodes[node].name;
    return !name.empty() && model_.skeleton.findNode(name) == node;
  }
  /// The nearest node above that can carry a collider.
  std::size_t above(std::size_t node) const {
    int parent = model_.skeleton.nodes[node].parent;
    while (parent >= 0 && !canBeNamed(static_cast<std::size_t>(parent)))
      parent = model_.skeleton.nodes[static_cast<std::size_t>(parent)].parent;
    return parent < 0 ? kNobody : static_cast<std::size_t>(parent);
  }
  bool isSmall(std::size_t node) const;
  void measureAll(CharacterFit& fit) const;

  const AnimatedModel& model_;
  FitOptions options_;
  Pose pose_;
  std::vector<float> areas_;
  std::vector<std::vector<std::size_t>> skin_;  ///< a node: its vertices
  std::vector<std::string> warnings_;
};

bool Fitting::isSmall(std::size_t node) const {
  if (skin_[node].size() < kFewest) return true;
  Vec3 low = model_.surface.mesh.positions[skin_[node][0]], high = low;
  for (const std::size_t v : skin_[node]) {
    const Vec3 p = model_.surface.mesh.positions[v];
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  return std::max({high.x - low.x, high.y - low.y, high.z - low.z}) < options_.detail;
}

/// Gives every vertex to a node; children before parents, so that what is small adds up on its way.
Status Fitting::collect() {
  const SurfaceMesh& mesh = model_.surface.mesh;
  areas_ = areasOf(mesh);
  bool skinned = false;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    if (!(areas_[v] > 0.0f)) continue;
    const std::size_t node = mainNode(model_, v);
    skinned = skinned || model_.skeleton.nodes[node].isJoint;
    skin_[node].push_back(v);
  }
  if (!skinned) return Error{"no part of the character follows a joint: there is no skin"};
  for (std::size_t node = skin_.size(); node-- > 0;) {
    if (skin_[node].empty() || (canBeNamed(node) && !isSmall(node))) continue;
    const std::size_t parent = above(node);
    if (parent == kNobody) continue;  // small or not: there is none to take it
    if (!canBeNamed(node))
      warnings_.push_back("joint " + std::to_string(node) + " has no name of its own: its skin is part of \"" +
                          model_.skeleton.nodes[parent].name + "\"");
    skin_[parent].insert(skin_[parent].end(), skin_[node].begin(), skin_[node].end());
    skin_[node].clear();
  }
  return {};
}

CharacterFit Fitting::fit() {
  CharacterFit fit;
  for (std::size_t node = 0; node < skin_.size(); ++node) {
    const std::vector<std::size_t>& vertices = skin_[node];
    if (vertices.empty()) continue;
    const std::string& name = model_.skeleton.nodes[node].name;
    if (!canBeNamed(node) || vertices.size() < kFewest) {
      warnings_.push_back("\"" + name + "\" is left out: " + std::to_string(vertices.size()) + " vertices follow it");
      continue;
    }
    const Transform frame = pose_.rigid(node);
    std::vector<SkinPoint> points;
    points.reserve(vertices.size());
    for (const std::size_t v : vertices)
      points.push_back({applyInverse(frame, model_.surface.mesh.positions[v]), areas_[v]});
    const FittedCapsule capsule = fitCapsule(points, options_.inside);
    fit.bones.push_back({node, vertices.size(), capsule.shape, capsule.place, capsule.inside, capsule.meanDistance});
  }
  measureAll(fit);
  fit.warnings = std::move(warnings_);
  return fit;
}

/// All skin against all capsules.
void Fitting::measureAll(CharacterFit& fit) const {
  std::vector<Transform> places;
  for (const FittedBone& bone : fit.bones) places.push_back(compose(pose_.rigid(bone.joint), bone.place));
  std::size_t inside = 0;
  double sum = 0.0;
  for (std::size_t v = 0; v < areas_.size(); ++v) {
    if (!(areas_[v] > 0.0f)) continue;
    float nearest = 1e9f;
    for (std::size_t b = 0; b < fit.bones.size(); ++b) {
      const Vec3 p = applyInverse(places[b], model_.surface.mesh.positions[v]);
      nearest = std::min(nearest, signedDistance(fit.bones[b].shape, p));
    }
    ++fit.vertices;
    inside += nearest <= 0.0f ? 1 : 0;
    sum += std::fabs(static_cast<double>(nearest));
  }
  fit.inside = static_cast<float>(static_cast<double>(inside) / static_cast<double>(fit.vertices));
  fit.meanDistance = static_cast<float>(sum / static_cast<double>(fit.vertices));
}

/// A square of cloth that falls over the character, and the floor it ends on: something to play.
void addSheet(Scene& scene, const AnimatedModel& model, const Character& character) {
  Vec3 low = apply(character.transform, model.surface.mesh.positions.front()), high = low;
  for (const Vec3 own : model.surface.mesh.positions) {
    const Vec3 p = apply(character.transform, own);
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  constexpr std::uint32_t kCells = 48;
  const float side = std::max({high.x - low.x, high.z - low.z, 0.6f * (high.y - low.y)});
  SceneGarment sheet;
  sheet.name = "sheet";
  sheet.mesh = GridDef{kCells + 1, kCells + 1, side / kCells};
  if (const FabricPreset* cotton = findFabricPreset("cotton")) sheet.fabric = {"cotton", cotton->fabric};
  scene.garments.push_back(sheet);
  SceneCloth cloth;
  cloth.name = cloth.garment = "sheet";
  cloth.transform.rotation = rotationAbout({1.0f, 0.0f, 0.0f}, -0.5 * kPi);
  cloth.transform.translation = {0.5f * (low.x + high.x - side), high.y + 0.05f * (high.y - low.y),
                                 0.5f * (low.z + high.z - side)};
  scene.cloths.push_back(cloth);
  SceneCollider ground;
  ground.def.shape = Plane{};
  ground.def.transform.translation.y = low.y;
  scene.colliders.push_back(ground);
}

}  // namespace

Result<CharacterFit> fitCapsules(const AnimatedModel& model, const FitOptions& options) {
  if (!(options.inside >= 0.0f && options.inside <= 1.0f)) return Error{"FitOptions::inside has to be 0 … 1"};
  if (!(options.detail >= 0.0f && std::isfinite(options.detail)))
    return Error{"FitOptions::detail has to be a length, m"};
  if (model.surface.mesh.positions.empty() || model.influencesPerVertex == 0)
    return Error{"the character shows no mesh"};
  Fitting fitting(model, options);
  if (const Status status = fitting.collect(); !status) return Error{status.error()};
  CharacterFit fit = fitting.fit();
  if (fit.bones.empty()) return Error{"no joint with a name of its own has skin enough for a capsule"};
  return fit;
}

Scene fittedScene(const AnimatedModel& model, const CharacterFit& fit, const Character& character) {
  Scene scene;
  scene.name = character.name;
  scene.description = "Capsules fitted to the skin of " + character.path.filename().string() + ".";
  scene.characters.push_back(character);
  for (const FittedBone& bone : fit.bones) {
    SceneNode node;
    node.name = node.joint = model.skeleton.nodes[bone.joint].name;
    node.character = character.name;
    SceneCollider collider;
    collider.node = node.name;
    collider.def.shape = bone.shape;
    collider.def.transform = bone.place;
    scene.nodes.push_back(node);
    scene.colliders.push_back(collider);
  }
  addSheet(scene, model, character);
  return scene;
}

}  // namespace toile
