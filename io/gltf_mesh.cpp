#include "io/gltf_mesh.h"

#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>

#include "io/gltf_primitive.h"
#include "io/import_text.h"

namespace toile {

namespace {

constexpr std::size_t kMaximumWarnings = 100;  // a hostile file may earn one a primitive

std::string label(const char* kind, std::size_t index, const std::string& name) {
  return std::string(kind) + " " + std::to_string(index) + (name.empty() ? "" : " \"" + shown(name) + "\"");
}

/// Joins the primitives of all shown nodes. Attributes that only some of them have are filled up: texture coordinates
/// with 0, paints with 1 (a factor that changes nothing).
class Joiner {
 public:
  Joiner(const GltfDocument& document, GltfAccessors& accessors, const GltfScene& scene, const ImportOptions& options,
         AnimatedModel& model)
      : document_(document), accessors_(accessors), scene_(scene), options_(options), model_(model) {}

  Status run() {
    model_.influencesPerVertex = influenceWidth();
    firstSlotOfSkin_.assign(document_.model->skins.size(), kNone);
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      if (!isWanted(i)) {
        const tinygltf::Node& n = node(i);
        model_.surface.facts.simulatedMeshes += n.mesh >= 0 && scene_.shown[i] && !options_.simulated && isSimulated(n);
        continue;
      }
      if (Status good = addInstance(i); !good) return good;
    }
    fillUp();
    return {};
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct Range {
    std::size_t first = 0, count = 0;
  };

  const tinygltf::Node& node(std::size_t index) const { return document_.model->nodes[scene_.nodeOfIndex[index]]; }
  const tinygltf::Mesh& meshOf(const tinygltf::Node& n) const {
    return document_.model->meshes[static_cast<std::size_t>(n.mesh)];
  }

  bool isWanted(std::size_t index) const {
    const tinygltf::Node& n = node(index);
    if (n.mesh < 0 || !scene_.shown[index]) return false;
    if (!options_.meshName.empty()) return n.name == options_.meshName || meshOf(n).name == options_.meshName;
    return isSimulated(n) == options_.simulated;
  }

  bool isSimulated(const tinygltf::Node& n) const {
    if (!options_.simulatedName.empty()) {
      return n.name == options_.simulatedName || meshOf(n).name == options_.simulatedName;
    }
    return marked(n.extras) || marked(meshOf(n).extras);
  }
  static bool marked(const tinygltf::Value& extras) {
    if (!extras.IsObject() || !extras.Has("toile_simulated")) return false;
    const tinygltf::Value& mark = extras.Get("toile_simulated");
    return mark.IsBool() && mark.Get<bool>();
  }

  static bool isSkinned(const tinygltf::Node& n, const tinygltf::Primitive& primitive) {
    return n.skin >= 0 && primitive.attributes.count("JOINTS_0") > 0 && primitive.attributes.count("WEIGHTS_0") > 0;
  }

  std::size_t influenceWidth() const {
    std::size_t width = 1;
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      if (!isWanted(i)) continue;
      for (const tinygltf::Primitive& primitive : meshOf(node(i)).primitives) {
        if (!isSkinned(node(i), primitive)) continue;
        const bool two = primitive.attributes.count("JOINTS_1") > 0 && primitive.attributes.count("WEIGHTS_1") > 0;
        width = std::max<std::size_t>(width, two ? 8 : 4);
      }
    }
    return width;
  }

  Status addInstance(std::size_t index) {
    const tinygltf::Node& n = node(index);
    const tinygltf::Mesh& mesh = meshOf(n);
    ++model_.surface.facts.instances;
    rangeOfAttributes_.clear();
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
      const std::string what = document_.name + ": " + label("mesh", static_cast<std::size_t>(n.mesh), mesh.name) +
                               " primitive " + std::to_string(p) + ": ";
      if (Status good = addPrimitive(index, mesh.primitives[p], what); !good) return good;
    }
    return {};
  }

