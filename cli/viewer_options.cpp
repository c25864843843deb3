// The command lines of `toile render` and `toile view`.
#include <array>
#include <cmath>
#include <cstdio>

#include "cli/options.h"
#include "viewer/layers.h"

namespace toile::cli {
namespace {

/// Numbers separated by commas, all finite.
std::vector<float> numbersOf(const std::string& option, const std::string& text) {
  std::vector<float> numbers;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    float value = 0.0f;
    const std::string word = text.substr(begin, end - begin);
    if (!CLI::detail::lexical_cast(word, value) || !std::isfinite(value))
      throw CLI::ValidationError(option, "\"" + word + "\" is no finite number");
    numbers.push_back(value);
    begin = end + 1;
  }
  return numbers;
}

Camera cameraOf(const std::string& text) {
  const std::vector<float> n = numbersOf("--camera", text);
  if (n.size() != 6 && n.size() != 7)
    throw CLI::ValidationError("--camera", "wants EX,EY,EZ,TX,TY,TZ in metres, and perhaps a field of view in degrees");
  Camera camera;
  camera.eye = {n[0], n[1], n[2]}, camera.target = {n[3], n[4], n[5]};
  if (!(distance(camera.eye, camera.target) > 1e-6f))
    throw CLI::ValidationError("--camera", "the eye is where it looks at");
  if (n.size() == 7) {
    if (!(n[6] > 0.0f && n[6] < 180.0f)) throw CLI::ValidationError("--camera", "the field of view is not in 0 to 180");
    camera.verticalFieldOfView = n[6] * 3.14159265f / 180.0f;
  }
  return camera;
}

void setSize(const std::string& text, std::uint32_t& width, std::uint32_t& height) {
  unsigned w = 0, h = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%5ux%5u%c", &w, &h, &rest) != 2 || w < 16 || h < 16 || w > 16384 || h > 16384)
    throw CLI::ValidationError("--size", "\"" + text + "\" is not WIDTHxHEIGHT, each 16 to 16384");
  width = w, height = h;
}

}  // namespace

void addRender(CLI::App& app, RenderOptions& options, int& code) {
  CLI::App* render = app.add_subcommand("render", "Draw pictures of a scene, without a window");
  render->add_option("source", options.source, "Scene by name, scene file (.json), or mesh (.obj .gltf .glb)")
      ->required();
  render
      ->add_option("-o,--out", options.out,
                   "A .png, animated where --frames are several; or a folder for one numbered .png a frame")
      ->required();
  render->add_option("--frames", options.frames,
                     "Which: last, all, a list as 0,30,60, or FIRST:LAST or FIRST:LAST:STEP; without it the last one "
                     "for a file and all for a folder");
  render->add_option_function<std::string>(
      "--camera", [&options](const std::string& text) { options.camera = cameraOf(text); },
      "EX,EY,EZ,TX,TY,TZ[,DEGREES]: eye, place looked at, field of view");
  render->add_option("--azimuth", options.azimuth, "Degrees to the right, of a camera that sees all")
      ->check(CLI::Range(-360.0, 360.0));
  render->add_option("--elevation", options.elevation, "Degrees up, of a camera that sees all")
      ->check(CLI::Range(-89.0, 89.0));
  render->add_option_function<std::string>(
      "--size", [&options](const std::string& text) { setSize(text, options.width, options.height); },
      "WIDTHxHEIGHT in pixels, 1280x800");
  render->add_option("--layers", options.layers, "What else to show: " + view::layerNames())->delimiter(',');
  render->add_option("--substeps", options.substeps, "Substeps for each 1/60 s")->check(CLI::Range(1u, 1000u));
  render->add_option("--iterations", options.iterations, "Iterations a substep")->check(CLI::Range(1u, 1000u));
  render->add_option("--threads", options.threads, "Threads of the solver")->check(CLI::Range(1u, 1024u));
  addSpaceOptions(*render, options.meshSpace, "", "the mesh given as source");
  render->add_flag("-q,--quiet", options.quiet, "Print errors only");
  render->callback([&options, &code] {
    for (const std::string& name : options.layers) {
      view::Layers known;
      if (view::findLayer(known, name) == nullptr)
        throw CLI::ValidationError("--layers", "\"" + name + "\" is no layer; there are " + view::layerNames());
    }
    code = runRender(options);
  });
}

void addView(CLI::App& app, ViewCommand& command, int& code) {
  CLI::App* view = app.add_subcommand("view", "Open a window in which to play with a scene");
  view->add_option("source", command.source, "Scene by name, scene file (.json), or mesh (.obj .gltf .glb)")
      ->required();
  view->add_option_function<std::string>(
      "--size", [&command](const std::string& text) { setSize(text, command.width, command.height); },
      "WIDTHxHEIGHT in pixels, 1280x800");
  view->add_option("--script", command.script, "Events from a file instead of hands (docs/viewer.md); ends with it");
  view->add_flag_callback(
      "--no-window", [&command] { command.window = false; }, "Show nothing: for scripts where there is no display");
  view->add_option("--threads", command.threads, "Threads of the solver")->check(CLI::Range(1u, 1024u));
  addSpaceOptions(*view, command.meshSpace, "", "the mesh given as source");
  view->callback([&command, &code] {
    if (!command.window && !command.script)
      throw CLI::ValidationError("--no-window", "without a window only a --script can do anything");
    code = runViewCommand(command);
  });
}

}  // namespace toile::cli
