#include <algorithm>
#include <cstdio>

#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/outputs.h"
#include "io/export.h"
#include "io/file_name.h"
#include "scenes/find.h"
#include "viewer/frame_list.h"
#include "viewer/picture_taker.h"

namespace toile::cli {
namespace {

namespace fs = std::filesystem;

#ifdef TOILE_VIEWER

bool isFile(const fs::path& out) { return lowerExtension(out) == ".png"; }

/// NNNN.png in the folder, as many digits as the last frame needs, four at least.
fs::path frameFile(const fs::path& folder, std::size_t frame, std::size_t last) {
  std::string number = std::to_string(frame);
  const std::size_t digits = std::max<std::size_t>(4, std::to_string(last).size());
  number.insert(0, digits - number.size(), '0');
  return folder / (number + ".png");
}

Status makeFolder(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed || !fs::is_directory(folder)) return Error{folder.string() + ": " + failed.message()};
  return {};
}

Status render(const RenderOptions& options) {
  auto scene = findScene(options.source, options.meshSpace);
  if (!scene) return Error{scene.error()};
  const std::size_t count = std::max<std::size_t>(1, frameCount(scene->duration, scene->framesPerSecond));
  const std::string wanted = !options.frames.empty() ? options.frames : isFile(options.out) ? "last" : "all";
  auto frames = view::frameList(wanted, count);
  if (!frames) return Error{"--frames: " + frames.error()};
  view::ShotOptions shot;
  shot.width = options.width, shot.height = options.height, shot.camera = options.camera;
  constexpr float kDegree = 3.14159265f / 180.0f;
  if (options.azimuth) shot.azimuth = *options.azimuth * kDegree;
  if (options.elevation) shot.elevation = *options.elevation * kDegree;
  for (const std::string& name : options.layers) *view::findLayer(shot.layers, name) = true;
  shot.frames = *frames;
  if (!isFile(options.out)) {
    if (const Status made = makeFolder(options.out); !made.ok()) return made;
  }
  const auto make = [&]() -> Result<PlayedWorld> {
    WorldDef def = scene->worldDef();
    if (options.substeps) def.substeps = *options.substeps;
    if (options.iterations) def.iterations = *options.iterations;
    def.threads = options.threads;
    def.maxStepTime = std::max(def.maxStepTime, static_cast<float>(1.0 / scene->framesPerSecond));
    auto played = playScene(*scene, def);
    if (!played) return Error{options.source + ": " + played.error()};
    return played;
  };
  // Of an animation all frames are kept: they share their colours.
  std::vector<Image> animation;
  const auto take = [&](std::size_t frame, const Image& image) -> Status {
    if (!isFile(options.out)) return writePng(frameFile(options.out, frame, frames->back()), image);
    if (frames->size() == 1) return writePng(options.out, image);
    return animation.push_back(image), Status{};
  };
  std::string device;
  if (const Status taken = view::takePictures(make, shot, take, device); !taken.ok()) return taken;
  if (!animation.empty()) {
    const auto span = static_cast<double>(frames->back() - frames->front());
    const double rate = scene->framesPerSecond * static_cast<double>(frames->size() - 1) / span;
    const Status written = writeAnimatedPng(options.out, animation, std::clamp(rate, 0.1, 60.0));
    if (!written.ok()) return written;
  }
  if (!options.quiet) {
    std::printf("wrote %s, %zu picture%s, drawn by %s\n", options.out.string().c_str(), frames->size(),
                frames->size() == 1 ? "" : "s", device.c_str());
  }
  return {};
}

#else

Status render(const RenderOptions&) {
  return Error{"this toile was built without the viewer (scripts/install_packages.sh viewer, then build again)"};
}

#endif

}  // namespace

int runRender(const RenderOptions& options) {
  const Status rendered = render(options);
  if (!rendered.ok()) printError(rendered.error());
  return rendered.ok() ? kDone : kFailed;
}

}  // namespace toile::cli
