// The `toile` command: reads the command line, nothing else.
#include <CLI/CLI.hpp>
#include <array>
#include <csignal>
#include <cstdio>

#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "io/export.h"
#include "io/file_name.h"
#include "scenes/find.h"

namespace toile::cli {
namespace {

/// CLI::Range lets NaN pass.
CLI::Validator framesPerSecond() {
  return CLI::Validator(
      [](std::string& text) {
        double value = 0.0;
        const bool fine = CLI::detail::lexical_cast(text, value) && value >= 1.0 && value <= 10000.0;
        return fine ? std::string() : text + " is not in 1 to 10000";
      },
      "FLOAT in [1 - 10000]");
}

/// CLI::Range lets NaN pass here as well.
CLI::Validator unitRange() {
  return CLI::Validator(
      [](std::string& text) {
        double value = 0.0;
        const bool fine = CLI::detail::lexical_cast(text, value) && value >= 0.0 && value <= 1.0;
        return fine ? std::string() : text + " is not in 0 to 1";
      },
      "FLOAT in [0 - 1]");
}

/// Takes each of a comma-separated list of outputs, given once or several times.
void addOutput(std::vector<std::filesystem::path>& outputs, const std::string& name) {
  if (name.empty()) throw CLI::ValidationError("--out", "empty file name");
  if (!canExport(name))
    throw CLI::ValidationError("--out", name + ": cannot write this; known are .glb .pc2 .mdd .obj .usda");
  outputs.emplace_back(name);
}

void addPicture(std::optional<std::filesystem::path>& picture, const std::string& name) {
  if (lowerExtension(name) != ".png")
    throw CLI::ValidationError("--picture", "\"" + name + "\" does not end in .png, and only PNG can be written");
  picture = name;
}

/// A number of vertices, or the name of a mesh; what looks like a number is meant as one.
void addSimulate(std::string& simulate, const std::string& text) {
  const auto fail = [&](const std::string& reason) { throw CLI::ValidationError("--simulate", reason); };
  if (text.empty()) fail("empty; a number of vertices or the name of a mesh is wanted");
  double number = 0.0;
  const bool numeric =
      std::string("+-.0123456789").find(text.front()) != std::string::npos && CLI::detail::lexical_cast(text, number);
  const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
  if (numeric && !(digits && number >= 1.0 && number <= 4294967295.0))
    fail(text + " is no number of vertices: a whole number from 1 on is wanted, or the name of a mesh");
  simulate = text;
}

void checkBake(const BakeOptions& options, bool spaceGiven) {
  if (options.outputs.empty() && !options.picture)
    throw CLI::ValidationError("bake", "nothing to write: give --out or --picture");
  // Frames are not known yet: 1 finds the same name given twice.
  const std::vector<Target> targets = targetsOf(options.outputs, options.picture.value_or(""), 1);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (sameFile(targets[i].path, targets[k].path))
        throw CLI::ValidationError("--out",
                                   targets[i].path.string() + " is the same file as " + targets[k].path.string());
    }
  }
  if (spaceGiven && !isMeshFile(options.source))
    throw CLI::ValidationError(
        "--up, --unit", "are for a mesh given as source; \"" + options.source + "\" is a scene, which says so itself");
}

void addBake(CLI::App& app, BakeOptions& options, int& code) {
  CLI::App* bake = app.add_subcommand("bake", "Simulate and write the animation to files");
  bake->add_option("source", options.source,
                   "Scene by name (see `toile scenes`), scene file (.json), or mesh (.obj .gltf .glb), which is hung "
                   "from its highest vertices")
      ->required();
  bake->add_option_function<std::vector<std::string>>(
          "-o,--out",
          [&options](const std::vector<std::string>& names) {
            for (const std::string& name : names) addOutput(options.outputs, name);
          },
          "Files to write: .glb .pc2 .mdd .obj .usda; several separated by commas. Files of these names are "
          "replaced. .pc2 and .mdd bring their mesh, an .obj of the same name: it replaces one that Toile wrote, and "
          "no other")
      ->delimiter(',');
  bake->add_option_function<std::string>(
      "--picture", [&options](const std::string& name) { addPicture(options.picture, name); },
      "Contact sheet of the bake, a .png");
  bake->add_option("--frames", options.frames, "Frames to write, the first one at t = 0")
      ->check(CLI::Range(1u, 10'000'000u));
  bake->add_option("--fps", options.framesPerSecond, "Frames a second; each frame is one step")
      ->check(framesPerSecond());
  bake->add_option("--substeps", options.substeps, "Substeps for each 1/60 s")->check(CLI::Range(1u, 1000u));
  bake->add_option("--iterations", options.iterations, "Iterations a substep")->check(CLI::Range(1u, 1000u));
  bake->add_option_function<std::string>(
      "--simulate", [&options](const std::string& text) { addSimulate(options.simulate, text); },
      "Simulate fewer vertices and draw all: how many, or the name of a mesh of the same file");
  bake->add_option("--threads", options.threads, "Threads; the result does not depend on it")
      ->check(CLI::Range(1u, 1024u));
  addSpaceOptions(*bake, options.meshSpace, "", "the mesh given as source");
  addSpaceOptions(*bake, options.exportSpace, "out-", "the files written (not .glb)");
  bake->add_flag("-q,--quiet", options.quiet, "Print errors only");
  bake->callback([&options, &code, bake] {
    checkBake(options, bake->count("--up") + bake->count("--unit") > 0);
    code = runBake(options);
  });
}