  Status addPrimitive(std::size_t index, const tinygltf::Primitive& primitive, const std::string& what) {
    ImportFacts& facts = model_.surface.facts;
    const auto position = primitive.attributes.find("POSITION");
    if (position == primitive.attributes.end()) {
      ++facts.ignoredStatements["primitives without POSITION"];
      warn(what + "no attribute POSITION: left out");
      return {};
    }
    if (primitive.mode < TINYGLTF_MODE_POINTS || primitive.mode > TINYGLTF_MODE_TRIANGLE_FAN) {
      return Error{what + "mode " + std::to_string(primitive.mode) + " does not exist"};
    }
    if (primitive.mode < TINYGLTF_MODE_TRIANGLES) {
      const int counted = primitive.indices >= 0 ? primitive.indices : position->second;
      const Result<std::size_t> elements = accessors_.count(counted, what + "indices");
      if (!elements) return Error{elements.error()};
      (primitive.mode == TINYGLTF_MODE_POINTS ? facts.skippedPoints : facts.skippedLines) += *elements;
      return {};
    }
    // Primitives often share one vertex buffer: its vertices are taken once.
    const auto key = std::make_pair(primitive.attributes, primitive.targets);
    auto known = rangeOfAttributes_.find(key);
    if (known == rangeOfAttributes_.end()) {
      Result<Range> range = addVertices(index, primitive, what);
      if (!range) return Error{range.error()};
      known = rangeOfAttributes_.emplace(key, *range).first;
    }
    return addFaces(index, primitive, what, known->second);
  }

  Result<Range> addVertices(std::size_t index, const tinygltf::Primitive& primitive, const std::string& what) {
    const tinygltf::Node& n = node(index);
    const bool skinned = isSkinned(n, primitive);
    if (n.skin >= 0 && !skinned) {
      warn(what + "no JOINTS_0 and WEIGHTS_0, so skin " + std::to_string(n.skin) +
           " does not move it: it follows its node");
    }
    warnOfIntegers(primitive, what);
    Result<GltfVertices> read = readGltfVertices(accessors_, primitive, what, skinned, options_.allowNonFinite);
    if (!read) return Error{read.error()};
    GltfVertices& vertices = *read;
    const Range range{model_.bindPositions.size(), vertices.positions.size()};
    if (range.count > options_.maximumVertices - std::min(options_.maximumVertices, range.first)) {
      return Error{what + "more vertices than the limit of " + std::to_string(options_.maximumVertices)};
    }
    const Status bound =
        skinned ? bindToSkin(static_cast<std::size_t>(n.skin), vertices, what, range) : bindToNode(index, range);
    if (!bound) return Error{bound.error()};

    ImportedMesh& surface = model_.surface;
    model_.bindPositions.insert(model_.bindPositions.end(), vertices.positions.begin(), vertices.positions.end());
    const auto append = [&](auto& to, const auto& from) {
      if (from.empty()) return from.size();
      to.resize(range.first);
      to.insert(to.end(), from.begin(), from.end());
      return from.size();
    };
    normalCount_ += append(surface.mesh.normals, vertices.normals);
    uvCount_ += append(surface.mesh.uvs, vertices.uvs);
    for (const auto& [name, values] : vertices.paints) {
      std::vector<float>& to = surface.mesh.paints[name];
      to.resize(range.first, 1.0f);
      to.insert(to.end(), values.begin(), values.end());
      paintCount_[name] += values.size();
    }
    for (std::size_t t = 0; t < vertices.morphs.size(); ++t) {
      if (!vertices.morphs[t].empty()) {
        model_.morphTargets.push_back({index, t, range.first, std::move(vertices.morphs[t])});
      }
    }
    surface.facts.nonFiniteNumbers += vertices.nonFiniteNumbers;
    for (std::string& warning : vertices.warnings) warn(std::move(warning));
    return range;
  }

  void warn(std::string warning) {
    if (model_.surface.warnings.size() < kMaximumWarnings) model_.surface.warnings.push_back(std::move(warning));
  }

