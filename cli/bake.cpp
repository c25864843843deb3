#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <memory>

#include "cli/commands.h"
#include "cli/film.h"
#include "cli/messages.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "io/export.h"
#include "io/obj_export.h"
#include "scenes/find.h"
#include "scenes/play.h"

namespace toile::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;
void noteInterrupt(int) { interrupted = 1; }

/// While it lives, Ctrl-C and a polite kill only set `interrupted`: the bake ends by itself and removes its
/// temporary files.
class InterruptGuard {
 public:
  InterruptGuard() : old_{std::signal(SIGINT, noteInterrupt), std::signal(SIGTERM, noteInterrupt)} { interrupted = 0; }
  ~InterruptGuard() {
    std::signal(SIGINT, old_[0]);
    std::signal(SIGTERM, old_[1]);
  }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  void (*old_[2])(int);
};

struct Output {
  std::filesystem::path path;
  std::unique_ptr<AnimationWriter> writer;
};

struct Numbers {
  std::vector<double> stepMilliseconds;
  float maxStretch = 0.0f;
  std::size_t maxStretchFrame = 0;
};

Status openOutputs(const BakeOptions& options, const Film& film, const BakeInfo& info, std::vector<Output>& outputs) {
  ExportOptions exportOptions;
  exportOptions.space = options.exportSpace;
  for (const std::filesystem::path& path : options.outputs) {
    auto writer = openAnimationWriter(path, film.mesh(), film.parts(), info, exportOptions);
    if (!writer) return Error{writer.error()};
    outputs.push_back({path, std::move(*writer)});
  }
  return {};
}

Status addFrame(std::vector<Output>& outputs, const Film& film) {
  for (Output& output : outputs) {
    const Status added = output.writer->addFrame(film.positions(), film.normals());
    if (!added.ok()) return added;
  }
  return {};
}

/// A frozen cloth is not what was asked for: the bake fails and names it.
Status measure(const World& world, const ScenePlay& play, Numbers& numbers) {
  for (const PlayedCloth& cloth : play.cloths()) {
    const auto stats = world.stats(cloth.id);
    if (!stats) return Error{stats.error()};
    if (stats->frozen) {
      return Error{"cloth \"" + play.scene().cloths[cloth.cloth].name + "\" became non-finite before frame " +
                   std::to_string(play.frame())};
    }
    if (stats->maxStretch > numbers.maxStretch)
      numbers.maxStretch = stats->maxStretch, numbers.maxStretchFrame = play.frame();
  }
  return {};
}

/// Gives all files their names. The meshes of point caches go first, so that no cache is ever without one.
Status finish(const BakeOptions& options, std::span<const Target> targets, std::vector<Output>& outputs,
              const Film& film, const PictureTaker& picture, std::vector<std::filesystem::path>& written) {
  ExportOptions exportOptions;
  exportOptions.space = options.exportSpace;
  for (const Target& target : targets) {
    if (!target.companion) continue;
    const Status status = writeObj(target.path, film.mesh(), exportOptions);
    if (!status.ok()) return status;
    written.push_back(target.path);
  }
  for (Output& output : outputs) {
    const Status finished = output.writer->finish();
    if (!finished.ok()) return finished;
    written.push_back(output.path);
  }
  if (options.picture) {
    const Status drawn = picture.write(*options.picture);
    if (!drawn.ok()) return drawn;
    written.push_back(*options.picture);
  }
  return {};
}

/// Size of a file, or of the numbered files that an OBJ sequence is.
void printFile(const std::filesystem::path& path, std::span<const Target> targets) {
  std::size_t numbered = 0;
  for (const Target& target : targets) {
    if (target.path == path) numbered = target.numbered;
  }
  std::uintmax_t bytes = 0;
  for (std::size_t k = 0; k < std::max<std::size_t>(1, numbered); ++k) {
    std::error_code failed;
    const auto size = std::filesystem::file_size(numbered == 0 ? path : objFramePath(path, k, numbered), failed);
    if (!failed) bytes += size;
  }
  const std::string name = path.string() + (numbered == 0 ? "" : " (" + std::to_string(numbered) + " numbered files)");
  std::printf("%-16s %s, %.2f MB\n", "wrote", name.c_str(), static_cast<double>(bytes) / 1e6);
}

