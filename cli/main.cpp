// The `toile` command: reads the command line, nothing else.
#include <CLI/CLI.hpp>
#include <cmath>
#include <set>

#include "cli/commands.h"
#include "io/export.h"

namespace toile::cli {
namespace {

/// "m", "cm", "mm", "inch" or metres as a number.
double metresOf(const std::string& unit) {
  if (unit == "m") return 1.0;
  if (unit == "cm") return 0.01;
  if (unit == "mm") return 0.001;
  if (unit == "inch") return 0.0254;
  double metres = 0.0;
  if (!CLI::detail::lexical_cast(unit, metres) || !std::isfinite(metres) || metres <= 0.0 || metres > 1e6)
    throw CLI::ValidationError("--unit", "\"" + unit + "\" is neither m, cm, mm, inch nor a positive number of metres");
  return metres;
}

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

void addSpaceOptions(CLI::App& command, FileSpace& space, const std::string& prefix, const std::string& what) {
  command
      .add_option_function<std::string>(
          "--" + prefix + "up", [&space](const std::string& axis) { space.up = axis == "z" ? UpAxis::z : UpAxis::y; },
          "Up axis of " + what + ": y (default) or z")
      ->check(CLI::IsMember({"y", "z"}));
  command.add_option_function<std::string>(
      "--" + prefix + "unit", [&space](const std::string& unit) { space.metresPerUnit = metresOf(unit); },
      "Unit of " + what + ": m (default), cm, mm, inch, or metres as a number");
}

/// Takes each of a comma-separated list of outputs, given once or several times.
void addOutput(std::vector<std::filesystem::path>& outputs, const std::string& name) {
  if (name.empty()) throw CLI::ValidationError("--out", "empty file name");
  if (!canExport(name))
    throw CLI::ValidationError("--out", name + ": cannot write this; known are .glb .pc2 .mdd .obj .usda");
  outputs.emplace_back(name);
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
          "Files to write: .glb .pc2 .mdd .obj .usda; several separated by commas. .pc2 and .mdd bring their .obj")
      ->delimiter(',');
  bake->add_option("--picture", options.picture, "Contact sheet of the bake, a .png");
  bake->add_option("--frames", options.frames, "Frames to write, the first one at t = 0")
      ->check(CLI::Range(1u, 10'000'000u));
  bake->add_option("--fps", options.framesPerSecond, "Frames a second; each frame is one step")
      ->check(framesPerSecond());
  bake->add_option("--substeps", options.substeps, "Substeps for each 1/60 s")->check(CLI::Range(1u, 1000u));
  bake->add_option("--iterations", options.iterations, "Iterations a substep")->check(CLI::Range(1u, 1000u));
  bake->add_option("--simulate", options.simulate,
                   "Simulate fewer vertices and draw all: how many, or the name of a mesh of the same file");
  bake->add_option("--threads", options.threads, "Threads; the result does not depend on it")
      ->check(CLI::Range(1u, 1024u));
  addSpaceOptions(*bake, options.meshSpace, "", "the mesh given as source");
  addSpaceOptions(*bake, options.exportSpace, "out-", "the files written (not .glb)");
  bake->add_flag("-q,--quiet", options.quiet, "Print errors only");
  bake->callback([&options, &code] {
    if (options.outputs.empty() && !options.picture)
      throw CLI::RequiredError("--out or --picture: there is nothing to write,");
    std::set<std::filesystem::path> distinct(options.outputs.begin(), options.outputs.end());
    if (options.picture) distinct.insert(*options.picture);
    if (distinct.size() != options.outputs.size() + (options.picture ? 1 : 0))
      throw CLI::ValidationError("--out", "the same file twice");
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
  const std::map<std::string, Simd> sets{{"auto", Simd::automatic}, {"scalar", Simd::scalar}, {"sse4", Simd::sse4},
                                         {"avx2", Simd::avx2},      {"avx512", Simd::avx512}, {"neon", Simd::neon},
                                         {"wasm", Simd::wasm}};
  bench->add_option("--simd", command.options.simd, "Instruction set: auto scalar sse4 avx2 avx512 neon wasm")
      ->transform(CLI::CheckedTransformer(sets));
  bench->add_option("--lanes", command.options.lanes, "Lanes: 1 4 8 16; 0 for the widest")
      ->check(CLI::IsMember({0, 1, 4, 8, 16}));
  bench->add_flag("!--no-crowds", command.options.crowds, "Step every cloth alone");
  bench->add_flag("!--no-baseline", command.options.baseline, "Leave the baseline out");
  bench->add_flag("--peers", command.options.peers, "Other libraries on the same constraints (where built in: Bullet)");
  bench->add_flag("--json", command.json, "One JSON object");
  bench->callback([&command, &code] { code = runBenchCommand(command); });
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

int run(int argc, char** argv) {
  CLI::App app("Toile: real-time cloth. Every length in metres, Y up.", "toile");
  app.set_version_flag("--version", std::string("toile ") + TOILE_VERSION);
  app.require_subcommand(1);
  int code = kDone;
  BakeOptions bake;
  InspectOptions inspect;
  BenchCommand bench;
  ScenesOptions scenes;
  addBake(app, bake, code);
  addInspect(app, inspect, code);
  addBench(app, bench, code);
  addScenes(app, scenes, code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version are successes to CLI11; everything else is a wrong command line.
    return app.exit(error) == 0 ? kDone : kUsage;
  }
  return code;
}

}  // namespace
}  // namespace toile::cli

int main(int argc, char** argv) { return toile::cli::run(argc, argv); }