  void warnOfIntegers(const tinygltf::Primitive& primitive, const std::string& what) {
    for (const char* name : {"POSITION", "NORMAL"}) {
      const auto attribute = primitive.attributes.find(name);
      if (document_.quantized || attribute == primitive.attributes.end()) continue;
      const auto& accessors = document_.model->accessors;
      const auto index = static_cast<std::size_t>(attribute->second);
      if (attribute->second < 0 || index >= accessors.size()) continue;
      if (accessors[index].componentType != TINYGLTF_COMPONENT_TYPE_FLOAT)
        warn(what + name + " holds integers, but the file does not declare KHR_mesh_quantization");
    }
  }

  Status bindToNode(std::size_t index, Range range) {
    const std::uint32_t slot = static_cast<std::uint32_t>(model_.slots.size());
    model_.slots.push_back({index, Mat4{}});
    for (std::size_t v = 0; v < range.count; ++v) {
      for (std::size_t k = 0; k < model_.influencesPerVertex; ++k) {
        model_.influenceSlots.push_back(slot);
        model_.influenceWeights.push_back(k == 0 ? 1.0f : 0.0f);
      }
    }
    return {};
  }

  /// The slots of a skin: one a joint, made when the skin is first used. Its references are checked (checkGltf).
  Result<std::size_t> slotsOfSkin(std::size_t skinIndex) {
    if (firstSlotOfSkin_[skinIndex] != kNone) return firstSlotOfSkin_[skinIndex];
    const tinygltf::Skin& skin = document_.model->skins[skinIndex];
    const std::string what = document_.name + ": " + label("skin", skinIndex, skin.name);
    std::vector<float> matrices;
    if (skin.inverseBindMatrices >= 0) {
      const std::string use = what + ": inverse bind matrices";
      Result<std::vector<float>> read = accessors_.floats(skin.inverseBindMatrices, 16, use);
      if (!read) return Error{read.error()};
      matrices = std::move(read).value();
    }
    firstSlotOfSkin_[skinIndex] = model_.slots.size();
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
      SkinSlot slot{scene_.indexOfNode[static_cast<std::size_t>(skin.joints[j])], Mat4{}};
      if (!matrices.empty()) std::copy_n(&matrices[16 * j], 16, slot.inverseBind.m.begin());
      if (!isFinite(slot.inverseBind)) {
        return Error{what + ": inverse bind matrix " + std::to_string(j) + " is not finite"};
      }
      model_.slots.push_back(slot);
    }
    return firstSlotOfSkin_[skinIndex];
  }

  Status bindToSkin(std::size_t skinIndex, const GltfVertices& vertices, const std::string& what, Range range) {
    const Result<std::size_t> firstSlot = slotsOfSkin(skinIndex);
    if (!firstSlot) return Error{firstSlot.error()};
    const std::size_t jointCount = document_.model->skins[skinIndex].joints.size();
    const GltfInfluences& from = vertices.influences;
    std::size_t weightless = 0;
    for (std::size_t v = 0; v < range.count; ++v) {
      const std::uint32_t* joints = &from.joints[v * from.width];
      const float* weights = &from.weights[v * from.width];
      double sum = 0.0;
      for (std::size_t k = 0; k < from.width; ++k) sum += weights[k];
      weightless += sum <= 0.0;
      for (std::size_t k = 0; k < model_.influencesPerVertex; ++k) {
        const bool used = k < from.width && weights[k] > 0.0f;
        if (used && joints[k] >= jointCount) {
          return Error{what + "JOINTS element " + std::to_string(v) + ": joint " + std::to_string(joints[k]) +
                       " is out of range (" + counted(jointCount, "joint") + ")"};
        }
        // A vertex without any weight follows the skin's first joint.
        const bool fallback = sum <= 0.0 && k == 0;
        model_.influenceSlots.push_back(static_cast<std::uint32_t>(*firstSlot + (used ? joints[k] : 0)));
        model_.influenceWeights.push_back(fallback ? 1.0f : used ? static_cast<float>(weights[k] / sum) : 0.0f);
      }
    }
    if (weightless > 0) warn(what + counted(weightless, "vertex") + " without skin weights");
    return {};
  }

  Status addFaces(std::size_t index, const tinygltf::Primitive& primitive, const std::string& what, Range range) {
    std::size_t leftOver = 0;
    Result<std::vector<std::uint32_t>> triangles =
        readGltfTriangles(accessors_, primitive, what, range.count, leftOver);
    if (!triangles) return Error{triangles.error()};
    ImportedMesh& surface = model_.surface;
    if (leftOver > 0) surface.facts.ignoredStatements["indices that make no triangle"] += leftOver;
    if (triangles->size() / 3 > 4 * options_.maximumVertices ||
        surface.mesh.faceVertices.size() / 3 > 4 * options_.maximumVertices - triangles->size() / 3) {
      return Error{what + "more faces than four times the limit of vertices"};
    }
    MeshPart part;
    part.name = node(index).name.empty() ? meshOf(node(index)).name : node(index).name;
    if (primitive.material >= 0 && static_cast<std::size_t>(primitive.material) < document_.model->materials.size()) {
      part.material = document_.model->materials[static_cast<std::size_t>(primitive.material)].name;
      if (part.material.empty()) part.material = "material " + std::to_string(primitive.material);
    }
    part.firstFace = surface.mesh.faceVertices.size() / 3;
    part.faceCount = triangles->size() / 3;
    part.firstVertex = range.first;
    part.vertexCount = range.count;
    surface.parts.push_back(std::move(part));
    for (const std::uint32_t v : *triangles) {
      surface.mesh.faceVertices.push_back(static_cast<std::uint32_t>(range.first + v));
    }
    return {};
  }

  void fillUp() {
    SurfaceMesh& mesh = model_.surface.mesh;
    const std::size_t count = model_.bindPositions.size();
    const auto warn = [&](std::size_t have, const std::string& what) {
      if (have == count) return;
      model_.surface.warnings.push_back(counted(count - have, "vertex") + " of " + std::to_string(count) + " " + what);
    };
    if (!mesh.uvs.empty()) {
      mesh.uvs.resize(count);
      warn(uvCount_, "without texture coordinates: set to 0");
    }
    if (!mesh.normals.empty()) {
      warn(normalCount_, "without normals: all normals left out");
      mesh.normals.resize(normalCount_ == count ? count : 0);
    }
    for (auto& [name, values] : mesh.paints) {
      values.resize(count, 1.0f);
      warn(paintCount_[name], "without " + shown(name) + ": set to 1");
    }
  }

  const GltfDocument& document_;
  GltfAccessors& accessors_;
  const GltfScene& scene_;
  const ImportOptions& options_;
  AnimatedModel& model_;
  std::vector<std::size_t> firstSlotOfSkin_;
  std::map<std::pair<std::map<std::string, int>, std::vector<std::map<std::string, int>>>, Range> rangeOfAttributes_;
  std::size_t normalCount_ = 0, uvCount_ = 0;
  std::map<std::string, std::size_t> paintCount_;
};

