#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/outputs.h"
#include "io/export_file.h"
#include "io/export_triangles.h"
#include "scenes/scene_json.h"

namespace toile::cli {
namespace {

/// Relative to the scene file, so that both can be moved together.
std::filesystem::path pathFrom(const std::filesystem::path& sceneFile, const std::filesystem::path& file) {
  std::error_code failed;
  const std::filesystem::path folder = sceneFile.has_parent_path() ? sceneFile.parent_path() : ".";
  std::filesystem::path near = std::filesystem::proximate(file, folder, failed);
  return failed || near.empty() ? std::filesystem::absolute(file, failed) : near;
}

Status writeText(const std::filesystem::path& path, const std::string& text) {
  auto file = OutputFile::open(path);
  if (!file) return Error{file.error()};
  file->write(text);
  return file->commit();
}

void printFit(const AnimatedModel& model, const CharacterFit& fit) {
  std::printf("%-28s %8s %7s %8s %18s %7s\n", "joint", "vertices", "inside", "mean mm", "radii mm", "long mm");
  for (const FittedBone& bone : fit.bones) {
    const auto millimetres = [](float metres) { return 1000.0 * static_cast<double>(metres); };
    std::printf("%-28s %8zu %6.0f%% %8.1f %8.0f … %7.0f %7.0f\n", model.skeleton.nodes[bone.joint].name.c_str(),
                bone.vertices, 100.0 * static_cast<double>(bone.inside), millimetres(bone.meanDistance),
                millimetres(bone.shape.radiusBottom), millimetres(bone.shape.radiusTop),
                millimetres(2.0f * bone.shape.halfLength));
  }
  std::printf("%zu capsules hold %.1f %% of %zu skin vertices; mean distance of the skin from them %.1f mm\n",
              fit.bones.size(), 100.0 * static_cast<double>(fit.inside), fit.vertices,
              1000.0 * static_cast<double>(fit.meanDistance));
}

/// The skin, the capsules, and both, where the skin shows where it sticks out.
Status drawFit(const std::filesystem::path& path, const AnimatedModel& model, const CharacterFit& fit) {
  const Pose pose = restPose(model.skeleton);
  std::vector<ColliderDef> capsules;
  for (const FittedBone& bone : fit.bones) {
    ColliderDef def;
    def.shape = bone.shape;
    def.transform = compose(pose.rigid(bone.joint), bone.place);
    capsules.push_back(def);
  }
  const std::vector<std::uint32_t> triangles = faceTriangles(model.surface.mesh, 0, model.surface.mesh.faceCount());
  PictureMesh skin;
  skin.triangles = triangles, skin.positions = model.surface.mesh.positions;
  skin.front = {0.80f, 0.55f, 0.42f}, skin.back = {0.55f, 0.35f, 0.28f};
  std::array<PictureFrame, 3> frames;
  frames[0].meshes = {skin}, frames[0].label = "skin";
  frames[1].colliders = capsules, frames[1].label = "capsules";
  frames[2].meshes = {skin}, frames[2].colliders = capsules, frames[2].label = "both";
  PictureOptions options;
  options.width = 1500, options.height = 800;
  const auto image = drawContactSheet(frames, options);
  if (!image) return Error{path.string() + ": " + image.error()};
  return writePng(path, *image);
}

Status fit(const FitCommand& command) {
  ImportOptions importOptions;
  importOptions.space = command.space;
  const auto model = importAnimatedModel(command.file, importOptions);
  if (!model) return Error{model.error()};
  for (const std::filesystem::path& output : {command.output, command.picture.value_or("")}) {
    if (!output.empty() && sameFile(output, command.file))
      return Error{output.string() + " is the character itself, which is not replaced"};
  }
  const auto fitted = fitCapsules(*model, command.options);
  if (!fitted) return Error{command.file.string() + ": " + fitted.error()};
  for (const std::string& warning : model->surface.warnings) printWarning(warning);
  for (const std::string& warning : fitted->warnings) printWarning(warning);
  Character character;
  character.name = command.file.stem().string();
  character.path = pathFrom(command.output, command.file);
  character.space = command.space;
  if (const Status status = writeText(command.output, sceneToJson(fittedScene(*model, *fitted, character))); !status)
    return status;
  if (!command.quiet) printFit(*model, *fitted);
  return command.picture ? drawFit(*command.picture, *model, *fitted) : Status{};
}

}  // namespace

int runFit(const FitCommand& command) {
  const Status status = fit(command);
  if (status.ok()) return kDone;
  printError(status.error());
  return kFailed;
}

}  // namespace toile::cli