void addInspect(CLI::App& app, InspectOptions& options, int& code) {
  CLI::App* inspect = app.add_subcommand("inspect", "Count what is in a mesh file, and every oddity of it");
  inspect->add_option("file", options.file, "Mesh: .obj .gltf .glb")->required();
  inspect->add_option("--mesh", options.mesh, "glTF mesh or node, OBJ object or group; all of them without it");
  addSpaceOptions(*inspect, options.space, "", "the file");
  inspect->add_flag("--json", options.json, "One JSON object");
  inspect->callback([&options, &code] { code = runInspect(options); });
}

Simd simdOf(const std::string& name) {
  constexpr std::array<std::pair<const char*, Simd>, 7> sets{{{"auto", Simd::automatic},
                                                              {"scalar", Simd::scalar},
                                                              {"sse4", Simd::sse4},
                                                              {"avx2", Simd::avx2},
                                                              {"avx512", Simd::avx512},
                                                              {"neon", Simd::neon},
                                                              {"wasm", Simd::wasm}}};
  std::string names;
  for (const auto& [known, simd] : sets) {
    if (name == known) return simd;
    names.append(names.empty() ? "" : ", ").append(known);
  }
  throw CLI::ValidationError("--simd", "\"" + name + "\" is no instruction set; there are " + names);
}

void addBench(CLI::App& app, BenchCommand& command, int& code) {
  CLI::App* bench = app.add_subcommand("bench", "Measure a scene against a plain scalar solver");
  bench->add_option("scene", command.scene, "Scene by name, scene file, or mesh")->required();
  bench->add_option("--substeps", command.options.substeps, "Substeps for each 1/60 s")->check(CLI::Range(1u, 1000u));
  bench->add_option("--iterations", command.options.iterations, "Iterations a substep")->check(CLI::Range(1u, 1000u));
  bench->add_option("--steps", command.options.steps, "Steps to run")->check(CLI::Range(1u, 10'000'000u));
  bench->add_option("--threads", command.options.threads, "Threads of the solver; the baseline has one")
      ->check(CLI::Range(1u, 1024u));
  bench->add_option("--tethers", command.options.tethers, "Tethers to the K nearest pins; 0 for none")
      ->check(CLI::Range(0u, 8u));
  bench->add_option("--levels", command.options.levels, "Coarse-to-fine levels against stretch; 0 for none")
      ->check(CLI::Range(0u, 6u));
  bench->add_option_function<std::string>(
      "--simd", [&command](const std::string& name) { command.options.simd = simdOf(name); },
      "Instruction set: auto (default), scalar, sse4, avx2, avx512, neon, wasm");
  bench->add_flag_callback(
      "--no-crowds", [&command] { command.options.crowds = false; }, "Step every cloth alone");
  bench->add_flag_callback(
      "--no-baseline", [&command] { command.options.baseline = false; }, "Leave the baseline out");
  bench->add_flag("--peers", command.options.peers, "Other libraries on the same constraints (where built in: Bullet)");
  bench->add_option("--backend", command.backend, "cpu (default), or vulkan: on a GPU, with the CPU beside it")
      ->check(CLI::IsMember({"cpu", "vulkan"}));
  bench->add_option("--device", command.device, "With --backend vulkan: part of the device's name");
  bench->add_flag("--json", command.json, "One JSON object");
  bench->callback([&command, &code] { code = runBenchCommand(command); });
}