/// Bind space to the rest pose: positions, normals, and the winding of what is mirrored (glTF 2.0, 3.7.4).
void pose(AnimatedModel& model) {
  const Pose rest = restPose(model.skeleton);
  SurfaceMesh& mesh = model.surface.mesh;
  mesh.positions = posedPositions(model, rest);
  const std::vector<Mat4> matrices = slotMatrices(model, rest);
  for (std::size_t v = 0; v < mesh.normals.size(); ++v) {
    mesh.normals[v] = normalizedOr(transformNormal(vertexMatrix(model, matrices, v), mesh.normals[v]), {});
  }
  for (const MeshPart& part : model.surface.parts) {
    if (part.vertexCount == 0) continue;
    const std::uint32_t slot = model.influenceSlots[part.firstVertex * model.influencesPerVertex];
    if (!(determinant(matrices[slot]) < 0.0f)) continue;
    ++model.surface.facts.mirroredNodes;
    for (std::size_t f = part.firstFace; f < part.firstFace + part.faceCount; ++f) {
      std::swap(mesh.faceVertices[3 * f + 1], mesh.faceVertices[3 * f + 2]);
    }
  }
}

}  // namespace

Status readGltfSurface(const GltfDocument& document, GltfAccessors& accessors, const GltfScene& scene,
                       const ImportOptions& options, AnimatedModel& model) {
  if (Status good = Joiner(document, accessors, scene, options, model).run(); !good) return good;
  pose(model);
  return {};
}

}  // namespace toile
