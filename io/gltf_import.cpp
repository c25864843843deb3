#include "io/gltf_import.h"

#include <tiny_gltf.h>

#include "io/gltf_animation.h"
#include "io/gltf_mesh.h"
#include "io/import_facts.h"
#include "io/import_text.h"

namespace toile {

namespace {

/// Views that nothing reads are checked too: a file with one broken reference is not trusted halfway.
Status checkReferences(const GltfDocument& document) {
  const auto& views = document.model->bufferViews;
  const auto outOfRange = [](int index, std::size_t count) {
    return index < 0 || static_cast<std::size_t>(index) >= count;
  };
  for (std::size_t v = 0; v < views.size(); ++v) {
    if (outOfRange(views[v].buffer, document.buffers.size())) {
      return Error{document.name + ": bufferView " + std::to_string(v) + ": buffer " + std::to_string(views[v].buffer) +
                   " does not exist (there are " + std::to_string(document.buffers.size()) + ")"};
    }
  }
  return {};
}

void markJoints(const GltfDocument& document, const GltfScene& scene, Skeleton& skeleton) {
  for (const tinygltf::Skin& skin : document.model->skins) {
    for (const int joint : skin.joints) {
      if (joint < 0 || static_cast<std::size_t>(joint) >= scene.indexOfNode.size()) continue;
      skeleton.nodes[scene.indexOfNode[static_cast<std::size_t>(joint)]].isJoint = true;
    }
  }
}

std::string meshNames(const GltfDocument& document) {
  std::string names;
  for (const tinygltf::Node& node : document.model->nodes) {
    if (node.mesh < 0) continue;
    if (names.size() > 200) return "; there are: " + names + ", ...";
    const std::string& mesh = document.model->meshes[static_cast<std::size_t>(node.mesh)].name;
    names += (names.empty() ? "\"" : ", \"") + shown(node.name) + "\" (mesh \"" + shown(mesh) + "\")";
  }
  return names.empty() ? "; it shows no mesh at all" : "; there are: " + names;
}

std::string whyEmpty(const GltfDocument& document, const ImportOptions& options, const ImportFacts& facts) {
  if (facts.instances == 0 && options.simulated) {
    return options.simulatedName.empty()
               ? "no mesh is marked \"toile_simulated\" in its extras"
               : "no node or mesh \"" + shown(options.simulatedName) + "\" in the scene" + meshNames(document);
  }
  if (facts.instances == 0 && !options.meshName.empty()) {
    return "no node or mesh \"" + shown(options.meshName) + "\" in the scene" + meshNames(document);
  }
  if (facts.instances == 0) return "no node of the scene shows a mesh";
  const auto bare = facts.ignoredStatements.find("primitives without POSITION");
  return "no triangle (" + counted(facts.skippedPoints, "point") + ", " + counted(facts.skippedLines, "line element") +
         (bare == facts.ignoredStatements.end() ? ""
                                                : ", " + counted(bare->second, "primitive") + " without POSITION") +
         ")";
}

}  // namespace

Result<AnimatedModel> importGltf(std::span<const std::byte> bytes, MeshFormat format, std::string_view name,
                                 const std::filesystem::path* folder, const ImportOptions& options, bool needsMesh) {
  const Result<GltfDocument> opened = openGltf(bytes, format, name, folder);
  if (!opened) return Error{opened.error()};
  const GltfDocument& document = *opened;
  if (Status good = checkReferences(document); !good) return Error{good.error()};
  const Result<GltfScene> scene = readGltfScene(document);
  if (!scene) return Error{scene.error()};

  AnimatedModel model;
  model.skeleton.nodes = scene->nodes;
  model.skeleton.space = options.space;
  markJoints(document, *scene, model.skeleton);
  ImportFacts& facts = model.surface.facts;
  facts.ignoredStatements = document.ignored;
  model.surface.warnings = document.warnings;
  facts.skins = document.model->skins.size();
  facts.animations = document.model->animations.size();

  GltfAccessors accessors(document, options.maximumVertices);
  if (Status good = readGltfSurface(document, accessors, *scene, options, model); !good) return Error{good.error()};
  const bool skeletonWillDo = !needsMesh && options.meshName.empty() && !model.skeleton.nodes.empty();
  if (model.surface.mesh.faceVertices.empty() && !skeletonWillDo) {
    return Error{document.name + ": " + whyEmpty(document, options, facts)};
  }
  Result<std::vector<AnimationClip>> clips = readGltfClips(document, accessors, *scene, facts.ignoredStatements);
  if (!clips) return Error{clips.error()};
  model.skeleton.clips = std::move(clips).value();

  Result<ImportedMesh> finished = finishImport(std::move(model.surface), document.name + ": ", options);
  if (!finished) return Error{finished.error()};
  model.surface = std::move(finished).value();
  return model;
}

}  // namespace toile