void printSummary(const PlayedWorld& played, const Numbers& numbers, std::size_t frames) {
  std::size_t particles = 0, drawn = 0, constraints = 0, tethers = 0;
  for (const PlayedCloth& cloth : played.play.cloths()) {
    const Garment& garment = *played.play.garments()[cloth.garment].garment;
    const DrawnGarment& over = *played.play.garments()[cloth.garment].drawn;
    particles += garment.particleCount(), constraints += garment.constraintCount();
    drawn += over.simulated()->vertexCount() == over.vertexCount() ? garment.particleCount() : over.vertexCount();
    if (const auto stats = played.world.stats(cloth.id); stats) tethers += stats->tethers;
  }
  std::vector<double> times = numbers.stepMilliseconds;
  std::sort(times.begin(), times.end());
  std::printf("%-16s %s\n", "scene", played.play.scene().name.c_str());
  std::printf("%-16s %zu\n", "particles", particles);
  if (drawn != particles) std::printf("%-16s %zu vertices\n", "drawn", drawn);
  std::printf("%-16s %zu a pass, %zu tethers\n", "constraints", constraints, tethers);
  if (!times.empty())
    std::printf("%-16s %.3f median, %.3f worst (%s)\n", "ms a step", times[times.size() / 2], times.back(),
                played.world.simdName().c_str());
  std::printf("%-16s %.2f %% (frame %zu)\n", "maximum stretch", 100.0 * (double{numbers.maxStretch} - 1.0),
              numbers.maxStretchFrame);
  std::printf("%-16s %zu at %g 1/s\n", "frames", frames, played.play.scene().framesPerSecond);
}

/// --simulate: a number of vertices, or the name of a mesh; which of both, the command line has checked.
void simulateInstead(const std::string& what, Scene& scene) {
  if (what.empty()) return;
  std::uint32_t vertices = 0;
  const auto [end, error] = std::from_chars(what.data(), what.data() + what.size(), vertices);
  const bool number = error == std::errc() && end == what.data() + what.size();
  for (SceneGarment& garment : scene.garments) {
    garment.simulateVertices = number ? vertices : 0;
    garment.simulateMesh = number ? std::string() : what;
  }
}

/// The scene as the options change it.
Result<Scene> sceneOf(const BakeOptions& options) {
  auto scene = findScene(options.source, options.meshSpace);
  if (!scene) return scene;
  if (options.framesPerSecond) scene->framesPerSecond = *options.framesPerSecond;
  simulateInstead(options.simulate, *scene);
  return scene;
}

std::size_t framesOf(const BakeOptions& options, const Scene& scene) {
  if (options.frames) return *options.frames;
  return std::max<std::size_t>(1, frameCount(scene.duration, scene.framesPerSecond));
}

Result<PlayedWorld> open(const BakeOptions& options, const Scene& scene) {
  WorldDef def = scene.worldDef();
  if (options.substeps) def.substeps = *options.substeps;
  if (options.iterations) def.iterations = *options.iterations;
  def.threads = options.threads;
  // A frame is one step, however long it is.
  def.maxStepTime = std::max(def.maxStepTime, static_cast<float>(1.0 / scene.framesPerSecond));
  auto played = playScene(scene, def);
  // Errors of a scene file's content do not name the file: what builds it does not know it.
  if (played) return played;
  // A mesh has no scene file for a pointer to lead into.
  const std::size_t named = isMeshFile(options.source) ? played.error().find(options.source + ": ") : std::string::npos;
  return Error{named == std::string::npos ? options.source + ": " + played.error() : played.error().substr(named)};
}