void addFit(CLI::App& app, FitCommand& command, int& code) {
  CLI::App* fit = app.add_subcommand("fit", "Fit tapered capsules to the skin of a character, one a bone");
  fit->add_option("character", command.file, "glTF or GLB file with a skin")->required();
  fit->add_option_function<std::string>(
         "-o,--out",
         [&command](const std::string& name) {
           if (lowerExtension(name) != ".json")
             throw CLI::ValidationError("--out", "\"" + name + "\" does not end in .json");
           command.output = name;
         },
         "Scene file to write: the character, its capsules, and a sheet that falls over them")
      ->required();
  fit->add_option_function<std::string>(
      "--picture", [&command](const std::string& name) { addPicture(command.picture, name); },
      "Picture of skin and capsules, a .png");
  fit->add_option("--inside", command.options.inside, "Part of each bone's skin that its capsule holds")
      ->check(unitRange());
  fit->add_option("--detail", command.options.detail, "Metres; smaller bones are part of the one above")
      ->check(CLI::NonNegativeNumber);
  addSpaceOptions(*fit, command.space, "", "the file");
  fit->add_flag("-q,--quiet", command.quiet, "Print errors only");
  fit->callback([&command, &code] { code = runFit(command); });
}

void addVolume(CLI::App& app, VolumeCommand& command, int& code) {
  CLI::App* volume = app.add_subcommand("volume", "Sample signed distances to a closed mesh (needs OpenVDB)");
  volume->add_option("file", command.file, "Closed mesh (.obj .gltf .glb), or a level set (.vdb)")->required();
  volume
      ->add_option_function<std::string>(
          "-o,--out",
          [&command](const std::string& name) {
            if (lowerExtension(name) != ".sdf")
              throw CLI::ValidationError("--out", "\"" + name + "\" does not end in .sdf");
            command.output = name;
          },
          "File to write, for `volume` colliders of scenes")
      ->required();
  volume->add_option("--cell", command.cell, "Metres between samples of a mesh")->check(CLI::PositiveNumber);
  volume->add_option("--mesh", command.mesh, "glTF mesh or node, OBJ object or group; all of them without it");
  addSpaceOptions(*volume, command.space, "", "the file");
  volume->callback([&command, &code] { code = runVolume(command); });
}

void addScenes(CLI::App& app, ScenesOptions& options, int& code) {
  CLI::App* scenes = app.add_subcommand("scenes", "List the named scenes, or show one");
  scenes->add_option("name", options.name, "Scene to show");
  scenes->add_flag("--json", options.json, "Print the scene as a scene file");
  scenes->add_flag("--schema", options.schema, "Print the JSON Schema of scene files");
  scenes->add_flag("--fabrics", options.fabrics, "List the fabric presets and their sources");
  scenes->callback([&options, &code] {
    if (options.json && options.name.empty()) throw CLI::RequiredError("name");
    code = runScenes(options);
  });
}

/// CLI11 would only say that a subcommand is required.
void checkCommand(const CLI::App& app, const char* word) {
  if (word == nullptr || *word == '-') return;
  std::string names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == word) return;
    names.append(names.empty() ? "" : ", ").append(command->get_name());
  }
  throw CLI::ValidationError("toile", "\"" + std::string(word) + "\" is no command; there are " + names);
}

int run(int argc, char** argv) {
  CLI::App app("Toile: real-time cloth. Every length in metres, Y up.", "toile");
  app.set_version_flag("--version", std::string("toile ") + TOILE_VERSION);
  app.require_subcommand(1);
  int code = kDone;
  BakeOptions bake;
  InspectOptions inspect;
  BenchCommand bench;
  FitCommand fit;
  VolumeCommand volume;
  ScenesOptions scenes;
  RenderOptions render;
  ViewCommand view;
  addBake(app, bake, code);
  addInspect(app, inspect, code);
  addBench(app, bench, code);
  addFit(app, fit, code);
  addVolume(app, volume, code);
  addScenes(app, scenes, code);
  addRender(app, render, code);
  addView(app, view, code);
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);  // a file past its limit then fails to be written like any other, and is named
#endif
  try {
    checkCommand(app, argc > 1 ? argv[1] : nullptr);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version are successes to CLI11; everything else is a wrong command line.
    return app.exit(error) == 0 ? kDone : kUsage;
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    printError("standard output cannot be written");
    return kFailed;
  }
  return code;
}

}  // namespace
}  // namespace toile::cli

int main(int argc, char** argv) { return toile::cli::run(argc, argv); }
