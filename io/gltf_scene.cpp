#include "io/gltf_scene.h"

#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>

#include "io/import_text.h"

namespace toile {

namespace {

constexpr std::size_t kNoNode = static_cast<std::size_t>(-1);

std::string missing(const std::string& what, int index, std::size_t count) {
  return what + " " + std::to_string(index) + " does not exist (there are " + std::to_string(count) + ")";
}

bool exists(int index, std::size_t count) { return index >= 0 && static_cast<std::size_t>(index) < count; }

Result<std::vector<std::size_t>> parentsOf(const GltfDocument& document) {
  const auto& nodes = document.model->nodes;
  std::vector<std::size_t> parents(nodes.size(), kNoNode);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    for (const int child : nodes[n].children) {
      const std::string where = document.name + ": " + nodeLabel(document, n) + ": ";
      if (!exists(child, nodes.size())) return Error{where + missing("child", child, nodes.size())};
      std::size_t& parent = parents[static_cast<std::size_t>(child)];
      if (parent != kNoNode) {
        return Error{where + "child " + std::to_string(child) + " already has parent " + std::to_string(parent)};
      }
      parent = n;
    }
  }
  return parents;
}

/// Depth first from the roots, each node before its children, in the order of the file.
std::vector<std::size_t> orderFromRoots(const GltfDocument& document, const std::vector<std::size_t>& parents) {
  const auto& nodes = document.model->nodes;
  std::vector<std::size_t> order, open;
  for (std::size_t n = nodes.size(); n-- > 0;) {
    if (parents[n] == kNoNode) open.push_back(n);
  }
  while (!open.empty()) {
    const std::size_t n = open.back();
    open.pop_back();
    order.push_back(n);
    const auto& children = nodes[n].children;
    for (std::size_t c = children.size(); c-- > 0;) open.push_back(static_cast<std::size_t>(children[c]));
  }
  return order;
}

/// 0 numbers (absent) or as many as `out` takes; fails for others and for what a float cannot hold.
bool readNumbers(const std::vector<double>& from, float* out, std::size_t count) {
  if (from.empty()) return true;
  if (from.size() != count) return false;
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = static_cast<float>(from[i]);
    if (!std::isfinite(out[i])) return false;
  }
  return true;
}

/// Morph weights of the node, else of its mesh, as many as the mesh has targets.
std::vector<float> restWeights(const tinygltf::Model& model, const tinygltf::Node& node) {
  if (!exists(node.mesh, model.meshes.size())) return {};
  const tinygltf::Mesh& mesh = model.meshes[static_cast<std::size_t>(node.mesh)];
  std::size_t targets = 0;
  for (const auto& primitive : mesh.primitives) targets = std::max(targets, primitive.targets.size());
  std::vector<float> weights(targets, 0.0f);
  const std::vector<double>& given = node.weights.empty() ? mesh.weights : node.weights;
  for (std::size_t i = 0; i < targets && i < given.size(); ++i) {
    const float weight = static_cast<float>(given[i]);
    weights[i] = std::isfinite(weight) ? weight : 0.0f;
  }
  return weights;
}

Result<SkeletonNode> readNode(const GltfDocument& document, std::size_t index) {
  const tinygltf::Node& node = document.model->nodes[index];
  const std::string where = document.name + ": " + nodeLabel(document, index) + ": ";
  if (node.mesh >= 0 && !exists(node.mesh, document.model->meshes.size())) {
    return Error{where + missing("mesh", node.mesh, document.model->meshes.size())};
  }
  if (node.skin >= 0 && !exists(node.skin, document.model->skins.size())) {
    return Error{where + missing("skin", node.skin, document.model->skins.size())};
  }
  SkeletonNode result;
  result.name = node.name;
  float translation[3] = {0, 0, 0}, rotation[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
  Mat4 matrix;
  const bool good = readNumbers(node.translation, translation, 3) && readNumbers(node.rotation, rotation, 4) &&
                    readNumbers(node.scale, scale, 3) && readNumbers(node.matrix, matrix.m.data(), 16);
  if (!good) return Error{where + "transform with a wrong number of values, or values that are not finite"};
  if (std::all_of(rotation, rotation + 4, [](float r) { return r == 0.0f; })) {
    return Error{where + "rotation 0, 0, 0, 0 is none"};
  }
  result.translation = {translation[0], translation[1], translation[2]};
  result.rotation = normalized(Quat{rotation[0], rotation[1], rotation[2], rotation[3]});
  result.scale = {scale[0], scale[1], scale[2]};
  if (!node.matrix.empty()) result.matrix = matrix;
  result.morphWeights = restWeights(*document.model, node);
  return result;
}

/// Marks everything below the roots of the scene: the file's own, else the first, else all nodes.
Status markShown(const GltfDocument& document, GltfScene& scene) {
  const tinygltf::Model& model = *document.model;
  if (model.scenes.empty()) {
    scene.shown.assign(scene.nodes.size(), true);
    return {};
  }
  const int chosen = model.defaultScene < 0 ? 0 : model.defaultScene;
  if (!exists(chosen, model.scenes.size())) {
    return Error{document.name + ": " + missing("scene", chosen, model.scenes.size())};
  }
  scene.shown.assign(scene.nodes.size(), false);
  for (const int root : model.scenes[static_cast<std::size_t>(chosen)].nodes) {
    if (!exists(root, model.nodes.size())) {
      return Error{document.name + ": scene " + std::to_string(chosen) + ": " +
                   missing("node", root, model.nodes.size())};
    }
    scene.shown[scene.indexOfNode[static_cast<std::size_t>(root)]] = true;
  }
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const int parent = scene.nodes[i].parent;
    if (parent >= 0 && scene.shown[static_cast<std::size_t>(parent)]) scene.shown[i] = true;
  }
  return {};
}

}  // namespace

std::string nodeLabel(const GltfDocument& document, std::size_t node) {
  const std::string& name = document.model->nodes[node].name;
  return "node " + std::to_string(node) + (name.empty() ? "" : " \"" + shown(name) + "\"");
}

Result<GltfScene> readGltfScene(const GltfDocument& document) {
  const auto& nodes = document.model->nodes;
  const Result<std::vector<std::size_t>> parents = parentsOf(document);
  if (!parents) return Error{parents.error()};

  GltfScene scene;
  scene.nodeOfIndex = orderFromRoots(document, *parents);
  scene.indexOfNode.assign(nodes.size(), kNoNode);
  for (std::size_t i = 0; i < scene.nodeOfIndex.size(); ++i) scene.indexOfNode[scene.nodeOfIndex[i]] = i;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    // Every node has one parent at most: what no root leads to hangs on a loop.
    if (scene.indexOfNode[n] == kNoNode) {
      return Error{document.name + ": " + nodeLabel(document, n) + ": its parents form a loop"};
    }
  }
  for (const std::size_t n : scene.nodeOfIndex) {
    Result<SkeletonNode> node = readNode(document, n);
    if (!node) return Error{node.error()};
    const std::size_t parent = (*parents)[n];
    node->parent = parent == kNoNode ? -1 : static_cast<int>(scene.indexOfNode[parent]);
    scene.nodes.push_back(std::move(node).value());
  }
  if (Status good = markShown(document, scene); !good) return Error{good.error()};
  return scene;
}

}  // namespace toile