/// Cloths that cannot move by themselves: most likely not what was meant.
void warnOfHeldCloths(const PlayedWorld& played, bool isMesh) {
  std::size_t last = played.play.scene().cloths.size();
  for (const PlayedCloth& cloth : played.play.cloths()) {
    const auto stats = played.world.stats(cloth.id);
    if (!stats || stats->pinned < stats->particles || cloth.cloth == last) continue;
    last = cloth.cloth;  // the copies of a cloth are alike
    const std::string all = "cloth \"" + played.play.scene().cloths[last].name + "\": all " +
                            std::to_string(stats->particles) + " particles are pinned: ";
    printWarning(all + (isMesh ? "the mesh lies level, so that every vertex is one of its highest, and nothing will "
                                 "move; perhaps --up z is meant, or a scene file that says what to pin"
                               : "it only follows its pins"));
  }
}

/// Everything between opening and naming the files.
Status bakeFrames(PlayedWorld& played, Film& film, std::vector<Output>& outputs, PictureTaker& picture,
                  std::size_t frames, bool quiet, Numbers& numbers) {
  Progress progress("baking", frames, quiet);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    if (interrupted != 0) return {};
    if (frame > 0) {
      Status moved = played.play.prepare(played.world);
      const auto begin = std::chrono::steady_clock::now();
      if (moved.ok()) moved = played.play.step(played.world);
      if (!moved.ok()) return Error{"frame " + std::to_string(frame) + ": " + moved.error()};
      numbers.stepMilliseconds.push_back(
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    Status status = measure(played.world, played.play, numbers);
    if (status.ok()) status = film.readFrame(played.world, played.play);
    if (status.ok()) status = addFrame(outputs, film);
    if (!status.ok()) return status;
    picture.see(frame, film, played.world, played.play);
    progress.show(frame + 1);
  }
  return {};
}

}  // namespace

int runBake(const BakeOptions& options) {
  const auto fail = [](const std::string& message) {
    printError(message);
    return static_cast<int>(kFailed);
  };
  const auto asked = sceneOf(options);
  if (!asked) return fail(asked.error());
  const std::size_t frames = framesOf(options, *asked);
  const std::vector<Target> targets = targetsOf(options.outputs, options.picture.value_or(""), frames);
  if (const Status good = checkTargets(targets, inputsOf(options.source, *asked)); !good.ok()) {
    return fail(good.error());
  }
  auto played = open(options, *asked);
  if (!played) return fail(played.error());
  const Scene& scene = played->play.scene();
  if (!options.quiet) {
    for (const std::string& warning : played->play.warnings()) printWarning(warning);
    warnOfHeldCloths(*played, isMeshFile(options.source));
  }

  Film film(played->play);
  if (const Status read = film.readFrame(played->world, played->play); !read.ok()) return fail(read.error());
  PictureTaker picture(scene, played->play, frames);
  const BakeInfo info{scene.framesPerSecond, frames, scene.name};
  std::vector<Output> outputs;
  if (const Status opened = openOutputs(options, film, info, outputs); !opened.ok()) return fail(opened.error());

  const InterruptGuard guard;
  Numbers numbers;
  const Status baked = bakeFrames(*played, film, outputs, picture, frames, options.quiet, numbers);
  if (!baked.ok()) return fail(options.source + ": " + baked.error());
  if (interrupted != 0) {
    printError("interrupted, nothing written");
    return kInterrupted;
  }
  std::vector<std::filesystem::path> written;
  const Status finished = finish(options, targets, outputs, film, picture, written);
  if (!options.quiet) {
    printSummary(*played, numbers, frames);
    for (const std::filesystem::path& path : written) printFile(path, targets);
  }
  return finished.ok() ? static_cast<int>(kDone) : fail(finished.error());
}

}  // namespace toile::cli
